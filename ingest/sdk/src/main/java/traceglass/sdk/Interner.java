package traceglass.sdk;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Interning ids of strings (or other values) on a sequence, from 1 in the order of first use. Not thread-safe.
final class Interner {

    /// Maximum number of values that are interned, so that strings built at run time don't fill the memory.
    private static final int MAX_VALUES = 1 << 14;

    private @Nullable Object[] keys = new Object[64];
    private int[] ids = new int[64];
    private int size;

    /// Returns the id of a value, negated if the value is new, or 0 if the table is full.
    int id(Object key) {
        int mask = keys.length - 1;
        int h = key.hashCode();
        int i = (h ^ h >>> 15) & mask;
        for (Object found = keys[i]; found != null; found = keys[i]) {
            if (found == key || found.equals(key)) {
                return ids[i];
            }
            i = i + 1 & mask;
        }
        if (size == MAX_VALUES) {
            return 0;
        }
        keys[i] = key;
        ids[i] = ++size;
        if (2 * size > keys.length) {
            grow();
        }
        return -size;
    }

    /// Returns the id of a string, or 0 if it is not interned yet.
    int find(String key) {
        @Nullable Object[] all = keys;
        int mask = all.length - 1;
        int h = key.hashCode();
        int i = (h ^ h >>> 15) & mask;
        for (Object found = all[i]; found != null; found = all[i]) {
            if (found == key || found.equals(key)) {
                return ids[i];
            }
            i = i + 1 & mask;
        }
        return 0;
    }

    void clear() {
        if (size > 0) {
            Arrays.fill(keys, null);
            size = 0;
        }
    }

    private void grow() {
        @Nullable Object[] oldKeys = keys;
        int[] oldIds = ids;
        keys = new Object[2 * oldKeys.length];
        ids = new int[keys.length];
        int mask = keys.length - 1;
        for (int k = 0; k < oldKeys.length; k++) {
            Object key = oldKeys[k];
            if (key != null) {
                int h = key.hashCode();
                int i = (h ^ h >>> 15) & mask;
                while (keys[i] != null) {
                    i = i + 1 & mask;
                }
                keys[i] = key;
                ids[i] = oldIds[k];
            }
        }
    }
}
