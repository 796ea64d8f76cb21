package traceglass.sql.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBScalarFunction;
import org.duckdb.DuckDBWritableVector;
import traceglass.sql.bind.DefinitionRewriter;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.syntax.PerfettoStatement;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

/// A scalar function that calls itself. DuckDB's macros do not support recursion, so the function is registered with
/// DuckDB and runs its query in a separate session for each distinct list of arguments. Results are cached.
final class RecursiveFunction implements DuckDBScalarFunction {
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final int MAX_DEPTH = 120;

    /// Opens sessions that define the same functions.
    interface Sessions {
        SqlSession open() throws SQLException, SqlProblem;
    }

    private final PerfettoStatement.Function function;
    private final Sessions sessions;
    private final String name = "tg_recursive_" + NEXT.incrementAndGet();
    private final List<DuckDBColumnType> types = new ArrayList<>();
    private final DuckDBColumnType returns;
    // While a call waits, nested calls run on any of DuckDB's threads, so a call must not hold a lock.
    private final Map<List<Object>, Optional<Object>> results = new ConcurrentHashMap<>();
    private final ConcurrentLinkedDeque<SqlSession> idle = new ConcurrentLinkedDeque<>();
    private final Set<SqlSession> busy = ConcurrentHashMap.newKeySet();
    private final AtomicInteger depth = new AtomicInteger();
    private volatile boolean isStopped;

    RecursiveFunction(PerfettoStatement.Function function, Sessions sessions) {
        this.function = function;
        this.sessions = sessions;
        for (PerfettoStatement.Parameter p : function.parameters()) {
            types.add(type(p.type()));
        }
        returns = type(function.returns());
    }

    /// Returns whether a function's query calls the function.
    static boolean isRecursive(PerfettoStatement.Function function) {
        return function.returns() != null
                && !function.parameters().isEmpty()
                && function.query().stream()
                        .anyMatch(t -> t.isName()
                                && t.value().equalsIgnoreCase(function.name().value()));
    }

    /// Returns whether lower-case names contain the name of this function in PerfettoSQL or in DuckDB.
    boolean isIn(Set<String> names) {
        return names.contains(name) || names.contains(function.name().value().toLowerCase(Locale.ROOT));
    }

    List<Token> query() {
        return function.query();
    }

    private static DuckDBColumnType type(String type) {
        String duck = DefinitionRewriter.duckType(type);
        return switch (duck == null ? type.toUpperCase(Locale.ROOT) : duck) {
            case "DOUBLE" -> DuckDBColumnType.DOUBLE;
            case "VARCHAR" -> DuckDBColumnType.VARCHAR;
            default -> DuckDBColumnType.BIGINT;
        };
    }

    /// Registers the function with DuckDB and returns its DuckDB name.
    String register(Connection connection) throws SQLException {
        try (var builder = DuckDBFunctions.scalarFunction()) {
            builder.withName(name)
                    .withParameters(types.toArray(new DuckDBColumnType[0]))
                    .withReturnType(returns)
                    .withVolatile()
                    .withVectorizedFunction(this)
                    .register(connection);
        }
        return name;
    }

    /// Clears the cached results and an earlier cancellation.
    void reset() throws QueryException {
        isStopped = false;
        clearResults();
    }

    /// Clears the cached results and closes the sessions that computed them. A cancellation remains in effect.
    void clearResults() throws QueryException {
        results.clear();
        for (SqlSession session = idle.poll(); session != null; session = idle.poll()) {
            session.close();
        }
    }

    /// Cancels all running calls, from any thread.
    void cancel() {
        isStopped = true;
        busy.forEach(SqlSession::cancel);
    }

    @Override
    public void apply(DuckDBDataChunkReader in, DuckDBWritableVector out) throws Exception {
        for (long row = 0; row < in.rowCount(); row++) {
            Object[] values = new Object[types.size()];
            for (int i = 0; i < values.length; i++) {
                DuckDBReadableVector vector = in.vector(i);
                values[i] = vector.isNull(row)
                        ? null
                        : switch (types.get(i)) {
                            case DOUBLE -> (Object) vector.getDouble(row);
                            case VARCHAR -> vector.getString(row);
                            default -> vector.getLong(row);
                        };
            }
            Object result = evaluate(Arrays.asList(values));
            switch (result) {
                case null -> out.setNull(row);
                case Double d -> out.setDouble(row, d);
                case Long l -> out.setLong(row, l);
                default -> out.setString(row, result.toString());
            }
        }
    }

    private Object evaluate(List<Object> values) throws SQLException, SqlProblem {
        Optional<Object> known = results.get(values);
        if (known != null) {
            return known.orElse(null);
        }
        if (depth.incrementAndGet() > MAX_DEPTH) {
            depth.decrementAndGet();
            throw new SQLException(
                    "function " + function.name().value() + " exceeds the recursion limit of " + MAX_DEPTH);
        }
        SqlSession session = idle.poll();
        try {
            session = session == null ? sessions.open() : session;
            busy.add(session);
            if (isStopped) {
                throw new SQLException("canceled");
            }
            Object[] result = new Object[1];
            session.run(queryFor(values), cursor -> {
                if (cursor.next()) {
                    result[0] = switch (returns) {
                        case DOUBLE ->
                            cursor.getObject(0) == null ? null : (Object) ((Number) cursor.getObject(0)).doubleValue();
                        case VARCHAR -> cursor.getString(0);
                        default ->
                            cursor.getObject(0) == null
                                    ? null
                                    : cursor.getObject(0) instanceof Boolean b
                                            ? (b ? 1L : 0L)
                                            : ((Number) cursor.getObject(0)).longValue();
                    };
                }
            });
            results.put(values, Optional.ofNullable(result[0]));
            return result[0];
        } finally {
            depth.decrementAndGet();
            if (session != null) {
                busy.remove(session);
                idle.push(session);
            }
        }
    }

    /// Returns the function's query with the arguments inserted.
    private String queryFor(List<Object> values) {
        List<Token> out = new ArrayList<>();
        for (Token t : function.query()) {
            int parameter = -1;
            for (int i = 0; t.kind() == Token.Kind.PARAMETER && i < values.size(); i++) {
                parameter = function.parameters().get(i).name().equalsIgnoreCase(t.value()) ? i : parameter;
            }
            out.add(
                    parameter < 0
                            ? t
                            : new Token(
                                    Token.Kind.WORD,
                                    literal(values.get(parameter)),
                                    t.source(),
                                    t.start(),
                                    t.origin(),
                                    true));
        }
        return SqlTokens.text(out);
    }

    private static String literal(Object value) {
        return switch (value) {
            case null -> "NULL";
            case String s -> Token.quoteString(s);
            case Long l -> "CAST(" + l + " AS BIGINT)";
            default -> "CAST(" + value + " AS DOUBLE)";
        };
    }
}
