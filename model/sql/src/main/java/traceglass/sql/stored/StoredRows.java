package traceglass.sql.stored;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.QueryRows;
import traceglass.sql.result.ResultCursor;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreSchema;

/// The tables of a trace as they are stored, for programs that read every row. Large tables are read in the order of
/// their ids, a block at a time, while another thread works on the block before: nothing is sorted, and memory does not
/// grow with the trace.
public final class StoredRows implements AutoCloseable {

    /// Number of ids that are queried at a time: the size of a row group, which the database reads as a whole.
    private static final int RANGE = 122_880;
    /// Rows per block.
    private static final int BLOCK_SIZE = RANGE / 8;

    /// Receives the result of a query.
    ///
    /// @param <X> its own exceptions
    public interface RowConsumer<X extends Exception> {
        void rows(ResultCursor cursor) throws QueryException, X;
    }

    /// Converts a block on the thread that reads it.
    public interface Preparation<T> {
        T prepare(RowBlock block) throws QueryException;
    }

    /// Receives a block, which it must not keep.
    ///
    /// @param <X> its own exceptions
    public interface BlockConsumer<T, X extends Exception> {
        void block(RowBlock block, T prepared) throws QueryException, X;
    }

    private record Prepared<T>(RowBlock block, T prepared) {}

    /// Each query has a duplicate of this connection: a connection streams one result at a time.
    private final DuckDBConnection connection;

    /// @param tables tables that will be read
    public StoredRows(TraceStore store, Set<String> tables) throws QueryException {
        try {
            connection = store.lazyConnection();
            store.ensureTables(tables);
        } catch (SQLException e) {
            throw new QueryException(e);
        } catch (StoreException e) {
            throw new QueryException(String.valueOf(e.getMessage()), e);
        }
    }

    /// Loads tables that will be read later, in the background. An error is reported when they are read.
    ///
    /// @return the loading thread
    public static Thread loadAhead(TraceStore store, Set<String> tables) {
        return Thread.ofPlatform().daemon().name("load-ahead").start(() -> {
            try {
                store.ensureTables(tables);
            } catch (StoreException e) {
                // Every later request fails with the same error.
            }
        });
    }

    /// Limits the memory of the database of a trace, in bytes.
    public static void limitMemory(TraceStore store, long bytes) throws QueryException {
        try {
            store.limitMemory(bytes);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Runs a DuckDB query on the stored tables, which are visible as views under their own names.
    public <X extends Exception> void query(String sql, RowConsumer<X> consumer) throws QueryException, X {
        try (DuckDBConnection duplicate = connection.duplicate();
                PreparedStatement statement = duplicate.prepareStatement(sql);
                QueryRows rows = QueryRows.of(statement)) {
            consumer.rows(rows.cursor());
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Returns the arguments of the trace.
    ///
    /// @param converter converts a set; the list is reused
    /// @param size approximate number of bytes of a converted set
    public <T> StoredArgs<T> args(Function<List<StoredArgs.Arg>, T> converter, ToIntFunction<T> size)
            throws QueryException {
        try {
            return new StoredArgs<>(connection.duplicate(), converter, size);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    /// Reads the rows of a table in the order of their ids.
    ///
    /// @param columns names, separated by commas
    /// @param condition SQL condition for the rows to read; empty for all rows
    public <T, X extends Exception> void blocks(
            String table, String columns, String condition, Preparation<T> preparation, BlockConsumer<T, X> consumer)
            throws QueryException, X {
        String stored = StoreSchema.qualified(table);
        long[] end = {0};
        query("SELECT max(id) + 1 FROM " + stored, cursor -> end[0] = cursor.next() ? cursor.getLong(0) : 0);
        String sql = "SELECT " + columns + " FROM " + stored + " WHERE id >= ? AND id < ?"
                + (condition.isEmpty() ? "" : " AND " + condition) + " ORDER BY id";
        ExecutorService executor = Executors.newSingleThreadExecutor(
                task -> Thread.ofPlatform().daemon().name("stored-rows").unstarted(task));
        try (DuckDBConnection duplicate = connection.duplicate();
                BlockReader<T> reader = new BlockReader<>(duplicate.prepareStatement(sql), end[0], preparation)) {
            Future<@Nullable Prepared<T>> next = executor.submit(reader::next);
            for (Prepared<T> block; (block = next.get()) != null; ) {
                next = executor.submit(reader::next);
                consumer.block(block.block, block.prepared);
            }
        } catch (SQLException e) {
            throw new QueryException(e);
        } catch (ExecutionException e) {
            throw problem(e.getCause() == null ? e : e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw problem(e);
        } finally {
            executor.close();
        }
    }

    private static QueryException problem(Throwable e) {
        return e instanceof QueryException q ? q : new QueryException(String.valueOf(e.getMessage()), e);
    }

    /// Reads the blocks of a table into two blocks in turn: one is read while the other is used.
    private static final class BlockReader<T> implements AutoCloseable {
        private final PreparedStatement query;
        private final long end;
        private final Preparation<T> preparation;
        private long from;
        private @Nullable QueryRows rows;
        private @Nullable RowBlock used;
        private @Nullable RowBlock free;

        BlockReader(PreparedStatement query, long end, Preparation<T> preparation) {
            this.query = query;
            this.end = end;
            this.preparation = preparation;
        }

        /// Returns the next block; null if there is none. Reuses the block returned before the previous one.
        synchronized @Nullable Prepared<T> next() throws SQLException, QueryException {
            while (true) {
                if (rows == null) {
                    if (from >= end) {
                        return null;
                    }
                    query.setLong(1, from);
                    query.setLong(2, from + RANGE);
                    rows = QueryRows.of(query);
                    from += RANGE;
                }
                RowBlock block = free == null ? new RowBlock(rows.cursor().columns(), BLOCK_SIZE) : free;
                if (!block.read(rows.cursor())) {
                    rows.close();
                    rows = null;
                }
                free = block;
                if (block.size() > 0) {
                    free = used;
                    used = block;
                    return new Prepared<>(block, preparation.prepare(block));
                }
            }
        }

        @Override
        public synchronized void close() throws SQLException {
            query.close();
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // Nothing was written; the store closes the rest.
        }
    }
}
