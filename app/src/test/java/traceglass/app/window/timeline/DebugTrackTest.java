package traceglass.app.window.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.debug.DebugColumns;
import traceglass.analysis.debug.DebugTracks;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.app.grid.DataGrid;
import traceglass.app.panel.debug.DebugTrackTask;
import traceglass.app.ui.SqlOpener;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;

/// Tests showing query results as tracks, from the SQL page to the timeline, with a real trace.
class DebugTrackTest extends WindowScenario {

    private static final String SLICES =
            "SELECT ts, dur, name, depth, id AS slice_id FROM slice WHERE dur > 0 AND depth < 3";

    private String state(FxRobot robot) {
        return robot.lookup("#sql-state")
                .lookup(".label")
                .tryQueryAs(Label.class)
                .map(Label::getText)
                .orElse("");
    }

    private void query(FxRobot robot, String sql) throws Exception {
        robot.interact(() -> {
            window.slot().navigation().navigator().showPage("sql");
            ((SqlOpener) window.page("sql").orElseThrow()).open(sql, true);
        });
        WindowFixture.waitFor(() -> state(robot).equals("Done"));
    }

    private List<DebugTracks> shownTracks() {
        return FxSupply.get(() -> window.slot().trace().session().debugTracks().tracks());
    }

    private void await(int tracks) throws Exception {
        WindowFixture.waitFor(
                () -> window.slot().trace().session().debugTracks().tracks().size() == tracks);
        fixture.settle();
    }

    /// Creates tracks without the form, as buttons on other pages do.
    private DebugTracks show(FxRobot robot, String sql, int pivot, String... columns) throws Exception {
        int before = shownTracks().size();
        robot.interact(() -> DebugTrackTask.show(
                window.slot(),
                window.context().messages().notices(),
                DebugColumns.suggest(List.of(columns), "Mine", sql).withPivot(pivot)));
        await(before + 1);
        return shownTracks().getLast();
    }

    private TrackData data(TrackNode track) throws Exception {
        return window.slot().trace().session().tracks().data().load(track).get();
    }

    @SuppressWarnings("unchecked")
    private static void choose(FxRobot robot, String id, int column) {
        robot.interact(() -> ((ComboBox<Integer>) robot.lookup(id).queryAs(ComboBox.class)).setValue(column));
    }

    @Test
    void aResultBecomesOnePinnedTrackForEachValue(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        query(robot, "SELECT 1; " + SLICES);
        DataGrid grid = robot.lookup("#sql-grid").queryAs(DataGrid.class);
        int[] expected = new int[3];
        for (int row = 0; row < grid.rows().size(); row++) {
            expected[(int) grid.rows().getLong(row, 3)]++;
        }
        assertTrue(expected[2] > 0, "the sample has no slices this deep");
        fire(robot, "#sql-track");
        choose(robot, "#debug-track-pivot", 3);
        fire(robot, "#debug-track-show");
        await(1);
        assertEquals(window.timeline(), FxSupply.get(() -> window.pageProperty().get()));
        DebugTracks tracks = shownTracks().getFirst();
        assertEquals(List.of("debug/1/0", "debug/1/1", "debug/1/2"), pinned());
        assertEquals(
                "debug",
                rows().stream().filter(k -> !k.startsWith("debug/")).findFirst().orElse(""));
        for (int depth = 0; depth < 3; depth++) {
            TrackNode track = tracks.tracks().get(depth);
            assertEquals(Integer.toString(depth), track.name());
            SliceData data = assertInstanceOf(SliceData.class, data(track));
            assertEquals(expected[depth], data.size());
            assertNoOverlap(data);
        }
    }

    private static void assertNoOverlap(SliceData data) {
        for (int row = 0; row < data.rows(); row++) {
            for (int i = data.rowStart()[row] + 1; i < data.rowStart()[row + 1]; i++) {
                assertTrue(data.ts()[i] >= data.end()[i - 1], "two slices overlap in row " + row);
            }
        }
    }

