package traceglass.engine.jdbc;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QueryResult;
import traceglass.engine.QueryRow;
import traceglass.engine.SqlErrorException;

/// Rows of a result, which can be read once, from the first to the last.
final class ResultRows {

    /// Maximum number of values of a result that are kept in memory while another statement runs.
    private static final long MAX_BUFFERED_VALUES = 1_000_000;

    private final @Nullable QueryResult source;
    private Iterator<@Nullable Object[]> rows;
    private @Nullable Object @Nullable [] row;
    private long limit = Long.MAX_VALUE;
    private int number;
    private @Nullable EngineException failure;
    private boolean hasEnded;

    /// @param source result from which the rows are read; null if they are in memory
    ResultRows(Iterator<@Nullable Object[]> rows, @Nullable QueryResult source) {
        this.rows = rows;
        this.source = source;
    }

    /// Returns the rows of a query.
    static ResultRows of(QueryResult result) {
        return new ResultRows(values(result.iterator()), result);
    }

    private static Iterator<@Nullable Object[]> values(Iterator<QueryRow> rows) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return rows.hasNext();
            }

            @Override
            public @Nullable Object[] next() {
                QueryRow row = rows.next();
                @Nullable Object[] values = new Object[row.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = row.get(i);
                }
                return values;
            }
        };
    }

    /// Limits the number of rows.
    void limit(long max) {
        limit = max;
    }

    /// Reads the remaining rows into memory. If there are too many, [#advance] throws after the last row kept.
    ///
    /// @param columns number of columns
    void bufferRemaining(int columns) {
        if (source == null || hasEnded) {
            return;
        }
        List<@Nullable Object[]> bufferedRows = new ArrayList<>();
        long maxRows = Math.max(1, MAX_BUFFERED_VALUES / columns);
        long target = limit - number;
        try {
            while (bufferedRows.size() < Math.min(target, maxRows) && rows.hasNext()) {
                bufferedRows.add(rows.next());
            }
            if (bufferedRows.size() == maxRows && target > maxRows && rows.hasNext()) {
                failure = new EngineException(
                        "The result was closed by the next statement of its connection after "
                                + (number + bufferedRows.size()) + " rows: read it first, or use another connection",
                        null);
            }
        } catch (EngineException e) {
            failure = e instanceof SqlErrorException error && error.isCanceled()
                    ? new EngineException(
                            "The result was closed because a statement of its connection was canceled or took too long",
                            e)
                    : e;
        }
        rows = bufferedRows.iterator();
    }

    /// Moves to the next row.
    ///
    /// @return false if there are no more rows
    boolean advance() {
        if (number < limit && rows.hasNext()) {
            row = rows.next();
            number++;
            return true;
        }
        row = null;
        EngineException problem = failure;
        if (problem != null && number < limit) {
            throw problem;
        }
        if (!hasEnded) {
            hasEnded = true;
            if (source != null) {
                source.close();
            }
        }
        return false;
    }

    /// Returns the values of the current row; null before the first and after the last.
    @Nullable
    Object @Nullable [] current() {
        return row;
    }

    /// Returns how many rows have been read.
    int number() {
        return number;
    }

    /// Returns whether the end was reached.
    boolean hasEnded() {
        return hasEnded;
    }

    /// Returns whether there are rows that have not been read, without regard to the limit.
    boolean hasNext() {
        return rows.hasNext();
    }

    /// Returns whether no row follows the current one.
    boolean isLast() {
        return number >= limit || !rows.hasNext();
    }

    /// Ends the query.
    void close() {
        if (source != null) {
            source.close();
        }
    }
}
