package traceglass.ingest.collection;

import java.util.Arrays;

/// Hash map from `long` keys (tids, pids) to non-negative `int` values (rows), without boxing.
public final class LongIntMap {

    /// Result of [#get] for a missing key.
    public static final int NONE = -1;

    /// Value of a slot that was never used. Searches end at it.
    private static final int FREE = -1;
    /// Value of a slot whose key was removed.
    private static final int REMOVED = -2;

    private long[] keys = new long[64];
    private int[] values = new int[64];
    /// Number of slots that are not free.
    private int used;

    public LongIntMap() {
        Arrays.fill(values, FREE);
    }

    /// Returns the value of a key, or [#NONE].
    public int get(long key) {
        int mask = keys.length - 1;
        for (int slot = homeSlot(key, mask); values[slot] != FREE; slot = slot + 1 & mask) {
            if (keys[slot] == key) {
                return Math.max(values[slot], NONE);
            }
        }
        return NONE;
    }

    /// Sets the value of a key.
    public void put(long key, int value) {
        int mask = keys.length - 1;
        int slot = homeSlot(key, mask);
        while (values[slot] != FREE && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        if (values[slot] == FREE) {
            keys[slot] = key;
            used++;
        }
        values[slot] = value;
        if (used * 2 > keys.length) {
            rehash();
        }
    }

    /// Removes a key.
    public void remove(long key) {
        int mask = keys.length - 1;
        for (int slot = homeSlot(key, mask); values[slot] != FREE; slot = slot + 1 & mask) {
            if (keys[slot] == key) {
                // The slot stays in use so that searches continue past it.
                values[slot] = REMOVED;
                return;
            }
        }
    }

    /// Removes all keys.
    public void clear() {
        if (used > 0) {
            keys = new long[64];
            values = new int[64];
            Arrays.fill(values, FREE);
            used = 0;
        }
    }

    private static int homeSlot(long key, int mask) {
        long h = key * 0x9E3779B97F4A7C15L;
        return (int) (h >>> 40) & mask;
    }

    private void rehash() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        int size = 0;
        for (int v : oldValues) {
            size += v >= 0 ? 1 : 0;
        }
        int capacity = Math.max(64, Integer.highestOneBit(size * 4 + 1) << 1);
        keys = new long[capacity];
        values = new int[capacity];
        Arrays.fill(values, FREE);
        used = size;
        int mask = capacity - 1;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] >= 0) {
                int slot = homeSlot(oldKeys[i], mask);
                while (values[slot] != FREE) {
                    slot = slot + 1 & mask;
                }
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
