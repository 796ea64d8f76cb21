package traceglass.app.panel.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.source.FlameSource;
import traceglass.app.context.Panel;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.TraceState;
import traceglass.app.panel.PanelFixture;
import traceglass.app.session.TraceSession;
import traceglass.app.testing.CloseWindowsExtension;
import traceglass.app.testing.SharedTestTrace;
import traceglass.store.database.StoreOptions;

/// Tests flame graphs of two recorded traces in one window.
@ExtendWith(ApplicationExtension.class)
class FlameComparisonTest {

    private static final String FIRST = "perfetto/android-pixel6a-startup-warm.pftrace";
    private static final String SECOND = "perfetto/android-emulator12-sched-callstacks.pftrace";

    private final PanelFixture fixture = new PanelFixture();
    private final FlameBases bases = new FlameBases();
    private TraceSlot a;
    private TraceSlot b;

    /// Checked here because an unmet assumption in the start method would be reported as an error.
    @BeforeAll
    static void assumeTraces() {
        SharedTestTrace.require(FIRST);
        SharedTestTrace.require(SECOND);
    }

    @Start
    void start(Stage stage) {
        fixture.open(SharedTestTrace.require(FIRST));
        a = fixture.slot;
        TraceState second = fixture.state.newSecond();
        b = second.slot();
        second.setNavigator(a.navigation().navigator());
        TraceSession session = TraceSession.open(SharedTestTrace.require(SECOND), StoreOptions.uncached());
        CloseWindowsExtension.closeAtTheEnd(session);
        second.setSession(session);
        Panel panel = FlamePanel.ofWindow(bases);
        panel.install(a, fixture.window, fixture.pair);
        panel.install(b, fixture.window, fixture.pair);
        fixture.pair.setSecond(b);
        PanelFixture.show(
                stage,
                new VBox(new VBox(a.host().detailsPane()), new VBox(b.host().detailsPane())),
                1200,
                900);
    }

    @BeforeEach
    void readBoth() {
        PanelFixture.await(
                () -> a.trace().session().isReady() && b.trace().session().isReady());
    }

    private static FlameView view(TraceSlot slot) {
        return (FlameView) slot.host()
                .detailsPane()
                .tab("area-flame")
                .orElseThrow()
                .contentProperty()
                .get()
                .lookup("#flame-view");
    }

    private static String text(TraceSlot slot, String id) {
        return ((Label) slot.host()
                        .detailsPane()
                        .tab("area-flame")
                        .orElseThrow()
                        .contentProperty()
                        .get()
                        .lookup(id))
                .getText();
    }

    /// Total duration of all top-level slices, clipped to the trace, computed by SQL.
    private static long time(TraceSlot slot, String name) throws Exception {
        CompletableFuture<Long> found = new CompletableFuture<>();
        long end = slot.trace().session().bounds().end();
        slot.trace()
                .session()
                .queries()
                .submit(
                        "test",
                        q -> {
                            try (Statement s = q.connection().createStatement();
                                    ResultSet r = s.executeQuery("SELECT coalesce(sum(CASE WHEN dur < 0 THEN " + end
                                            + " - ts ELSE dur END), 0) FROM slice WHERE parent_id IS NULL"
                                            + (name == null ? "" : " AND name = '" + name + "'"))) {
                                r.next();
                                return r.getLong(1);
                            }
                        },
                        found::complete,
                        found::completeExceptionally);
        return found.get(30, TimeUnit.SECONDS);
    }

    private static FlameGraph graph(TraceSlot slot) {
        PanelFixture.await(() -> !slot.host()
                .detailsPane()
                .tab("area-flame")
                .orElseThrow()
                .busyProperty()
                .get());
        return view(slot).tree();
    }

