package traceglass.render.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.render.item.CounterLook.Scale;

class CounterScaleTest {

    @Test
    void startsAtZeroUnlessTheCounterWouldLookStill() {
        assertEquals(0, CounterScale.of(20, 100, Scale.AUTO, 40).low());
        CounterScale still = CounterScale.of(95, 100, Scale.AUTO, 40);
        assertTrue(still.low() > 90 && still.low() < 95, still.toString());
        assertEquals("  min–max", still.words());
        assertEquals(0, CounterScale.of(95, 100, Scale.ZERO, 40).low());
        assertEquals(20, CounterScale.of(20, 100, Scale.MIN_MAX, 40).low());
        assertEquals(-5, CounterScale.of(-5, -1, Scale.AUTO, 40).low());
        assertEquals(0, CounterScale.of(-5, -1, Scale.AUTO, 40).high());
        assertEquals(0, CounterScale.of(0, 0, Scale.AUTO, 40).largest(), "a counter that is always zero has zero at its top");
    }

    @Test
    void everyScaleKeepsTheOrderOfValuesAndStaysInItsRow() {
        Random random = new Random(5);
        for (int round = 0; round < 500; round++) {
            double a = (random.nextDouble() - .3) * Math.pow(10, random.nextInt(9));
            double b = a + random.nextDouble() * Math.pow(10, random.nextInt(9));
            for (Scale kind : Scale.values()) {
                CounterScale scale = CounterScale.of(a, b, kind, 40);
                double last = Double.POSITIVE_INFINITY;
                for (double share = 0; share <= 1; share += .05) {
                    double y = scale.y(a + (b - a) * share, 100);
                    assertTrue(y <= last && y <= 100 && y >= 100 - 40, scale + " puts a value at " + y);
                    last = y;
                }
            }
        }
    }

    @Test
    void aLogarithmGivesSmallValuesMoreRoom() {
        CounterScale even = CounterScale.of(0, 10_000, Scale.ZERO, 100);
        CounterScale log = CounterScale.of(0, 10_000, Scale.LOG, 100);
        assertTrue(log.y(100, 200) < even.y(100, 200) - 30);
        assertEquals(even.y(10_000, 200), log.y(10_000, 200));
        assertEquals(even.y(0, 200), log.y(0, 200));
    }
}
