package traceglass.app.panel.details;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.events.Arg;
import traceglass.analysis.events.ArgQueries;
import traceglass.analysis.search.SearchHits;
import traceglass.analysis.search.TraceSearch;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.Controls;
import traceglass.app.grid.DataGrid;
import traceglass.app.panel.PanelFixture;
import traceglass.app.panel.area.AreaPanel;
import traceglass.app.panel.debug.DebugTrackTask;
import traceglass.app.panel.list.ListPanel;
import traceglass.app.panel.search.SearchPanel;
import traceglass.app.session.SessionConnection;
import traceglass.app.ui.DetailsTab;

/// Selects events of a small trace and checks the details pane.
@ExtendWith(ApplicationExtension.class)
class SelectionPanelTest {

    private final PanelFixture fixture = new PanelFixture();

    @Start
    void start(Stage stage) {
        fixture.open();
        SelectionPanel.install(fixture.slot, fixture.window.messages());
        AreaPanel.install(fixture.slot, fixture.window.messages());
        SearchPanel.install(fixture.slot);
        ListPanel.install(fixture.slot, fixture.window.messages());
        PanelFixture.show(stage, new VBox(fixture.slot.host().detailsPane()), 980, 700);
    }

    @BeforeEach
    void waitUntilReady(FxRobot robot) {
        fixture.waitUntilReady();
    }

    private Selection.Event slice(String name) throws SQLException {
        try (Connection c = SessionConnection.of(fixture.slot.trace().session());
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery(
                        "SELECT id, ts, dur FROM slice WHERE name = '" + name + "' ORDER BY ts LIMIT 1")) {
            assertTrue(r.next());
            return new Selection.Event("slice", r.getLong(1), r.getLong(2), r.getLong(3));
        }
    }

    private void select(Selection selection) {
        PanelFixture.fx(() -> fixture.slot.selection().set(selection));
        PanelFixture.await(() -> fixture.slot.host().detailsPane().tabs().stream()
                .noneMatch(t -> t.busyProperty().get()));
    }

    @Test
    void showsNoPromptToClickWhileTheSelectedEventIsBeingRead(FxRobot robot) throws SQLException {
        Selection.Event event = slice("outer");
        BorderPane details = robot.lookup("#details").queryAs(BorderPane.class);
        assertEquals(DetailsTexts.CLICK_EVENT, ((Label) details.getCenter()).getText());
        PanelFixture.fx(() -> {
            fixture.slot.selection().set(event);
            assertNull(details.getCenter());
        });
        select(Selection.NONE);
        assertEquals(DetailsTexts.CLICK_EVENT, ((Label) details.getCenter()).getText());
    }

    @Test
    void showsTheDetailsOfASelectedSlice(FxRobot robot) throws SQLException {
        select(slice("outer"));
        assertEquals("outer", robot.lookup("#details-name").queryAs(Label.class).getText());
        for (String text : List.of("8.000 000 ms", "6.000 000 ms", "75.0%", "main loop 11", "server 10", "work")) {
            assertTrue(
                    robot.lookup(text.replace(" 000", "\u2009000")).tryQuery().isPresent(), text);
        }
        Controls.press(robot, "main loop 11");
        assertTrue(fixture.visited.getFirst().startsWith("go thread "), fixture.visited.toString());
    }

    @Test
    void linksToTheParentOfASlice(FxRobot robot) throws SQLException {
        select(slice("inner"));
        Controls.press(robot, "outer");
        assertEquals(List.of("go slice " + slice("outer").id()), fixture.visited);
    }

    @Test
    void showsArgumentsInATabInNarrowWindows(FxRobot robot) throws SQLException {
        select(slice("outer"));
        DetailsTab arguments =
                fixture.slot.host().detailsPane().tab("arguments").orElseThrow();
        // Whether the arguments get a tab is known only after the layout.
        PanelFixture.await(() -> arguments.availableProperty().get());
        PanelFixture.fx(() -> fixture.slot.host().detailsPane().select(arguments));
        for (String text : List.of("size", "42", "deep", "value")) {
            PanelFixture.await(() -> robot.lookup(text).tryQuery().isPresent());
        }
        select(slice("inner"));
        assertFalse(arguments.availableProperty().get());
    }