    @Test
    void comparesTheGraphsOfTwoTraces(FxRobot robot) throws Exception {
        PanelFixture.fx(() -> b.host().commands().run("flame.trace"));
        PanelFixture.await(() -> view(b) != null && view(b).tree().total(0) > 0);
        choose(b, "Slices");
        PanelFixture.await(
                () -> text(b, "#flame-strip-base").isEmpty() && view(b).tree().total(0) > 1_000_000);
        long totalB = view(b).tree().total(0);
        PanelFixture.fx(() -> b.host().commands().run("flame.compare-traces"));
        PanelFixture.await(() -> view(b).tree().isDifference());
        FlameGraph both = view(b).tree();
        assertEquals(totalB, both.total(0));
        assertEquals(time(a, null), both.baseTotal(0), 1e6, "the base is not the entire other trace");
        assertTrue(
                text(b, "#flame-strip-base").startsWith("android-pixel6a-startup-warm.pftrace"),
                text(b, "#flame-strip-base"));
        assertTrue(
                text(b, "#flame-strip-shown").startsWith("android-emulator12-sched-callstacks.pftrace"),
                text(b, "#flame-strip-shown"));
        // Frames that only one trace has are present with zero for the other.
        int[] frames = both.children(0);
        assertTrue(frames.length > 3);
        long sum = 0;
        for (int f : frames) {
            sum += both.baseTotal(f);
        }
        assertTrue(sum <= both.baseTotal(0));

        // Swapped, with the same base.
        PanelFixture.fx(() -> b.host().commands().run("flame.swap"));
        PanelFixture.await(() -> view(b).tree().baseTotal(0) == totalB);
        assertTrue(text(b, "#flame-strip-base").startsWith("android-emulator12"), text(b, "#flame-strip-base"));

        // The base is scaled to the total of the current graph.
        PanelFixture.fx(() -> ((CheckBox) b.host()
                        .detailsPane()
                        .tab("area-flame")
                        .orElseThrow()
                        .contentProperty()
                        .get()
                        .lookup("#flame-strip-shares"))
                .fire());
        PanelFixture.await(
                () -> Math.abs(view(b).tree().delta(0)) < view(b).tree().size());
    }

    @Test
    void baseIsSharedByBothTracesUntilItsTraceIsClosed(FxRobot robot) throws Exception {
        PanelFixture.fx(() -> a.host().commands().run("flame.trace"));
        PanelFixture.await(() -> view(a) != null && view(a).tree().total(0) > 0);
        choose(a, "Slices");
        PanelFixture.await(() -> !a.host()
                .detailsPane()
                .tab("area-flame")
                .orElseThrow()
                .busyProperty()
                .get());
        PanelFixture.fx(() -> a.host().commands().run("flame.base"));
        long base = graph(a).total(0);
        PanelFixture.fx(() -> b.host().commands().run("flame.trace"));
        PanelFixture.await(() -> view(b) != null && view(b).tree().total(0) > 0);
        choose(b, "CPU samples");
        PanelFixture.await(() -> !text(b, "#flame-strip-mismatch").isEmpty());
        assertFalse(graph(b).isDifference(), "samples must not be compared with slices");
        choose(b, "Slices");
        PanelFixture.await(() -> view(b).tree().isDifference() && view(b).tree().baseTotal(0) == base);

        // The base remains after another selection or after the window's other trace is closed.
        PanelFixture.fx(() -> b.trace().session().close());
        assertNotNull(bases.base());
        PanelFixture.fx(() -> a.trace().session().close());
        PanelFixture.await(() -> bases.base() == null);
        PanelFixture.await(() -> !view(b).tree().isDifference());
    }

    @SuppressWarnings("unchecked")
    private static void choose(TraceSlot slot, String title) {
        PanelFixture.await(() -> ((ComboBox<FlameSource>) slot.host()
                        .detailsPane()
                        .tab("area-flame")
                        .orElseThrow()
                        .contentProperty()
                        .get()
                        .lookup("#flame-source"))
                .getItems().stream().anyMatch(s -> s.title().equals(title)));
        PanelFixture.fx(() -> {
            ComboBox<FlameSource> sources = (ComboBox<FlameSource>) slot.host()
                    .detailsPane()
                    .tab("area-flame")
                    .orElseThrow()
                    .contentProperty()
                    .get()
                    .lookup("#flame-source");
            sources.setValue(sources.getItems().stream()
                    .filter(s -> s.title().equals(title))
                    .findFirst()
                    .orElseThrow());
        });
    }
}
