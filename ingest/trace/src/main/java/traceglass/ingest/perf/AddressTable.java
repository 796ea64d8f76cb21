package traceglass.ingest.perf;

import java.util.Arrays;

/// Hash map from `long` keys to non-negative numbers, without boxing and without removal. Holds frames by address and
/// call sites by caller and frame, which every sample looks up by the dozen.
final class AddressTable {

    static final int NONE = -1;

    private long[] keys = new long[256];
    private int[] values = filled(256);
    private int used;

    private static int[] filled(int size) {
        int[] values = new int[size];
        Arrays.fill(values, NONE);
        return values;
    }

    /// Returns the value of a key, or [#NONE].
    int get(long key) {
        long[] k = keys;
        int mask = k.length - 1;
        for (int slot = home(key, mask); ; slot = slot + 1 & mask) {
            int v = values[slot];
            if (v == NONE || k[slot] == key) {
                return v;
            }
        }
    }

    /// Adds a key that is not in the map.
    void put(long key, int value) {
        if (++used * 2 > keys.length) {
            long[] oldKeys = keys;
            int[] oldValues = values;
            keys = new long[oldKeys.length * 2];
            values = filled(keys.length);
            for (int i = 0; i < oldKeys.length; i++) {
                if (oldValues[i] != NONE) {
                    insert(oldKeys[i], oldValues[i]);
                }
            }
        }
        insert(key, value);
    }

    private void insert(long key, int value) {
        int mask = keys.length - 1;
        int slot = home(key, mask);
        while (values[slot] != NONE) {
            slot = slot + 1 & mask;
        }
        keys[slot] = key;
        values[slot] = value;
    }

    void clear() {
        if (used > 0) {
            keys = new long[256];
            values = filled(256);
            used = 0;
        }
    }

    private static int home(long key, int mask) {
        long h = key * 0x9E3779B97F4A7C15L;
        return (int) (h >>> 32 ^ h >>> 54) & mask;
    }
}
