package traceglass.engine.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.fleet.compare.FleetMetric;
import traceglass.engine.fleet.source.FileReason;
import traceglass.engine.fleet.sql.LastStatement;
import traceglass.engine.fleet.sql.Sql;
import traceglass.engine.fleet.sql.SqlTree;
import traceglass.sql.result.DuckDbError;
import traceglass.sql.syntax.Token;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;
import traceglass.store.parquet.ParquetFile;

/// Runs queries on a fleet.
final class FleetQueries {

    /// Name of the view of the rows that a query returned in each trace.
    private static final String RESULT = "result";

    private final FleetFolder folder;
    private final FleetRun options;

    /// Traces whose properties can't be read.
    private final List<FleetFailure> damaged = new ArrayList<>();

    FleetQueries(FleetFolder folder, FleetRun options) {
        this.folder = folder;
        this.options = options;
    }

    private interface Query {
        FleetRows run(StoreDatabase database, List<FleetTrace> traces) throws SQLException, IOException;
    }

    /// Opens a database with the table of traces for a query.
    ///
    /// @param needsViews whether the query reads tables and views of traces
    private FleetRows withDatabase(boolean needsViews, Query query) {
        StoreOptions all = StoreOptions.uncached();
        StoreOptions limited = options.memoryLimit() > 0 ? all.withMemoryLimit(options.memoryLimit()) : all;
        StoreOptions half = limited.withHalfTheMemory();
        StoreDatabase database = null;
        FleetRows rows = null;
        try {
            if (needsViews) {
                database = StoreDatabase.open(half, half.threadCount());
                database.attachTemporary();
            } else {
                database = StoreDatabase.openEmpty(half, half.threadCount());
            }
            database.execute("CREATE SCHEMA " + FleetViews.SCHEMA);
            List<FleetTrace> traces = readTraces();
            // Conditions and queries must not read files outside the fleet.
            database.denyFiles(folder.path());
            TracesTable.create(database, FleetViews.SCHEMA, traces);
            rows = query.run(database, TracesTable.select(database, FleetViews.SCHEMA, traces, options.where()));
            return rows;
        } catch (StoreException e) {
            throw new EngineException(e.getMessage(), e);
        } catch (SQLException e) {
            throw new EngineException(DuckDbError.of(e).userMessage(), e);
        } catch (IOException e) {
            throw new EngineException("The query can't write its rows: " + FileReason.reason(e), e);
        } finally {
            if (rows == null && database != null) {
                database.close();
            }
        }
    }

    private List<FleetTrace> readTraces() {
        List<FleetTrace> traces = folder.readTraces(damaged);
        FleetProgress progress = options.progress();
        if (progress != null) {
            damaged.forEach(progress::failed);
        }
        return traces;
    }

    private List<FleetFailure> withDamaged(List<FleetFailure> failures) {
        return Stream.concat(damaged.stream(), failures.stream()).toList();
    }

    /// Runs statements in each trace. Then, if `then` is not null, runs this SELECT on the view `result` of all
    /// rows.
    FleetRows queryEach(String sql, @Nullable String then) {
        List<String> properties = options.propertyColumns().stream()
                .map(TracesTable::propertyColumn)
                .toList();
        return withDatabase(false, (database, traces) -> {
            Path rowsFolder = Files.createDirectory(database.workDir().resolve("rows"));
            PerTraceRunner.TraceRows rows = new PerTraceRunner(folder, database, options).run(traces, sql, rowsFolder);
            if (rows.files().isEmpty()) {
                return FleetRows.of(database, List.of(), null, withDamaged(rows.failures()));
            }
            String all = "SELECT "
                    + String.join(", ", traceColumns(traces, properties, columns(database, rows.files())))
                    + ", r.* EXCLUDE ("
                    + ParquetFile.TRACE_ID + ", file_row_number) FROM "
                    + Sql.parquet(rows.files()).replaceFirst("\\)$", ", file_row_number = true)") + " AS r JOIN "
                    + FleetViews.SCHEMA + "." + TracesTable.NAME + " AS t USING (" + ParquetFile.TRACE_ID + ")";
            String orderedQuery = all + " ORDER BY t." + ParquetFile.TRACE_ID + ", r.file_row_number";
            if (then == null) {
                return FleetRows.of(database, List.of(), orderedQuery, withDamaged(rows.failures()));
            }
            return FleetRows.of(
                    database,
                    List.of("CREATE VIEW " + FleetViews.SCHEMA + "." + RESULT + " AS " + all, FleetViews.searchPath()),
                    then,
                    withDamaged(rows.failures()),
                    options.progress());
        });
    }

