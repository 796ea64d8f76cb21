package traceglass.app.panel.critical;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.sched.PathSpans;
import traceglass.analysis.select.Selection;
import traceglass.app.Controls;
import traceglass.app.grid.DataGrid;
import traceglass.app.panel.PanelFixture;
import traceglass.app.session.SessionConnection;
import traceglass.app.testing.SampleFile;
import traceglass.app.testing.TempFolders;

/// Tests critical paths of threads of the built-in trace.
@ExtendWith(ApplicationExtension.class)
class CriticalPathPanelTest {

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) throws IOException {
        fixture.open(SampleFile.in(TempFolders.create("critical")));
        CriticalPathPanel.install(fixture.slot, fixture.window.messages());
        traceglass.app.panel.flame.FlamePanel.install(fixture.slot, fixture.window.messages(), fixture.pair);
        PanelFixture.show(stage, new VBox(fixture.slot.host().detailsPane()), 1400, 700);
    }

    @BeforeEach
    void open() {
        fixture.waitUntilReady();
    }

    private record State(long id, long ts, long dur, long utid, long waker) {}

    /// A sleep of some milliseconds ended by another thread, which started running shortly before.
    private State sleep() throws SQLException {
        try (Connection c = SessionConnection.of(fixture.slot.trace().session());
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("""
                    SELECT s.id, s.ts, s.dur, s.utid, r.waker_utid FROM thread_state AS s
                    JOIN thread_state AS r ON r.utid = s.utid AND r.ts = s.ts + s.dur AND r.waker_utid <> s.utid AND coalesce(r.irq_context, 0) = 0
                    JOIN thread_state AS w ON w.id = r.waker_id AND w.ts > s.ts
                    WHERE s.state = 'S' AND s.dur BETWEEN 2000000 AND 20000000 ORDER BY s.ts LIMIT 1 OFFSET 50\
                    """)) {
            assertTrue(r.next());
            return new State(r.getLong(1), r.getLong(2), r.getLong(3), r.getLong(4), r.getLong(5));
        }
    }

    private void select(Selection selection) {
        PanelFixture.fx(() -> fixture.slot.selection().set(selection));
        PanelFixture.await(() -> fixture.slot
                .host()
                .detailsPane()
                .tab("critical-path")
                .orElseThrow()
                .availableProperty()
                .get());
    }

    private void find(Selection selection) {
        select(selection);
        PanelFixture.fx(() -> fixture.slot.host().commands().run("critical.path"));
    }

    private void settle() {
        PanelFixture.await(() -> !fixture.slot
                        .host()
                        .detailsPane()
                        .tab("critical-path")
                        .orElseThrow()
                        .busyProperty()
                        .get()
                && fixture.slot.trace().session().queries().isIdle());
    }

    @Test
    void pathOfASleepContainsTheWakingThread(FxRobot robot) throws SQLException {
        State sleep = sleep();
        find(new Selection.Event("thread_state", sleep.id, sleep.ts, sleep.dur));
        settle();
        RowStore rows = robot.lookup("#critical-path").queryAs(DataGrid.class).rows();
        assertTrue(rows.size() > 0);
        long at = sleep.ts;
        boolean hasWaker = false;
        for (int i = 0; i < rows.size(); i++) {
            // The path has no gaps.
            assertTrue(rows.getLong(i, rows.column("ts")) <= at);
            at = Math.max(at, rows.getLong(i, rows.column("ts")) + rows.getLong(i, rows.column("dur")));
            hasWaker |= rows.getLong(i, rows.column("utid")) == sleep.waker;
        }
        assertEquals(sleep.ts + sleep.dur, at);
        assertTrue(hasWaker, "the waking thread is missing on the path");
        assertTrue(
                robot.lookup("#critical-summary").queryAs(Label.class).getText().contains("waiting for other threads"));
        PathSpans spans = PathSpans.of(rows);
        assertEquals(
                List.of("This thread", "On the path", "Its state", "Its slice"),
                spans.lanes().stream().map(PathSpans.Lane::title).toList());
        assertEquals(
                List.of("Sleeping"),
                spans.lanes().getFirst().spans().stream()
                        .map(PathSpans.Span::text)
                        .distinct()
                        .toList());
        assertEquals(
                sleep.dur,
                spans.lanes().get(2).spans().stream()
                        .mapToLong(s -> s.end() - s.start())
                        .sum());
    }

    @Test
    void thePathIsAFlameGraphOfTheSameLength(FxRobot robot) throws SQLException {
        State sleep = sleep();
        find(new Selection.Event("thread_state", sleep.id, sleep.ts, sleep.dur));
        PanelFixture.fx(() -> fixture.slot.host().commands().run("critical.flame"));
        PanelFixture.await(() -> robot.lookup("#flame-view")
                .tryQuery()
                .map(v -> v.getAccessibleText().contains(traceglass.store.time.TimeText.duration(sleep.dur)))
                .orElse(false));
        assertEquals(
                "area-flame",
                fixture.slot.host().detailsPane().selectedProperty().get().id());
        javafx.scene.control.ComboBox<Object> source =
                robot.lookup("#flame-source").queryComboBox();
        assertEquals("Critical path", source.getConverter().toString(source.getValue()));
        // Another selection shows the graph of that selection again.
        PanelFixture.fx(() -> fixture.slot.selection().set(Selection.NONE));
        PanelFixture.await(() -> !fixture.slot
                .host()
                .detailsPane()
                .tab("area-flame")
                .orElseThrow()
                .availableProperty()
                .get());
    }

    @Test
    void canBeStopped(FxRobot robot) throws SQLException {
        State sleep = sleep();
        select(new Selection.Event("thread_state", sleep.id, sleep.ts, sleep.dur));
        // A single step, because the path may be found before the next check.
        PanelFixture.fx(() -> {
            fixture.slot.host().commands().run("critical.path");
            Controls.press(robot, robot.lookup("#critical-cancel").<javafx.scene.Node>query());
        });
        settle();
        assertEquals(
                "Canceled",
                robot.lookup("#critical-summary").queryAs(Label.class).getText());
    }

    @Test
    void isUnavailableForSelectionsWithoutAThread() {
        PanelFixture.fx(() -> fixture.slot.selection().set(new Selection.Event("counter", 1, 0, 0)));
        PanelFixture.await(() -> fixture.slot.trace().session().queries().isIdle());
        assertFalse(fixture.slot
                .host()
                .detailsPane()
                .tab("critical-path")
                .orElseThrow()
                .availableProperty()
                .get());
    }
}
