package traceglass.ingest.tracker.args;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Collects the arguments of one row until they are committed as an arg set. Keys are string ids; `flatKey` is the key
/// without array indices (`a.b` for `a.b[1]`).
///
/// If a key is set twice, it keeps its position and takes the last value, or the first with the `…IfAbsent` methods.
public final class ArgSetBuilder {

    /// Value types, as in `args.value_type`.
    public enum Type {
        INT,
        UINT,
        STRING,
        REAL,
        POINTER,
        BOOL,
        JSON,
        NULL;

        /// Returns the type with this ordinal.
        public static Type of(int ordinal) {
            return TYPES[ordinal];
        }
    }

    private static final Type[] TYPES = Type.values();
    /// Number of arguments from which a map is faster than a linear scan.
    private static final int SCAN_LIMIT = 32;

    private int[] flatKeys = new int[16];
    private int[] keys = new int[16];
    private byte[] types = new byte[16];
    private long[] values = new long[16];
    private int size;
    private int addCount;
    private Map<Integer, Integer> indexByKey;
    private Map<Integer, Integer> arrayIndices;

    public ArgSetBuilder addInt(int flatKey, int key, long value) {
        return add(flatKey, key, Type.INT, value);
    }

    public ArgSetBuilder addUint(int flatKey, int key, long value) {
        return add(flatKey, key, Type.UINT, value);
    }

    /// @param value string id
    public ArgSetBuilder addString(int flatKey, int key, int value) {
        return add(flatKey, key, Type.STRING, value);
    }

    public ArgSetBuilder addReal(int flatKey, int key, double value) {
        return add(flatKey, key, Type.REAL, Double.doubleToRawLongBits(value));
    }

    public ArgSetBuilder addPointer(int flatKey, int key, long value) {
        return add(flatKey, key, Type.POINTER, value);
    }

    public ArgSetBuilder addBool(int flatKey, int key, boolean value) {
        return add(flatKey, key, Type.BOOL, value ? 1 : 0);
    }

    /// @param value id of a string with JSON text
    public ArgSetBuilder addJson(int flatKey, int key, int value) {
        return add(flatKey, key, Type.JSON, value);
    }

    public ArgSetBuilder addNull(int flatKey, int key) {
        return add(flatKey, key, Type.NULL, 0);
    }

    public ArgSetBuilder addInt(int key, long value) {
        return addInt(key, key, value);
    }

    public ArgSetBuilder addUint(int key, long value) {
        return addUint(key, key, value);
    }

    public ArgSetBuilder addString(int key, int value) {
        return addString(key, key, value);
    }

    public ArgSetBuilder addReal(int key, double value) {
        return addReal(key, key, value);
    }

    public ArgSetBuilder addPointer(int key, long value) {
        return addPointer(key, key, value);
    }

    public ArgSetBuilder addBool(int key, boolean value) {
        return addBool(key, key, value);
    }

    /// Sets the key or replaces its value.
    ///
    /// @param value the number itself, the raw bits of a double, or a string id
    public ArgSetBuilder add(int flatKey, int key, Type type, long value) {
        addCount++;
        int i = find(key);
        if (i < 0) {
            i = append(key);
        }
        flatKeys[i] = flatKey;
        types[i] = (byte) type.ordinal();
        values[i] = value;
        return this;
    }

    /// Sets several keys, like [#add] for each of them.
    ///
    /// @param moreFlatKeys flat keys; like the other arrays, used from `from` (inclusive) to `to` (exclusive), with
    ///     distinct keys
    /// @param moreTypes ordinals of [Type]
    public void addAll(int[] moreFlatKeys, int[] moreKeys, byte[] moreTypes, long[] moreValues, int from, int to) {
        int count = to - from;
        if (size > 0 || count >= SCAN_LIMIT) {
            for (int i = from; i < to; i++) {
                add(moreFlatKeys[i], moreKeys[i], TYPES[moreTypes[i]], moreValues[i]);
            }
            return;
        }
        if (count > keys.length) {
            flatKeys = new int[SCAN_LIMIT];
            keys = new int[SCAN_LIMIT];
            types = new byte[SCAN_LIMIT];
            values = new long[SCAN_LIMIT];
        }
        System.arraycopy(moreFlatKeys, from, flatKeys, 0, count);
        System.arraycopy(moreKeys, from, keys, 0, count);
        System.arraycopy(moreTypes, from, types, 0, count);
        System.arraycopy(moreValues, from, values, 0, count);
        size = count;
        addCount += count;
    }

    /// Copies all arguments into arrays with sufficient capacity.
    ///
    /// @param offset start index in the arrays
    public void copyTo(int[] toFlatKeys, int[] toKeys, byte[] toTypes, long[] toValues, int offset) {
        System.arraycopy(flatKeys, 0, toFlatKeys, offset, size);
        System.arraycopy(keys, 0, toKeys, offset, size);
        System.arraycopy(types, 0, toTypes, offset, size);
        System.arraycopy(values, 0, toValues, offset, size);
    }

    /// Sets the key if it is not set yet.
    public ArgSetBuilder addIfAbsent(int flatKey, int key, Type type, long value) {
        return find(key) < 0 ? add(flatKey, key, type, value) : this;
    }

    /// Returns the next free index of the array named by `key`, starting at 0, without allocating it; see
    /// [#allocateArrayIndex].
    public int nextArrayIndex(int key) {
        return arrayIndices == null ? 0 : arrayIndices.getOrDefault(key, 0);
    }

    /// Allocates and returns the next index of the array named by `key`.
    public int allocateArrayIndex(int key) {
        if (arrayIndices == null) {
            arrayIndices = new HashMap<>();
        }
        int next = arrayIndices.getOrDefault(key, 0);
        arrayIndices.put(key, next + 1);
        return next;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    public int size() {
        return size;
    }

    /// Returns how many times a key was set; greater than [#size] if keys were set repeatedly.
    public int addCount() {
        return addCount;
    }

    public int key(int i) {
        return keys[i];
    }

    public int flatKey(int i) {
        return flatKeys[i];
    }

    /// Returns the ordinal of [#type]; there are eight types.
    int typeNumber(int i) {
        return types[i];
    }

    public Type type(int i) {
        return TYPES[types[i]];
    }

    /// Returns the number, the raw bits of a double, or the string id.
    public long value(int i) {
        return values[i];
    }

    /// Removes all arguments.
    public void clear() {
        size = 0;
        addCount = 0;
        indexByKey = null;
        arrayIndices = null;
    }

    private int find(int key) {
        if (indexByKey != null) {
            return indexByKey.getOrDefault(key, -1);
        }
        for (int i = 0; i < size; i++) {
            if (keys[i] == key) {
                return i;
            }
        }
        return -1;
    }

    private int append(int key) {
        int i = size++;
        if (i == keys.length) {
            flatKeys = Arrays.copyOf(flatKeys, i * 2);
            keys = Arrays.copyOf(keys, i * 2);
            types = Arrays.copyOf(types, i * 2);
            values = Arrays.copyOf(values, i * 2);
        }
        keys[i] = key;
        if (indexByKey != null) {
            indexByKey.put(key, i);
        } else if (size >= SCAN_LIMIT) {
            indexByKey = new HashMap<>();
            for (int k = 0; k < size; k++) {
                indexByKey.put(keys[k], k);
            }
        }
        return i;
    }
}
