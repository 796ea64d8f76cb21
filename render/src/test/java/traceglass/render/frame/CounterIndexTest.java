package traceglass.render.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.CounterData;

class CounterIndexTest {

    @Test
    void stepsKeepTheExtremesAndTheLastValueOfEveryPixel() {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            int n = random.nextInt(3000);
            long[] ts = new long[n];
            double[] value = new double[n];
            long t = 0;
            for (int i = 0; i < n; i++) {
                t += random.nextInt(10) == 0 ? random.nextInt(500) : random.nextInt(3);
                ts[i] = t;
                value[i] = random.nextInt(1000) - 200;
            }
            CounterIndex index = new CounterIndex(new CounterData(new long[n], ts, value, -200, 800, ""));
            long from = random.nextInt(2000);
            long to = from + random.nextInt(8000);
            long resolution = 1L << random.nextInt(7);
            CounterFrame frame = index.frame(from, to, resolution);
            int i = n == 0 ? 0 : Math.max(0, index.at(from));
            for (int step = 0; step < frame.size(); step++) {
                assertEquals(ts[i], frame.start()[step]);
                double min = value[i];
                double max = value[i];
                long bucket = Math.floorDiv(ts[i], resolution);
                int last = i;
                while (i < n && Math.floorDiv(ts[i], resolution) == bucket) {
                    min = Math.min(min, value[i]);
                    max = Math.max(max, value[i]);
                    last = i++;
                }
                assertEquals(min, frame.min()[step]);
                assertEquals(max, frame.max()[step]);
                assertEquals(value[last], frame.last()[step]);
            }
            assertTrue(i >= n || ts[i] >= to, "samples are missing");
        }
    }

    @Test
    void findsTheSampleValidAtATime() {
        CounterIndex index = new CounterIndex(
                new CounterData(new long[3], new long[] {10, 20, 20}, new double[] {1, 2, 3}, 1, 3, ""));
        assertEquals(-1, index.at(9));
        assertEquals(0, index.at(19));
        assertEquals(2, index.at(20));
        assertEquals(2, index.at(99));
    }

    @Test
    void findsTheStepValidAtTheLeftEdge() {
        double[] values = new double[3];
        CounterFrame frame = new CounterFrame(0, 100, 1, new long[] {10, 20, 20}, values, values, values, null);
        assertEquals(0, frame.lastStartingBy(9), "the first step is drawn from its start");
        assertEquals(0, frame.lastStartingBy(19));
        assertEquals(2, frame.lastStartingBy(20));
        assertEquals(2, frame.lastStartingBy(99));
        assertEquals(0, new CounterFrame(0, 100, 1, new long[0], null, null, null, null).lastStartingBy(5));
    }
}
