package traceglass.app.panel.events;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableView;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.input.PickResult;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.ApplicationExtension;
import org.testfx.framework.junit5.Start;
import traceglass.analysis.listing.EventFilter;
import traceglass.analysis.listing.EventIndex;
import traceglass.analysis.listing.EventListing;
import traceglass.analysis.listing.EventRow;
import traceglass.analysis.logs.LogListing;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.select.Selection;
import traceglass.app.Controls;
import traceglass.app.panel.PanelFixture;
import traceglass.app.session.SessionConnection;
import traceglass.app.testing.SharedTestTrace;
import traceglass.sql.session.SqlSession;
import traceglass.store.time.TimeSpan;

/// Tests the log list with a device log of six thousand lines.
@ExtendWith(ApplicationExtension.class)
class LogListTest {

    private record Line(long id, long ts, int level, String tag, String message) {}

    private final PanelFixture fixture = new PanelFixture();
    private static final String TRACE = "other/android-logcat.log";

    private final EventListing listing = new LogListing();

    @TempDir
    private Path folder;

    /// Checked here because an unmet assumption in the start method would be reported as an error.
    @BeforeAll
    static void assumeTrace() {
        SharedTestTrace.require(TRACE);
    }

    @Start
    void start(Stage stage) {
        fixture.open(SharedTestTrace.require(TRACE));
        EventPanel.install(fixture.slot, fixture.window.messages());
        PanelFixture.show(stage, new VBox(fixture.slot.host().detailsPane()), 1300, 700);
    }

    @BeforeEach
    void open() {
        fixture.open("logs", "logs.show");
    }

    private double width(TableView<?> table, String column) {
        return table.getColumns().stream()
                .filter(c -> column.equals(c.getId()))
                .findFirst()
                .orElseThrow()
                .getWidth();
    }

    @Test
    void theMessageIsReadableInANarrowWindow(FxRobot robot) {
        TableView<?> table = robot.lookup("#logs-table").queryAs(TableView.class);
        PanelFixture.fx(() -> table.getScene().getWindow().setWidth(950));
        PanelFixture.await(() -> table.getWidth() <= 950 && width(table, "tag") < 120);
        assertTrue(width(table, "message") > 240, "" + width(table, "message"));
        assertTrue(
                table.getColumns().stream().mapToDouble(c -> c.getWidth()).sum() < 950,
                "the list scrolls horizontally");
        PanelFixture.fx(() -> table.getScene().getWindow().setWidth(1300));
    }

    private List<Line> lines() throws Exception {
        List<Line> all = new ArrayList<>();
        try (Connection c = SessionConnection.of(fixture.slot.trace().session());
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SELECT id, ts, prio, tag, msg FROM logs ORDER BY ts, id")) {
            while (r.next()) {
                all.add(new Line(
                        r.getLong(1),
                        r.getLong(2),
                        r.getInt(3),
                        r.getString(4) == null ? "" : r.getString(4),
                        r.getString(5)));
            }
        }
        return all;
    }

    private long[] listed(EventFilter filter) throws Exception {
        try (Connection c = SessionConnection.of(fixture.slot.trace().session())) {
            return EventIndex.read(new TraceQueries(c), EventIndex.sql(listing, filter, "", false), true)
                    .keys();
        }
    }

    private long[] expected(Predicate<Line> test) throws Exception {
        return lines().stream().filter(test).mapToLong(Line::id).toArray();
    }

    private TableView<?> table(FxRobot robot) {
        return robot.lookup("#logs-table").queryTableView();
    }

    private static String count(FxRobot robot) {
        return robot.lookup("#logs-count").queryAs(Label.class).getText().replace('\u2009', ' ');
    }

