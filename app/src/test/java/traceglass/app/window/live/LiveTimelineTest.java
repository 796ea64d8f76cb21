package traceglass.app.window.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.testfx.api.FxRobot;
import org.testfx.util.WaitForAsyncUtils;
import traceglass.analysis.select.Selection;
import traceglass.analysis.track.TrackNode;
import traceglass.app.session.TraceSession;
import traceglass.app.testing.GrowingTrace;
import traceglass.app.testing.SimulatedRecording;
import traceglass.app.window.WindowFixture;
import traceglass.app.window.WindowScenario;
import traceglass.store.time.TimeSpan;

class LiveTimelineTest extends WindowScenario {

    private static final long SECOND = 1_000_000_000L;
    private static final long PERIOD = 5_000_000;

    private SimulatedRecording recording;

    @AfterEach
    void closeRecording() {
        if (recording != null) {
            recording.close();
        }
    }

    private TraceSession watch(FxRobot robot, int speed) throws Exception {
        recording = new SimulatedRecording(folder.resolve("live.pftrace"), PERIOD, speed);
        robot.interact(() -> window.slot().navigation().navigator().showLive(recording));
        WindowFixture.waitFor(
                () -> window.slot().trace().session() != null || !notices().isEmpty());
        assertEquals(List.of(), notices());
        return window.slot().trace().session();
    }

    private TimeSpan visible() {
        return supply(() -> view.visibleSpanProperty().get());
    }

    private TimeSpan bounds() {
        return supply(view::bounds);
    }

    private void waitForEnd(long ts) throws Exception {
        WindowFixture.waitFor(() -> view.bounds().end() >= ts);
    }

    /// Returns the labels that are drawn on the timeline.
    private List<String> drawn() {
        String svg = supply(() -> view.toSvg(1, "picture"))
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
        return Pattern.compile(">([^<>]+)<")
                .matcher(svg)
                .results()
                .map(m -> m.group(1))
                .toList();
    }

