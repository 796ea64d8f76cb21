package traceglass.render.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.store.time.TimeSpan;

class ViewportTest {

    private static final long DAY = 86_400_000_000_000L;
    private static final TimeSpan DAYS = new TimeSpan(1_700_000_000_000_000_000L, 1_700_000_000_000_000_000L + 5 * DAY);

    @Test
    void isExactAtTenNanosecondsInATraceOfDays() {
        long ts = DAYS.start() + 3 * DAY + 123_456_789_013L;
        Viewport viewport = Viewport.of(new TimeSpan(ts - 5, ts + 5));
        assertEquals(500, viewport.x(ts, 1000), 1e-9);
        assertEquals(600, viewport.x(ts + 1, 1000), 1e-9);
        assertEquals(ts, viewport.timeAt(500, 1000));
        assertEquals(ts - 1, viewport.timeAt(499.99, 1000));
        Viewport panned = viewport.pan(.25, DAYS);
        assertEquals(475, panned.x(ts, 1000), 1e-9);
    }

    @Test
    void keepsTheTimeUnderThePointerWhenZooming() {
        Random random = new Random(3);
        for (int i = 0; i < 2000; i++) {
            Viewport viewport = new Viewport(
                    DAYS.start() + (long) (random.nextDouble() * 4 * DAY),
                    random.nextDouble(),
                    100 + random.nextDouble() * DAY / 8);
            double x = random.nextDouble() * 1300;
            long before = viewport.timeAt(x, 1300);
            Viewport zoomed = viewport.zoom(.2 + random.nextDouble(), x, 1300, DAYS);
            double tolerance = Math.max(1, zoomed.nsPerPx(1300));
            assertEquals(0, zoomed.timeAt(x, 1300) - before, tolerance, () -> viewport + " " + x);
        }
    }

    @Test
    void zoomsFromDaysToTenNanosecondsAndNoFurther() {
        Viewport viewport = Viewport.of(DAYS);
        for (int i = 0; i < 200; i++) {
            viewport = viewport.zoom(.7, 400, 1300, DAYS);
        }
        assertEquals(10, viewport.spanNs());
        for (int i = 0; i < 200; i++) {
            viewport = viewport.zoom(1.5, 400, 1300, DAYS);
        }
        assertEquals(DAYS.durNs() * 1.02, viewport.spanNs(), DAYS.durNs() * 1e-9);
    }

    @Test
    void staysWithinTheTraceAndItsGutter() {
        TimeSpan bounds = new TimeSpan(1000, 2000);
        Viewport late = Viewport.of(new TimeSpan(1500, 1600)).pan(1e9, bounds);
        assertEquals(2001, late.start() + late.fraction() + late.spanNs(), 1e-6);
        Viewport early = Viewport.of(new TimeSpan(1500, 1600)).pan(-1e9, bounds);
        assertEquals(999, early.start() + early.fraction(), 1e-6);
        Viewport whole = Viewport.of(new TimeSpan(0, 5000)).clampTo(bounds);
        assertEquals(990, whole.start() + whole.fraction(), 1e-6);
        assertEquals(1020, whole.spanNs(), 1e-6);
    }

    @Test
    void easesExactlyToItsTarget() {
        Viewport a = Viewport.of(new TimeSpan(0, 1000));
        Viewport b = new Viewport(DAY, .5, 20);
        assertEquals(b, Viewport.interpolate(a, b, 1));
        Viewport half = Viewport.interpolate(a, b, .5);
        assertEquals(DAY / 2.0 + .25, half.start() + half.fraction(), 1e-3);
        assertTrue(half.fraction() >= 0 && half.fraction() < 1);
    }

    @Test
    void placesTicksAtRoundTimes() {
        Viewport viewport = Viewport.of(new TimeSpan(605_600_000, 630_400_000));
        Ticks ticks = Ticks.of(viewport, 1272, 120, 0);
        assertEquals(5_000_000, ticks.step());
        assertEquals(1_000_000, ticks.subdivision());
        assertEquals(605_000_000, ticks.first());
        assertEquals(1, Ticks.stepFor(.3));
        assertEquals(60_000_000_000L, Ticks.stepFor(31e9));
        assertTrue(Ticks.stepFor(3e16) >= 3e16);
    }
}
