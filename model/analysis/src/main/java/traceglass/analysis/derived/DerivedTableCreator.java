package traceglass.analysis.derived;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;

/// Creates the derived tables of one trace, each once and on demand. Thread-safe; do not call on the JavaFX thread,
/// because the standard modules can take a long time.
public final class DerivedTableCreator implements AutoCloseable {

    private final TraceStore store;
    /// Result for each table whose creation was attempted: the error message, or empty if it was created.
    private final Map<String, Optional<String>> created = new HashMap<>();
    private volatile SqlSession running;
    private volatile boolean isClosed;

    public DerivedTableCreator(TraceStore store) {
        this.store = store;
    }

    /// Creates a table and the tables of its set, unless they exist.
    ///
    /// @param table name of a derived table
    /// @throws QueryException if it cannot be created, with a message for display
    public synchronized void ensure(String table) throws QueryException {
        DerivedTable derived = DerivedTables.of(table).orElseThrow(() -> new IllegalArgumentException(table));
        if (!created.containsKey(table)) {
            createSet(DerivedTables.setOf(derived));
        }
        Optional<String> problem = created.get(table);
        if (problem.isPresent()) {
            throw new QueryException(problem.get());
        }
    }

    private void createSet(DerivedSet set) throws QueryException {
        if (isClosed) {
            throw new QueryException(DerivedTexts.CLOSED);
        }
        // A separate session, so that objects that the modules create are dropped with it.
        try (SqlSession session = SqlSession.on(store, SqlPolicy.TRACE_ONLY, new ModuleLibrary())) {
            running = session;
            Optional<String> include = runOrReport(session, set.includes(), null);
            for (DerivedTable table : set.tables()) {
                created.put(
                        table.name(),
                        include.isPresent()
                                ? include
                                : runOrReport(
                                        session, "CREATE OR REPLACE TEMP TABLE __derived AS\n" + table.query(), table));
            }
            if (isClosed) {
                created.clear();
            }
        } finally {
            running = null;
        }
    }

    /// @param table table that stores the result of the statement, or null
    /// @return error message, empty on success
    private Optional<String> runOrReport(SqlSession session, String sql, DerivedTable table) {
        try {
            session.run(sql, cursor -> {});
            if (table != null) {
                session.runUntranslated(
                        "CREATE OR REPLACE TABLE " + table.qualifiedName()
                                + " AS SELECT row_number() OVER (ORDER BY ts, dur DESC) - 1 AS id, * FROM"
                                + " temp.__derived WHERE ts IS NOT NULL",
                        cursor -> {});
            }
            return Optional.empty();
        } catch (SqlProblem e) {
            return Optional.of(e.describe());
        }
    }

    /// Cancels a running statement; further calls of [#ensure] fail.
    @Override
    public void close() {
        isClosed = true;
        SqlSession session = running;
        if (session != null) {
            session.cancel();
        }
    }
}
