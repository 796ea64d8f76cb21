package traceglass.app.window.journey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuItem;
import javafx.scene.input.Clipboard;
import javafx.scene.input.MouseButton;
import javafx.stage.Window;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.debug.DebugTrackCreator;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.grid.DataGrid;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.app.window.timeline.TrackMenu;
import traceglass.render.item.Note;
import traceglass.render.item.TrackItem;

/// Tests the context menu of the event under the pointer.
class EventMenuTest extends WindowScenario {

    private long[] event(String table, String where) throws Exception {
        return numbers("SELECT id, ts, dur, track_id FROM " + table + " WHERE " + where + " LIMIT 1");
    }

    private ContextMenu menu(TrackItem item, TrackNode track) {
        return FxSupply.get(() -> new TrackMenu(window.slot(), window.context().messages(), pane()).menu(item, track));
    }

    private static List<String> texts(List<MenuItem> items) {
        return items.stream().map(MenuItem::getText).filter(Objects::nonNull).toList();
    }

    private static MenuItem item(ContextMenu menu, String text) {
        return menu.getItems().stream()
                .filter(i -> text.equals(i.getText()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(text + " is not in " + texts(menu.getItems())));
    }

    private void choose(FxRobot robot, ContextMenu menu, String text) {
        robot.interact(() -> item(menu, text).fire());
    }

    @Test
    void aSliceHasItsOwnActionsAndThoseOfItsTrackBelow(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        TrackNode track =
                tracks(n -> !n.isGroup() && n.kind().table().equals("slice")).getFirst();
        long[] slice = event("slice", "dur > 0 ORDER BY id");
        TrackItem item = new TrackItem(
                track.key(), "slice", slice[0], slice[1], slice[1] + slice[2], "evil\u202Ename\u001b[31m", false);
        ContextMenu menu = menu(item, track);
        List<String> texts = texts(menu.getItems());
        assertFalse(texts.getFirst().contains("\u202E") || texts.getFirst().contains("\u001b"), texts.getFirst());
        for (String text : List.of(
                "Copy name",
                "Zoom to this",
                "Select as range",
                "Mark this span",
                "Search for this name",
                "Statistics of this name",
                "Open as SQL",
                "Follow flow forward",
                "Follow flow backward",
                "Critical path")) {
            assertTrue(texts.contains(text), text + " is not in " + texts);
        }
        Menu tracks = (Menu) item(menu, "Tracks of slices like this");
        assertFalse(tracks.getItems().isEmpty());
        Menu trackItems = (Menu) menu.getItems().getLast();
        assertTrue(trackItems.getText().startsWith("Track "), trackItems.getText());
        assertTrue(texts(trackItems.getItems()).contains("Pin"), "the menu of the track is not below");
    }

    @Test
    void keysCannotChooseTheHeading(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        TrackNode track =
                tracks(n -> !n.isGroup() && n.kind().table().equals("slice")).getFirst();
        long[] slice = event("slice", "dur > 0 ORDER BY id");
        ContextMenu menu = menu(
                new TrackItem(track.key(), "slice", slice[0], slice[1], slice[1] + slice[2], "drawing", false), track);
        robot.interact(() -> menu.show(view.getScene().getWindow(), 200, 200));
        Label heading = robot.lookup(".tg-menu-title").queryAs(Label.class);
        assertTrue(heading.getText().startsWith("drawing"), heading::getText);
        assertFalse(
                robot.lookup(".menu-item").queryAll().stream().anyMatch(n -> texts(n).contains(heading.getText())),
                "the heading is an item");
        assertEquals(
                "Copy name",
                texts(robot.lookup(".menu-item:focused").queryAll().iterator().next())
                        .trim());
        robot.interact(menu::hide);
    }

    private static String texts(Node item) {
        return item.lookupAll(".label").stream()
                .map(n -> n instanceof Label l && l.getText() != null ? l.getText() : "")
                .collect(Collectors.joining(" "));
    }

    @Test
    void copyZoomMarkAndRangeWork(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        long[] slice = event("slice", "dur > 1000000 ORDER BY id");
        TrackNode track =
                tracks(n -> !n.isGroup() && n.kind().table().equals("slice")).getFirst();
        ContextMenu menu = menu(
                new TrackItem(track.key(), "slice", slice[0], slice[1], slice[1] + slice[2], "drawing", false), track);
        choose(robot, menu, "Copy name");
        assertEquals(
                "drawing", FxSupply.get(() -> Clipboard.getSystemClipboard().getString()));
        choose(robot, menu, "Mark this span");
        assertEquals(slice[1], window.slot().traceNotes().notes().getFirst().start());
        assertEquals(
                slice[1] + slice[2],
                window.slot().traceNotes().notes().getFirst().end());
        choose(robot, menu, "Zoom to this");
        fixture.settle();
        var visible = view.visibleSpanProperty().get();
        assertTrue(visible.contains(slice[1]) && visible.durNs() < slice[2] * 1.3, visible::toString);
        choose(robot, menu, "Select as range");
        assertTrue(window.slot().selection().get() instanceof Selection.Area a
                && a.start() == slice[1]
                && a.tracks().equals(List.of(track)));
    }

    @Test
    void aCounterSampleHasItsOwnActions(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        TrackNode counter = tracks(TrackNode::isCounter).getFirst();
        long[] sample = numbers("SELECT id, ts FROM counter WHERE track_id IN (SELECT id FROM counter_track WHERE name"
                + " IS NOT NULL) ORDER BY id LIMIT 1");
        TrackItem item =
                new TrackItem(counter.key(), "counter", sample[0], sample[1], sample[1] + 50, "1 234 KB", false);
        ContextMenu menu = menu(item, counter);
        List<String> texts = texts(menu.getItems());
        assertTrue(texts.getFirst().startsWith("1 234 KB"), texts.getFirst());
        for (String text : List.of(
                "Copy value",
                "Copy name and time",
                "Zoom to this",
                "Set flag here",
                "Show only tracks with this name",
                "Statistics of this counter",
                "Open as SQL")) {
            assertTrue(texts.contains(text), text + " is not in " + texts);
        }
        choose(robot, menu, "Copy value");
        assertEquals(
                "1 234 KB", FxSupply.get(() -> Clipboard.getSystemClipboard().getString()));
        choose(robot, menu, "Set flag here");
        assertEquals(sample[1], window.slot().traceNotes().notes().getFirst().start());
        choose(robot, menu, "Show only tracks with this name");
        assertEquals(counter.name(), FxSupply.get(() -> view.tracks().filter()));
        Menu trackItems = (Menu) menu.getItems().getLast();
        assertTrue(texts(trackItems.getItems()).contains("Height"), texts(trackItems.getItems())::toString);
    }

    @Test
    void aThreadHasItsOwnQueries(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        TrackNode thread = tracks(n -> n.kind().table().equals("thread_state")).getFirst();
        int before = rows().size();
        chooseInTrackMenu(robot, thread, "Show only tracks of this thread");
        WindowFixture.waitFor(() -> view.tracks().filter().startsWith("thread:"));
        fixture.settle();
        assertTrue(rows().contains(thread.key()) && rows().size() < before, rows()::toString);
        chooseInTrackMenu(robot, thread, "Zoom to its events");
        fixture.settle();
        long[] range = numbers("SELECT min(ts), max(ts) FROM thread_state WHERE utid = "
                + thread.kind().owner().utid());
        WindowFixture.waitFor(() -> view.visibleSpanProperty().get().contains(range[0])
                && view.visibleSpanProperty().get().contains(range[1])
                && view.visibleSpanProperty().get().durNs() < (range[1] - range[0]) * 1.1);
        chooseForTrack(robot, thread, "Statistics of this thread by state", "io_wait");
        chooseForTrack(robot, thread, "Statistics of this thread by slice name", "total_dur");
        chooseForTrack(robot, thread, "Open as SQL", "blocked_function");
    }

    @Test
    void aThreadIsMarkedColoredListedWithItsFlowsAndAddedAsTracks(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        long utid = number("SELECT t.utid FROM flow AS f JOIN slice AS s ON s.id = f.slice_out"
                + " JOIN thread_track AS t ON t.id = s.track_id ORDER BY f.id LIMIT 1");
        TrackNode slices = tracks(n ->
                        n.kind().table().equals("slice") && n.kind().owner().utid() == utid)
                .getFirst();
        long[] range = numbers("SELECT min(s.ts), max(s.ts) FROM slice AS s WHERE track_id IN ("
                + slices.kind().trackIds().stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")");
        chooseInTrackMenu(robot, slices, "Mark the time of its events");
        WindowFixture.waitFor(() -> !window.slot().traceNotes().notes().isEmpty());
        Note note = window.slot().traceNotes().notes().getFirst();
        assertEquals(List.of(range[0], range[1]), List.of(note.start(), note.end()));
        assertEquals(slices.name(), note.text());

        robot.interact(() -> choice(trackMenu(slices), "Color of this thread's slices", "Green")
                .fire());
        var rule = window.slot().coloring().coloring().rules().getFirst();
        long expected =
                number("SELECT count(*) FROM slice JOIN thread_track AS t ON t.id = track_id WHERE utid = " + utid);
        assertEquals(
                expected,
                number("SELECT count(*) FROM slice WHERE " + rule.when().text()));
        robot.interact(() -> choice(trackMenu(slices), "Color of this thread's slices", "Default color")
                .fire());
        assertTrue(window.slot().coloring().coloring().rules().isEmpty());

        chooseInTrackMenu(robot, slices, "List slices with flows");
        long listed = number("SELECT count(DISTINCT s.id) FROM slice AS s JOIN thread_track AS t ON t.id = s.track_id"
                + " JOIN flow AS f ON s.id IN (f.slice_out, f.slice_in) WHERE t.utid = " + utid);
        WindowFixture.waitFor(() -> robot.lookup("#list-rows").queryAllAs(DataGrid.class).stream()
                .anyMatch(g -> g.rows() != null && g.rows().size() == listed));

        int before = tracks(n -> true).size();
        robot.interact(() -> choice(trackMenu(slices), "Add as tracks", "A track for each slice name")
                .fire());
        long names = number("SELECT count(DISTINCT s.name) FROM slice AS s JOIN thread_track AS t ON t.id = s.track_id"
                + " WHERE utid = " + utid);
        WindowFixture.waitFor(
                () -> view.tracks().nodes(n -> true).size() >= before + Math.min(names, DebugTrackCreator.MAX_TRACKS));
    }

    private ContextMenu trackMenu(TrackNode track) {
        return FxSupply.get(() -> new TrackMenu(window.slot(), window.context().messages(), pane()).menu(track));
    }

    private static MenuItem choice(ContextMenu menu, String title, String text) {
        return ((Menu) item(menu, title))
                .getItems().stream()
                        .filter(i -> text.equals(i.getText()))
                        .findFirst()
                        .orElseThrow();
    }

    @Test
    void processesCpusAndCountersHaveTheirOwnQueries(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        long upid = number("SELECT th.upid FROM slice AS s JOIN thread_track AS t ON t.id = s.track_id"
                + " JOIN thread AS th USING (utid) JOIN sched USING (utid) WHERE s.dur >= 0 AND th.upid > 0 LIMIT 1");
        TrackNode process =
                tracks(n -> n.isProcess() && n.kind().owner().upid() == upid).getFirst();
        chooseInTrackMenu(robot, process, "Show only tracks of this process");
        WindowFixture.waitFor(() -> view.tracks().filter().startsWith("process:"));
        fixture.settle();
        assertTrue(rows().contains(process.key()), rows()::toString);
        chooseForTrack(robot, process, "CPU time of this process by thread", "tid");
        chooseForTrack(robot, process, "Statistics of this process by slice name", "total_dur");
        chooseForTrack(
                robot,
                tracks(n -> n.kind().owner().isCpu() && !n.isCounter()).getFirst(),
                "Time of this CPU by thread",
                "process");
        chooseForTrack(robot, tracks(TrackNode::isCounter).getFirst(), "Statistics of this counter", "mean_value");
    }

    private void chooseInTrackMenu(FxRobot robot, TrackNode track, String text) {
        ContextMenu menu = trackMenu(track);
        robot.interact(() -> item(menu, text).fire());
    }

    private void chooseForTrack(FxRobot robot, TrackNode track, String choice, String column) throws Exception {
        chooseInTrackMenu(robot, track, choice);
        waitForColumn(robot, column);
    }

    private static void waitForColumn(FxRobot robot, String column) throws Exception {
        WindowFixture.waitFor(() -> robot.lookup("#sql-grid").queryAllAs(DataGrid.class).stream()
                .anyMatch(g -> g.rows() != null
                        && g.rows().size() > 0
                        && g.rows().names().contains(column)));
    }

    @Test
    void onlyTheTracksOfItsThreadAreShown(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        int before = rows().size();
        long[] state =
                numbers("SELECT id, ts, dur FROM thread_state WHERE dur > 0 AND utid > 0 ORDER BY dur DESC LIMIT 1");
        TrackNode track = tracks(n -> n.kind().table().equals("thread_state")).getFirst();
        ContextMenu menu = menu(
                new TrackItem(track.key(), "thread_state", state[0], state[1], state[1] + state[2], "S", false), track);
        choose(robot, menu, "Show only tracks of this thread");
        WindowFixture.waitFor(() -> view.tracks().filter().startsWith("thread:"));
        fixture.settle();
        assertFalse(rows().isEmpty(), "no track matches " + view.tracks().filter());
        assertTrue(rows().size() < before);
        assertTrue(tracks(n -> true).size() > rows().size());
        assertTrue(texts(menu.getItems()).contains("Statistics of this thread by state"));
    }

    @Test
    void statisticsAndAllRowsOpenOnTheSqlPage(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        TrackNode track =
                tracks(n -> !n.isGroup() && n.kind().table().equals("slice")).getFirst();
        TrackNode counter = tracks(TrackNode::isCounter).getFirst();
        chooseForEvent(robot, "slice", track, "Statistics of this name", "p99_dur");
        chooseForEvent(robot, "slice", track, "Open as SQL", "depth");
        chooseForEvent(robot, "counter", counter, "Statistics of this counter", "mean_value");
        chooseForEvent(robot, "sched", track, "Statistics of this thread by CPU", "cpu");
        chooseForEvent(robot, "thread_state", track, "Statistics of this thread by state", "io_wait");
    }

    private void chooseForEvent(FxRobot robot, String table, TrackNode track, String choice, String column)
            throws Exception {
        long[] row = numbers("SELECT id, ts FROM " + table + " ORDER BY id LIMIT 1");
        choose(robot, menu(new TrackItem(track.key(), table, row[0], row[1], row[1] + 5, "x", false), track), choice);
        waitForColumn(robot, column);
    }

    @Test
    void aSecondaryClickOpensTheMenuAndKeepsTheSelection(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> view.tracks().expandAll());
        run(robot, "selection.all");
        fixture.settle();
        Selection before = window.slot().selection().get();
        Point2D position = positionOfAnEvent();
        robot.clickOn(position, MouseButton.SECONDARY);
        WindowFixture.waitFor(() -> openMenu() != null);
        assertTrue(
                texts(openMenu().getItems()).contains("Zoom to this"),
                texts(openMenu().getItems())::toString);
        assertEquals(before, window.slot().selection().get());
        robot.interact(() -> openMenu().hide());
    }

    private static ContextMenu openMenu() {
        return Window.getWindows().stream()
                .filter(ContextMenu.class::isInstance)
                .map(ContextMenu.class::cast)
                .filter(m -> m.isShowing() && "event-menu".equals(m.getId()))
                .findFirst()
                .orElse(null);
    }

    /// Screen position of an event on a visible CPU track.
    private Point2D positionOfAnEvent() throws Exception {
        long[] running = numbers("SELECT ts, dur, cpu FROM sched WHERE dur > 0 AND utid > 0 AND ts BETWEEN "
                + view.visibleSpanProperty().get().start() + " AND "
                + view.visibleSpanProperty().get().end() + " ORDER BY dur DESC LIMIT 1");
        String key = FxSupply.get(() -> view.tracks().rowKeys()).stream()
                .filter(k -> k.endsWith("/" + running[2]) && k.startsWith("cpu_sched"))
                .findFirst()
                .orElseThrow();
        return FxSupply.get(() -> view.localToScreen(
                view.timeX(running[0] + running[1] / 2), view.tracks().bottomOf(key) - 8));
    }
}
