package traceglass.engine.fleet;

import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QueryColumn;
import traceglass.engine.QueryRow;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultColumn;
import traceglass.sql.result.ResultCursor;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.ResultValue;
import traceglass.sql.result.RunningStatement;
import traceglass.store.database.StoreDatabase;

/// Rows of a query on a fleet, which can be read only once, and the traces in which the query failed. Must be closed.
public final class FleetRows implements AutoCloseable {

    private static final long CHECK_INTERVAL_MS = 100;

    private final StoreDatabase database;
    private final DuckDBConnection connection;
    private final Statement statement;
    private final @Nullable ResultCursor cursor;
    private final List<FleetFailure> failures;
    private final List<QueryColumn> columns = new ArrayList<>();

    private FleetRows(
            StoreDatabase database,
            DuckDBConnection connection,
            Statement statement,
            @Nullable ResultSet rows,
            List<FleetFailure> failures)
            throws SQLException {
        this.database = database;
        this.connection = connection;
        this.statement = statement;
        this.failures = List.copyOf(failures);
        cursor = rows == null ? null : ResultCursor.of(rows);
        if (cursor != null) {
            cursor.columns().forEach(c -> columns.add(new QueryColumn(c.name(), type(c.type()))));
        }
    }

    /// Runs a statement.
    ///
    /// @param database database, which is closed with the rows, or if the statement fails
    /// @param sql statement, or null for no rows
    static FleetRows of(
            StoreDatabase database, List<String> before, @Nullable String sql, List<FleetFailure> failures) {
        return of(database, before, sql, failures, null);
    }

    /// Runs a statement that a listener can cancel.
    static FleetRows of(
            StoreDatabase database,
            List<String> before,
            @Nullable String sql,
            List<FleetFailure> failures,
            @Nullable FleetProgress listener) {
        AtomicBoolean hasEnded = new AtomicBoolean();
        AtomicBoolean isCanceled = new AtomicBoolean();
        RunningStatement running = new RunningStatement();
        try {
            DuckDBConnection connection = database.connection().duplicate();
            Statement statement = connection.createStatement();
            running.begin(statement);
            for (String one : before) {
                statement.execute(one);
            }
            if (listener != null && sql != null) {
                watch(listener, running, hasEnded, isCanceled);
            }
            ResultSet rows = sql == null ? null : statement.executeQuery(sql);
            return new FleetRows(database, connection, statement, rows, failures);
        } catch (SQLException e) {
            database.close();
            throw new EngineException(
                    isCanceled.get()
                            ? "The query was canceled"
                            : DuckDbError.of(e).userMessage(),
                    e);
        } finally {
            hasEnded.set(true);
            running.end();
        }
    }

    /// Cancels a statement when the listener requests it.
    private static void watch(
            FleetProgress listener, RunningStatement running, AtomicBoolean hasEnded, AtomicBoolean isCanceled) {
        FleetProgressReporter progress = new FleetProgressReporter(listener, 0, 0);
        Thread.ofVirtual().name("fleet query watch").start(() -> {
            try {
                while (!hasEnded.get()) {
                    if (!progress.reportProgress()) {
                        isCanceled.set(true);
                        running.cancel();
                    }
                    Thread.sleep(CHECK_INTERVAL_MS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static QueryColumn.Type type(ResultColumn.Type type) {
        return switch (type) {
            case LONG, HUGE -> QueryColumn.Type.INTEGER;
            case DOUBLE -> QueryColumn.Type.REAL;
            case BOOLEAN -> QueryColumn.Type.BOOLEAN;
            case TEXT -> QueryColumn.Type.TEXT;
            case BLOB -> QueryColumn.Type.BYTES;
            case OTHER -> QueryColumn.Type.ANY;
        };
    }

    /// The columns; empty if no trace returned a result.
    public List<QueryColumn> columns() {
        return List.copyOf(columns);
    }

    /// Traces whose rows are missing because the query failed in them.
    public List<FleetFailure> failures() {
        return failures;
    }

    /// Reads all rows. Can be called only once.
    ///
    /// @throws EngineException if the statement fails after its first rows
    public void forEach(Consumer<QueryRow> reader) {
        if (cursor == null) {
            return;
        }
        try {
            while (cursor.next()) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int c = 0; c < columns.size(); c++) {
                    values.add(ResultValue.of(cursor, c));
                }
                reader.accept(QueryRow.of(columns, values));
            }
        } catch (QueryException e) {
            throw new EngineException(e.getMessage(), e);
        }
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
        List<QueryRow> rows = list();
        if (rows.size() != 1) {
            throw new NoSuchElementException("The result has " + rows.size() + " rows instead of one");
        }
        return rows.getFirst();
    }

    /// Passes the rows to a sink, like the rows of a query on one trace. Used for the program's own output.
    public void writeTo(ResultSink sink) {
        if (cursor != null) {
            try {
                sink.result(cursor);
            } catch (QueryException | IOException e) {
                throw new EngineException(e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() {
        try (connection) {
            statement.close();
        } catch (SQLException e) {
            // Ignore the failure: the database is closed below.
        } finally {
            database.close();
        }
    }
}
