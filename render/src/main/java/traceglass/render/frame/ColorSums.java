package traceglass.render.frame;

import java.util.Arrays;
import traceglass.analysis.track.SliceData;

/// Colors of slices, and prefix sums of them for every eighth event.
final class ColorSums {

    private static final int SHIFT = 3;
    private static final int BLOCK_SIZE = 1 << SHIFT;

    private final SliceData data;
    private final SliceColors colors;
    /// Four sums per block: weight, and red, green and blue times weight. They may overflow; differences within a
    /// row do not.
    private final long[] sums;

    ColorSums(SliceData data, SliceColors colors) {
        this.data = data;
        this.colors = colors;
        int n = data.size();
        sums = new long[4 * ((n >> SHIFT) + 1)];
        long[] total = new long[4];
        for (int i = 0; i < n; i++) {
            if ((i & BLOCK_SIZE - 1) == 0) {
                System.arraycopy(total, 0, sums, i >> SHIFT << 2, 4);
            }
            add(total, i, 1);
        }
        if ((n & BLOCK_SIZE - 1) == 0) {
            System.arraycopy(total, 0, sums, n >> SHIFT << 2, 4);
        }
    }

    boolean isInstant(int i) {
        return (data.flags()[i] & SliceData.INSTANT) != 0;
    }

    boolean isUnfinished(int i) {
        return (data.flags()[i] & SliceData.UNFINISHED) != 0;
    }

    boolean isLine(int i) {
        return colors.line()[data.color()[i]];
    }

    /// Color of one event.
    int argb(int i) {
        int key = data.color()[i];
        return isInstant(i) ? colors.instant()[key] : colors.box()[key];
    }

    private long weight(int i) {
        return isLine(i) ? 0 : Math.max(1, data.end()[i] - data.ts()[i]);
    }

    private void add(long[] total, int i, long sign) {
        long weight = sign * weight(i);
        int argb = argb(i);
        total[0] += weight;
        total[1] += weight * (argb >> 16 & 255);
        total[2] += weight * (argb >> 8 & 255);
        total[3] += weight * (argb & 255);
    }

    /// Sums the events from `from` to `to`, exclusive: their weight into `out[0]`, and their colors times weight
    /// into `out[1..3]`.
    void sum(int from, int to, long[] out) {
        if (to - from <= 2 * BLOCK_SIZE) {
            Arrays.fill(out, 0);
            for (int i = from; i < to; i++) {
                add(out, i, 1);
            }
            return;
        }
        int a = from >> SHIFT;
        int b = to >> SHIFT;
        for (int k = 0; k < 4; k++) {
            out[k] = sums[(b << 2) + k] - sums[(a << 2) + k];
        }
        for (int i = a << SHIFT; i < from; i++) {
            add(out, i, -1);
        }
        for (int i = b << SHIFT; i < to; i++) {
            add(out, i, 1);
        }
    }

    static int mean(long[] sum) {
        if (sum[0] == 0) {
            return 0;
        }
        return 0xFF000000 | (int) (sum[1] / sum[0]) << 16 | (int) (sum[2] / sum[0]) << 8 | (int) (sum[3] / sum[0]);
    }
}
