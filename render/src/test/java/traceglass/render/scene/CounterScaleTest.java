package traceglass.render.scene;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.CounterData;
import traceglass.render.item.CounterStyle.Scale;

class CounterScaleTest {

    @Test
    void startsAtZeroUnlessTheCounterWouldLookConstant() {
        assertEquals(0, CounterScale.of(20, 100, Scale.AUTO, 40).low());
        CounterScale still = CounterScale.of(95, 100, Scale.AUTO, 40);
        assertTrue(still.low() > 90 && still.low() < 95, still.toString());
        assertEquals("  min–max", still.suffix());
        assertEquals(0, CounterScale.of(95, 100, Scale.ZERO, 40).low());
        assertEquals(20, CounterScale.of(20, 100, Scale.MIN_MAX, 40).low());
        assertEquals(-5, CounterScale.of(-5, -1, Scale.AUTO, 40).low());
        assertEquals(0, CounterScale.of(-5, -1, Scale.AUTO, 40).high());
        assertEquals(
                0,
                CounterScale.of(0, 0, Scale.AUTO, 40).largest(),
                "a counter that is always zero has zero at its top");
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
    void theTopOfAScaleIsARoundNumberAtOrAboveTheLargestValue() {
        double[][] cases = {
            {100, 100},
            {101, 150},
            {13, 15},
            {7, 7},
            {7.1, 7.5},
            {0.33, 0.35},
            {1.62e9, 2e9},
            {-13, -15},
            {0, 0},
            {1e12, 1e12},
            {150, 150}
        };
        for (double[] k : cases) {
            assertEquals(k[1], CounterScale.roundOutwards(k[0]), Math.abs(k[1]) * 1e-12);
        }
        assertEquals(15, CounterScale.of(0, 13, Scale.ZERO, 40).largest());
        assertEquals(-15, CounterScale.of(-13, -1, Scale.AUTO, 40).low());
        assertEquals(
                13,
                CounterScale.of(2, 13, Scale.MIN_MAX, 40).largest(),
                "a scale from the smallest to the largest value is not rounded");
        Random random = new Random(9);
        for (int i = 0; i < 10_000; i++) {
            double value = random.nextDouble() * Math.pow(10, random.nextInt(30) - 10);
            double top = CounterScale.roundOutwards(value);
            assertTrue(top >= value && top <= value * 1.5, "the top for " + value + " is " + top);
            assertEquals(top, CounterScale.roundOutwards(top), top * 1e-9);
        }
    }

    @Test
    void aLogarithmicScaleEnlargesSmallValues() {
        CounterScale linear = CounterScale.of(0, 10_000, Scale.ZERO, 100);
        CounterScale log = CounterScale.of(0, 10_000, Scale.LOG, 100);
        assertTrue(log.y(100, 200) < linear.y(100, 200) - 30);
        assertEquals(linear.y(10_000, 200), log.y(10_000, 200));
        assertEquals(linear.y(0, 200), log.y(0, 200));
    }

    @Test
    void extremeValuesStayInTheirRow() {
        double[] unusual = {
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY,
            Double.MAX_VALUE,
            -Double.MAX_VALUE,
            1e300,
            -1e300,
            1e-320,
            Double.MIN_VALUE,
            1e17,
            5
        };
        for (double a : unusual) {
            for (double b : unusual) {
                CounterData data = new CounterData(
                        new long[2], new long[] {1, 2}, new double[] {a, b}, Math.min(a, b), Math.max(a, b), "");
                assertTrue(
                        Double.isFinite(data.min()) && Double.isFinite(data.max()) && data.min() <= data.max(),
                        data.toString());
                for (Scale kind : Scale.values()) {
                    CounterScale scale = CounterScale.of(data.min(), data.max(), kind, 40);
                    for (double value : unusual) {
                        double y = scale.y(value, 100);
                        assertTrue(y <= 100 && y >= 100 - 40, scale + " puts " + value + " at " + y);
                    }
                }
            }
        }
        CounterData data = new CounterData(
                new long[3],
                new long[] {1, 2, 3},
                new double[] {5, Double.POSITIVE_INFINITY, 7},
                5,
                Double.POSITIVE_INFINITY,
                "");
        assertEquals(7, data.max(), "the scale is that of the values that are numbers");
    }
}
