package traceglass.analysis.sched;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.store.time.TimeSpan;

class MinimapPairTest {

    private static MinimapData map(long start, double bucketNs, float[]... lanes) {
        return new MinimapData(
                start,
                bucketNs,
                java.util.Arrays.stream(lanes)
                        .map(l -> new MinimapData.Lane("x", l))
                        .toList());
    }

    @Test
    void eachTraceHasALaneAtItsAlignedTimes() {
        MinimapData a = map(1000, 10, new float[] {1, 0, 0, 0});
        MinimapData b = map(5000, 10, new float[] {0, 0, .5f, 0}, new float[] {0, 0, .5f, 0});
        MinimapData pair = MinimapData.pair(a, b, 4000, new TimeSpan(1000, 1040), 4);
        assertEquals(
                List.of("A", "B"),
                pair.lanes().stream().map(MinimapData.Lane::name).toList());
        assertEquals(1000, pair.start());
        assertEquals(1, pair.lanes().getFirst().load()[0]);
        assertEquals(.5f, pair.lanes().get(1).load()[2], 1e-6, "the second trace keeps its own times");
        assertEquals(0, pair.lanes().get(1).load()[0]);
    }

    @Test
    void largerBucketsHaveTheMeanOfTheirSmallerBuckets() {
        Random random = new Random(3);
        for (int round = 0; round < 50; round++) {
            float[] load = new float[1 + random.nextInt(40)];
            for (int i = 0; i < load.length; i++) {
                load[i] = random.nextFloat();
            }
            MinimapData a = map(100, 100, load);
            MinimapData flat = map(0, 1e9, new float[] {1});
            long from = 100 + random.nextInt(200) - 100;
            long dur = 1000 + random.nextInt(4000);
            int buckets = 1 + random.nextInt(30);
            // The other trace is always busy, which fixes the scale.
            MinimapData pair = MinimapData.pair(a, flat, 0, new TimeSpan(from, from + dur), buckets);
            for (int i = 0; i < buckets; i++) {
                double start = from + (double) i * dur / buckets;
                double end = from + (double) (i + 1) * dur / buckets;
                double sum = 0;
                int steps = 2000;
                for (int k = 0; k < steps; k++) {
                    double time = start + (k + .5) * (end - start) / steps;
                    int bucket = (int) Math.floor((time - 100) / 100);
                    sum += bucket < 0 || bucket >= load.length ? 0 : load[bucket];
                }
                assertEquals(sum / steps, pair.lanes().getFirst().load()[i], .02);
            }
        }
    }
}
