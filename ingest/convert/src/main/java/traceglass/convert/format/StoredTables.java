package traceglass.convert.format;

import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.convert.output.ConvertProblem;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreSchema;

/// The tables of a trace as they are stored, for formats that write every row. Large tables are read in the order of
/// their ids, a block at a time, while another thread writes the block before: nothing is sorted, and memory does not
/// grow with the trace.
public final class StoredTables implements AutoCloseable {

    /// Ids that are queried at a time: those of a row group, which the database reads as a whole.
    private static final int RANGE = 122_880;
    /// Rows per block.
    private static final int BLOCK = RANGE / 8;

    /// Converts a block on the thread that reads it.
    public interface Preparation<T> {
        T prepare(RowBlock block) throws SQLException;
    }

    /// Receives a block.
    public interface BlockConsumer<T> {
        void block(RowBlock block, T prepared) throws IOException, ConvertProblem;
    }

    private record Prepared<T>(RowBlock block, T prepared) {}

    private final DuckDBConnection connection;

    StoredTables(TraceStore store, Set<String> tables) throws ConvertProblem {
        try {
            connection = store.lateConnection();
            store.ensureTables(tables);
        } catch (SQLException | StoreException e) {
            throw problem(e);
        }
    }

    /// Runs a query of the database on stored tables, which views show under their names.
    public void query(String sql, TraceRows.Consumer consumer) throws IOException, ConvertProblem {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            consumer.rows(new ResultCursor(rows));
        } catch (SQLException | QueryException e) {
            throw problem(e);
        }
    }

    /// Returns the number that a query gives; 0 if it is NULL.
    public long number(String sql) throws IOException, ConvertProblem {
        long[] number = {0};
        query(sql, cursor -> number[0] = cursor.next() ? cursor.getLong(0) : 0);
        return number[0];
    }

    /// Prepares a statement.
    PreparedStatement prepare(String sql) throws SQLException {
        return connection.prepareStatement(sql);
    }

    /// Reads the rows of a table in the order of their ids.
    ///
    /// @param columns names, separated by commas
    /// @param condition which rows to read, after AND; may be empty
    public <T> void blocks(
            String table, String columns, String condition, Preparation<T> preparation, BlockConsumer<T> consumer)
            throws IOException, ConvertProblem {
        String stored = StoreSchema.qualified(table);
        long end = number("SELECT max(id) + 1 FROM " + stored);
        String sql = "SELECT " + columns + " FROM " + stored + " WHERE id >= ? AND id < ?"
                + (condition.isEmpty() ? "" : " AND " + condition) + " ORDER BY id";
        ExecutorService reading = Executors.newSingleThreadExecutor(
                task -> Thread.ofPlatform().daemon().name("convert-read").unstarted(task));
        try (BlockReader<T> reader = new BlockReader<>(prepare(sql), end, preparation)) {
            Future<@Nullable Prepared<T>> next = reading.submit(reader::next);
            for (Prepared<T> block; (block = next.get()) != null; ) {
                next = reading.submit(reader::next);
                consumer.block(block.block, block.prepared);
            }
        } catch (SQLException e) {
            throw problem(e);
        } catch (ExecutionException e) {
            throw problem(e.getCause() instanceof Exception cause ? cause : e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw problem(e);
        } finally {
            reading.close();
        }
    }

    /// Reads the blocks of a table.
    private static final class BlockReader<T> implements AutoCloseable {
        private final PreparedStatement query;
        private final long end;
        private final Preparation<T> preparation;
        private long from;
        private @Nullable ResultSet rows;

        BlockReader(PreparedStatement query, long end, Preparation<T> preparation) {
            this.query = query;
            this.end = end;
            this.preparation = preparation;
        }

        /// Returns the next block; null if there is none.
        synchronized @Nullable Prepared<T> next() throws SQLException {
            while (true) {
                if (rows == null) {
                    if (from >= end) {
                        return null;
                    }
                    query.setLong(1, from);
                    query.setLong(2, from + RANGE);
                    rows = query.executeQuery();
                    from += RANGE;
                }
                RowBlock block = RowBlock.read(rows, BLOCK);
                if (block.size() < BLOCK) {
                    rows.close();
                    rows = null;
                }
                if (block.size() > 0) {
                    return new Prepared<>(block, preparation.prepare(block));
                }
            }
        }

        @Override
        public synchronized void close() throws SQLException {
            query.close();
        }
    }

    private static ConvertProblem problem(Exception e) {
        return new ConvertProblem("can't read the trace: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            // Nothing was written; the store closes what is left.
        }
    }
}
