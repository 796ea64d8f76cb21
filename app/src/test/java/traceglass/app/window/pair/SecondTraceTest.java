package traceglass.app.window.pair;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static traceglass.app.window.WindowFixture.waitFor;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.ScrollEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.compare.ComparePage;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.session.TraceSession;
import traceglass.app.testing.SharedTestTrace;
import traceglass.app.ui.Notices;
import traceglass.app.window.FxSupply;
import traceglass.app.window.WindowScenario;
import traceglass.render.TimelineView;
import traceglass.render.item.Note;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Tests two traces in one window, with real traces.
class SecondTraceTest extends WindowScenario {

    private TraceSlot slot;
    private Notices notices;
    private TracePair pair;

    @BeforeEach
    void getTraces() {
        slot = window.slot();
        notices = window.context().messages().notices();
        pair = window.pair();
    }

    private void openSecond(FxRobot robot, Path file) throws Exception {
        robot.interact(() -> window.secondTrace().open(file, ok -> {}));
        waitFor(() -> !window.secondTrace().isOpening());
        settleBoth();
    }

    private void settleBoth() throws Exception {
        fixture.settle();
        waitFor(window::isComplete);
    }

    private TimelineView second() {
        return window.secondTrace().pane().view();
    }

    private long offset() {
        return second().viewport().start() - view.viewport().start();
    }

    private static void assertAligned(Viewport a, Viewport b, long offset) {
        assertEquals(a.start() + offset, b.start());
        assertEquals(a.fraction(), b.fraction());
        assertEquals(a.spanNs(), b.spanNs());
    }

    @Test
    void twoTracesAreAlignedZoomedAndComparedAndRowsLinkToBoth(FxRobot robot) throws Exception {
        Path trace = SharedTestTrace.require("perfetto/android-pixel6a-startup-warm.pftrace");
        fixture.openSample(robot);
        openSecond(robot, trace);
        assertTrue(window.secondTrace().isOpen());
        assertEquals(2, window.timelines().panes().size());
        assertEquals(
                trace.getFileName().toString(),
                robot.lookup("#pane-name-B").queryAs(Label.class).getText());
        TimeSpan a = view.bounds();
        TimeSpan b = second().bounds();
        assertEquals(b.start() - a.start(), offset(), "the starts are not aligned");

        moveLinkedAndUnlinked(robot, a, b);
        alignOnSelections(robot);
        showADifference(robot);

        run(robot, "second.close");
        assertTrue(robot.lookup("Closed second trace").tryQuery().isPresent(), "the status bar still says opened");
        assertFalse(window.secondTrace().isOpen());
        assertEquals(1, window.timelines().panes().size());
        assertTrue(slot.trace().session().isReady(), "closing the second trace affected the first");
        assertTrue(robot.lookup("#compare-empty").query().isVisible());
    }

    private void moveLinkedAndUnlinked(FxRobot robot, TimeSpan a, TimeSpan b) throws Exception {
        // Zooming either timeline zooms the other.
        robot.interact(() -> view.showSpan(new TimeSpan(a.start() + 5_000_000, a.start() + 9_000_000)));
        assertAligned(view.viewport(), second().viewport(), b.start() - a.start());
        robot.interact(() -> second().viewportControls().zoomBy(.5));
        fixture.settle();
        assertAligned(view.viewport(), second().viewport(), b.start() - a.start());
        assertEquals(2_000_000, view.viewport().spanNs(), 1);

        // The pointer over one timeline is shown as a line at the same position of the other.
        robot.moveTo(view, javafx.geometry.Pos.CENTER, javafx.geometry.Point2D.ZERO, org.testfx.robot.Motion.DIRECT);
        assertEquals(
                view.hoverTimeProperty().get() + b.start() - a.start(),
                second().pair().pointer());
        assertNull(view.pair().pointer());

        // Unlinked timelines move independently.
        run(robot, "second.link");
        Viewport before = second().viewport();
        robot.interact(() -> view.showSpan(new TimeSpan(a.start(), a.start() + 1_000_000)));
        assertEquals(before, second().viewport());
        run(robot, "second.link");
        assertAligned(view.viewport(), second().viewport(), b.start() - a.start());
    }

    private void alignOnSelections(FxRobot robot) throws Exception {
        // Align on the selections of both traces.
        Selection.Event inFirst = slice(slot, "SELECT id, ts, dur FROM slice WHERE dur > 0 ORDER BY dur DESC LIMIT 1");
        Selection.Event inSecond = slice(
                pair.second(),
                "SELECT id, ts, dur FROM slice WHERE name = 'binder transaction' ORDER BY dur DESC LIMIT 1");
        robot.interact(() -> {
            slot.selection().set(inFirst);
            pair.second().selection().set(inSecond);
            slot.host().commands().run("second.selections");
        });
        assertEquals(inSecond.ts() - inFirst.ts(), offset());
        assertEquals(
                "Selections",
                window.secondTrace().alignment().alignmentProperty().get().label());
    }

