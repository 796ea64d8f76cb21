package traceglass.ingest.sort;

import java.util.Arrays;

/// Sorts numbers that arrive in ascending runs, as the events of a trace do. Runs are detected and merged in pairs, so
/// that numbers already in order are visited only once.
final class RunSort {

    /// Arrays that are reused between sorts.
    static final class Scratch {
        long[] keys = new long[0];
        long[] other = new long[0];
        private int[] starts = new int[64];

        /// Ensures capacity for `n` numbers. The previous contents are lost.
        ///
        /// @param isReused whether more sorts are expected, which may need slightly more space
        void ensureRoom(int n, boolean isReused) {
            if (n > keys.length) {
                int size = isReused ? Math.max(1 << 10, n + (n >> 2)) : n;
                keys = new long[size];
                other = new long[size];
            }
        }

        /// Releases the arrays.
        void clear() {
            keys = new long[0];
            other = new long[0];
        }
    }

    private RunSort() {}

    /// Sorts the first `n` numbers of `keys`, which must be `scratch.keys`.
    ///
    /// @return the array with the result, either `scratch.keys` or `scratch.other`
    static long[] sort(long[] keys, int n, Scratch scratch) {
        int[] starts = scratch.starts;
        int runs = 0;
        for (int i = 0; i < n; i++) {
            if (i == 0 || keys[i - 1] > keys[i]) {
                if (runs == starts.length) {
                    starts = Arrays.copyOf(starts, runs * 2);
                    scratch.starts = starts;
                }
                starts[runs++] = i;
            }
        }
        long[] from = keys;
        long[] to = scratch.other;
        while (runs > 1) {
            int merged = 0;
            for (int r = 0; r < runs; r += 2) {
                int a = starts[r];
                int b = r + 1 < runs ? starts[r + 1] : n;
                int end = r + 2 < runs ? starts[r + 2] : n;
                merge(from, to, a, b, end);
                starts[merged++] = a;
            }
            runs = merged;
            long[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private static void merge(long[] from, long[] to, int a, int b, int end) {
        if (b == end || from[b - 1] <= from[b]) {
            System.arraycopy(from, a, to, a, end - a);
            return;
        }
        int i = a;
        int j = b;
        int k = a;
        while (i < b && j < end) {
            to[k++] = from[i] <= from[j] ? from[i++] : from[j++];
        }
        System.arraycopy(from, i, to, k, b - i);
        k += b - i;
        System.arraycopy(from, j, to, k, end - j);
    }
}
