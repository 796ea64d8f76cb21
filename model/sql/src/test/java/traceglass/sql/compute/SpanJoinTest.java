package traceglass.sql.compute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SpanJoinTest {

    /// Compares with brute force over all pairs: if spans of a side do not overlap each other, the join consists of
    /// all overlaps, and with gaps also of the remaining time.
    @Test
    void joinsSpansLikeBruteForce() {
        Random random = new Random(3);
        for (int round = 0; round < 400; round++) {
            boolean partitionedA = random.nextBoolean();
            boolean partitionedB = random.nextBoolean();
            LongRows a = spans(random, partitionedA);
            LongRows b = spans(random, partitionedB);
            boolean left = random.nextBoolean();
            boolean mixed = partitionedA != partitionedB;
            SpanJoin.Gaps gaps = !left
                    ? SpanJoin.Gaps.NONE
                    : mixed && partitionedB || !partitionedB && !partitionedA
                            ? SpanJoin.Gaps.PRESENT
                            : SpanJoin.Gaps.ALL;
            LongRows out = SpanJoin.join(
                    new SpanJoin.Side(a, partitionedA, SpanJoin.Gaps.NONE), new SpanJoin.Side(b, partitionedB, gaps));
            List<String> actual = new ArrayList<>();
            for (int i = 0; i < out.size(); i++) {
                actual.add(out.get(2, i) + ":" + out.get(0, i) + "+" + out.get(1, i) + " " + out.get(3, i) + "/"
                        + out.get(4, i));
            }
            List<String> expected = joinByBruteForce(a, partitionedA, b, partitionedB, left);
            actual.sort(Comparator.naturalOrder());
            expected.sort(Comparator.naturalOrder());
            assertEquals(expected, actual, "round " + round);
        }
    }

    private static List<String> joinByBruteForce(
            LongRows a, boolean partitionedA, LongRows b, boolean partitionedB, boolean left) {
        List<String> out = new ArrayList<>();
        java.util.TreeSet<Long> partitions = new java.util.TreeSet<>();
        for (int i = 0; partitionedA && i < a.size(); i++) {
            partitions.add(a.get(2, i));
        }
        for (int j = 0; partitionedB && j < b.size() && (!partitionedA || !left); j++) {
            partitions.add(b.get(2, j));
        }
        if (!partitionedA && !partitionedB) {
            partitions.add(0L);
        }
        for (long p : partitions) {
            for (int i = 0; i < a.size(); i++) {
                if (partitionedA && a.get(2, i) != p) {
                    continue;
                }
                long at = a.get(0, i);
                long end = at + a.get(1, i);
                for (int j = 0; j < b.size(); j++) {
                    long start = Math.max(at, b.get(0, j));
                    long stop = Math.min(end, b.get(0, j) + b.get(1, j));
                    if ((!partitionedB || b.get(2, j) == p) && start < stop) {
                        out.add(p + ":" + start + "+" + (stop - start) + " " + i + "/" + j);
                    }
                }
                if (left) {
                    long gapStart = at;
                    for (int j = 0; j < b.size(); j++) {
                        boolean overlapsRemainder = (!partitionedB || b.get(2, j) == p)
                                && b.get(0, j) + b.get(1, j) > gapStart
                                && b.get(0, j) < end;
                        if (overlapsRemainder) {
                            if (b.get(0, j) > gapStart) {
                                out.add(p + ":" + gapStart + "+" + (b.get(0, j) - gapStart) + " " + i + "/"
                                        + LongRows.NULL);
                            }
                            gapStart = b.get(0, j) + b.get(1, j);
                        }
                    }
                    if (gapStart < end) {
                        out.add(p + ":" + gapStart + "+" + (end - gapStart) + " " + i + "/" + LongRows.NULL);
                    }
                }
            }
        }
        return out;
    }

    /// Returns spans that do not overlap within a partition, sorted by partition and time.
    private static LongRows spans(Random random, boolean partitioned) {
        LongRows rows = new LongRows(3);
        for (int p = 0; p < (partitioned ? 3 : 1); p++) {
            long at = random.nextInt(5);
            for (int n = random.nextInt(6); n > 0; n--) {
                long dur = 1 + random.nextInt(6);
                rows.add(at, dur, p);
                at += dur + random.nextInt(4);
            }
        }
        return rows;
    }
}
