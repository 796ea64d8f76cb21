package traceglass.analysis.query;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// The last queries that the parts of a window sent to the store. Thread-safe. The oldest are removed if there are
/// more than [#MAX_QUERIES], or if their SQL has more than [#MAX_CHARACTERS] characters.
public final class QueryLog {

    /// Maximum number of queries kept.
    public static final int MAX_QUERIES = 1000;
    /// Maximum number of characters of all queries together.
    public static final int MAX_CHARACTERS = 4 << 20;
    /// Maximum number of characters kept of one query; the rest is cut off.
    public static final int MAX_QUERY_LENGTH = 256 << 10;

    /// Finished query.
    ///
    /// @param number number among all queries of the trace, from 1
    /// @param time time at which it was sent
    /// @param purpose as in [QueryPool#submit]
    /// @param sql its text
    /// @param tookNs time until the last row was read, or it failed
    /// @param rows number of rows read; −1 if it has no result
    /// @param error error that ended it, or empty
    public record Entry(long number, Instant time, String purpose, String sql, long tookNs, long rows, String error) {}

    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private long characters;
    private long count;
    private volatile Runnable whenAdded = () -> {};

    /// Sets an action to run after each query, on its thread.
    public void whenAdded(Runnable action) {
        whenAdded = action;
    }

    void add(Instant instant, String purpose, String sql, long tookNs, long rows, String error) {
        synchronized (this) {
            String text = sql.length() <= MAX_QUERY_LENGTH
                    ? sql
                    : sql.substring(0, MAX_QUERY_LENGTH) + "\n-- and " + (sql.length() - MAX_QUERY_LENGTH)
                            + " more characters";
            entries.addLast(new Entry(++count, instant, purpose, text, tookNs, rows, error));
            characters += text.length();
            while (entries.size() > MAX_QUERIES || characters > MAX_CHARACTERS) {
                characters -= entries.removeFirst().sql.length();
            }
        }
        whenAdded.run();
    }

    /// Returns the queries that are kept, newest first.
    public synchronized List<Entry> entries() {
        return new ArrayList<>(entries).reversed();
    }

    /// Returns the number of all queries, including those no longer kept.
    public synchronized long count() {
        return count;
    }

    /// Removes all entries; numbering continues.
    public synchronized void clear() {
        entries.clear();
        characters = 0;
    }
}
