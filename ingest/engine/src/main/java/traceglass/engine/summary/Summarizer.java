package traceglass.engine.summary;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.QueryColumn;
import traceglass.engine.QueryResult;
import traceglass.engine.QuerySession;
import traceglass.protos.processor.PerfettoSqlStructuredQuery;
import traceglass.protos.processor.TraceSummarySpec;

/// Structured queries that a user edits. Each becomes a table or view when its rows are first requested. The table
/// stays until the query, or a query that it uses, changes.
///
/// Not thread-safe.
public final class Summarizer {

    /// State of a query after a change of the specification.
    ///
    /// @param isUpdated whether its rows must be computed again
    /// @param isDropped whether the specification no longer contains it
    public record Change(String id, boolean isUpdated, boolean isDropped) {}

    /// Result of a query.
    ///
    /// @param table name of the table or view with the rows
    /// @param sql statements that were run; can read tables of other queries of the summarizer
    /// @param text the query in text format
    /// @param standaloneSql statements that return the same rows in any session of the trace
    public record QueryTable(
            String table,
            long rows,
            List<String> columns,
            double durationMs,
            String sql,
            String text,
            String standaloneSql) {

        public QueryTable {
            columns = List.copyOf(columns);
        }
    }

    /// A query, and its table if it has been computed.
    private static final class State {

        private final PerfettoSqlStructuredQuery query;
        private final Set<String> uses = new LinkedHashSet<>();
        private @Nullable QueryTable table;
        private @Nullable String error;
        /// SQL that drops the table of an earlier version, which is in use until the next version is computed.
        private String dropOld = "";

        State(PerfettoSqlStructuredQuery query) {
            this.query = query;
            addUsed(query, uses);
        }

        private static void addUsed(Message message, Set<String> ids) {
            message.getAllFields().forEach((field, value) -> {
                if (field.getName().equals("inner_query_id")) {
                    ids.add(String.valueOf(value));
                } else if (field.getJavaType() == FieldDescriptor.JavaType.MESSAGE) {
                    List<?> nested = field.isRepeated() ? (List<?>) value : List.of(value);
                    nested.forEach(m -> addUsed((Message) m, ids));
                }
            });
        }

        /// Returns whether the query is a plain selection, for which a view is enough instead of a copy of the
        /// rows.
        boolean isView() {
            boolean isOrderedOrGrouped = query.hasGroupBy() || query.hasOrderBy();
            return !isOrderedOrGrouped
                    && switch (query.getSourceCase()) {
                        case TABLE, SIMPLE_SLICES, INNER_QUERY_ID -> true;
                        default -> false;
                    };
        }

        String dropSql() {
            return table == null ? "" : "DROP " + (isView() ? "VIEW" : "TABLE") + " IF EXISTS " + table.table();
        }
    }

    private final QuerySession session;
    private final String prefix;
    private final Map<String, State> states = new LinkedHashMap<>();
    private int lastTable;

    /// @param prefix prefix of table names, which no other summarizer of the session may use
    public Summarizer(QuerySession session, String prefix) {
        this.session = session;
        this.prefix = prefix;
    }

    /// Replaces the queries with the queries of a specification. Unchanged queries keep their rows.
    ///
    /// @throws EngineException if a query has no id; then nothing changes
    public List<Change> update(TraceSummarySpec spec) {
        if (spec.getQueryList().stream().anyMatch(q -> !q.hasId())) {
            throw new EngineException("A query has no id", null);
        }
        Map<String, State> before = new HashMap<>(states);
        states.clear();
        for (PerfettoSqlStructuredQuery query : spec.getQueryList()) {
            State old = before.get(query.getId());
            boolean isSame = old != null && old.query.equals(query) && old.error == null;
            states.put(query.getId(), isSame ? old : replace(old, query));
        }
        List<Change> changes = new ArrayList<>();
        before.forEach((id, state) -> {
            if (!states.containsKey(id)) {
                drop(state.dropOld);
                drop(state.dropSql());
                changes.add(new Change(id, false, true));
            }
        });
        while (invalidateUsers()) {
            // Repeat for queries that use the queries invalidated in the last round.
        }
        states.forEach((id, state) -> changes.add(new Change(id, state.table == null, false)));
        return changes;
    }

    private State replace(@Nullable State old, PerfettoSqlStructuredQuery query) {
        State state = new State(query);
        if (old != null) {
            state.dropOld = deferDrop(old);
        }
        return state;
    }

    /// Returns the SQL that drops a state's table after the next version is computed.
    private String deferDrop(State state) {
        if (state.table == null) {
            return state.dropOld;
        }
        drop(state.dropOld);
        return state.dropSql();
    }

