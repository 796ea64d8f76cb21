package traceglass.ingest.profiling;

import java.util.Arrays;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;

/// Growable, reusable list of unboxed longs.
final class LongList {

    private final PackedCursor packed = new PackedCursor();
    private long[] values = new long[8];
    private int size;

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }

    /// Adds the varints of a repeated field, packed or not.
    ///
    /// @return false if they are damaged; the varints before the damage are kept
    boolean addVarints(ProtoCursor field) {
        packed.enter(field);
        while (packed.nextVarint()) {
            add(packed.asLong());
        }
        return !packed.isDamaged();
    }

    long get(int i) {
        return values[i];
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    long[] toArray() {
        return Arrays.copyOf(values, size);
    }
}
