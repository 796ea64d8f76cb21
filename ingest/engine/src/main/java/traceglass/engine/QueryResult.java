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
public final class QueryResult extends StreamedResult<List<@Nullable Object[]>> implements Iterable<QueryRow> {

    private Iterator<@Nullable Object[]> batch = new ArrayList<@Nullable Object[]>().iterator();
    private boolean isIterated;

    QueryResult(ResultFeed<List<@Nullable Object[]>> feed) {
        super(feed);
    }

    /// Returns the next row's values, or null at the end.
    @Nullable
    Object @Nullable [] next() {
        while (!batch.hasNext()) {
            List<@Nullable Object[]> rows = nextBatch();
            if (rows == null) {
                return null;
            }
            batch = rows.iterator();
        }
        return batch.next();
    }

    /// Returns an iterator over the rows. Can be called only once.
    @Override
    public Iterator<QueryRow> iterator() {
        if (isIterated) {
            throw new IllegalStateException("The rows of a result can be read only once; use list() to keep them");
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
                QueryRow row = new QueryRow(shape(), values);
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
        return stream().map(new RecordMapper<>(type, shape()));
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

    @Override
    public void close() {
        if (!hasEnded()) {
            batch = new ArrayList<@Nullable Object[]>().iterator();
        }
        super.close();
    }
}
