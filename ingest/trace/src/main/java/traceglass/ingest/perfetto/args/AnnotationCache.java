package traceglass.ingest.perfetto.args;

import java.util.Arrays;
import traceglass.ingest.tracker.args.ArgSetBuilder;

/// Caches the arguments of debug annotations, because most events repeat annotations of earlier events: four out of
/// five in a Chrome trace. Within one state of a sequence, equal bytes yield equal arguments, because the first
/// interned message with an iid wins.
///
/// The cache has a fixed size; a later annotation evicts an earlier one with the same hash.
final class AnnotationCache {

    /// Maximum length in bytes; longer annotations are rare and seldom repeated.
    static final int MAX_LENGTH = 256;
    private static final int SIZE = 1 << 12;

    private static final class Entry {
        long state = -1;
        byte[] bytes = new byte[32];
        int length;
        int size;
        int[] flatKeys = new int[2];
        int[] keys = new int[2];
        ArgSetBuilder.Type[] types = new ArgSetBuilder.Type[2];
        long[] values = new long[2];

        void ensureRoom(int arguments) {
            if (arguments > keys.length) {
                int n = Math.max(arguments, keys.length * 2);
                flatKeys = new int[n];
                keys = new int[n];
                types = new ArgSetBuilder.Type[n];
                values = new long[n];
            }
        }
    }

    private final Entry[] entries = new Entry[SIZE];
    private int slot;

    /// Adds the cached arguments for these bytes. Returns false and adds nothing if they are not cached.
    ///
    /// @param state serial number of the sequence state, see
    ///     [serial][traceglass.ingest.perfetto.packet.SequenceState#serial]
    boolean replay(byte[] buffer, int offset, int length, long state, ArgSetBuilder out) {
        slot = -1;
        if (length > MAX_LENGTH) {
            return false;
        }
        int hash = (int) state * 0x9E3779B1 + length;
        for (int i = offset, end = offset + length; i < end; i++) {
            hash = hash * 31 + buffer[i];
        }
        hash *= 0x9E3779B1;
        slot = hash >>> 20;
        Entry e = entries[slot];
        if (e == null
                || e.state != state
                || e.length != length
                || !Arrays.equals(e.bytes, 0, length, buffer, offset, offset + length)) {
            return false;
        }
        for (int i = 0; i < e.size; i++) {
            out.add(e.flatKeys[i], e.keys[i], e.types[i], e.values[i]);
        }
        return true;
    }

    /// Caches the builder's arguments from index `from` on for the bytes of the last [#replay].
    void store(byte[] buffer, int offset, int length, long state, ArgSetBuilder out, int from) {
        if (slot < 0) {
            return;
        }
        Entry e = entries[slot];
        if (e == null) {
            e = new Entry();
            entries[slot] = e;
        }
        if (length > e.bytes.length) {
            e.bytes = new byte[Math.max(length, e.bytes.length * 2)];
        }
        System.arraycopy(buffer, offset, e.bytes, 0, length);
        e.length = length;
        e.state = state;
        e.size = out.size() - from;
        e.ensureRoom(e.size);
        for (int i = 0; i < e.size; i++) {
            e.flatKeys[i] = out.flatKey(from + i);
            e.keys[i] = out.key(from + i);
            e.types[i] = out.type(from + i);
            e.values[i] = out.value(from + i);
        }
    }
}
