package traceglass.render.frame;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.StyledKind;
import traceglass.render.color.Palette;
import traceglass.render.color.Theme;

/// Compares folded frames with a check of every event.
class SliceFolderTest {

    private static final Palette PALETTE = Palette.of(Theme.LIGHT);
    private static final String[] NAMES = {"alpha", "beta", "gamma", "delta", "Running", "Sleeping", "R"};

    private static TrackNode node(TrackStyle style) {
        return TrackNode.of("k", new StyledKind(style), "n");
    }

    private static SliceData random(Random random, int rows, int perRow, long origin) {
        int n = rows * perRow;
        int[] rowStart = new int[rows + 1];
        long[] ts = new long[n];
        long[] end = new long[n];
        int[] name = new int[n];
        byte[] flags = new byte[n];
        long[] id = new long[n];
        int i = 0;
        for (int row = 0; row < rows; row++) {
            rowStart[row] = i;
            long t = origin;
            for (int k = 0; k < perRow; k++, i++) {
                t += random.nextInt(4) == 0 ? random.nextInt(2000) : random.nextInt(3);
                long dur = random.nextInt(5) == 0
                        ? 0
                        : random.nextInt(30) == 0 ? random.nextInt(5000) : random.nextInt(12);
                ts[i] = t;
                end[i] = t + dur;
                name[i] = random.nextInt(NAMES.length);
                flags[i] = dur == 0 ? SliceData.INSTANT : 0;
                id[i] = i;
                t = end[i];
            }
        }
        rowStart[rows] = i;
        return new SliceData(rowStart, id, ts, end, name, name, flags, NAMES, NAMES);
    }

    @Test
    void coversEveryVisibleEventExactlyOnce() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            SliceData data =
                    random(random, 1 + random.nextInt(3), random.nextInt(400), 1_000_000_000_000L * random.nextInt(3));
            SliceIndex index = (SliceIndex)
                    FoldJob.index(node(TrackStyle.SLICES), data, PALETTE, traceglass.analysis.track.CounterMode.VALUE);
            long from = 1_000_000_000_000L * random.nextInt(3) + random.nextInt(20_000) - 2000;
            long to = from + 1 + random.nextInt(50_000);
            long resolution = 1L << random.nextInt(9);
            SliceFrame frame = index.frame(from, to, resolution);
            check(data, index, frame, from, to, resolution, "seed " + seed);
        }
    }

    private static void check(
            SliceData data,
            SliceIndex index,
            SliceFrame frame,
            long from,
            long to,
            long resolution,
            String description) {
        long bucket = 2 * resolution;
        assertEquals(data.rows(), frame.rows(), description);
        for (int row = 0; row < data.rows(); row++) {
            int box = frame.rowStart()[row];
            int last = data.rowStart()[row];
            for (; box < frame.rowStart()[row + 1]; box++) {
                int first = frame.first()[box];
                int count = frame.count()[box];
                for (int i = last; i < first; i++) {
                    assertTrue(isOutside(data, i, from, to), description + ": event " + i + " is missing");
                }
                last = first + count;
                assertEquals(data.ts()[first], frame.start()[box], description);
                long boxEnd = frame.kind()[box] == SliceFrame.INSTANT ? data.ts()[first] : data.end()[last - 1];
                assertEquals(boxEnd, frame.end()[box], description);
                if (count > 1) {
                    for (int i = first; i < last; i++) {
                        assertTrue(data.end()[i] - data.ts()[i] < bucket, description + ": a wide event was folded");
                        assertEquals(
                                Math.floorDiv(data.ts()[first], bucket),
                                Math.floorDiv(data.ts()[i], bucket),
                                description);
                    }
                }
                assertEquals(mean(data, index, first, last), frame.argb()[box], description);
            }
            for (int i = last; i < data.rowStart()[row + 1]; i++) {
                assertTrue(isOutside(data, i, from, to), description + ": event " + i + " is missing at the end");
            }
            long max = 2 * ((to - from) / bucket + 3);
            assertTrue(
                    frame.rowStart()[row + 1] - frame.rowStart()[row] <= max, description + ": more boxes than pixels");
        }
    }

    private static boolean isOutside(SliceData data, int i, long from, long to) {
        return Math.max(data.end()[i], data.ts()[i] + 1) <= from || data.ts()[i] >= to;
    }

    private static int mean(SliceData data, SliceIndex index, int from, int to) {
        if (to - from == 1) {
            return index.argb(from);
        }
        long weight = 0;
        long red = 0;
        long green = 0;
        long blue = 0;
        for (int i = from; i < to; i++) {
            long w = Math.max(1, data.end()[i] - data.ts()[i]);
            int argb = index.argb(i);
            weight += w;
            red += w * (argb >> 16 & 255);
            green += w * (argb >> 8 & 255);
            blue += w * (argb & 255);
        }
        return 0xFF000000 | (int) (red / weight) << 16 | (int) (green / weight) << 8 | (int) (blue / weight);
    }

    @Test
    void sleepingTimeDoesNotFadeOtherStates() {
        SliceData data = new SliceData(
                new int[] {0, 4},
                new long[4],
                new long[] {0, 2, 4, 6},
                new long[] {2, 4, 6, 8},
                new int[] {5, 4, 5, 4},
                new int[] {5, 4, 5, 4},
                new byte[4],
                NAMES,
                NAMES);
        SliceIndex index = (SliceIndex)
                FoldJob.index(node(TrackStyle.STATES), data, PALETTE, traceglass.analysis.track.CounterMode.VALUE);
        SliceFrame frame = index.frame(0, 100, 32);
        assertEquals(1, frame.size());
        assertEquals(PALETTE.state("Running"), frame.argb()[0]);
        assertEquals(SliceFrame.BOX, frame.kind()[0]);
    }

    @Test
    void foldingDoesNotDependOnTheStartOfTheWindow() {
        SliceData data = random(new Random(11), 1, 2000, 0);
        SliceIndex index = (SliceIndex)
                FoldJob.index(node(TrackStyle.SLICES), data, PALETTE, traceglass.analysis.track.CounterMode.VALUE);
        SliceFrame a = index.frame(0, 1_000_000, 16);
        SliceFrame b = index.frame(32 * 40, 1_000_000, 16);
        int skip = a.size() - b.size();
        for (int i = 1; i < b.size(); i++) {
            assertEquals(a.start()[i + skip], b.start()[i]);
            assertEquals(a.argb()[i + skip], b.argb()[i]);
        }
    }

    @Test
    void findsTheLongestOfARun() {
        Random random = new Random(5);
        SliceData data = random(random, 1, 5000, 0);
        SliceIndex index = (SliceIndex)
                FoldJob.index(node(TrackStyle.SLICES), data, PALETTE, traceglass.analysis.track.CounterMode.VALUE);
        for (int k = 0; k < 2000; k++) {
            int from = random.nextInt(5000);
            int to = from + 1 + random.nextInt(5000 - from);
            int best = from;
            for (int i = from; i < to; i++) {
                if (data.end()[i] - data.ts()[i] > data.end()[best] - data.ts()[best]) {
                    best = i;
                }
            }
            assertEquals(best, index.longest(from, to));
        }
    }
}
