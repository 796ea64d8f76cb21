package traceglass.ingest.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Column of 64-bit numbers of a block of [JsonEvents]. Takes no memory until a value differs from the default, and 4
/// bytes per value as long as all of them fit.
final class JsonNumbers {

    /// Stands for the default in [#narrow].
    private static final int DEFAULT = Integer.MIN_VALUE;

    private final long defaultValue;
    private final int capacity;
    private int @Nullable [] narrow;
    private long @Nullable [] wide;

    /// @param capacity number of values
    JsonNumbers(long defaultValue, int capacity) {
        this.defaultValue = defaultValue;
        this.capacity = capacity;
    }

    /// Uses wide values from the start if another column had to change to them.
    void startLike(JsonNumbers other) {
        if (other.wide != null && narrow == null && wide == null) {
            long[] values = new long[capacity];
            Arrays.fill(values, defaultValue);
            wide = values;
        }
    }

    // Short enough to be inlined by the first compiler, like set().
    long get(int i) {
        int[] values = narrow;
        int value = values == null ? DEFAULT : values[i];
        return value == DEFAULT ? wideOrDefault(i) : value;
    }

    private long wideOrDefault(int i) {
        return wide == null ? defaultValue : wide[i];
    }

    void set(int i, long value) {
        int[] values = narrow;
        if (values != null && value == (int) value && value != DEFAULT) {
            values[i] = (int) value;
        } else {
            setSlowly(i, value);
        }
    }

    private void setSlowly(int i, long value) {
        if (wide != null) {
            wide[i] = value;
        } else if (value == defaultValue) {
            clear(i);
        } else if (value == (int) value && value != DEFAULT) {
            int[] values = new int[capacity];
            Arrays.fill(values, DEFAULT);
            values[i] = (int) value;
            narrow = values;
        } else {
            widen();
            set(i, value);
        }
    }

    /// Sets a value to the default.
    void clear(int i) {
        if (wide != null) {
            wide[i] = defaultValue;
        } else if (narrow != null) {
            narrow[i] = DEFAULT;
        }
    }

    private void widen() {
        long[] values = new long[capacity];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(i);
        }
        wide = values;
        narrow = null;
    }
}
