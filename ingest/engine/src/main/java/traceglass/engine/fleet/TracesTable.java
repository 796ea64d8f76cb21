package traceglass.engine.fleet;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.syntax.Token;
import traceglass.store.database.StoreDatabase;

/// The table `traces`: a row with the properties and labels of each trace of a fleet.
final class TracesTable {

    static final String NAME = "traces";

    /// Names of columns with row counts, with the tables whose rows they count.
    private static final Map<String, String> COUNTS = counts();

    private static final Map<String, Function<FleetTrace, Object>> PROPERTIES = properties();

    private TracesTable() {}

    private static Map<String, String> counts() {
        Map<String, String> counts = new LinkedHashMap<>();
        counts.put("slices", "slice");
        counts.put("counters", "counter");
        counts.put("sched_slices", "sched_slice");
        counts.put("thread_states", "thread_state");
        counts.put("ftrace_events", "ftrace_event");
        counts.put("processes", "process");
        counts.put("threads", "thread");
        counts.put("logs", "android_logs");
        counts.put("samples", "perf_sample");
        counts.put("frames", "actual_frame_timeline_slice");
        return counts;
    }

    private static Map<String, Function<FleetTrace, Object>> properties() {
        Map<String, Function<FleetTrace, Object>> properties = new LinkedHashMap<>();
        properties.put("trace_id BIGINT", FleetTrace::id);
        properties.put("name VARCHAR", FleetTrace::name);
        properties.put("path VARCHAR", FleetTrace::path);
        properties.put("bytes BIGINT", FleetTrace::bytes);
        properties.put("format VARCHAR", FleetTrace::format);
        properties.put("start_ns BIGINT", FleetTrace::startNs);
        properties.put("dur_ns BIGINT", FleetTrace::durNs);
        properties.put("device VARCHAR", FleetTrace::device);
        properties.put("build VARCHAR", FleetTrace::build);
        properties.put(
                "problems BIGINT",
                t -> t.problems().values().stream().mapToLong(Long::longValue).sum());
        COUNTS.forEach((column, table) -> properties.put(column + " BIGINT", t -> t.rows(table)));
        return properties;
    }

    /// Returns the column names of all labels. A leading underscore is added to labels with the name of another
    /// column.
    static List<String> labels(List<FleetTrace> traces) {
        // Column names are case-insensitive. If names differ only in case, the first is used.
        Map<String, String> names = new LinkedHashMap<>();
        traces.forEach(t -> t.labels()
                .keySet()
                .forEach(label -> names.putIfAbsent(column(label).toLowerCase(Locale.ROOT), label)));
        return List.copyOf(names.values());
    }

    static String column(String label) {
        boolean isFact = PROPERTIES.keySet().stream().anyMatch(f -> f.startsWith(label.toLowerCase(Locale.ROOT) + " "));
        return isFact ? "_" + label : label;
    }

    /// Returns the name of a column with a property of the traces as the table spells it.
    ///
    /// @throws EngineException if there is no such column
    static String propertyColumn(String name) {
        List<String> properties = PROPERTIES.keySet().stream()
                .map(f -> f.substring(0, f.indexOf(' ')))
                .toList();
        return properties.stream()
                .filter(f -> f.equalsIgnoreCase(name))
                .findFirst()
                .orElseThrow(() -> new EngineException(
                        "The traces have no column " + name + "; available columns: " + String.join(", ", properties),
                        null));
    }

    /// Creates and fills the table in the current schema of a connection.
    static void create(StoreDatabase database, String schema, List<FleetTrace> traces) {
        List<String> labels = labels(traces);
        List<String> columns = new ArrayList<>(PROPERTIES.keySet());
        Map<String, String> types = new LinkedHashMap<>();
        labels.forEach(l -> types.put(l, type(l, traces)));
        types.forEach((label, type) -> columns.add(Token.quoteName(column(label)) + " " + type));
        try (DuckDBConnection connection = database.connection().duplicate();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + schema + "." + NAME + "(" + String.join(", ", columns) + ")");
            try (DuckDBAppender appender = connection.createAppender(schema, NAME)) {
                for (FleetTrace trace : traces) {
                    appender.beginRow();
                    for (Function<FleetTrace, Object> getter : PROPERTIES.values()) {
                        append(appender, getter.apply(trace), "BIGINT");
                    }
                    for (Map.Entry<String, String> label : types.entrySet()) {
                        append(appender, trace.labels().get(label.getKey()), label.getValue());
                    }
                    appender.endRow();
                }
            }
        } catch (SQLException e) {
            throw new EngineException("The table of traces can't be written: " + e.getMessage(), e);
        }
    }

    private static void append(DuckDBAppender appender, @Nullable Object value, String type) throws SQLException {
        switch (value) {
            case null -> appender.appendNull();
            case Number number when type.equals("DOUBLE") -> appender.append(number.doubleValue());
            case Long number when type.equals("BIGINT") -> appender.append(number.longValue());
            default -> appender.append(value.toString());
        }
    }

    /// Returns the narrowest type that fits all values of a label.
    private static String type(String label, List<FleetTrace> traces) {
        Set<Class<?>> types = traces.stream()
                .map(t -> t.labels().get(label))
                .filter(v -> v != null)
                .<Class<?>>map(Object::getClass)
                .collect(Collectors.toSet());
        if (types.equals(Set.of(Long.class))) {
            return "BIGINT";
        }
        return types.stream().allMatch(Number.class::isAssignableFrom) ? "DOUBLE" : "VARCHAR";
    }

    /// Returns the traces that a condition on this table selects.
    ///
    /// @param where SQL condition; empty for all
    static List<FleetTrace> select(StoreDatabase database, String schema, List<FleetTrace> traces, String where) {
        if (where.isBlank()) {
            return traces;
        }
        Set<Long> ids = new LinkedHashSet<>();
        try (DuckDBConnection connection = database.connection().duplicate();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(
                        "SELECT trace_id FROM " + schema + "." + NAME + " WHERE (" + where + "\n)")) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        } catch (SQLException e) {
            throw new EngineException(
                    "The condition " + where + " is invalid: "
                            + DuckDbError.of(e).userMessage(),
                    e);
        }
        return traces.stream().filter(t -> ids.contains(t.id())).toList();
    }
}
