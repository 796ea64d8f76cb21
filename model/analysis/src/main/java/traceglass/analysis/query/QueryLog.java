package traceglass.analysis.query;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// The last queries that the parts of a window sent to the store. Any thread may write and read. The oldest go when
/// there are more than [#MOST], or when their texts take more than [#MOST_CHARACTERS].
public final class QueryLog {

    /// Queries that are kept.
    public static final int MOST = 1000;
    /// Characters of all texts together.
    public static final int MOST_CHARACTERS = 4 << 20;
    /// Characters of one text that are kept; what comes after is of no use to a person either.
    public static final int LONGEST = 256 << 10;

    /// A query that has ended.
    ///
    /// @param number counts all queries of the trace, from 1
    /// @param at when it was sent
    /// @param who the purpose that it was asked for, as [QueryPool#submit] has it
    /// @param sql its text
    /// @param tookNs until the last row was read, or it ended
    /// @param rows that were read; −1 where it gives none
    /// @param error why it ended early, or empty
    public record Entry(long number, Instant at, String who, String sql, long tookNs, long rows, String error) {}

    private final ArrayDeque<Entry> entries = new ArrayDeque<>();
    private long characters;
    private long count;
    private volatile Runnable whenAdded = () -> {};

    /// Told after each query, on its thread.
    public void whenAdded(Runnable action) {
        whenAdded = action;
    }

    void add(Instant at, String who, String sql, long tookNs, long rows, String error) {
        synchronized (this) {
            String text = sql.length() <= LONGEST
                    ? sql
                    : sql.substring(0, LONGEST) + "\n-- and " + (sql.length() - LONGEST) + " characters more";
            entries.addLast(new Entry(++count, at, who, text, tookNs, rows, error));
            characters += text.length();
            while (entries.size() > MOST || characters > MOST_CHARACTERS) {
                characters -= entries.removeFirst().sql.length();
            }
        }
        whenAdded.run();
    }

    /// The queries that are kept, the last first.
    public synchronized List<Entry> entries() {
        return new ArrayList<>(entries).reversed();
    }

    /// How many there were, also those that are no longer kept.
    public synchronized long count() {
        return count;
    }

    /// Forgets all; the count goes on.
    public synchronized void clear() {
        entries.clear();
        characters = 0;
    }
}
