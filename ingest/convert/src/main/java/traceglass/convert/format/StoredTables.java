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

/// The tables of a trace as they are stored, for formats that write every row; see [StoredRows].
public final class StoredTables implements AutoCloseable {

    /// Receives a block.
    public interface BlockConsumer<T> {
        void block(RowBlock block, T prepared) throws IOException, ConvertProblem;
    }

    private final StoredRows rows;

    StoredTables(TraceStore store, Set<String> tables) throws ConvertProblem {
        try {
            rows = new StoredRows(store, tables);
        } catch (QueryException e) {
            throw problem(e);
        }
    }

    /// Carries a problem of a consumer through the reading.
    private static final class Stopped extends Exception {

        private static final long serialVersionUID = 1;

        final transient ConvertProblem problem;

        Stopped(ConvertProblem problem) {
            super(problem);
            this.problem = problem;
        }
    }

    /// Runs a query of the database on stored tables, which views show under their names.
    public void query(String sql, TraceRows.Consumer consumer) throws IOException, ConvertProblem {
        IOException[] failed = {null};
        try {
            rows.<Stopped>query(sql, cursor -> {
                try {
                    consumer.rows(cursor);
                } catch (ConvertProblem e) {
                    throw new Stopped(e);
                } catch (IOException e) {
                    failed[0] = e;
                    throw new Stopped(new ConvertProblem(String.valueOf(e.getMessage()), e));
                }
            });
        } catch (QueryException e) {
            throw problem(e);
        } catch (Stopped e) {
            if (failed[0] != null) {
                throw failed[0];
            }
            throw e.problem;
        }
    }

    /// Returns the number that a query gives; 0 if it is NULL.
    public long number(String sql) throws IOException, ConvertProblem {
        long[] number = {0};
        query(sql, cursor -> number[0] = cursor.next() ? cursor.getLong(0) : 0);
        return number[0];
    }

    /// Returns the arguments of the trace; see [StoredRows#args].
    public <T> StoredArgs<T> args(Function<List<StoredArgs.Arg>, T> form, ToIntFunction<T> size) throws ConvertProblem {
        try {
            return rows.args(form, size);
        } catch (QueryException e) {
            throw problem(e);
        }
    }

    /// Reads the rows of a table in the order of their ids.
    ///
    /// @param columns names, separated by commas
    /// @param condition which rows to read, after AND; may be empty
    /// @param preparation converts a block on the thread that reads it
    public <T> void blocks(
            String table,
            String columns,
            String condition,
            StoredRows.Preparation<T> preparation,
            BlockConsumer<T> consumer)
            throws IOException, ConvertProblem {
        IOException[] failed = {null};
        try {
            rows.<T, Stopped>blocks(table, columns, condition, preparation, (block, prepared) -> {
                try {
                    consumer.block(block, prepared);
                } catch (ConvertProblem e) {
                    throw new Stopped(e);
                } catch (IOException e) {
                    failed[0] = e;
                    throw new Stopped(new ConvertProblem(String.valueOf(e.getMessage()), e));
                }
            });
        } catch (QueryException e) {
            throw problem(e);
        } catch (Stopped e) {
            if (failed[0] != null) {
                throw failed[0];
            }
            throw e.problem;
        }
    }

    private static ConvertProblem problem(QueryException e) {
        return new ConvertProblem("can't read the trace: " + e.getMessage(), e);
    }

    @Override
    public void close() {
        rows.close();
    }
}