    @Test
    void listsLinesThatMatchTheFilters() throws Exception {
        assertEquals(6056, lines().size());
        assertArrayEquals(expected(l -> true), listed(EventFilter.ALL));
        assertArrayEquals(expected(l -> l.level >= 5), listed(EventFilter.ALL.withMinLevel(5)));
        assertArrayEquals(
                expected(l -> Set.of("auditd", "x86/fpu").contains(l.tag)),
                listed(EventFilter.ALL.withSelected("tag", Set.of("auditd", "x86/fpu"))));
        assertArrayEquals(
                expected(l ->
                        (l.message + "\u0000" + l.tag).toLowerCase(Locale.ROOT).contains("memory")),
                listed(EventFilter.ALL.withText("MEMORY", false)));
        Pattern p = Pattern.compile("^start.*(service|proc)", Pattern.CASE_INSENSITIVE);
        assertArrayEquals(
                expected(l -> l.level >= 4
                        && (p.matcher(l.message).find() || p.matcher(l.tag).find())),
                listed(EventFilter.ALL.withMinLevel(4).withText("^start.*(service|proc)", true)));
        assertTrue(listed(EventFilter.ALL.withMinLevel(4).withText("^start.*(service|proc)", true)).length > 10);
        assertEquals(0, listed(EventFilter.ALL.withSelected("tag", Set.of("it's not there"))).length);
    }

    @Test
    void aLineHasAMenu(FxRobot robot) throws Exception {
        PanelFixture.await(
                () -> !robot.lookup("#logs-table .table-row-cell").queryAll().isEmpty());
        PanelFixture.fx(() -> {
            Node row = robot.lookup("#logs-table .table-row-cell").query();
            Event.fireEvent(
                    row,
                    new ContextMenuEvent(
                            ContextMenuEvent.CONTEXT_MENU_REQUESTED, 20, 5, 40, 40, false, new PickResult(row, 20, 5)));
        });
        ContextMenu menu = (ContextMenu) Window.getWindows().stream()
                .filter(w -> w instanceof ContextMenu m && m.isShowing() && "event-menu".equals(m.getId()))
                .findFirst()
                .orElseThrow();
        List<String> texts = menu.getItems().stream()
                .map(MenuItem::getText)
                .filter(Objects::nonNull)
                .toList();
        String title = texts.getFirst().replace("…", "");
        Line line = lines().stream()
                .filter(l -> l.message.startsWith(title))
                .findFirst()
                .orElseThrow(() -> new AssertionError(title));
        assertTrue(
                texts.containsAll(List.of(
                        "Copy message",
                        "Zoom to this",
                        "Show on timeline",
                        "Set flag here",
                        "Search for this name",
                        "Open as SQL",
                        "Copy selected rows")),
                texts::toString);
        PanelFixture.fx(() -> menu.getItems().stream()
                .filter(i -> "Statistics of this tag".equals(i.getText()))
                .findFirst()
                .orElseThrow()
                .fire());
        String sql = fixture.visited.getLast();
        assertTrue(sql.startsWith("sql SELECT tag"), sql);
        try (SqlSession session = fixture.slot.trace().session().openSql()) {
            session.run(sql.substring(4), rows -> {
                assertTrue(rows.next());
                assertEquals(line.tag, rows.getString(0));
            });
        }
        PanelFixture.fx(menu::hide);
    }

    @Test
    void showsLinesOfTheChosenLevel(FxRobot robot) throws Exception {
        assertEquals("6 056 lines", count(robot));
        @SuppressWarnings("unchecked")
        ComboBox<EventListing.Level> level = robot.lookup("#logs-level").queryAs(ComboBox.class);
        PanelFixture.fx(() -> level.setValue(level.getItems().stream()
                .filter(l -> l.value() == 6)
                .findFirst()
                .orElseThrow()));
        fixture.settle();
        int errors = expected(l -> l.level >= 6).length;
        assertEquals(errors, table(robot).getItems().size());
        assertTrue(robot.lookup("Error").queryAll().size() > 3);
        assertTrue(robot.lookup("Info").queryAll().isEmpty());
    }

