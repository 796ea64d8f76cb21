package traceglass.render.action;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import traceglass.render.time.ViewHistory;
import traceglass.render.time.ViewTargets;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeSpan;

/// Tests animated movement of the viewport, with a simulated clock.
class ViewportAnimatorTest {

    private static final long FRAME = 16_666_667;
    private static final TimeSpan BOUNDS = new TimeSpan(0, 1_000_000_000);
    private static final double WIDTH = 1000;

    private final ViewportAnimator motion = new ViewportAnimator();
    private long now = 1_000_000_000_000L;

    private Viewport run(Viewport viewport, int frames) {
        Viewport at = viewport;
        for (int i = 0; i < frames; i++) {
            now += FRAME;
            at = motion.step(at, now, 500, WIDTH, BOUNDS);
        }
        return at;
    }

    @Test
    void easesToItsTargetAndStops() {
        Viewport from = Viewport.of(new TimeSpan(0, 1_000_000));
        Viewport to = Viewport.of(new TimeSpan(5_000_000, 5_500_000));
        motion.easeTo(from, to, now);
        Viewport half = run(from, 9);
        assertEquals(750_000, half.spanNs(), 30_000);
        assertEquals(to, run(half, 12));
        assertFalse(motion.isMoving());
    }

    @Test
    void aTapMovesFiftyPixelsRegardlessOfItsLength() {
        Viewport from = Viewport.of(new TimeSpan(400_000_000, 500_000_000));
        motion.press(MoveDirection.RIGHT, now);
        motion.release(MoveDirection.RIGHT);
        Viewport to = run(from, 30);
        assertEquals(50, (to.start() - from.start() + to.fraction()) / from.nsPerPx(WIDTH), .01);
        assertFalse(motion.isMoving());
    }

    @Test
    void aHeldKeyGetsFaster() {
        Viewport viewport = Viewport.of(new TimeSpan(400_000_000, 401_000_000));
        motion.press(MoveDirection.RIGHT, now);
        Viewport first = run(viewport, 20);
        Viewport second = run(first, 20);
        Viewport third = run(second, 20);
        assertTrue(third.start() - second.start() > second.start() - first.start());
        assertTrue(second.start() - first.start() > 0);
        motion.release(MoveDirection.RIGHT);
        Viewport stopped = run(third, 30);
        assertFalse(motion.isMoving());
        assertEquals(stopped, run(stopped, 5));
    }

    /// Distance in px by which a key that is held for the given time moves the window until it stops.
    private double distanceOfHeldKey(long ns, long frame) {
        Viewport from = Viewport.of(new TimeSpan(100_000_000, 100_100_000));
        Viewport viewport = from;
        motion.press(MoveDirection.RIGHT, now);
        long end = now + ns;
        while (now < end) {
            now += frame;
            viewport = motion.step(viewport, now, 500, WIDTH, BOUNDS);
        }
        motion.release(MoveDirection.RIGHT);
        while (motion.isMoving()) {
            now += frame;
            viewport = motion.step(viewport, now, 500, WIDTH, BOUNDS);
        }
        return (viewport.start() - from.start() + viewport.fraction()) / from.nsPerPx(WIDTH);
    }

    @Test
    void aHeldKeyMovesAsFarAsInPerfetto() {
        // Reference: 50 px are pending at first, and each of 60 frames adds the larger of 8 px times 1 + ms /
        // 50 and the distance moved.
        double remaining = 50;
        double moved = 0;
        for (int frame = 1; frame <= 60; frame++) {
            double step = remaining * .4;
            remaining += Math.max(8 * (1 + frame * (FRAME / 1e6) / 50), step) - step;
            moved += step;
        }
        assertEquals(moved + remaining, distanceOfHeldKey(60 * FRAME, FRAME), .5);
    }

    @Test
    void movesTheSameDistanceAtAnyFrameRate() {
        double fast = distanceOfHeldKey(60 * FRAME, FRAME);
        double slow = distanceOfHeldKey(60 * FRAME, 2 * FRAME);
        assertEquals(fast, slow, fast * .05);
    }

    @Test
    void theOppositeDirectionTakesEffectImmediately() {
        Viewport viewport = Viewport.of(new TimeSpan(400_000_000, 401_000_000));
        motion.press(MoveDirection.RIGHT, now);
        viewport = run(viewport, 30);
        motion.press(MoveDirection.LEFT, now);
        assertTrue(run(viewport, 1).start() < viewport.start());
        motion.release(MoveDirection.RIGHT);
        assertTrue(motion.isMoving(), "releasing the earlier key does not stop the movement");
    }

    @Test
    void zoomingKeepsTheTimeAtTheAnchor() {
        Viewport from = Viewport.of(new TimeSpan(400_000_000, 500_000_000));
        motion.press(MoveDirection.ZOOM_IN, now);
        Viewport to = run(from, 40);
        assertTrue(to.spanNs() < from.spanNs() / 2);
        assertEquals(450_000_000, to.timeAt(500, WIDTH), 1000.0);
    }

    @Test
    void historyGoesBackAndForwardLikeABrowser() {
        ViewHistory<Viewport> history = new ViewHistory<>();
        Viewport a = Viewport.of(new TimeSpan(0, 100));
        Viewport b = Viewport.of(new TimeSpan(100, 200));
        Viewport c = Viewport.of(new TimeSpan(200, 300));
        history.settle(a);
        history.settle(b);
        assertSame(a, history.goBack(b));
        history.settle(a);
        assertTrue(history.hasForward());
        assertSame(b, history.goForward(a));
        history.settle(b);
        assertSame(a, history.goBack(b));
        history.settle(a);
        history.settle(c);
        assertFalse(history.hasForward());
        assertNull(history.goForward(c));
    }

    @Test
    void focusingASpanLeavesATenthOfTheWindowOnEitherSide() {
        Viewport from = Viewport.of(new TimeSpan(0, 1_000_000));
        Viewport to = ViewTargets.focus(from, new TimeSpan(500_000, 580_000), BOUNDS);
        assertEquals(100_000, to.spanNs(), .001);
        assertEquals(490_000, to.start());
        assertEquals(
                2000,
                ViewTargets.focus(from, new TimeSpan(500_000, 500_000), BOUNDS).spanNs(),
                .001);
    }

    @Test
    void panningToAVisibleSpanMovesNothing() {
        Viewport from = Viewport.of(new TimeSpan(100_000, 200_000));
        assertSame(from, ViewTargets.pan(from, 120_000, 130_000, BOUNDS));
        Viewport to = ViewTargets.pan(from, 300_000, 310_000, BOUNDS);
        assertEquals(from.spanNs(), to.spanNs());
        assertEquals(255_000, to.start());
    }
}