    private void showADifference(FxRobot robot) throws Exception {
        // The compare page lists differences; Enter shows the longest event of both traces, zoomed and aligned.
        run(robot, "page.compare");
        waitFor(window::isComplete);
        fire(robot, "#compare-only-b");
        DataGrid grid = robot.lookup("#compare-grid").queryAs(DataGrid.class);
        waitFor(() -> grid.rows().size() > 0);
        robot.interact(
                () -> robot.lookup("#compare-filter").queryAs(TextField.class).setText("binder transaction"));
        waitFor(() ->
                grid.order().length > 0 && grid.order().length < grid.rows().size());
        int row = grid.order()[0];
        long inB = grid.rows().getLong(row, grid.rows().column("b_count"));
        assertTrue(inB > 0, "the second trace has no such slices");
        robot.interact(() -> {
            grid.table().requestFocus();
            grid.table().getSelectionModel().clearAndSelect(0);
        });
        robot.type(KeyCode.ENTER);
        String name = grid.rows().getText(row, 0);
        Selection.Event longest = slice(
                pair.second(),
                "SELECT id, ts, dur FROM slice WHERE name = '" + name + "' ORDER BY dur DESC, ts, id LIMIT 1");
        waitFor(() -> longest.equals(pair.second().selection().get()));
        settleBoth();
        TimeSpan shown = second().visibleSpanProperty().get();
        assertTrue(
                shown.contains(longest.ts()) && shown.durNs() < 2 * longest.dur() + 10,
                "it does not fill most of the window: " + shown);
    }

    private Selection.Event slice(TraceSlot slot, String sql) throws Exception {
        var found = new java.util.concurrent.CompletableFuture<Selection.Event>();
        TraceSession session = slot.trace().session();
        session.queries()
                .submit(
                        "test-" + sql,
                        q -> {
                            try (var s = q.connection().createStatement();
                                    var r = s.executeQuery(sql)) {
                                r.next();
                                return new Selection.Event("slice", r.getLong(1), r.getLong(2), r.getLong(3));
                            }
                        },
                        found::complete,
                        found::completeExceptionally);
        return found.get(30, java.util.concurrent.TimeUnit.SECONDS);
    }