    private static <T> T supply(Callable<T> value) {
        try {
            return WaitForAsyncUtils.asyncFx(value).get(20, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private boolean isDrawn(String label) {
        return drawn().contains(label);
    }

    private void waitUntilDrawn(String label) throws InterruptedException {
        long endNs = System.nanoTime() + 30 * SECOND;
        while (!isDrawn(label)) {
            assertTrue(System.nanoTime() < endNs, () -> "not drawn: " + label + " but " + drawn());
            Thread.sleep(50);
        }
    }

    private String text(FxRobot robot, String id) {
        return robot.lookup(id).queryAs(Label.class).getText();
    }

    private void expandAll(FxRobot robot) {
        robot.interact(() -> view.tracks().expandAll());
    }

    @Test
    void growsAndFollowsItsEnd(FxRobot robot) throws Exception {
        watch(robot, 4);
        expandAll(robot);
        assertTrue(robot.lookup("#live-bar").queryAs(Region.class).isVisible());
        assertEquals("Live", text(robot, "#live-badge"));
        assertTrue(recording.isWatched());
        waitUntilDrawn("second 1");
        waitUntilDrawn("second 4");
        waitForEnd(GrowingTrace.START + 16 * SECOND);
        // The newest ten seconds are visible.
        assertTrue(visible().start() > GrowingTrace.START + 4 * SECOND, () -> "still at the start");
        waitUntilDrawn("second 18");
        assertFalse(isDrawn("second 1"));
        assertTrue(robot.lookup("#live-follow").queryAs(Button.class).isDisabled());
    }

    @Test
    void keepsTheScrolledTimeAndReturnsToTheEnd(FxRobot robot) throws Exception {
        watch(robot, 8);
        expandAll(robot);
        waitForEnd(GrowingTrace.START + 30 * SECOND);
        TimeSpan early = new TimeSpan(GrowingTrace.START + 2 * SECOND, GrowingTrace.START + 4 * SECOND);
        robot.interact(() -> view.showSpan(early));
        waitUntilDrawn("second 2");
        waitForEnd(bounds().end() + 5 * SECOND);
        assertEquals(early, visible());
        robot.interact(() -> robot.lookup("#live-follow").queryAs(Button.class).fire());
        WindowFixture.waitFor(() -> view.visibleSpanProperty().get().end() >= GrowingTrace.START + 30 * SECOND);
        assertEquals(2 * SECOND, visible().durNs(), 1000);
    }

    @Test
    void doesNotMoveWhilePaused(FxRobot robot) throws Exception {
        watch(robot, 4);
        waitForEnd(GrowingTrace.START + 3 * SECOND);
        robot.interact(() -> robot.lookup("#live-pause").queryAs(Button.class).fire());
        WaitForAsyncUtils.waitForFxEvents();
        TimeSpan before = bounds();
        long now = recording.now();
        WindowFixture.waitFor(() -> recording.now() > now + 4 * SECOND);
        assertEquals(before, bounds());
        assertEquals("Paused", text(robot, "#live-badge"));
        robot.interact(() -> robot.lookup("#live-pause").queryAs(Button.class).fire());
        waitForEnd(now + 4 * SECOND);
        assertEquals("Live", text(robot, "#live-badge"));
    }

    @Test
    void theOpenedFileHasTheSameViewSelectionAndQueryResults(FxRobot robot) throws Exception {
        TraceSession live = watch(robot, 4);
        expandAll(robot);
        waitForEnd(GrowingTrace.START + 5 * SECOND);
        // Search and selection work on the events that have arrived.
        fillSearch(robot, "second 2");
        WindowFixture.waitFor(() -> window.slot().search().hitsProperty().get().ts().length == 1);
        long slice = number("SELECT id FROM slice WHERE name = 'second 2'");
        robot.interact(() -> window.slot().navigation().navigator().goTo("slice", slice));
        WindowFixture.waitFor(() -> window.slot().selection().get() instanceof Selection.Event);
        Selection.Event chosen = (Selection.Event) window.slot().selection().get();
        assertEquals(GrowingTrace.START + 2 * SECOND, chosen.ts());
        TimeSpan span = new TimeSpan(GrowingTrace.START + SECOND, GrowingTrace.START + 4 * SECOND);
        robot.interact(() -> view.showSpan(span));
        waitUntilDrawn("second 2");
        String key = tracks(n -> n.name().equals("seconds")).getFirst().key();
        robot.interact(() -> view.tracks().setPinned(key, true));
        recording.stop();
        long count = number("SELECT count(*) FROM slice WHERE ts < " + (GrowingTrace.START + 4 * SECOND));
        robot.interact(() -> window.open(recording.file()));
        WindowFixture.waitFor(() -> window.slot().trace().session() != live
                && window.slot().trace().session().isReady());
        fixture.settle();
        assertFalse(robot.lookup("#live-bar").queryAs(Region.class).isVisible());
        assertEquals(count, number("SELECT count(*) FROM slice WHERE ts < " + (GrowingTrace.START + 4 * SECOND)));
        WindowFixture.waitFor(() -> window.slot().selection().get() instanceof Selection.Event);
        assertEquals(chosen, window.slot().selection().get());
        assertEquals(span, visible());
        TrackNode same = tracks(n -> n.name().equals("seconds")).getFirst();
        assertTrue(pinned().contains(same.key()));
        assertFalse(recording.isWatched());
    }

    @Test
    void closingTheTraceDoesNotStopTheRecording(FxRobot robot) throws Exception {
        watch(robot, 4);
        run(robot, "trace.close");
        WindowFixture.waitFor(() -> !recording.isWatched());
        long now = recording.now();
        WindowFixture.waitFor(() -> recording.now() > now + SECOND);
        assertNull(window.slot().trace().session());
    }
}