    @Test
    void aBarOfTheHistogramListsItsSlicesAndARowLeadsToTheTimeline(FxRobot robot) throws SQLException {
        select(slice("inner"));
        PanelFixture.await(() -> robot.lookup("#details-durations")
                .tryQueryAs(Label.class)
                .map(l -> l.getText().startsWith("2 slices: median"))
                .orElse(false));
        assertTrue(robot.lookup("#details-durations")
                .queryAs(Label.class)
                .getText()
                .contains("longer than 50.0%"));
        DurationBars bars = robot.lookup("#details-histogram").queryAs(DurationBars.class);
        PanelFixture.fx(() -> {
            bars.requestFocus();
            fixture.slot.host().detailsPane().maximizedProperty().set(true);
        });
        // The initially focused bar is the bar of the selected slice, which is the longer one.
        robot.type(javafx.scene.input.KeyCode.ENTER);
        PanelFixture.await(() -> robot.lookup("#list-summary")
                .tryQueryAs(Label.class)
                .map(l -> l.getText().equals("1 event"))
                .orElse(false));
        assertEquals(
                "“inner” of 1.459 ms – 1.500 ms on this track",
                robot.lookup("#list-title").queryAs(Label.class).getText());
        DataGrid grid = robot.lookup("#list-rows").queryAs(DataGrid.class);
        assertEquals(slice("inner").id(), grid.rows().getLong(0, 0));
        PanelFixture.fx(() -> {
            grid.table().requestFocus();
            grid.selectRow(0);
        });
        robot.type(javafx.scene.input.KeyCode.ENTER);
        assertEquals(List.of("go slice " + slice("inner").id()), fixture.visited);
    }

    @Test
    void commandsListRelatedSlices(FxRobot robot) throws SQLException {
        select(slice("outer"));
        assertTrue(fixture.slot
                .host()
                .commands()
                .get("slice.descendants")
                .enabled()
                .getAsBoolean());
        assertFalse(
                fixture.slot.host().commands().get("slice.ancestors").enabled().getAsBoolean());
        PanelFixture.fx(() -> fixture.slot.host().commands().run("slice.descendants"));
        assertTrue(
                fixture.visited
                        .getLast()
                        .contains("descendant_slice(" + slice("outer").id() + ")"),
                fixture.visited.toString());
        PanelFixture.fx(() -> fixture.slot.host().commands().run("slice.binder"));
        assertTrue(fixture.visited.getLast().contains("android_binder_txns"), fixture.visited.toString());
        PanelFixture.fx(() -> fixture.slot.host().commands().run("slice.similar"));
        PanelFixture.await(() -> robot.lookup("#list-title")
                .tryQueryAs(Label.class)
                .map(l -> l.getText().equals("“outer” in the whole trace"))
                .orElse(false));
    }

    @Test
    void addsATrackOfArgumentValues() throws SQLException {
        String key;
        try (Connection c = SessionConnection.of(fixture.slot.trace().session());
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT key FROM args WHERE key LIKE '%size' LIMIT 1")) {
            assertTrue(r.next());
            key = r.getString(1);
        }
        PanelFixture.fx(() -> DebugTrackTask.show(
                fixture.slot,
                fixture.window.messages().notices(),
                ArgQueries.values("outer", key),
                "outer · size",
                null));
        PanelFixture.await(
                () -> fixture.slot.trace().session().debugTracks().tracks().size() == 1);
        assertTrue(
                fixture.slot
                        .trace()
                        .session()
                        .debugTracks()
                        .tracks()
                        .getFirst()
                        .node()
                        .isCounter(),
                "no counter");
        PanelFixture.fx(() -> DebugTrackTask.show(
                fixture.slot,
                fixture.window.messages().notices(),
                ArgQueries.slicesNamedByArg("outer", key),
                "outer · size",
                "name"));
        PanelFixture.await(
                () -> fixture.slot.trace().session().debugTracks().tracks().size() == 2);
        assertEquals(
                List.of("42"),
                fixture.slot.trace().session().debugTracks().tracks().getLast().tracks().stream()
                        .map(TrackNode::name)
                        .toList());
        assertTrue(new Arg("size", "-4.5e3", null, 0, "").isNumber());
        assertFalse(new Arg("name", "4 apples", null, 0, "").isNumber());
        assertTrue(new Arg("url", "https://example.org/a?b=c", null, 0, "").isWebAddress());
        assertFalse(new Arg("url", "see https://example.org", null, 0, "").isWebAddress());
    }

