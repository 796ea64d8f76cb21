package traceglass.store.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import traceglass.protos.decoder.StringIds;

/// Interned strings: each distinct UTF-8 string has one `int` id, dense from 1; id 0 is SQL NULL. The empty string is
/// an ordinary string. Ids can be compared with `==`, and a lookup costs a hash and a comparison, without garbage.
///
/// One thread interns and reads. Other threads read through a [Snapshot] that this thread took and published safely
/// (through a queue or a lock): the arrays here are replaced as they grow.
public final class StringPool implements StringIds {

    /// Id of SQL NULL.
    public static final int NULL = 0;

    private byte[][] utf8 = new byte[1 << 12][];
    private String[] text = new String[1 << 12];
    private int[] hashes = new int[1 << 12];
    private int[] slots = new int[1 << 13];
    private int size = 1;

    /// Recently interned strings, at an index given by their hash, with their ids: importers look up the same
    /// keys and table names repeatedly, and would encode them each time.
    private final String[] recent = new String[RECENT];
    private final int[] recentIds = new int[RECENT];
    private static final int RECENT = 1 << 10;

    /// Returns the id of the string with these bytes, which are copied if the string is new.
    @Override
    public int intern(byte[] buffer, int offset, int length) {
        int hash = hash(buffer, offset, length);
        int mask = slots.length - 1;
        int slot = hash & mask;
        for (int id; (id = slots[slot]) != 0; slot = (slot + 1) & mask) {
            if (hashes[id] == hash && isEqual(utf8[id], buffer, offset, length)) {
                return id;
            }
        }
        return add(Arrays.copyOfRange(buffer, offset, offset + length), hash, slot);
    }

    /// Returns the id of this string; `null` has the id [#NULL].
    public int intern(String s) {
        if (s == null) {
            return NULL;
        }
        int slot = s.hashCode() & RECENT - 1;
        if (s.equals(recent[slot])) {
            return recentIds[slot];
        }
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        int id = intern(b, 0, b.length);
        recent[slot] = s;
        recentIds[slot] = id;
        return id;
    }

    /// Returns the id of a string that was interned before; -1 if it was not.
    public int find(String s) {
        byte[] b = s.getBytes(StandardCharsets.UTF_8);
        int hash = hash(b, 0, b.length);
        int mask = slots.length - 1;
        for (int slot = hash & mask, id; (id = slots[slot]) != 0; slot = (slot + 1) & mask) {
            if (hashes[id] == hash && isEqual(utf8[id], b, 0, b.length)) {
                return id;
            }
        }
        return -1;
    }

    /// Returns the string, or null for [#NULL]. Invalid UTF-8 is read as U+FFFD.
    public @Nullable String get(int id) {
        if (id == NULL) {
            return null;
        }
        String s = text[id];
        if (s == null) {
            s = new String(utf8[id], StandardCharsets.UTF_8);
            text[id] = s;
        }
        return s;
    }

    /// Returns the string's bytes, which must not be modified; null for [#NULL].
    public byte[] utf8(int id) {
        return utf8[id];
    }

    /// Returns the strings of all ids so far, for other threads.
    public Snapshot snapshot() {
        return new Snapshot(utf8, size);
    }

    /// Strings interned up to the time when the snapshot was taken; taking one costs nothing. May be read on any
    /// thread to which it was safely published, because later strings get ids that it does not contain.
    public static final class Snapshot {
        private final byte[][] utf8;
        private final int size;

        Snapshot(byte[][] utf8, int size) {
            this.utf8 = utf8;
            this.size = size;
        }

        public int size() {
            return size;
        }

        /// Returns the string's bytes, which must not be modified; null for [StringPool#NULL].
        public byte @Nullable [] utf8(int id) {
            return utf8[Objects.checkIndex(id, size)];
        }

        /// Returns the string, or null for [StringPool#NULL]. Invalid UTF-8 is read as U+FFFD.
        public @Nullable String get(int id) {
            byte[] b = utf8(id);
            return b == null ? null : new String(b, StandardCharsets.UTF_8);
        }
    }

    /// Returns a lookup of the strings so far, for other threads.
    public Lookup lookup() {
        return new Lookup(utf8, hashes, slots, size);
    }

    /// Finds the ids of strings that were interned before the lookup was taken; taking one costs nothing. May be used
    /// on any thread to which it was safely published, while more strings are interned; those are not found.
    public static final class Lookup {
        private final byte[][] utf8;
        private final int[] hashes;
        private final int[] slots;
        private final int size;

        Lookup(byte[][] utf8, int[] hashes, int[] slots, int size) {
            this.utf8 = utf8;
            this.hashes = hashes;
            this.slots = slots;
            this.size = size;
        }

        /// Returns the id of the string with these bytes; -1 if it is unknown.
        public int find(byte[] buffer, int offset, int length) {
            int hash = hash(buffer, offset, length);
            int mask = slots.length - 1;
            for (int slot = hash & mask, id; (id = slots[slot]) != 0; slot = (slot + 1) & mask) {
                // The slot may belong to a newer id, whose string must not be read here.
                if (id < size && hashes[id] == hash && isEqual(utf8[id], buffer, offset, length)) {
                    return id;
                }
            }
            return -1;
        }

        /// Returns the string's bytes, which must not be modified; null for [StringPool#NULL] and for newer
        /// strings.
        public byte @Nullable [] utf8(int id) {
            return id < size ? utf8[id] : null;
        }
    }

    /// Returns the number of ids, including [#NULL].
    public int size() {
        return size;
    }

    private int add(byte[] copy, int hash, int slot) {
        int id = size++;
        if (id == utf8.length) {
            utf8 = Arrays.copyOf(utf8, id * 2);
            text = Arrays.copyOf(text, id * 2);
            hashes = Arrays.copyOf(hashes, id * 2);
        }
        utf8[id] = copy;
        hashes[id] = hash;
        slots[slot] = id;
        if (size * 2 > slots.length) {
            rehash();
        }
        return id;
    }

    private void rehash() {
        int[] bigger = new int[slots.length * 2];
        int mask = bigger.length - 1;
        for (int id = 1; id < size; id++) {
            int slot = hashes[id] & mask;
            while (bigger[slot] != 0) {
                slot = (slot + 1) & mask;
            }
            bigger[slot] = id;
        }
        slots = bigger;
    }

    private static boolean isEqual(byte[] existing, byte[] buffer, int offset, int length) {
        return Arrays.equals(existing, 0, existing.length, buffer, offset, offset + length);
    }

    private static int hash(byte[] b, int offset, int length) {
        int h = length;
        int i = offset;
        int end = offset + length;
        // Four bytes at a time, to shorten the chain of dependent multiplications.
        for (; i + 3 < end; i += 4) {
            h = 923_521 * h + 29_791 * b[i] + 961 * b[i + 1] + 31 * b[i + 2] + b[i + 3];
        }
        for (; i < end; i++) {
            h = 31 * h + b[i];
        }
        // The low bits select the slot, so mix the high bits into them.
        h ^= h >>> 15;
        h *= 0x9E3779B1;
        return h ^ h >>> 13;
    }
}
