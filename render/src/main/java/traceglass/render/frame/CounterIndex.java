package traceglass.render.frame;

import java.util.Arrays;
import traceglass.analysis.track.CounterData;

/// Index over the smallest and largest samples of a counter.
public final class CounterIndex implements TrackIndex {

    private final CounterData data;
    private final BestElementPyramid smallest;
    private final BestElementPyramid largest;
    /// Idle time before each sample, ns, or null.
    private final long[] idleBefore;

    CounterIndex(CounterData data) {
        this.data = data;
        idleBefore = data.idle() == null ? null : idleBefore(data);
        double[] value = data.value();
        smallest = new BestElementPyramid(value.length, (a, b) -> value[a] < value[b]);
        largest = new BestElementPyramid(value.length, (a, b) -> value[a] > value[b]);
    }

    private static long[] idleBefore(CounterData data) {
        long[] before = new long[data.size()];
        for (int i = 1; i < before.length; i++) {
            before[i] = before[i - 1] + (data.idle()[i - 1] ? data.ts()[i] - data.ts()[i - 1] : 0);
        }
        return before;
    }

    /// Share of the time between two samples that was idle.
    private float idleShare(int from, int to) {
        long[] ts = data.ts();
        return to >= ts.length || ts[to] <= ts[from]
                ? data.idle()[Math.min(to, ts.length) - 1] ? 1 : 0
                : (float) (idleBefore[to] - idleBefore[from]) / (ts[to] - ts[from]);
    }

    @Override
    public CounterData data() {
        return data;
    }

    @Override
    public long bytes() {
        return data.size() * 26L;
    }

    /// Index of the sample valid at `ts`, or −1 before the first.
    public int at(long ts) {
        int index = Arrays.binarySearch(data.ts(), ts);
        if (index < 0) {
            return -index - 2;
        }
        while (index + 1 < data.size() && data.ts()[index + 1] == ts) {
            index++;
        }
        return index;
    }

    /// Returns one step for every pixel in which the value changes, starting with the last one before the window.
    @Override
    public CounterFrame frame(long from, long to, long resolutionNs) {
        long[] ts = data.ts();
        double[] value = data.value();
        long bucket = Math.max(1, resolutionNs);
        long[] start = new long[64];
        double[] min = new double[64];
        double[] max = new double[64];
        double[] last = new double[64];
        float[] idle = idleBefore == null ? null : new float[64];
        int size = 0;
        int i = Math.max(0, at(from));
        while (i < ts.length && ts[i] < to) {
            long bucketEnd = (Math.floorDiv(ts[i], bucket) + 1) * bucket;
            int next = gallop(ts, i + 1, bucketEnd);
            if (size == start.length) {
                start = Arrays.copyOf(start, size * 2);
                min = Arrays.copyOf(min, size * 2);
                max = Arrays.copyOf(max, size * 2);
                last = Arrays.copyOf(last, size * 2);
                idle = idle == null ? null : Arrays.copyOf(idle, size * 2);
            }
            start[size] = ts[i];
            min[size] = value[next - i == 1 ? i : smallest.best(i, next)];
            max[size] = value[next - i == 1 ? i : largest.best(i, next)];
            if (idle != null) {
                idle[size] = idleShare(i, next);
            }
            last[size++] = value[next - 1];
            i = next;
        }
        return new CounterFrame(
                from,
                to,
                resolutionNs,
                Arrays.copyOf(start, size),
                Arrays.copyOf(min, size),
                Arrays.copyOf(max, size),
                Arrays.copyOf(last, size),
                idle == null ? null : Arrays.copyOf(idle, size));
    }

    private static int gallop(long[] ts, int i, long until) {
        int low = i;
        int high = i;
        for (int step = 1; high < ts.length && ts[high] < until; step = Math.min(step * 2, 1 << 28)) {
            low = high + 1;
            high = high + step < 0 ? ts.length : high + step;
        }
        high = Math.min(high, ts.length);
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ts[middle] < until) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
