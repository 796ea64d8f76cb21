package traceglass.analysis.counters;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.analysis.load.CounterBuilder;
import traceglass.analysis.track.CounterData;

class IdleTimesTest {

    private static CounterData counter(long[] ts, double[] value) {
        CounterBuilder builder = new CounterBuilder();
        for (int i = 0; i < ts.length; i++) {
            builder.add(i, ts[i], value[i]);
        }
        return builder.build("");
    }

    @Test
    void keepsTheFrequencyAndMarksIdleTimes() {
        CounterData both = IdleTimes.combine(
                counter(new long[] {10, 40}, new double[] {300, 600}),
                counter(new long[] {5, 20, 30, 50}, new double[] {1, 4_294_967_295.0, 0, -1}));
        assertArrayEquals(new long[] {10, 20, 30, 40, 50}, both.ts());
        assertArrayEquals(new double[] {300, 300, 300, 600, 600}, both.value());
        assertArrayEquals(new boolean[] {true, false, true, true, false}, both.idle());
    }

    @Test
    void agreesWithALookupOfEachTime() {
        Random random = new Random(3);
        for (int round = 0; round < 200; round++) {
            CounterData frequency = random(random, 8, 1 + random.nextInt(1000));
            CounterData states = random(random, 12, 3);
            CounterData both = IdleTimes.combine(frequency, states);
            for (long ts = 0; ts < 60; ts++) {
                int index = lastValue(both, ts);
                int f = lastValue(frequency, ts);
                assertEquals(f >= 0, index >= 0);
                if (f >= 0) {
                    int s = lastValue(states, ts);
                    assertEquals(frequency.value()[f], both.value()[index]);
                    assertEquals(s >= 0 && states.value()[s] >= 0, both.idle()[index]);
                }
            }
        }
    }

    private static CounterData random(Random random, int max, int values) {
        int n = random.nextInt(max);
        long[] ts = random.longs(n, 0, 50).sorted().toArray();
        double[] value = new double[n];
        for (int i = 0; i < n; i++) {
            value[i] = random.nextInt(values) - 1;
        }
        return counter(ts, value);
    }

    private static int lastValue(CounterData data, long ts) {
        int index = -1;
        for (int i = 0; i < data.size(); i++) {
            index = data.ts()[i] <= ts ? i : index;
        }
        return index;
    }
}