    /// Returns the names of the columns of files, in lower case.
    private static Set<String> columns(StoreDatabase database, List<Path> files) throws SQLException {
        Set<String> names = new HashSet<>();
        try (DuckDBConnection connection = database.connection().duplicate();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT * FROM " + Sql.parquet(files) + " LIMIT 0")) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                names.add(rows.getMetaData().getColumnName(i).toLowerCase(Locale.ROOT));
            }
        }
        return names;
    }

    /// Returns the columns that identify the traces: id, name, other properties and labels. If the query has a column
    /// with the same name, a leading underscore is added.
    ///
    /// @param properties columns of the table of traces to include
    /// @param used names of the query's columns, in lower case
    private static List<String> traceColumns(List<FleetTrace> traces, List<String> properties, Set<String> used) {
        List<String> columns = new ArrayList<>(List.of("t." + ParquetFile.TRACE_ID));
        columns.add("t.name AS " + Token.quoteName(uniqueName("trace", used)));
        for (String property : properties) {
            columns.add("t." + property + " AS " + Token.quoteName(uniqueName(property, used)));
        }
        for (String label : TracesTable.labels(traces)) {
            columns.add("t." + Token.quoteName(TracesTable.column(label)) + " AS "
                    + Token.quoteName(uniqueName(label, used)));
        }
        return columns;
    }

    private static String uniqueName(String name, Set<String> used) {
        String unique = name;
        while (!used.add(unique.toLowerCase(Locale.ROOT))) {
            unique = "_" + unique;
        }
        return unique;
    }

    /// Returns the traces that the condition in the options selects.
    List<FleetTrace> traces() {
        if (options.where().isBlank()) {
            return readTraces();
        }
        List<FleetTrace> chosen = new ArrayList<>();
        withDatabase(false, (database, traces) -> {
                    chosen.addAll(traces);
                    return FleetRows.of(database, List.of(), null, List.of());
                })
                .close();
        return chosen;
    }

    /// Returns the files of traces that [#traces] could not read.
    List<FleetFailure> damaged() {
        return damaged;
    }

    /// Returns metrics as rows.
    FleetRows summarize(FleetMetrics<FleetTrace> metrics) {
        List<String> properties = options.propertyColumns().stream()
                .map(TracesTable::propertyColumn)
                .toList();
        return withDatabase(false, (database, traces) -> {
            database.execute("CREATE TABLE " + FleetViews.SCHEMA
                    + ".metrics(trace_id BIGINT, metric VARCHAR, dimensions VARCHAR, value DOUBLE, unit"
                    + " VARCHAR, polarity VARCHAR)");
            try (DuckDBConnection connection = database.connection().duplicate();
                    DuckDBAppender appender = connection.createAppender(FleetViews.SCHEMA, "metrics")) {
                for (Map.Entry<FleetMetric, Map<FleetTrace, Double>> entry :
                        metrics.values().entrySet()) {
                    append(appender, entry.getKey(), entry.getValue());
                }
            }
            List<String> columns = traceColumns(
                    traces, properties, new HashSet<>(List.of("metric", "dimensions", "value", "unit", "polarity")));
            return FleetRows.of(
                    database,
                    List.of(),
                    "SELECT " + String.join(", ", columns) + ", m.* EXCLUDE (" + ParquetFile.TRACE_ID + ") FROM "
                            + FleetViews.SCHEMA + ".metrics AS m JOIN " + FleetViews.SCHEMA + "."
                            + TracesTable.NAME + " AS t USING (" + ParquetFile.TRACE_ID + ") ORDER BY t."
                            + ParquetFile.TRACE_ID + ", metric, dimensions",
                    metrics.failures());
        });
    }

    private static void append(DuckDBAppender appender, FleetMetric metric, Map<FleetTrace, Double> values)
            throws SQLException {
        for (Map.Entry<FleetTrace, Double> value : values.entrySet()) {
            appender.beginRow();
            appender.append(value.getKey().id());
            appender.append(metric.id());
            appender.append(metric.dimensions());
            appender.append(value.getValue().doubleValue());
            appender.append(metric.unit());
            appender.append(metric.polarity().name().toLowerCase(Locale.ROOT));
            appender.endRow();
        }
    }

    /// Runs a SELECT on the tables of all traces.
    ///
    /// @param sql the SELECT; can be preceded by statements that run in each trace before a table is computed there
    FleetRows queryTogether(String sql) {
        LastStatement last = LastStatement.of(sql);
        return withDatabase(true, (database, traces) -> {
            List<FleetFailure> failures;
            try (DuckDBConnection connection = database.connection().duplicate()) {
                SqlTree tree = SqlTree.parse(connection, last.text());
                FleetViews tables = new FleetViews(folder, database, connection, traces, options, last.before());
                for (String table : tree.tables()) {
                    // A query in WITH can read the table with the same name as its own.
                    if (!tree.definedNames().contains(table) || tables.isKnown(table)) {
                        tables.define(table);
                    }
                }
                tables.dropStoreViews();
                failures = withDamaged(tables.failures());
            }
            return FleetRows.of(database, List.of(FleetViews.searchPath()), last.text(), failures, options.progress());
        });
    }
}
