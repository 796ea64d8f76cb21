package traceglass.render.scene;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.render.frame.CounterFrame;

class CounterStackTest {

    private static CounterFrame frame(long[] start, double[] value) {
        return new CounterFrame(0, 1000, 1, start, value, value, value, null);
    }

    @Test
    void addsTheValueThatIsValidAtTheEndOfEachColumn() {
        double[] sums = {1, 1, 1, 1, 1};
        CounterStack.add(frame(new long[] {12, 14, 30}, new double[] {9, 4, -5}), 0, 0, 10, false, sums);
        assertArrayEquals(new double[] {1, 5, 5, 1, 1}, sums);
    }

    @Test
    void theLargestValueOfAColumnCountsForTheScale() {
        double[] sums = new double[5];
        CounterStack.add(frame(new long[] {12, 14, 30}, new double[] {9, 4, 1}), 0, 0, 10, true, sums);
        assertArrayEquals(new double[] {0, 9, 4, 1, 1}, sums);
    }

    @Test
    void agreesWithCheckingEveryColumn() {
        Random random = new Random(4);
        for (int round = 0; round < 200; round++) {
            int n = 1 + random.nextInt(30);
            long[] start = random.longs(n, -50, 400).sorted().distinct().toArray();
            double[] value = random.doubles(start.length, -3, 20).toArray();
            double[] sums = new double[30];
            CounterStack.add(frame(start, value), 0, 0, 10, false, sums);
            for (int c = 0; c < sums.length; c++) {
                double expected = 0;
                for (int i = 0; i < start.length && start[i] < (c + 1) * 10L; i++) {
                    expected = Math.max(0, value[i]);
                }
                assertEquals(expected, sums[c], "column " + c);
            }
        }
    }
}