    @Test
    void reportsMissingEvents(FxRobot robot) {
        select(new Selection.Event("slice", 4711, 0, 0));
        assertTrue(
                robot.lookup("This trace has no slice with id 4711.").tryQuery().isPresent());
    }

    @Test
    void summarizesASelectedRangeAndHidesEmptyTabs(FxRobot robot) throws SQLException {
        long start = fixture.slot.trace().session().bounds().start();
        List<TrackNode> tracks = new java.util.ArrayList<>();
        collectLeaves(fixture.slot.trace().session().tracks().roots(), tracks);
        // From 1 ms to 4 ms of the trace, which starts with `outer`.
        select(new Selection.Area(start + 1_000_000, start + 4_000_000, tracks));
        assertEquals(
                "area-slices",
                fixture.slot.host().detailsPane().selectedProperty().get().id());
        DataGrid grid = robot.lookup("#area-slices").queryAs(DataGrid.class);
        assertEquals("outer", grid.rows().getText(grid.order()[0], 0));
        assertEquals(3_000_000, grid.rows().getLong(grid.order()[0], grid.rows().column("total")));
        assertEquals(1_500_000, grid.rows().getLong(grid.order()[0], grid.rows().column("self")));
        Label total = robot.lookup(".tg-grid-summary .tg-right")
                .match((javafx.scene.Node n) ->
                        n.isVisible() && !((Label) n).getText().isEmpty())
                .queryAs(Label.class);
        double column = grid.table().getColumns().stream()
                .filter(c -> "Count".equals(c.getId()))
                .findFirst()
                .orElseThrow()
                .getWidth();
        assertEquals(column - 20, total.getWidth(), .5, "totals must be aligned with their columns");
        assertTrue(robot.lookup("#tab-area-counters").tryQuery().isPresent());
        assertTrue(robot.lookup("#tab-area-states").tryQuery().isEmpty());
        assertTrue(robot.lookup("#tab-selection").tryQuery().isEmpty());
        Controls.press(robot, "Thread");
        PanelFixture.await(() -> grid.rows().column("name") < 0);
        assertEquals(2, grid.rows().size());
        Controls.press(robot, "Open as SQL");
        assertTrue(fixture.visited.getFirst().contains("GROUP BY ALL"), fixture.visited.toString());
        select(Selection.NONE);
        assertTrue(robot.lookup("#tab-area-slices").tryQuery().isEmpty());
    }

    private static void collectLeaves(List<TrackNode> nodes, List<TrackNode> into) {
        for (TrackNode n : nodes) {
            if (!n.isGroup()) {
                into.add(n);
            }
            collectLeaves(n.children(), into);
        }
    }

    private List<String> search(String text) {
        SearchHits[] found = new SearchHits[1];
        PanelFixture.fx(() -> fixture.slot
                .trace()
                .session()
                .queries()
                .submit(
                        "search",
                        q -> TraceSearch.find(q, text),
                        (SearchHits h) -> {
                            found[0] = h;
                            fixture.slot.search().setHits(h);
                        },
                        e -> {
                            throw new AssertionError(e);
                        }));
        PanelFixture.await(() -> found[0] != null
                && fixture.slot.host().detailsPane().tabs().stream()
                        .noneMatch(t -> t.busyProperty().get()));
        return List.of(found[0].names());
    }

    @Test
    void findsNamesArgumentsNumbersAndPatterns(FxRobot robot) throws SQLException {
        assertEquals(List.of("inner", "inner"), search("INN"));
        assertEquals(List.of("outer", "load value"), search("value"));
        assertEquals(List.of("outer", "other"), search("/^o.*er$/"));
        assertTrue(search(String.valueOf(slice("other").id())).contains("other"));
        assertEquals(List.of(), search("100%"));
    }

    @Test
    void listsSearchHitsAndLinksToThem(FxRobot robot) {
        search("inner");
        PanelFixture.fx(() -> fixture.slot.host().commands().run("search.results"));
        DataGrid grid = robot.lookup("#search-results").queryAs(DataGrid.class);
        assertEquals(2, grid.shownProperty().get());
        PanelFixture.fx(() -> fixture.slot.search().selectNext(0));
        assertEquals(List.of(0), grid.selectedRows());
        robot.clickOn("4.000\u2009000 ms");
        assertEquals(1, fixture.slot.search().indexProperty().get());
    }
}
