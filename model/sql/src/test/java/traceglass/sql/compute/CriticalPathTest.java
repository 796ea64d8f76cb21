package traceglass.sql.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CriticalPathTest {

    private static LongRows walk(LongRows nodes, long root) {
        LongRows roots = new LongRows(1);
        roots.add(root);
        return CriticalPath.walk(nodes, roots);
    }

    @Test
    void followsASleepToItsWaker() {
        LongRows nodes = new LongRows(6);
        // Node 1 runs from 0 to 100 and wakes node 2 at 40, which slept from 10 on and runs until 60.
        nodes.add(1, 0, 100, LongRows.NULL, LongRows.NULL, LongRows.NULL);
        nodes.add(2, 40, 20, 30, 1, LongRows.NULL);
        LongRows path = walk(nodes, 2);
        assertEquals(2, path.size());
        long[][] expected = {{2, 0, 40, 20, 2, 2}, {2, 1, 10, 30, 1, 2}};
        for (int i = 0; i < 2; i++) {
            for (int c = 0; c < 6; c++) {
                assertEquals(expected[i][c], path.get(c, i));
            }
        }
    }

    @Test
    void aThreadWokenByAnInterruptDependsOnItself() {
        LongRows nodes = new LongRows(6);
        nodes.add(1, 0, 10, LongRows.NULL, LongRows.NULL, LongRows.NULL);
        nodes.add(2, 30, 10, 20, LongRows.NULL, 1);
        LongRows path = walk(nodes, 2);
        assertEquals(2, path.size());
        assertEquals(10, path.get(2, 0));
        assertEquals(20, path.get(3, 0));
        assertEquals(2, path.get(4, 0));
        assertEquals(2, path.get(4, 1));
    }

    @Test
    void aPathNeverHasTwoNodesAtTheSameTime() {
        Random random = new Random(4);
        for (int round = 0; round < 200; round++) {
            // Threads alternate; each node was woken by one that ran before.
            LongRows nodes = new LongRows(6);
            int threads = 1 + random.nextInt(5);
            long[] free = new long[threads];
            long[] last = new long[threads];
            Arrays.fill(last, LongRows.NULL);
            long now = 0;
            for (int id = 0; id < 40; id++) {
                int t = random.nextInt(threads);
                now += 1 + random.nextInt(10);
                long ts = Math.max(now, free[t]);
                long dur = 1 + random.nextInt(30);
                nodes.add(
                        id,
                        ts,
                        dur,
                        last[t] == LongRows.NULL ? LongRows.NULL : ts - free[t],
                        id == 0 || random.nextInt(4) == 0 ? LongRows.NULL : random.nextInt(id),
                        last[t]);
                free[t] = ts + dur;
                last[t] = id;
            }
            for (long root = 0; root < 40; root++) {
                LongRows path = walk(nodes, root);
                TreeMap<Long, Long> times = new TreeMap<>();
                for (int i = 0; i < path.size(); i++) {
                    assertTrue(path.get(3, i) > 0);
                    assertEquals(null, times.put(path.get(2, i), path.get(2, i) + path.get(3, i)));
                }
                long end = Long.MIN_VALUE;
                for (var span : times.entrySet()) {
                    assertTrue(span.getKey() >= end);
                    end = span.getValue();
                }
            }
        }
    }
}
