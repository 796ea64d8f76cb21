package traceglass.convert.format;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.convert.output.ConvertProblem;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.sql.stored.StoredRows;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreException;

/// Queries the tables of a trace for conversions. Several results can be read at the same time, because each query has
/// its own session.
public final class TraceRows {

    /// Receives the rows of a result. They are streamed, not held in memory.
    public interface Consumer {
        void onRows(ResultCursor cursor) throws QueryException, IOException, ConvertProblem;
    }

    /// Memory limit of the database in bytes while rows are only read.
    private static final long READING_MEMORY_BYTES = 96L << 20;

    private final TraceStore store;
    private boolean freesImportMemory;

    public TraceRows(TraceStore store) {
        this.store = store;
    }

    /// Returns the rows of a trace that was opened only for one conversion: the memory of the import is freed
    /// before the conversion, and the database gets less memory.
    public static TraceRows ofConversion(TraceStore store) {
        TraceRows rows = new TraceRows(store);
        rows.freesImportMemory = true;
        return rows;
    }

    /// Runs a query and passes its rows to the consumer.
    ///
    /// @param sql one statement
    public void query(String sql, Consumer consumer) throws IOException, ConvertProblem {
        ConsumerFailure failure = new ConsumerFailure();
        try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            session.run(sql, sink(consumer, failure));
        } catch (SqlProblem | QueryException e) {
            failure.rethrow();
            throw new ConvertProblem("can't read the trace: " + e.getMessage(), e);
        }
    }

    /// Opens stored tables, for formats that write every row.
    public StoredTables openTables(String... tables) throws ConvertProblem {
        if (!freesImportMemory) {
            return new StoredTables(store, Set.of(tables));
        }
        try {
            StoredRows.limitMemory(store, READING_MEMORY_BYTES);
        } catch (QueryException e) {
            throw new ConvertProblem("can't read the trace: " + e.getMessage(), e);
        }
        // The heap has grown during the import, and contains the tables until they are loaded into the database.
        // Only a full collection returns this memory to the system.
        System.gc();
        StoredTables stored = new StoredTables(store, Set.of(tables));
        System.gc();
        freesImportMemory = false;
        return stored;
    }

    /// Prepares for reading most tables. If the trace was opened only for this conversion, frees the memory of its
    /// import.
    public void loadAll() throws ConvertProblem {
        if (!freesImportMemory) {
            return;
        }
        try {
            store.complete();
        } catch (StoreException e) {
            throw new ConvertProblem("can't read the trace: " + e.getMessage(), e);
        }
        System.gc();
    }

    /// Starts loading tables that are read later into the database in the background, if their rows are still in the
    /// memory of the import.
    public void loadAhead(String... tables) {
        StoredRows.loadAhead(store, Set.of(tables));
    }

    /// Returns the single number that a query returns; 0 if it is NULL or there is no row.
    public long number(String sql) throws IOException, ConvertProblem {
        long[] number = {0};
        query(sql, cursor -> number[0] = cursor.next() ? cursor.getLong(0) : 0);
        return number[0];
    }

    /// Receives rows together with their detail rows.
    public interface JoinedConsumer {
        void onRow(ResultCursor row, Details details) throws QueryException, IOException, ConvertProblem;
    }

    /// The detail rows of the current row of another result.
    public static final class Details {

        private final ResultCursor rows;
        private boolean hasRow;
        private boolean isRead;
        private long id;

        private Details(ResultCursor rows) throws QueryException {
            this.rows = rows;
            hasRow = rows.next();
        }

        private void moveTo(long newId) {
            id = newId;
        }

        /// Moves to the next detail row of the current row. Returns false if there is none.
        public boolean next() throws QueryException {
            if (isRead) {
                hasRow = rows.next();
                isRead = false;
            }
            while (hasRow && rows.getLong(0) < id) {
                hasRow = rows.next();
            }
            isRead = hasRow && rows.getLong(0) == id;
            return isRead;
        }

        /// Returns the result, at the row of the last [#next] that returned true.
        public ResultCursor row() {
            return rows;
        }
    }

    /// Runs two queries and passes each row of the first to a consumer, together with the rows of the second
    /// that have the same number in their first column. Streams both results.
    ///
    /// @param sql query ordered by its first column
    /// @param details query ordered by its first column
    public void queryJoined(String sql, String details, JoinedConsumer consumer) throws IOException, ConvertProblem {
        query(
                sql,
                cursor -> query(details, detailCursor -> {
                    Details current = new Details(detailCursor);
                    while (cursor.next()) {
                        current.moveTo(cursor.getLong(0));
                        consumer.onRow(cursor, current);
                    }
                }));
    }

    /// Holds the exception of a consumer, which the session would otherwise report as a failed query.
    private static final class ConsumerFailure {
        private @Nullable IOException io;
        private @Nullable ConvertProblem problem;

        void rethrow() throws IOException, ConvertProblem {
            if (io != null) {
                throw io;
            }
            if (problem != null) {
                throw problem;
            }
        }
    }

    /// Streams the rows while the database computes them.
    private static ResultSink sink(Consumer consumer, ConsumerFailure failure) {
        return ResultSink.streaming(cursor -> {
            try {
                consumer.onRows(cursor);
            } catch (IOException e) {
                failure.io = e;
                throw e;
            } catch (ConvertProblem e) {
                failure.problem = e;
                throw new IOException(e);
            }
        });
    }
}
