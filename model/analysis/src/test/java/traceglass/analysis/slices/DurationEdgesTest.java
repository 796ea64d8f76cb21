package traceglass.analysis.slices;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DurationEdgesTest {

    @Test
    void barsGrowExponentiallyAndHaveWholeNanoseconds() {
        long[] wide = Durations.edges(1_000, 1_000_000_000);
        assertEquals(Durations.BARS, wide.length);
        assertEquals(1_000_000_000, wide[wide.length - 1]);
        assertEquals((double) wide[30] / wide[20], (double) wide[20] / wide[10], .01);
        assertEquals(
                List.of(2L, 3L), Arrays.stream(Durations.edges(2, 3)).boxed().toList());
        assertEquals(1, Durations.edges(77, 77).length);
    }

    @Test
    void eachBarBeginsAtTheEndOfThePreviousOne() {
        long[] upper = Durations.edges(3, 5_000);
        Durations d = new Durations(9, 0, 0, 0, 3, 5_000, 100, 1000, 5_000, upper, new long[upper.length]);
        assertEquals(3, d.from(0));
        for (int bar = 0; bar < upper.length; bar++) {
            assertEquals(bar, d.bar(d.from(bar)), "the shortest of bar " + bar);
            assertEquals(bar, d.bar(upper[bar]), "the longest of bar " + bar);
            assertEquals(bar - 1, d.bar(d.from(bar) - 1), "shorter than bar " + bar);
        }
        assertEquals(-1, d.bar(5_001));
    }
}
