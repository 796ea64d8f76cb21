package traceglass.ingest.perfetto.args;

import java.nio.charset.StandardCharsets;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.store.table.StringPool;

/// String ids for arguments. The read-only variant ([#lookupOnly]), for the prefetch thread, only finds strings
/// that the importer has already interned, and records when one was missing.
public final class ArgStrings {

    private static final byte[] NO_BYTES = {};

    private final StringPool pool;
    private StringPool.Lookup lookup;
    private boolean hasMisses;

    private ArgStrings(StringPool pool) {
        this.pool = pool;
    }

    /// Creates an instance that interns new strings.
    public static ArgStrings of(StringPool pool) {
        return new ArgStrings(pool);
    }

    /// Creates an instance that interns nothing. [#setLookup] sets the lookup of interned strings.
    public static ArgStrings lookupOnly() {
        return new ArgStrings(null);
    }

    /// Sets the lookup of the strings that the importer has interned so far.
    public void setLookup(StringPool.Lookup lookup) {
        this.lookup = lookup;
    }

    /// Returns whether results may only depend on strings that the importer has interned.
    public boolean isLookupOnly() {
        return pool == null;
    }

    /// Clears the record of misses.
    public void clearMisses() {
        hasMisses = false;
    }

    /// Returns whether something was missing since [#clearMisses], in which case the results since then are invalid.
    public boolean hasMisses() {
        return hasMisses;
    }

    /// Records that only the importer itself can produce the result.
    public void recordMiss() {
        hasMisses = true;
    }

    /// Returns the id of the string; an arbitrary id if it is missing.
    int intern(byte[] buffer, int offset, int length) {
        if (pool != null) {
            return pool.intern(buffer, offset, length);
        }
        int id = lookup.find(buffer, offset, length);
        if (id < 0) {
            hasMisses = true;
            return StringPool.NULL;
        }
        return id;
    }

    int intern(String text) {
        if (pool != null) {
            return pool.intern(text);
        }
        byte[] b = text.getBytes(StandardCharsets.UTF_8);
        return intern(b, 0, b.length);
    }

    /// Returns the id of the string; -1 if it is missing.
    public int find(byte[] buffer, int offset, int length) {
        return pool != null ? pool.intern(buffer, offset, length) : lookup.find(buffer, offset, length);
    }

    /// Returns the id of the string; -1 if it is missing.
    public int find(String text) {
        byte[] b = text.getBytes(StandardCharsets.UTF_8);
        return pool != null ? pool.intern(text) : lookup.find(b, 0, b.length);
    }

    /// Returns the id of the string in an interned message; -1 if the message does not exist or the string is
    /// missing.
    public int interned(SequenceState state, int field, long iid) {
        if (state == null) {
            return -1;
        }
        if (pool != null) {
            return state.internedString(field, iid);
        }
        InternedMessage message = state.find(field, iid);
        int id = message == null ? -1 : message.findString(lookup);
        hasMisses |= id < 0;
        return id;
    }

    /// Returns the bytes of the string. Empty for [StringPool#NULL], which represents an interned message without a
    /// string, and for missing strings.
    byte[] utf8(int id) {
        byte[] utf8 = pool != null ? pool.utf8(id) : lookup.utf8(id);
        if (utf8 == null) {
            hasMisses |= id != StringPool.NULL;
            return NO_BYTES;
        }
        return utf8;
    }

    /// Returns the string with an id.
    public String get(int id) {
        return pool != null ? pool.get(id) : new String(utf8(id), StandardCharsets.UTF_8);
    }
}
