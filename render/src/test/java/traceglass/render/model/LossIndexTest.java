package traceglass.render.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.analysis.marks.DataLoss;

/// Compares the merged ranges with the result of checking every loss.
class LossIndexTest {

    private static List<DataLoss> random(Random random) {
        List<DataLoss> losses = new ArrayList<>();
        for (int i = 0, n = random.nextInt(40); i < n; i++) {
            long start = random.nextInt(1000);
            boolean isEverywhere = random.nextInt(4) == 0;
            Set<String> tracks = isEverywhere ? Set.of() : Set.of("a" + random.nextInt(3));
            losses.add(new DataLoss(
                    start,
                    start + random.nextInt(random.nextBoolean() ? 10 : 200),
                    isEverywhere,
                    tracks,
                    Integer.toString(i)));
        }
        return losses;
    }

    @Test
    void spansAreTheUnionOfAllLosses() {
        for (int seed = 0; seed < 300; seed++) {
            List<DataLoss> losses = random(new Random(seed));
            LossIndex.Lane any = new LossIndex(losses).any();
            for (int i = 1; i < any.size(); i++) {
                assertTrue(any.start()[i] > any.end()[i - 1], "spans touch");
            }
            for (long ts = 0; ts < 1210; ts++) {
                long at = ts;
                boolean isLost = losses.stream().anyMatch(l -> l.start() <= at && at < l.end());
                int i = any.after(ts);
                assertEquals(isLost, i < any.size() && any.start()[i] <= ts, "seed " + seed + " at " + ts);
            }
        }
    }

    @Test
    void findsTheLossesOfATrack() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<DataLoss> losses = random(random);
            LossIndex index = new LossIndex(losses);
            for (int k = 0; k < 50; k++) {
                long from = random.nextInt(1200);
                long to = from + random.nextInt(20);
                List<String> keys = random.nextInt(3) == 0 ? null : List.of("x", "a" + random.nextInt(3));
                Set<DataLoss> expected = new java.util.HashSet<>(losses.stream()
                        .filter(l -> l.start() <= to
                                && l.end() >= from
                                && (keys == null
                                        || l.isEverywhere()
                                        || l.tracks().contains(keys.get(1))))
                        .toList());
                assertEquals(expected, new java.util.HashSet<>(index.within(from, to, keys)), "seed " + seed);
            }
        }
    }
}