    @Test
    void aFileThatIsNotATraceIsReportedAndTheFirstTraceStays(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() ->
                view.showSpan(new TimeSpan(view.bounds().start(), view.bounds().start() + 1_000_000)));
        Viewport before = view.viewport();
        TraceSession first = slot.trace().session();
        Path bad = Files.writeString(folder.resolve("letter.txt"), "Dear reader");
        openSecond(robot, bad);
        assertTrue(
                notices.texts().getFirst().contains("letter.txt"),
                notices.texts().toString());
        assertFalse(window.secondTrace().isOpen());
        assertSame(first, slot.trace().session());
        assertTrue(first.isReady());
        assertEquals(before, view.viewport());
        openSecond(robot, folder.resolve("nowhere.pftrace"));
        assertEquals(1, notices.texts().size());
        assertFalse(window.secondTrace().isOpen());
    }

    @Test
    void aTraceComparedWithItselfHasNoDifferences(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        run(robot, "second.same");
        waitFor(() -> window.secondTrace().isOpen() && !window.secondTrace().isOpening());
        settleBoth();
        assertNotSame(slot.trace().session(), pair.second().trace().session());
        assertEquals(
                slot.trace().session().file(), pair.second().trace().session().file());
        robot.interact(() -> slot.navigation().navigator().showPage(ComparePage.ID));
        DataGrid grid = robot.lookup("#compare-grid").queryAs(DataGrid.class);
        waitFor(() -> grid.rows().size() > 0);
        int difference = grid.rows().column("difference");
        for (int i = 0; i < grid.rows().size(); i++) {
            assertEquals(0, grid.rows().getDouble(i, difference), grid.rows().getText(i, 0));
        }
        // If the first trace is closed, the second takes its place.
        TraceSession b = pair.second().trace().session();
        robot.interact(() -> {
            pair.activate(slot);
            slot.host().commands().run("trace.close");
        });
        assertNull(pair.second());
        assertSame(b, slot.trace().session());
        settleBoth();
        assertTrue(b.isReady());
    }

    @Test
    void keysAndDetailsFollowTheActiveTrace(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        openSecond(robot, slot.trace().session().file());
        TraceSlot b = pair.second();
        run(robot, "second.other");
        assertSame(b, pair.activeProperty().get());
        assertTrue(second().isFocused());
        Selection.Event inSecond = slice(b, "SELECT id, ts, dur FROM slice WHERE dur > 1000 ORDER BY dur LIMIT 1");
        robot.interact(() -> b.navigation().navigator().goTo("slice", inSecond.id()));
        waitFor(() -> inSecond.equals(b.selection().get()));
        assertEquals(Selection.NONE, slot.selection().get(), "selecting in B selects in A");
        assertTrue(
                b.host().detailsPane().isVisible() && b.host().detailsPane().getScene() != null,
                "the details of B are not shown");
        settleBoth();
        robot.type(KeyCode.F);
        fixture.settle();
        TimeSpan shown = second().visibleSpanProperty().get();
        assertTrue(shown.durNs() < 2 * inSecond.dur() + 10, "F does not go to the selection in B: " + shown);
        run(robot, "second.other");
        assertSame(slot, pair.active());
        assertTrue(slot.host().detailsPane().getScene() != null);
    }

    @Test
    void altMovesOneTimelineAndTheOffsetIsShown(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        openSecond(robot, slot.trace().session().file());
        robot.interact(() -> view.showSpan(
                new TimeSpan(view.bounds().start() + 2_000_000, view.bounds().start() + 4_000_000)));
        Viewport before = view.viewport();
        Point2D at = new Point2D(second().getWidth() / 2, 60);
        robot.interact(() -> second().fireEvent(scroll(second(), at, true)));
        assertEquals(before, view.viewport(), "Alt moves both");
        assertTrue(offset() != 0);
        assertEquals(
                "Manual offset",
                window.secondTrace().alignment().alignmentProperty().get().label());
        String offsetText = robot.lookup("#pair-offset").queryAs(Label.class).getText();
        assertTrue(offsetText.contains("("), offsetText);
        long moved = offset();
        robot.interact(() -> second().fireEvent(scroll(second(), at, false)));
        assertEquals(moved, offset(), "without Alt they do not move together");
        run(robot, "second.starts");
        assertEquals(0, offset());
    }

    /// Creates a wheel event with Shift, which pans.
    private static ScrollEvent scroll(TimelineView on, Point2D at, boolean alt) {
        Point2D scene = on.localToScene(at);
        return new ScrollEvent(
                on,
                on,
                ScrollEvent.SCROLL,
                at.getX(),
                at.getY(),
                scene.getX(),
                scene.getY(),
                true,
                false,
                alt,
                false,
                false,
                false,
                0,
                40,
                0,
                40,
                ScrollEvent.HorizontalTextScrollUnits.NONE,
                0,
                ScrollEvent.VerticalTextScrollUnits.NONE,
                0,
                0,
                null);
    }

    @Test
    void aSliceNameMissingInOneTraceKeepsTheAlignment(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        openSecond(robot, slot.trace().session().file());
        robot.interact(() -> window.secondTrace().alignment().alignSlice("no slice is called this"));
        waitFor(() -> !notices.texts().isEmpty());
        assertTrue(
                notices.texts().getFirst().startsWith("Neither trace"),
                notices.texts().toString());
        assertEquals(
                "Trace starts",
                window.secondTrace().alignment().alignmentProperty().get().label());
        Selection.Event first = slice(
                slot, "SELECT id, ts, dur FROM slice WHERE name = (SELECT max(name) FROM slice) ORDER BY ts LIMIT 1");
        String name = nameOf(first);
        robot.interact(() -> window.secondTrace().alignment().alignSlice(name));
        waitFor(() -> window.secondTrace()
                .alignment()
                .alignmentProperty()
                .get()
                .label()
                .contains(name));
        assertEquals(
                first.ts(),
                window.secondTrace().alignment().alignmentProperty().get().a());
        assertEquals(0, offset());
    }

    private String nameOf(Selection.Event event) throws Exception {
        var found = new java.util.concurrent.CompletableFuture<String>();
        slot.trace()
                .session()
                .queries()
                .submit(
                        "name",
                        q -> {
                            try (var s = q.connection().createStatement();
                                    var r = s.executeQuery("SELECT name FROM slice WHERE id = " + event.id())) {
                                r.next();
                                return r.getString(1);
                            }
                        },
                        found::complete,
                        found::completeExceptionally);
        return found.get(30, java.util.concurrent.TimeUnit.SECONDS);
    }

    @Test
    void groupsExpandInBothTracesAndTwoDroppedFilesOpenTwoTraces(FxRobot robot) throws Exception {
        Path sample = Files.exists(folder.resolve("sample.pftrace.gz"))
                ? folder.resolve("sample.pftrace.gz")
                : traceglass.app.testing.SampleFile.in(folder);
        robot.interact(() -> window.drop(List.of(sample, sample)));
        waitFor(() -> window.secondTrace().isOpen() && !window.secondTrace().isOpening());
        settleBoth();
        robot.interact(() -> view.tracks().collapseAll());
        assertEquals(rows(view), rows(second()));
        int collapsedRows = rows(view).size();
        robot.interact(() -> second().tracks().expandAll());
        assertEquals(rows(second()), rows(view));
        assertTrue(rows(view).size() > collapsedRows);
        robot.interact(() -> view.tracks().setFilter("cpu"));
        assertEquals("cpu", FxSupply.get(() -> second().tracks().filter()));
        run(robot, "second.swap");
        settleBoth();
        assertInstanceOf(TraceSession.class, pair.second().trace().session());
        assertEquals(0, offset());
    }

    @Test
    void unlinkedTimelinesKeepTheirViewsWhenTheyAreSwapped(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        openSecond(robot, slot.trace().session().file());
        run(robot, "second.link");
        assertFalse(window.secondTrace().isLinked());
        TimeSpan all = view.bounds();
        long tenth = all.durNs() / 10;
        robot.interact(() -> {
            view.showSpan(new TimeSpan(all.start() + tenth, all.start() + 2 * tenth));
            second().showSpan(new TimeSpan(all.start() + 4 * tenth, all.start() + 8 * tenth));
            view.tracks().toggle(view.tracks().rowKeys().getFirst());
        });
        settleBoth();
        Viewport a = view.viewport();
        Viewport b = second().viewport();
        assertEquals(4, b.spanNs() / a.spanNs(), .01, "the timelines move together");
        List<String> rowsA = rows(view);
        List<String> rowsB = rows(second());
        assertFalse(rowsA.equals(rowsB), "the rows are linked");
        run(robot, "second.swap");
        settleBoth();
        assertAligned(view.viewport(), b, 0);
        assertAligned(second().viewport(), a, 0);
        assertEquals(rowsB, rows(view));
        assertEquals(rowsA, rows(second()));
        assertFalse(window.secondTrace().isLinked());
        run(robot, "second.link");
        settleBoth();
        assertAligned(view.viewport(), second().viewport(), 0);
    }

    @Test
    void notesAndSelectionsStayWithTheirTracesWhenTheyAreSwapped(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        openSecond(robot, slot.trace().session().file());
        TraceSlot other = pair.second();
        long start = view.bounds().start();
        var track = second().tracks().nodes(n -> !n.isGroup()).getFirst();
        robot.interact(() -> {
            slot.traceNotes().add(start + 5, start + 5, "in A");
            other.traceNotes().add(start + 7, start + 9, "in B");
            other.selection().set(new Selection.Area(start + 10, start + 1000, List.of(track)));
        });
        settleBoth();
        run(robot, "second.swap");
        settleBoth();
        assertEquals(List.of("in B"), notes(slot));
        assertEquals(List.of("in A"), notes(other));
        assertTrue(slot.selection().get() instanceof Selection.Area area && area.start() == start + 10);
        assertEquals(Selection.NONE, other.selection().get());
        run(robot, "second.swap");
        settleBoth();
        assertEquals(List.of("in A"), notes(slot));
        assertEquals(List.of("in B"), notes(other));
        assertTrue(other.selection().get() instanceof Selection.Area area && area.end() == start + 1000);
    }

    private static List<String> notes(TraceSlot slot) {
        return slot.traceNotes().notes().stream().map(Note::text).toList();
    }

    @Test
    void searchCoversBothTraces(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        openSecond(robot, slot.trace().session().file());
        robot.interact(() -> window.omnibox().search("task"));
        waitFor(() -> slot.search().hitsProperty().get().text().equals("task")
                && pair.second().search().hitsProperty().get().text().equals("task"));
        assertTrue(slot.search().hitsProperty().get().size() > 0, "the sample has tasks");
        assertEquals(
                slot.search().hitsProperty().get().size(),
                pair.second().search().hitsProperty().get().size());
        run(robot, "second.other");
        run(robot, "search.next");
        waitFor(() -> pair.second().selection().get() instanceof Selection.Event);
        assertEquals(Selection.NONE, slot.selection().get(), "the search navigated in the other trace");
    }

    private static List<String> rows(TimelineView view) throws Exception {
        return FxSupply.get(() -> view.tracks().rowKeys());
    }
}
