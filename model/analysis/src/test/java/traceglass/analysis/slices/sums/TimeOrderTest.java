package traceglass.analysis.slices.sums;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Compares the slices of all threads found in a time range with the result of testing each slice.
class TimeOrderTest {

    private static final int COUNT = 9_000;
    private static final int LENGTH = 30_000;

    /// Most slices are short; a few are long and overlap many that have ended.
    private static EventRuns slices(Random random) {
        EventRuns runs = new EventRuns(new int[] {COUNT});
        for (int i = 0; i < COUNT; i++) {
            runs.ts[i] = random.nextInt(LENGTH);
            runs.end[i] = runs.ts[i] + (random.nextInt(500) == 0 ? random.nextInt(LENGTH) : random.nextInt(6));
        }
        return runs;
    }

    private static int[] bruteForce(EventRuns runs, long from, long to) {
        return IntStream.range(0, COUNT)
                .filter(i -> runs.ts[i] <= to && runs.end[i] >= from)
                .toArray();
    }

    @Test
    void findsSlicesThatOverlapTheRange() {
        Random random = new Random(9);
        EventRuns runs = slices(random);
        TimeOrder order = TimeOrder.of(runs, IntStream.range(0, COUNT).toArray());
        for (int round = 0; round < 2_000; round++) {
            long from = random.nextInt(LENGTH + 100);
            long to = from + random.nextInt(1 + random.nextInt(300));
            int[] expected = bruteForce(runs, from, to);
            int[] matches = order.overlapping(from, to, COUNT);
            Arrays.sort(matches);
            assertArrayEquals(expected, matches, from + " to " + to);
            assertEquals(expected.length, order.overlapping(from, to, expected.length).length);
            if (expected.length > 0) {
                assertNull(order.overlapping(from, to, expected.length - 1), "one too many");
            }
        }
    }
}
