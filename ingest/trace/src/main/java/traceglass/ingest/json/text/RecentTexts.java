package traceglass.ingest.json.text;

import java.util.Arrays;
import traceglass.store.table.StringPool;

/// Interns strings, many of which were interned recently: finds those by a few of their bytes, without hashing the
/// whole string.
public final class RecentTexts {

    private static final int SLOTS = 1 << 11;

    private final StringPool pool;
    private final int[] ids = new int[SLOTS];

    /// @param pool pool for the texts
    public RecentTexts(StringPool pool) {
        this.pool = pool;
    }

    /// Returns the pool's id of a string.
    public int intern(byte[] buffer, int from, int length) {
        if (length == 0) {
            return pool.intern(buffer, from, 0);
        }
        int half = length >> 1;
        // Numbers that distinguish strings are usually at the end or just before a bracket.
        int last = from + length - 1;
        int hash = length
                + 31 * buffer[last]
                + 961 * buffer[last - (half >> 2)]
                + 1801 * buffer[from + half]
                + 7477 * buffer[from + (half >> 1)];
        int slot = (hash ^ hash >> 11) & SLOTS - 1;
        int id = ids[slot];
        if (id != StringPool.NULL) {
            byte[] recent = pool.utf8(id);
            if (recent.length == length && Arrays.equals(recent, 0, length, buffer, from, from + length)) {
                return id;
            }
        }
        id = pool.intern(buffer, from, length);
        ids[slot] = id;
        return id;
    }
}