    @Test
    void findsByTextAndReportsThatTheFilterHidesTheRest(FxRobot robot) throws Exception {
        Controls.focus(robot, "#logs-filter").write("audit_enabled");
        robot.type(KeyCode.ENTER);
        fixture.settle();
        assertEquals(
                expected(l -> l.message.contains("audit_enabled")).length,
                table(robot).getItems().size());
        Controls.press(robot, "#logs-regex");
        Controls.focus(robot, "#logs-filter").write("(");
        robot.type(KeyCode.ENTER);
        fixture.settle();
        assertTrue(count(robot).startsWith("Invalid regular expression"), count(robot));
        PanelFixture.fx(
                () -> robot.lookup("#logs-filter").queryTextInputControl().setText("nothing has this"));
        Controls.focus(robot, "#logs-filter").type(KeyCode.ENTER);
        fixture.settle();
        Controls.press(robot, "Remove filter");
        fixture.settle();
        assertEquals(6056, table(robot).getItems().size());
    }

    @Test
    void filtersByTagsThatAreChecked(FxRobot robot) throws Exception {
        Controls.press(robot, "#logs-facet-tag");
        fixture.settle();
        robot.write("auditd");
        robot.type(KeyCode.DOWN).type(KeyCode.SPACE);
        fixture.settle();
        assertEquals(
                expected(l -> l.tag.equals("auditd")).length,
                table(robot).getItems().size());
        robot.type(KeyCode.ESCAPE);
        assertTrue(robot.lookup("Tag: auditd").tryQuery().isPresent());
    }

    @Test
    void followsTheTimeline(FxRobot robot) throws Exception {
        List<Line> lines = lines();
        long start = fixture.slot.trace().session().bounds().start();
        TimeSpan visible = new TimeSpan(start + 9_000_000_000L, start + 10_000_000_000L);
        PanelFixture.fx(() -> fixture.slot.navigation().timelineLink().setVisible(visible));
        Line first =
                lines.stream().filter(l -> l.ts >= visible.start()).findFirst().orElseThrow();
        PanelFixture.await(() -> robot.lookup(".tg-event-time").queryAll().stream()
                .anyMatch(n -> n instanceof javafx.scene.control.TableCell<?, ?> cell
                        && Integer.valueOf(lines.indexOf(first)).equals(cell.getItem())));
        Controls.press(robot, "#logs-part-view");
        assertEquals(
                lines.stream()
                        .filter(l -> l.ts >= visible.start() && l.ts < visible.end())
                        .count(),
                table(robot).getItems().size());
        Controls.press(robot, "#logs-part-all");
        Line target = lines.get(5000);
        PanelFixture.fx(
                () -> fixture.slot.selection().set(new Selection.Event("android_logs", target.id, target.ts, 0)));
        fixture.settle();
        assertEquals(5000, table(robot).getSelectionModel().getSelectedIndex());
    }

    @Test
    void marksARowOnTheTimelineAndLinksToIt(FxRobot robot) throws Exception {
        PanelFixture.fx(() -> table(robot).scrollTo(0));
        List<Line> lines = lines();
        Line first =
                lines.stream().filter(l -> l.tag.equals("x86/fpu")).findFirst().orElseThrow();
        // Several lines have the tag, and table cells are in arbitrary order.
        Node tag = robot.lookup(".tg-cell")
                .match((Node n) -> n instanceof javafx.scene.control.TableCell<?, ?> c
                        && c.getIndex() == lines.indexOf(first)
                        && "x86/fpu".equals(c.getText()))
                .query();
        robot.moveTo(tag);
        PanelFixture.await(() -> Long.valueOf(first.ts)
                .equals(fixture.slot.navigation().timelineLink().markProperty().get()));
        robot.clickOn(tag);
        assertEquals(List.of("go android_logs " + first.id), fixture.visited);
    }

