package traceglass.app.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import javafx.scene.input.Clipboard;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import traceglass.analysis.select.Selection;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TraceLink;
import traceglass.app.ui.SqlOpener;
import traceglass.store.time.TimeSpan;

/// Tests links to a view: they can be copied, and opening them shows the same view.
class LinkCommandTest extends WindowScenario {

    private TraceLink copyLink(FxRobot robot) throws Exception {
        run(robot, "trace.copylink");
        return TraceLink.parse(FxSupply.get(() -> Clipboard.getSystemClipboard().getString()));
    }

    private void show(FxRobot robot, TraceLink link) throws Exception {
        LaunchRequest request = new LaunchRequest(
                link.file(), null, link.time(), link.range(), link.select(), link.sql(), false, null, null, null);
        robot.interact(() -> new LaunchActions(window).show(request));
        WindowFixture.waitFor(() -> window.slot().trace().session().queries().isIdle());
        fixture.settle();
    }

    @Test
    void aCopiedLinkShowsTheSameTimeAndSelection(FxRobot robot) throws Exception {
        assertFalse(FxSupply.get(() -> window.slot().host().commands().run("trace.copylink")), "without a trace");
        fixture.openSample(robot);
        long id = number("SELECT max(id) FROM slice");
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", id));
        WindowFixture.waitFor(() -> window.slot().selection().get() instanceof Selection.Event);
        fixture.settle();
        TimeSpan visible = FxSupply.get(() -> view.visibleSpanProperty().get());
        TraceLink link = copyLink(robot);
        assertEquals(id, link.select().id());
        assertTrue(
                FxSupply.get(() -> window.context().messages().status().state()).contains("traceglass://open?file="));
        robot.interact(() -> {
            window.slot().selection().set(Selection.NONE);
            view.showSpan(view.bounds());
        });
        show(robot, link);
        WindowFixture.waitFor(() -> window.slot().selection().get() instanceof Selection.Event e && e.id() == id);
        TimeSpan bounds = FxSupply.get(() -> view.bounds());
        TimeSpan expected =
                new TimeSpan(Math.max(visible.start(), bounds.start()), Math.min(visible.end(), bounds.end()));
        WindowFixture.waitFor(() -> areClose(view.visibleSpanProperty().get(), expected));
    }

    @Test
    void aTimeRangeOutsideTheTraceIsReportedAndChangesNothing(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        TimeSpan visible = FxSupply.get(() -> view.visibleSpanProperty().get());
        TimeSpan bounds = FxSupply.get(() -> view.bounds());
        TimeRange after = TimeRange.of(new TimeSpan(bounds.end() + 1, bounds.end() + 2));
        robot.interact(() -> {
            window.slot().selection().set(Selection.NONE);
            new LaunchActions(window).selectArea(after);
            new LaunchActions(window).show(after, null, null, false);
        });
        assertEquals(Selection.NONE, window.slot().selection().get());
        assertEquals(visible, FxSupply.get(() -> view.visibleSpanProperty().get()));
        assertEquals(1, countNotices("is outside the trace, which lasts"));
        robot.interact(() ->
                new LaunchActions(window).selectArea(TimeRange.of(new TimeSpan(bounds.end() - 1, bounds.end() + 2))));
        assertTrue(window.slot().selection().get() instanceof Selection.Area, "a part of it is inside");
    }

    private long countNotices(String part) throws Exception {
        return FxSupply.get(() -> window.context().messages().notices().texts().stream()
                .filter(text -> text.contains(part))
                .count());
    }

    private static boolean areClose(TimeSpan a, TimeSpan b) {
        long tolerance = 1 + b.durNs() / 50;
        return Math.abs(a.start() - b.start()) <= tolerance && Math.abs(a.end() - b.end()) <= tolerance;
    }

    @Test
    void aCopiedLinkSelectsTheSameRange(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        robot.interact(() -> view.selectionControls()
                .selectArea(
                        new TimeSpan(view.bounds().start() + 1000, view.bounds().start() + 5_000_000),
                        view.tracks().rowKeys()));
        TraceLink link = copyLink(robot);
        robot.interact(() -> window.slot().selection().set(Selection.NONE));
        show(robot, link);
        Selection.Area area =
                (Selection.Area) FxSupply.get(() -> window.slot().selection().get());
        long start = FxSupply.get(() -> view.bounds().start());
        assertEquals(new TimeSpan(start + 1000, start + 5_000_000), new TimeSpan(area.start(), area.end()));
    }

    @Test
    void sqlOfALinkIsShownButNotRun(FxRobot robot) throws Exception {
        fixture.openSample(robot);
        SqlOpener editor = (SqlOpener) window.page("sql").orElseThrow();
        robot.interact(() -> {
            window.showPage(window.page("sql").orElseThrow());
            editor.open("SELECT 41 + 1 AS answer", false);
        });
        TraceLink link = copyLink(robot);
        assertEquals("SELECT 41 + 1 AS answer", link.sql());
        robot.interact(() -> window.showPage(window.timeline()));
        show(robot, link);
        assertEquals("sql", FxSupply.get(() -> window.pageProperty().get().id()));
        assertEquals("SELECT 41 + 1 AS answer", FxSupply.get(editor::text));
        assertTrue(robot.lookup("42").tryQuery().isEmpty(), "the query has run");
        robot.interact(() -> editor.open(link.sql(), true));
        WindowFixture.waitFor(() -> robot.lookup("42").tryQuery().isPresent());
    }
}
