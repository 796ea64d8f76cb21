package traceglass.analysis.slices;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DurationEdgesTest {

    @Test
    void barsGrowWithTheLengthAndAreWholeNanoseconds() {
        long[] wide = Durations.edges(1_000, 1_000_000_000);
        assertEquals(Durations.BARS, wide.length);
        assertEquals(1_000_000_000, wide[wide.length - 1]);
        assertEquals((double) wide[30] / wide[20], (double) wide[20] / wide[10], .01);
        assertEquals(
                List.of(2L, 3L), Arrays.stream(Durations.edges(2, 3)).boxed().toList());
        assertEquals(1, Durations.edges(77, 77).length);
    }
}