    @Test
    void savesAndCopiesListedLines(FxRobot robot) throws Exception {
        PanelFixture.fx(() -> fixture.slot
                .host()
                .detailsPane()
                .select(fixture.slot.host().detailsPane().tab("logs").orElseThrow()));
        fixture.dialogs.saveTo = folder.resolve("lines.csv");
        Controls.focus(robot, "#logs-filter").write("/proc").type(KeyCode.ENTER);
        fixture.settle();
        long[] expected = expected(
                l -> (l.message + "\u0000" + l.tag).toLowerCase(Locale.ROOT).contains("/proc"));
        assertTrue(expected.length > 0);
        Controls.chooseItem(robot, "#logs-export", "CSV…");
        PanelFixture.await(() -> Files.exists(fixture.dialogs.saveTo));
        fixture.settle();
        List<String> saved = Files.readAllLines(fixture.dialogs.saveTo);
        assertEquals("ts,level,tag,process,pid,thread,tid,message", saved.getFirst());
        assertEquals(expected.length + 1, saved.size());
        PanelFixture.fx(() -> {
            table(robot).requestFocus();
            table(robot).getSelectionModel().clearAndSelect(0);
        });
        robot.press(KeyCode.CONTROL).type(KeyCode.C).release(KeyCode.CONTROL);
        fixture.settle();
        String[] copied = new String[1];
        PanelFixture.fx(() -> copied[0] = Clipboard.getSystemClipboard().getString());
        Line first =
                lines().stream().filter(l -> l.id == expected[0]).findFirst().orElseThrow();
        assertTrue(copied[0].startsWith(first.ts + "\t"), copied[0]);
        assertTrue(copied[0].contains(first.message.strip().split("\n")[0].split("\t")[0]), copied[0]);
    }

    @Test
    void savesListedLinesWithTypes(FxRobot robot) throws Exception {
        PanelFixture.fx(() -> fixture.slot
                .host()
                .detailsPane()
                .select(fixture.slot.host().detailsPane().tab("logs").orElseThrow()));
        fixture.dialogs.saveTo = folder.resolve("lines.parquet");
        PanelFixture.fx(
                () -> robot.lookup("#logs-export").queryAs(javafx.scene.control.MenuButton.class).getItems().stream()
                        .filter(i -> "logs-save-parquet".equals(i.getId()))
                        .findFirst()
                        .orElseThrow()
                        .fire());
        fixture.settle();
        try (Connection c = java.sql.DriverManager.getConnection("jdbc:duckdb:");
                java.sql.Statement s = c.createStatement();
                java.sql.ResultSet r = s.executeQuery(
                        "SELECT count(*), min(ts), typeof(any_value(ts)), typeof(any_value(pid)), count(*) FILTER"
                                + " (level = 'Error') FROM '"
                                + fixture.dialogs.saveTo + "'")) {
            assertTrue(r.next());
            assertEquals(lines().size(), r.getLong(1));
            assertEquals(lines().stream().mapToLong(Line::ts).min().orElseThrow(), r.getLong(2));
            assertEquals("BIGINT", r.getString(3));
            assertEquals("BIGINT", r.getString(4));
            assertEquals(expected(l -> l.level == 6).length, r.getLong(5));
        }
    }

    @Test
    void loadsOnlyVisiblePages() throws Exception {
        try (Connection c = SessionConnection.of(fixture.slot.trace().session())) {
            long[] keys = {17, 4711, 6000};
            Map<Long, EventRow> rows = EventRow.read(new TraceQueries(c), listing, keys, false);
            assertEquals(Set.of(17L, 4711L, 6000L), rows.keySet());
            Line line = lines().stream().filter(l -> l.id == 4711).findFirst().orElseThrow();
            assertEquals(line.message, rows.get(4711L).values()[7]);
            assertEquals(Integer.toString(line.level), rows.get(4711L).values()[1]);
        }
        assertNull(fixture.slot.navigation().timelineLink().markProperty().get());
    }
}
