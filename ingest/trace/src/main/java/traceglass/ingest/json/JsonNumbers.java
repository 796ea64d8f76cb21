package traceglass.ingest.json;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Column of 64-bit numbers of a block of [JsonEvents]. Takes no memory until a value differs from the default, and 4
/// bytes per value as long as all of them fit.
final class JsonNumbers {

    /// Stands for the default in [#narrow].
    private static final int DEFAULT = Integer.MIN_VALUE;

    private final long defaultValue;
    private int @Nullable [] narrow;
    private long @Nullable [] wide;

    JsonNumbers(long defaultValue) {
        this.defaultValue = defaultValue;
    }

    long get(int i) {
        if (wide != null) {
            return wide[i];
        }
        int value = narrow == null ? DEFAULT : narrow[i];
        return value == DEFAULT ? defaultValue : value;
    }

    void set(int i, long value) {
        if (wide != null) {
            wide[i] = value;
        } else if (value == defaultValue) {
            clear(i);
        } else if (value == (int) value && value != DEFAULT) {
            if (narrow == null) {
                narrow = new int[JsonEvents.SIZE];
                Arrays.fill(narrow, DEFAULT);
            }
            narrow[i] = (int) value;
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
        long[] values = new long[JsonEvents.SIZE];
        for (int i = 0; i < values.length; i++) {
            values[i] = get(i);
        }
        wide = values;
        narrow = null;
    }
}