    @Test
    void theKeyOpensTheFormAndEnterAcceptsTheSuggestions(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        query(robot, "SELECT ts, count(*) OVER (ORDER BY ts) AS so_far FROM slice");
        robot.press(KeyCode.CONTROL, KeyCode.SHIFT).type(KeyCode.T).release(KeyCode.SHIFT, KeyCode.CONTROL);
        assertTrue(
                robot.lookup("#debug-track-counter")
                        .queryAs(javafx.scene.control.ToggleButton.class)
                        .isSelected(),
                "a time column and a number column do not suggest a counter");
        robot.type(KeyCode.ENTER);
        await(1);
        CounterData data = assertInstanceOf(
                CounterData.class, data(shownTracks().getFirst().node()));
        assertEquals(data.size(), data.max());
    }

    @Test
    void aClickShowsAllColumnsAndRemovingClearsTheSelection(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        DebugTracks tracks = show(robot, SLICES + " LIMIT 5", -1, "ts", "dur", "name", "depth", "slice_id");
        robot.interact(() -> window.slot().navigation().navigator().goTo(tracks.table(), 3));
        WindowFixture.waitFor(() -> robot.lookup("#details-name").tryQuery().isPresent());
        assertEquals(
                new Selection.Event(tracks.table(), 3, ((SliceData) data(tracks.node())).ts()[0], 0).table(),
                ((Selection.Event) FxSupply.get(() -> window.slot().selection().get())).table());
        robot.interact(() -> window.slot()
                .host()
                .detailsPane()
                .select(window.slot().host().detailsPane().tab("arguments").orElseThrow()));
        WindowFixture.waitFor(() -> robot.lookup("slice id").tryQuery().isPresent());
        robot.interact(() -> {
            view.requestFocus();
            window.slot().host().commands().run("track.debug.remove");
        });
        await(0);
        assertEquals(
                Selection.NONE, FxSupply.get(() -> window.slot().selection().get()));
        assertNull(track("debug/1/0"));
        assertFalse(rows().contains("debug"));
    }

    @Test
    void theMenuOfATrackRemovesOnlyThatTrack(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        show(robot, SLICES, 3, "ts", "dur", "name", "depth", "slice_id");
        robot.interact(menuItem(track("debug/1/1"), "Remove this track")::fire);
        fixture.settle();
        assertEquals(
                List.of("debug/1/0", "debug/1/2"),
                track("debug/1").children().stream().map(TrackNode::key).toList());
    }

    @Test
    void anAreaCountsTheSlicesAndSamplesOfDebugTracks(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        DebugTracks slices = show(
                robot, "SELECT start_ts AS ts, 1000 AS dur, 'mine' AS name FROM trace_bounds", -1, "ts", "dur", "name");
        DebugTracks samples = show(robot, "SELECT start_ts AS ts, 7 AS value FROM trace_bounds", -1, "ts", "value");
        robot.interact(() -> window.slot()
                .selection()
                .set(new Selection.Area(
                        view.bounds().start(), view.bounds().end(), List.of(slices.node(), samples.node()))));
        WindowFixture.waitFor(() -> robot.lookup("mine").tryQuery().isPresent());
        WindowFixture.waitFor(() -> window.slot().host().detailsPane().tabs().stream()
                .anyMatch(t ->
                        t.id().equals("area-counters") && t.availableProperty().get()));
    }

    @Test
    void theSelectedSliceCreatesATrackOfSlicesWithItsName(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", 0));
        WindowFixture.waitFor(() -> robot.lookup("#details-tracks").tryQuery().isPresent());
        run(robot, "track.like0");
        await(1);
        DebugTracks tracks = shownTracks().getFirst();
        SliceData data = assertInstanceOf(SliceData.class, data(tracks.node()));
        assertEquals(1, data.names().length);
        assertEquals(tracks.spec().title(), data.names()[0]);
        assertEquals(List.of(tracks.node().key()), pinned());
    }
}
