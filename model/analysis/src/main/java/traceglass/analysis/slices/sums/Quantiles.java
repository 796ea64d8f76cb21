package traceglass.analysis.slices.sums;

import java.util.Arrays;

/// Quantiles of many numbers without a full sort.
public final class Quantiles {

    private static final int SMALL = 40;

    private Quantiles() {}

    /// Computes quantiles with linear interpolation between neighbors, like SQL's `percentile_cont`. Reorders the
    /// numbers.
    ///
    /// @param values numbers from `from` up to, but not including, `to`, which is larger than `from`
    /// @param shares quantiles to compute, as fractions from 0 to 1, ascending
    /// @param quantiles receives one number for each share
    public static void compute(long[] values, int from, int to, double[] shares, double[] quantiles) {
        int n = to - from;
        int[] ranks = new int[shares.length * 2];
        for (int i = 0; i < shares.length; i++) {
            int below = (int) Math.floor(shares[i] * (n - 1));
            ranks[2 * i] = from + below;
            ranks[2 * i + 1] = from + Math.min(n - 1, below + 1);
        }
        select(values, from, to - 1, ranks, 0, ranks.length - 1);
        for (int i = 0; i < shares.length; i++) {
            double rank = shares[i] * (n - 1);
            long below = values[ranks[2 * i]];
            long above = values[ranks[2 * i + 1]];
            quantiles[i] = below + (above - below) * (rank - Math.floor(rank));
        }
    }

    /// Reorders the array so that the elements at these ranks are the same as after a full sort.
    private static void select(long[] a, int first, int last, int[] ranks, int firstRank, int lastRank) {
        int low = first;
        int high = last;
        int from = firstRank;
        int to = lastRank;
        while (from <= to && high > low) {
            if (high - low < SMALL) {
                Arrays.sort(a, low, high + 1);
                return;
            }
            long pivot = median(a[low + (high - low) / 4], a[low + high >>> 1], a[high - (high - low) / 4]);
            int i = low;
            int j = high;
            while (i <= j) {
                while (a[i] < pivot) {
                    i++;
                }
                while (a[j] > pivot) {
                    j--;
                }
                if (i <= j) {
                    long t = a[i];
                    a[i++] = a[j];
                    a[j--] = t;
                }
            }
            int middle = from;
            while (middle <= to && ranks[middle] <= j) {
                middle++;
            }
            // The elements between j and i equal the pivot and are in their final positions.
            int right = middle;
            while (right <= to && ranks[right] < i) {
                right++;
            }
            if (from < middle) {
                select(a, low, j, ranks, from, middle - 1);
            }
            low = i;
            from = right;
        }
    }

    private static long median(long a, long b, long c) {
        return a < b ? b < c ? b : Math.max(a, c) : a < c ? a : Math.max(b, c);
    }
}
