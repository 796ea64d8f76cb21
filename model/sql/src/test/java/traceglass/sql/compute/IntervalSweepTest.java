package traceglass.sql.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IntervalSweepTest {

    @Test
    void findsTheSameOverlapsAsBruteForce() {
        Random random = new Random(5);
        for (int round = 0; round < 300; round++) {
            LongRows a = intervals(random);
            LongRows b = intervals(random);
            LongRows c = intervals(random);
            LongRows out = IntervalSweep.overlaps(a, b, c);
            List<String> actual = new ArrayList<>();
            for (int i = 0; i < out.size(); i++) {
                actual.add(out.get(0, i) + ":" + out.get(1, i) + "-" + out.get(2, i) + " " + out.get(3, i) + " "
                        + out.get(4, i) + " " + out.get(5, i));
            }
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < a.size(); i++) {
                for (int j = 0; j < b.size(); j++) {
                    for (int k = 0; k < c.size(); k++) {
                        if (overlap(a, i, b, j) && overlap(a, i, c, k) && overlap(b, j, c, k)) {
                            long start = Math.max(a.get(1, i), Math.max(b.get(1, j), c.get(1, k)));
                            long end = Math.min(
                                    a.get(1, i) + a.get(2, i),
                                    Math.min(b.get(1, j) + b.get(2, j), c.get(1, k) + c.get(2, k)));
                            expected.add(a.get(0, i) + ":" + start + "-" + end + " " + a.get(3, i) + " " + b.get(3, j)
                                    + " " + c.get(3, k));
                        }
                    }
                }
            }
            actual.sort(null);
            expected.sort(null);
            assertEquals(expected, actual, "round " + round);
        }
    }

    private static boolean overlap(LongRows a, int i, LongRows b, int j) {
        return a.get(0, i) == b.get(0, j)
                && a.get(1, i) < b.get(1, j) + Math.max(b.get(2, j), 1)
                && b.get(1, j) < a.get(1, i) + Math.max(a.get(2, i), 1);
    }

    private static LongRows intervals(Random random) {
        LongRows rows = new LongRows(4);
        for (int n = random.nextInt(12); n > 0; n--) {
            rows.add(random.nextInt(3), random.nextInt(12), random.nextInt(3) == 0 ? 0 : random.nextInt(6), n);
        }
        return rows;
    }
}
