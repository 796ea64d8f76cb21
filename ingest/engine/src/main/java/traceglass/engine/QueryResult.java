package traceglass.engine;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// Rows of a query. They can be read only once, and are streamed while the database computes them. A result
/// that is not read to its end must be closed; the next query of its session also closes it.
///
/// Reading throws [SqlErrorException] if the statement fails after its first rows, and [EngineException] if another
/// query of the session has closed the result.
public final class QueryResult implements Iterable<QueryRow>, AutoCloseable {

    private final ResultFeed feed;
    private final ResultShape shape;
    private Iterator<@Nullable Object[]> batch = new ArrayList<@Nullable Object[]>().iterator();
    private volatile boolean hasEnded;
    private volatile @Nullable EngineException closeError;
    private boolean isIterated;

    /// Waits for the first rows.
    ///
    /// @throws EngineException if the query fails before its first row
    QueryResult(ResultFeed feed) {
        this.feed = feed;
        ResultShape found = new ResultShape(List.of());
        switch (feed.take()) {
            case ResultFeed.Start(ResultShape columns) -> found = columns;
            case ResultFeed.End(EngineException problem) -> {
                hasEnded = true;
                if (problem != null) {
                    throw problem;
                }
            }
            case ResultFeed.Rows rows -> throw new IllegalStateException("Rows without columns: " + rows);
        }
        shape = found;
    }

    /// The columns; empty if the last statement has no result.
    public List<QueryColumn> columns() {
        return shape.columns();
    }

    /// Number of statements in the SQL text.
    public int statements() {
        return feed.statements();
    }

    /// Number of those statements whose result has columns.
    public int statementsWithColumns() {
        return feed.statementsWithColumns();
    }

    /// Text of the last statement, which returns these rows.
    public String statement() {
        return feed.statement();
    }

    /// Returns the next row's values, or null at the end.
    @Nullable
    Object @Nullable [] next() {
        while (!batch.hasNext()) {
            if (hasEnded) {
                EngineException problem = closeError;
                if (problem != null) {
                    throw problem;
                }
                return null;
            }
            switch (feed.take()) {
                case ResultFeed.Rows(List<@Nullable Object[]> rows) -> batch = rows.iterator();
                case ResultFeed.End(EngineException problem) -> {
                    hasEnded = true;
                    if (problem != null) {
                        throw problem;
                    }
                }
                case ResultFeed.Start start -> throw new IllegalStateException("A second result: " + start);
            }
        }
        return batch.next();
    }

    /// Returns an iterator over the rows. Can be called only once.
    @Override
    public Iterator<QueryRow> iterator() {
        if (isIterated) {
            throw new IllegalStateException("The rows of a result are read once; keep them with list()");
        }
        isIterated = true;
        return new Iterator<>() {
            private @Nullable Object @Nullable [] ahead = QueryResult.this.next();

            @Override
            public boolean hasNext() {
                return ahead != null;
            }

            @Override
            public QueryRow next() {
                @Nullable Object[] values = ahead;
                if (values == null) {
                    throw new NoSuchElementException();
                }
                QueryRow row = new QueryRow(shape, values);
                ahead = QueryResult.this.next();
                return row;
            }
        };
    }

    /// Returns the rows as a stream. Can be called only once. Closing the stream closes the result.
    public Stream<QueryRow> stream() {
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED | Spliterator.NONNULL),
                        false)
                .onClose(this::close);
    }

    /// Returns the rows as records. Can be called only once. Each record component gets the column with its
    /// name; the component `startNs` also matches the column `start_ns`. Components can be long, int, double,
    /// boolean, their boxes, String, byte[], OptionalLong and OptionalDouble.
    ///
    /// @throws IllegalArgumentException if there is no column for a component
    public <R extends Record> Stream<R> as(Class<R> type) {
        return stream().map(new RecordMapper<>(type, shape));
    }

    /// Reads all rows into memory.
    public List<QueryRow> list() {
        List<QueryRow> rows = new ArrayList<>();
        forEach(rows::add);
        return rows;
    }

    /// Returns the only row.
    ///
    /// @throws NoSuchElementException if there is no row or more than one
    public QueryRow single() {
        Iterator<QueryRow> rows = iterator();
        if (!rows.hasNext()) {
            throw new NoSuchElementException("The result has no rows");
        }
        QueryRow row = rows.next();
        if (rows.hasNext()) {
            close();
            throw new NoSuchElementException("The result has more than one row");
        }
        return row;
    }

    boolean isEnded() {
        return hasEnded;
    }

    /// Stops the query because its session is closed or runs another one. Reading the result then throws an error, so
    /// that the rows that are missing are noticed.
    void cut(String reason) {
        if (!hasEnded) {
            closeError = new EngineException(reason, null);
            close();
        }
    }

    /// Stops the query if it is not at its end.
    @Override
    public void close() {
        if (!hasEnded) {
            hasEnded = true;
            batch = new ArrayList<@Nullable Object[]>().iterator();
            feed.close();
        }
    }
}
