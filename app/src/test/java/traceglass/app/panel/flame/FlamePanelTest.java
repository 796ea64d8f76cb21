package traceglass.app.panel.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.BorderPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.flame.FlameGraph;
import traceglass.analysis.flame.FlameMeasure;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.Controls;
import traceglass.app.panel.PanelFixture;
import traceglass.protos.foreign.pprof.Profile;

@ExtendWith(ApplicationExtension.class)
class FlamePanelTest {

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) {
        fixture.open();
        FlamePanel.install(fixture.slot, fixture.window.messages(), fixture.pair);
        traceglass.app.panel.list.ListPanel.install(fixture.slot, fixture.window.messages());
        BorderPane root = new BorderPane();
        root.setBottom(fixture.slot.host().detailsPane());
        PanelFixture.show(stage, root, 980, 700);
    }

    @BeforeEach
    void selectAll() {
        fixture.waitUntilReady();
        PanelFixture.fx(() -> {
            List<TrackNode> tracks = fixture.slot.trace().session().tracks().roots().stream()
                    .flatMap(FlamePanelTest::leaves)
                    .toList();
            fixture.slot.selection().set(new Selection.Area(0, 20_000_000, tracks));
        });
        PanelFixture.await(() -> fixture.slot
                .host()
                .detailsPane()
                .tab("area-flame")
                .get()
                .availableProperty()
                .get());
        PanelFixture.fx(() -> fixture.slot
                .host()
                .detailsPane()
                .select(fixture.slot.host().detailsPane().tab("area-flame").get()));
    }

    private static Stream<TrackNode> leaves(TrackNode node) {
        return node.children().isEmpty()
                ? Stream.of(node)
                : node.children().stream().flatMap(FlamePanelTest::leaves);
    }

    private static FlameView view(FxRobot robot) {
        return robot.lookup("#flame-view").queryAs(FlameView.class);
    }

    private static String matchCount(FxRobot robot) {
        return robot.lookup("#flame-found").queryAs(Label.class).getText();
    }

    /// Queries that determine the available sources, after a range was changed the given number of times and has
    /// settled.
    private List<String> queriesAfterChanges(int changes) {
        PanelFixture.await(() -> !fixture.slot
                        .host()
                        .detailsPane()
                        .tab("area-flame")
                        .get()
                        .busyProperty()
                        .get()
                && fixture.slot.trace().session().queries().isIdle());
        PanelFixture.fx(() -> {
            fixture.slot.host().detailsPane().openProperty().set(false);
            fixture.slot.trace().session().queries().log().clear();
        });
        PanelFixture.fx(() -> {
            for (int i = 1; i <= changes; i++) {
                fixture.slot
                        .selection()
                        .set(new Selection.Area(
                                0,
                                20_000_000 - i * 100_000,
                                fixture.slot.trace().session().tracks().roots().stream()
                                        .flatMap(FlamePanelTest::leaves)
                                        .toList()));
            }
        });
        PanelFixture.await(() -> !fixture.slot
                        .host()
                        .detailsPane()
                        .tab("area-flame")
                        .get()
                        .busyProperty()
                        .get()
                && fixture.slot.trace().session().queries().isIdle());
        return fixture.slot.trace().session().queries().log().entries().stream()
                .filter(e -> e.purpose().startsWith("flame"))
                .map(e -> e.purpose() + " " + e.sql())
                .toList();
    }

    @Test
    void changingRangeIsQueriedOnceWhileTheTabIsNotSelected() {
        int once = queriesAfterChanges(1).size();
        assertTrue(once > 0);
        List<String> executed = queriesAfterChanges(12);
        assertEquals(once, executed.size(), String.join("\n", executed));
        assertTrue(fixture.slot
                .host()
                .detailsPane()
                .tab("area-flame")
                .get()
                .availableProperty()
                .get());
    }

    @Test
    void showsTheTimeOfTheRange(FxRobot robot) {
        PanelFixture.await(() -> view(robot).tree().total(0) == 10_000_000);
        FlameGraph tree = view(robot).tree();
        int outer = tree.children(0)[0];
        assertEquals("outer", tree.name(outer));
        assertEquals(6_000_000, tree.self(outer));
        PanelFixture.fx(() -> Controls.click(view(robot), 60, 6 + 30, 1));
        PanelFixture.await(() -> robot.lookup("#flame-frame")
                .tryQueryAs(Label.class)
                .map(l -> l.getText().equals("outer"))
                .orElse(false));
        PanelFixture.fx(() -> Controls.click(view(robot), 60, 6 + 30, 2));
        PanelFixture.await(() -> view(robot).focused() == outer);
    }

    @Test
    void showsBottomUpAndHidesFrames(FxRobot robot) {
        PanelFixture.await(() -> view(robot).tree().total(0) == 10_000_000);
        Controls.press(robot, "#flame-direction-bottom-up");
        PanelFixture.await(() -> view(robot).tree().collapsed().contains("inner;outer 2000000"));
        Controls.press(robot, "#flame-direction-top-down");
        PanelFixture.await(() -> view(robot).tree().collapsed().contains("outer;inner 2000000"));
        PanelFixture.fx(() -> Controls.click(view(robot), 20, 6 + 50, 1));
        Controls.press(robot, "Hide frame");
        PanelFixture.await(() -> view(robot).tree().collapsed().contains("outer 8000000"));
        assertTrue(robot.lookup("Hide frame: inner").tryQuery().isPresent());
    }

    @Test
    void filtersAsTyped(FxRobot robot) {
        PanelFixture.await(() -> view(robot).tree().total(0) == 10_000_000);
        Controls.focus(robot, "#flame-search").write("SFF: inner HS: other").type(KeyCode.ENTER);
        PanelFixture.await(() -> view(robot).tree().collapsed().equals("inner 2000000\n"));
        assertTrue(robot.lookup("Show from frame: inner").tryQuery().isPresent());
        assertTrue(robot.lookup("Hide stack: other").tryQuery().isPresent());
        // Pivot replaces the other filter that defines the root.
        robot.write("P: inner").type(KeyCode.ENTER);
        PanelFixture.await(() -> view(robot).tree().upRows() == 2);
        assertTrue(robot.lookup("Show from frame: inner").tryQuery().isEmpty());
        robot.write("/(").write("/").type(KeyCode.ENTER);
        PanelFixture.await(() -> matchCount(robot).startsWith("invalid regular expression"));
        robot.type(KeyCode.BACK_SPACE, 3);
        robot.type(KeyCode.BACK_SPACE, 2);
        PanelFixture.await(() ->
                view(robot).tree().total(0) == 10_000_000 && view(robot).tree().upRows() == 0);
    }

    @Test
    void comparesOneRangeWithAnother(FxRobot robot) {
        PanelFixture.await(() -> view(robot).tree().total(0) == 10_000_000);
        Controls.chooseItem(robot, "#flame-compare", "#flame-base");
        List<TrackNode> tracks = ((Selection.Area) fixture.slot.selection().get()).tracks();
        PanelFixture.fx(() -> fixture.slot.selection().set(new Selection.Area(0, 3_000_000, tracks)));
        PanelFixture.await(
                () -> view(robot).tree().isDifference() && view(robot).tree().total(0) == 2_000_000);
        FlameGraph tree = view(robot).tree();
        assertEquals(10_000_000, tree.baseTotal(0));
        int outer = tree.children(0)[0];
        assertEquals("outer", tree.name(outer));
        assertEquals(2_000_000 - 8_000_000, tree.delta(outer));
        Controls.chooseItem(robot, "#flame-compare", "#flame-swap");
        PanelFixture.await(() ->
                view(robot).tree().total(0) == 10_000_000 && view(robot).tree().baseTotal(0) == 2_000_000);
        Controls.chooseItem(robot, "#flame-compare", "#flame-compare-stop");
        PanelFixture.await(
                () -> !view(robot).tree().isDifference() && view(robot).tree().total(0) == 2_000_000);
    }

    @Test
    void aFrameLinksToItsSlicesAndTheyLinkToTheTimeline(FxRobot robot) {
        PanelFixture.await(() -> view(robot).tree().total(0) == 10_000_000);
        FlameGraph tree = view(robot).tree();
        int inner = tree.children(tree.children(0)[0])[0];
        assertEquals("inner", tree.name(inner));
        PanelFixture.fx(() -> {
            view(robot).select(inner);
            fixture.slot.host().commands().run("flame.rows");
        });
        PanelFixture.await(() -> robot.lookup("#list-summary")
                .tryQueryAs(Label.class)
                .map(l -> l.getText().equals("2 events"))
                .orElse(false));
        assertEquals(
                "Slices of the frame “inner”",
                robot.lookup("#list-title").queryAs(Label.class).getText());
        traceglass.app.grid.DataGrid grid = robot.lookup("#list-rows").queryAs(traceglass.app.grid.DataGrid.class);
        assertEquals(1_500_000, grid.rows().getLong(0, grid.rows().column("dur")));
        PanelFixture.fx(() -> {
            grid.table().requestFocus();
            grid.selectRow(0);
        });
        robot.type(KeyCode.ENTER);
        assertEquals("go slice " + grid.rows().getLong(0, 0), fixture.visited.getLast());
    }

    @Test
    void countsSlicesInsteadOfTheirTime(FxRobot robot) throws IOException {
        PanelFixture.await(() -> view(robot).tree().total(0) == 10_000_000);
        PanelFixture.fx(() -> {
            ComboBox<FlameMeasure> measure = robot.lookup("#flame-measure").queryComboBox();
            measure.setValue(measure.getItems().get(1));
        });
        PanelFixture.await(() -> view(robot).tree().total(0) == 4);
        fixture.dialogs.saveTo = Files.createTempFile("flame", ".pb.gz");
        Controls.chooseItem(robot, "Export", "#flame-save-pprof");
        PanelFixture.await(() -> fixture.window.messages().status().state().startsWith("Saved"));
        Profile profile =
                Profile.parseFrom(new GZIPInputStream(Files.newInputStream(fixture.dialogs.saveTo)).readAllBytes());
        assertEquals(2, profile.getSampleTypeCount());
        assertEquals(
                10_000_000,
                profile.getSampleList().stream().mapToLong(s -> s.getValue(0)).sum());
        assertEquals(
                4,
                profile.getSampleList().stream().mapToLong(s -> s.getValue(1)).sum());
        Files.delete(fixture.dialogs.saveTo);
    }

    @Test
    void sumsSearchMatches(FxRobot robot) throws IOException {
        PanelFixture.await(() -> view(robot).tree().total(0) == 10_000_000);
        Controls.focus(robot, "#flame-search").write("inn");
        PanelFixture.await(() -> matchCount(robot).equals("2.000 ms, 20.0%"));
        robot.write("x");
        PanelFixture.await(() -> matchCount(robot).equals("0 ns, 0.0%"));
        fixture.dialogs.saveTo = Files.createTempFile("flame", ".svg");
        Controls.chooseItem(robot, "Export", "#flame-save-svg");
        PanelFixture.await(() -> fixture.window.messages().status().state().startsWith("Saved"));
        assertTrue(Files.readString(fixture.dialogs.saveTo).contains("<title>outer"));
        Files.delete(fixture.dialogs.saveTo);
    }
}
