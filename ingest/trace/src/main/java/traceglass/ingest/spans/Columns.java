package traceglass.ingest.spans;

import java.util.Arrays;

/// Arrays that grow when an element is set; elements that were not set are 0.
final class Columns {

    /// Column of 64-bit numbers.
    static final class Longs {
        private long[] values = new long[64];

        void set(int index, long value) {
            if (index >= values.length) {
                values = Arrays.copyOf(values, Math.max(index + 1, values.length + (values.length >> 1)));
            }
            values[index] = value;
        }

        long get(int index) {
            return index < values.length ? values[index] : 0;
        }
    }

    /// Column of 32-bit numbers.
    static final class Ints {
        private int[] values = new int[64];

        void set(int index, int value) {
            if (index >= values.length) {
                values = Arrays.copyOf(values, Math.max(index + 1, values.length + (values.length >> 1)));
            }
            values[index] = value;
        }

        int get(int index) {
            return index < values.length ? values[index] : 0;
        }
    }

    private Columns() {}
}