    private boolean invalidateUsers() {
        boolean isChanged = false;
        for (State state : states.values()) {
            boolean isOutdated = state.table != null
                    && state.uses.stream().anyMatch(id -> {
                        State used = states.get(id);
                        return used == null || used.table == null;
                    });
            if (isOutdated) {
                state.dropOld = deferDrop(state);
                state.table = null;
                isChanged = true;
            }
        }
        return isChanged;
    }

    /// Returns the rows of a query as a table, computing it and the queries that it uses if needed.
    ///
    /// @return the table, or null if there is no query with this id
    /// @throws EngineException if it, or a query that it uses, is invalid or fails
    public @Nullable QueryTable query(String id) {
        State state = states.get(id);
        if (state == null) {
            return null;
        }
        try {
            return computeIfNeeded(state, new ArrayDeque<>());
        } catch (SpecProblem e) {
            throw new EngineException(e.getMessage(), e);
        } catch (StackOverflowError e) {
            throw new EngineException("The queries are nested too deeply", e);
        }
    }

    private QueryTable computeIfNeeded(State state, Deque<String> open) throws SpecProblem {
        QueryTable known = state.table;
        if (known != null) {
            return known;
        }
        if (state.error != null) {
            throw new SpecProblem(state.error);
        }
        if (open.contains(state.query.getId())) {
            throw new SpecProblem("The query with id '" + state.query.getId() + "' depends on itself");
        }
        open.push(state.query.getId());
        try {
            for (String used : state.uses) {
                State needed = states.get(used);
                if (needed != null) {
                    computeIfNeeded(needed, open);
                }
            }
            QueryTable table = compute(state);
            state.table = table;
            drop(state.dropOld);
            state.dropOld = "";
            return table;
        } catch (SpecProblem e) {
            state.error = e.getMessage();
            throw e;
        } catch (EngineException e) {
            state.error = e.getMessage() == null ? e.toString() : e.getMessage();
            throw e;
        } finally {
            open.pop();
        }
    }

    private QueryTable compute(State state) throws SpecProblem {
        Map<String, PerfettoSqlStructuredQuery> shared = new HashMap<>();
        List<PerfettoSqlStructuredQuery> all = new ArrayList<>();
        states.forEach((id, other) -> {
            shared.put(id, other.table == null ? other.query : rowsOf(id, other.table));
            all.add(other.query);
        });
        StructuredSql sql = new StructuredSql(shared);
        String select = sql.write(state.query);
        Summaries.prepare(session, sql);
        String table = prefix + "_" + ++lastTable;
        long startNs = System.nanoTime();
        session.execute("CREATE PERFETTO " + (state.isView() ? "VIEW " : "TABLE ") + table + " AS " + select);
        long endNs = System.nanoTime();
        try {
            long rows = session.query("SELECT count(*) FROM " + table).single().getLong(0);
            if (state.isView()) {
                // Counting reads the rows of a view for the first time.
                endNs = System.nanoTime();
            }
            List<String> columns;
            try (QueryResult result = session.query("SELECT * FROM " + table + " LIMIT 0")) {
                columns = result.columns().stream().map(QueryColumn::name).toList();
            }
            String standalone = Summaries.sqlOf(
                    List.of(TraceSummarySpec.newBuilder().addAllQuery(all).build()), state.query.getId());
            return new QueryTable(
                    table,
                    rows,
                    columns,
                    (endNs - startNs) / 1e6,
                    Summaries.complete(sql, select),
                    SummaryText.of(state.query),
                    standalone);
        } catch (EngineException e) {
            drop("DROP " + (state.isView() ? "VIEW" : "TABLE") + " IF EXISTS " + table);
            throw e;
        }
    }

    /// Returns a query that reads the computed rows.
    private static PerfettoSqlStructuredQuery rowsOf(String id, QueryTable table) {
        return PerfettoSqlStructuredQuery.newBuilder()
                .setId(id)
                .setTable(PerfettoSqlStructuredQuery.Table.newBuilder()
                        .setTableName(table.table())
                        .addAllColumnNames(table.columns()))
                .build();
    }

    private void drop(String sql) {
        if (!sql.isEmpty()) {
            try {
                session.execute(sql);
            } catch (EngineException e) {
                // Another statement has already dropped it.
            }
        }
    }

    /// Drops all tables and views.
    public void clear() {
        Set<String> statements = new HashSet<>();
        for (State state : states.values()) {
            statements.add(state.dropOld);
            statements.add(state.dropSql());
        }
        states.clear();
        statements.forEach(this::drop);
    }
}
