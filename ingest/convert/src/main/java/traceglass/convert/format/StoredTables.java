package traceglass.convert.format;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import traceglass.convert.output.ConvertProblem;
import traceglass.sql.result.QueryException;
import traceglass.sql.stored.RowBlock;
import traceglass.sql.stored.StoredArgs;
import traceglass.sql.stored.StoredRows;
import traceglass.store.TraceStore;

/// Direct access to the stored tables of a trace, for formats that write every row; see [StoredRows].
public final class StoredTables implements AutoCloseable {

    /// Receives blocks of rows.
    public interface BlockConsumer<T> {
        void onBlock(RowBlock block, T prepared) throws IOException, ConvertProblem;
    }

    private final StoredRows rows;

    StoredTables(TraceStore store, Set<String> tables) throws ConvertProblem {
        try {
            rows = new StoredRows(store, tables);
        } catch (QueryException e) {
            throw problem(e);
        }
    }

    /// Wraps an exception of a consumer until the reader returns.
    private static final class ConsumerException extends Exception {

        private static final long serialVersionUID = 1;

        ConsumerException(Exception problem) {
            super(problem);
        }
    }

    /// Reads rows; ends early if the consumer fails.
    private interface ReadOperation {
        void run() throws QueryException, ConsumerException;
    }

    /// Calls a consumer.
    private interface Action {
        void run() throws QueryException, IOException, ConvertProblem;
    }

    private static void read(ReadOperation operation) throws IOException, ConvertProblem {
        try {
            operation.run();
        } catch (QueryException e) {
            throw problem(e);
        } catch (ConsumerException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw (ConvertProblem) e.getCause();
        }
    }

    private static void runAction(Action action) throws QueryException, ConsumerException {
        try {
            action.run();
        } catch (IOException | ConvertProblem e) {
            throw new ConsumerException(e);
        }
    }

    /// Runs a database query on stored tables, which are available as views with their names.
    public void query(String sql, TraceRows.Consumer consumer) throws IOException, ConvertProblem {
        read(() -> rows.<ConsumerException>query(sql, cursor -> runAction(() -> consumer.onRows(cursor))));
    }

    /// Returns the single number that a query returns; 0 if it is NULL.
    public long number(String sql) throws IOException, ConvertProblem {
        long[] number = {0};
        query(sql, cursor -> number[0] = cursor.next() ? cursor.getLong(0) : 0);
        return number[0];
    }

    /// Returns the arguments of the trace; see [StoredRows#args].
    public <T> StoredArgs<T> args(Function<List<StoredArgs.Arg>, T> converter, ToIntFunction<T> size)
            throws ConvertProblem {
        try {
            return rows.args(converter, size);
        } catch (QueryException e) {
            throw problem(e);
        }
    }

    /// Reads the rows of a table in the order of their ids.
    ///
    /// @param columns names, separated by commas
    /// @param condition SQL condition that selects rows, starting with AND; empty for all rows
    /// @param preparation converts a block on the thread that reads it, before the consumer gets it
    public <T> void readBlocks(
            String table,
            String columns,
            String condition,
            StoredRows.Preparation<T> preparation,
            BlockConsumer<T> consumer)
            throws IOException, ConvertProblem {
        read(() -> rows.<T, ConsumerException>blocks(
                table,
                columns,
                condition,
                preparation,
                (block, prepared) -> runAction(() -> consumer.onBlock(block, prepared))));
    }

    private static ConvertProblem problem(QueryException e) {
        return new ConvertProblem("can't read the trace: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        rows.close();
    }
}
