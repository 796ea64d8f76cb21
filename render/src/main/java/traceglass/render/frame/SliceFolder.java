package traceglass.render.frame;

import java.util.Arrays;
import traceglass.analysis.track.SliceData;

/// Folds the events of a window into boxes.
///
/// Time is divided into buckets of two pixels at multiples of the bucket's length, so that panning does not change
/// which events are merged. Events at least a bucket long have a box of their own; shorter events that start in the
/// same bucket share one box. A galloping search finds the next bucket, so the cost of a bucket hardly depends on its
/// number of events.
final class SliceFolder {

    private final ColorSums colors;
    private final SliceData data;
    private final long from;
    private final long to;
    private final long resolution;
    private final long bucket;
    private final long[] sum = new long[4];

    private long[] start = new long[256];
    private long[] end = new long[256];
    private int[] argb = new int[256];
    private int[] first = new int[256];
    private int[] count = new int[256];
    private byte[] kind = new byte[256];
    private int size;

    SliceFolder(SliceData data, ColorSums colors, long from, long to, long resolution) {
        this.data = data;
        this.colors = colors;
        this.from = from;
        this.to = to;
        this.resolution = resolution;
        this.bucket = Math.max(1, 2 * resolution);
    }

    SliceFrame fold() {
        int rows = data.rows();
        int[] rowStart = new int[rows + 1];
        for (int row = 0; row < rows; row++) {
            rowStart[row] = size;
            foldRow(data.rowStart()[row], data.rowStart()[row + 1]);
        }
        rowStart[rows] = size;
        return new SliceFrame(
                from,
                to,
                resolution,
                rowStart,
                Arrays.copyOf(start, size),
                Arrays.copyOf(end, size),
                Arrays.copyOf(argb, size),
                Arrays.copyOf(first, size),
                Arrays.copyOf(count, size),
                Arrays.copyOf(kind, size));
    }

    private void foldRow(int rowFrom, int rowTo) {
        long[] ts = data.ts();
        int i = firstVisible(rowFrom, rowTo);
        while (i < rowTo && ts[i] < to) {
            if (!isNarrow(i)) {
                addSingle(i++);
                continue;
            }
            int next = startingAt(i + 1, rowTo, (Math.floorDiv(ts[i], bucket) + 1) * bucket);
            // Only the last event that starts in a bucket can be long: the others end before the next one starts.
            if (next - i > 1 && !isNarrow(next - 1)) {
                next--;
            }
            if (next - i == 1) {
                addSingle(i);
            } else {
                foldRun(i, next);
            }
            i = next;
        }
    }

    private boolean isNarrow(int i) {
        return data.end()[i] - data.ts()[i] < bucket;
    }

    private void addSingle(int i) {
        byte kindOf = colors.isInstant(i)
                ? SliceFrame.INSTANT
                : colors.isLine(i) ? SliceFrame.LINE : colors.isUnfinished(i) ? SliceFrame.UNFINISHED : SliceFrame.BOX;
        emit(data.ts()[i], data.end()[i], colors.argb(i), i, 1, kindOf);
    }

    private void foldRun(int i, int next) {
        colors.sum(i, next, sum);
        byte kindOf = sum[0] == 0 ? SliceFrame.LINE : hasOnlyInstants(i, next) ? SliceFrame.INSTANT : SliceFrame.BOX;
        int color = sum[0] == 0 ? colors.argb(i) : ColorSums.mean(sum);
        emit(
                data.ts()[i],
                kindOf == SliceFrame.INSTANT ? data.ts()[i] : data.end()[next - 1],
                color,
                i,
                next - i,
                kindOf);
    }

    /// Returns whether a run contains only instants. Each instant weighs 1, so if there are other events, the run
    /// weighs more than its number of events.
    private boolean hasOnlyInstants(int i, int next) {
        return sum[0] == next - i && colors.isInstant(i) && colors.isInstant(next - 1);
    }

    private void emit(long boxStart, long boxEnd, int color, int event, int events, byte kindOf) {
        if (size == start.length) {
            int capacity = size * 2;
            start = Arrays.copyOf(start, capacity);
            end = Arrays.copyOf(end, capacity);
            argb = Arrays.copyOf(argb, capacity);
            first = Arrays.copyOf(first, capacity);
            count = Arrays.copyOf(count, capacity);
            kind = Arrays.copyOf(kind, capacity);
        }
        start[size] = boxStart;
        end[size] = boxEnd;
        argb[size] = color;
        first[size] = event;
        count[size] = events;
        kind[size++] = kindOf;
    }

    /// Returns the first event that ends in or after the window. Uses binary search: events of a row do not
    /// overlap, so their ends ascend like their starts.
    private int firstVisible(int rowFrom, int rowTo) {
        int low = rowFrom;
        int high = rowTo;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (Math.max(data.end()[middle], data.ts()[middle] + 1) <= from) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /// Returns the first event from `i` on that starts at or after `ts`, by galloping search.
    private int startingAt(int i, int rowTo, long ts) {
        long[] starts = data.ts();
        int low = i;
        int step = 1;
        int high = i;
        while (high < rowTo && starts[high] < ts) {
            low = high + 1;
            high += step;
            step = step < 1 << 28 ? step * 2 : step;
            if (high < 0) {
                high = rowTo;
            }
        }
        high = Math.min(high, rowTo);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (starts[middle] < ts) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
