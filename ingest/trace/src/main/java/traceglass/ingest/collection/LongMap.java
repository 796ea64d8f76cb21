package traceglass.ingest.collection;

import java.util.function.BiConsumer;
import java.util.function.LongFunction;

/// Hash map from `long` keys (ids, uuids) to objects, without boxing keys or allocating nodes. Values are never null.
public final class LongMap<V> {

    private long[] keys = new long[16];
    private Object[] values = new Object[16];
    private int size;

    public LongMap() {}

    /// Creates an independent copy; the values are shared.
    public LongMap(LongMap<V> other) {
        keys = other.keys.clone();
        values = other.values.clone();
        size = other.size;
    }

    public int size() {
        return size;
    }

    /// Returns the value of a key, or null.
    @SuppressWarnings("unchecked")
    public V get(long key) {
        int home = homeSlot(key);
        Object value = values[home];
        // Most entries are in their home slot.
        return (V) (value == null || keys[home] == key ? value : values[slot(key)]);
    }

    public boolean containsKey(long key) {
        return values[slot(key)] != null;
    }

    /// Sets the value of a key.
    public void put(long key, V value) {
        int slot = slot(key);
        if (values[slot] == null) {
            if (++size * 2 > keys.length) {
                grow();
                slot = slot(key);
            }
            keys[slot] = key;
        }
        values[slot] = value;
    }

    /// Returns the value of a key; creates and stores it if the key is missing.
    public V computeIfAbsent(long key, LongFunction<? extends V> factory) {
        V v = get(key);
        if (v == null) {
            v = factory.apply(key);
            put(key, v);
        }
        return v;
    }

    /// Removes a key and returns its value, or null.
    public V remove(long key) {
        int slot = slot(key);
        @SuppressWarnings("unchecked")
        V old = (V) values[slot];
        if (old == null) {
            return null;
        }
        size--;
        // Move later entries into the gap so that searches do not stop early.
        int mask = keys.length - 1;
        int hole = slot;
        for (int next = hole + 1 & mask; values[next] != null; next = next + 1 & mask) {
            int home = homeSlot(keys[next]);
            if ((next - home & mask) >= (next - hole & mask)) {
                keys[hole] = keys[next];
                values[hole] = values[next];
                hole = next;
            }
        }
        values[hole] = null;
        return old;
    }

    /// Visits all entries in no particular order.
    @SuppressWarnings("unchecked")
    public void forEach(BiConsumer<Long, ? super V> visitor) {
        for (int i = 0; i < keys.length; i++) {
            if (values[i] != null) {
                visitor.accept(keys[i], (V) values[i]);
            }
        }
    }

    private int homeSlot(long key) {
        long h = key * 0x9E3779B97F4A7C15L;
        return (int) (h >>> 32 ^ h >>> 52) & keys.length - 1;
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = homeSlot(key);
        while (values[slot] != null && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        Object[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new Object[oldKeys.length * 2];
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
            }
        }
    }
}
