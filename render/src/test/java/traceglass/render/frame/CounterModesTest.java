package traceglass.render.frame;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.CounterMode;

class CounterModesTest {

    private final CounterData energy = new CounterData(
            new long[4],
            new long[] {0, 1_000_000_000, 1_000_000_000, 3_000_000_000L},
            new double[] {10, 40, 50, 90},
            10,
            90,
            "µWs");

    @Test
    void deltasAndRatesAreComputedToTheNextSample() {
        assertSame(energy, CounterModes.of(energy, CounterMode.VALUE));
        assertArrayEquals(
                new double[] {30, 10, 40, 40},
                CounterModes.of(energy, CounterMode.DELTA).value());
        CounterData power = CounterModes.of(energy, CounterMode.RATE);
        assertArrayEquals(new double[] {30, 0, 20, 20}, power.value());
        assertEquals("µW", power.unit());
        assertEquals(30, power.max());
    }

    @Test
    void aSingleSampleHasARateOfZero() {
        assertArrayEquals(
                new double[] {0},
                CounterModes.of(new CounterData(new long[1], new long[1], new double[] {7}, 7, 7, ""), CounterMode.RATE)
                        .value());
    }
}
