package traceglass.analysis.slices;

/// Quantiles of many numbers without putting all of them in order.
public final class Quantiles {

    private static final int SMALL = 40;

    private Quantiles() {}

    /// Quantiles with the gap between two neighbours divided in proportion, as SQL's `percentile_cont` has it.
    /// Moves the numbers about.
    ///
    /// @param values read from `from` to before `to`, which is after `from`
    /// @param shares ascending, 0 to 1
    /// @param found takes one number a share
    public static void of(long[] values, int from, int to, double[] shares, double[] found) {
        int n = to - from;
        int[] ranks = new int[shares.length * 2];
        for (int i = 0; i < shares.length; i++) {
            int below = (int) Math.floor(shares[i] * (n - 1));
            ranks[2 * i] = from + below;
            ranks[2 * i + 1] = from + Math.min(n - 1, below + 1);
        }
        select(values, from, to - 1, ranks, 0, ranks.length - 1);
        for (int i = 0; i < shares.length; i++) {
            double at = shares[i] * (n - 1);
            long below = values[ranks[2 * i]];
            long above = values[ranks[2 * i + 1]];
            found[i] = below + (above - below) * (at - Math.floor(at));
        }
    }

    /// Has the numbers at these places be those that would be there if all were in order.
    private static void select(long[] a, int first, int last, int[] ranks, int firstRank, int lastRank) {
        int low = first;
        int high = last;
        int from = firstRank;
        int to = lastRank;
        while (from <= to && high > low) {
            if (high - low < SMALL) {
                java.util.Arrays.sort(a, low, high + 1);
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
            // What lies between j and i equals the pivot and is in place.
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
