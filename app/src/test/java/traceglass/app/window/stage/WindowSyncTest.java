package traceglass.app.window.stage;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.render.time.Viewport;

class WindowSyncTest {

    private static double start(Viewport v, Viewport origin) {
        return (v.start() - origin.start()) + (v.fraction() - origin.fraction());
    }

    @Test
    void windowsWithOneTraceShowTheSameTime() {
        Viewport current = new Viewport(7, .5, 900);
        assertEquals(
                current, WindowSync.linkedViewport(true, new Viewport(0, 0, 1_000), current, new Viewport(50, 0, 20)));
    }

    @Test
    void windowsWithOtherTracesMoveByTheSameFraction() {
        Random random = new Random(4);
        for (int i = 0; i < 2_000; i++) {
            Viewport from = new Viewport(random.nextLong(1L << 50), 0, 1_000 + random.nextDouble() * 1e10);
            Viewport begin = new Viewport(random.nextLong(1L << 50), 0, 1_000 + random.nextDouble() * 1e10);
            assertEquals(0, start(WindowSync.linkedViewport(false, from, from, begin), begin), 1e-3);
            assertEquals(
                    begin.spanNs(),
                    WindowSync.linkedViewport(false, from, from, begin).spanNs(),
                    1e-3);
            Viewport current = new Viewport(
                    from.start() + (long) (random.nextDouble() * from.spanNs()),
                    0,
                    from.spanNs() * (.2 + random.nextDouble()));
            Viewport linked = WindowSync.linkedViewport(false, from, current, begin);
            assertEquals(start(current, from) / from.spanNs(), start(linked, begin) / begin.spanNs(), 1e-6);
            assertEquals(current.spanNs() / from.spanNs(), linked.spanNs() / begin.spanNs(), 1e-6);
        }
    }

    @Test
    void theZoomIsLimited() {
        Viewport linked = WindowSync.linkedViewport(
                false, new Viewport(0, 0, 1e12), new Viewport(0, 0, 10), new Viewport(0, 0, 1_000));
        assertEquals(Viewport.MIN_SPAN_NS, linked.spanNs());
    }
}
