package traceglass.app.fleet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.catalog.Schema;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.context.OpenFleet;
import traceglass.app.task.FxThread;
import traceglass.engine.EngineException;
import traceglass.engine.QueryColumn;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetTrace;
import traceglass.sql.editor.ModuleContents;
import traceglass.sql.editor.SqlVocabulary;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.parquet.ParquetFile;
import traceglass.store.table.TraceStorage;

/// Names that SQL on the traces of a fleet can use, for code completion and the list of tables. They are read in the
/// background when they are first needed. Used on the JavaFX thread.
public final class FleetNames {

    private static final String TRACES = "traces";
    private static final String ID_TYPE = "BIGINT";

    private final OpenFleet open;
    private final Supplier<ModuleLibrary> library;
    private @Nullable Fleet read;
    private Names names = Names.NONE;
    private Runnable whenRead = () -> {};

    /// @param forEachTrace names for SQL in each trace
    /// @param forAllTraces names for SQL on all traces at once
    /// @param schema tables for SQL on all traces at once, with their rows in all traces
    /// @param modules contents of the modules
    private record Names(
            SqlVocabulary forEachTrace, SqlVocabulary forAllTraces, Schema schema, List<ModuleContents> modules) {
        static final Names NONE = new Names(SqlVocabulary.EMPTY, SqlVocabulary.EMPTY, Schema.EMPTY, List.of());
    }

    public FleetNames(OpenFleet open, Supplier<ModuleLibrary> library) {
        this.open = open;
        this.library = library;
    }

    /// Sets an action that is called when the names of a fleet have been read.
    public void onRead(Runnable action) {
        whenRead = action;
    }

    /// Reads the names of the open fleet, if there is one and they have not been read.
    public void read() {
        Fleet fleet = open.get();
        if (fleet == read) {
            return;
        }
        read = fleet;
        names = Names.NONE;
        if (fleet == null) {
            return;
        }
        ModuleLibrary modules = library.get();
        Thread.ofVirtual().name("fleet names").start(() -> {
            try {
                Names found = names(fleet, modules);
                FxThread.later(() -> {
                    if (fleet == read) {
                        names = found;
                        whenRead.run();
                    }
                });
            } catch (QueryException | EngineException | IOException e) {
                System.getLogger(FleetNames.class.getName())
                        .log(System.Logger.Level.WARNING, "reading the tables of a fleet", e);
            }
        });
    }

    /// Returns the names for SQL in each trace; none until they have been read.
    public SqlVocabulary forEachTrace() {
        read();
        return names.forEachTrace;
    }

    /// Returns the names for SQL on all traces at once; none until they have been read.
    public SqlVocabulary forAllTraces() {
        read();
        return names.forAllTraces;
    }

    /// Returns the tables for SQL on all traces at once; none until they have been read.
    public Schema schema() {
        read();
        return names.schema;
    }

    /// Returns the contents of the modules; none until they have been read.
    public List<ModuleContents> modules() {
        read();
        return names.modules;
    }

    /// Every trace has the same tables, so those of an empty one are read.
    private static Names names(Fleet fleet, ModuleLibrary library) throws QueryException, IOException {
        SqlVocabulary traceVocabulary;
        Schema tables;
        try (TraceStore empty = StoreWriter.start(new TraceStorage(), StoreOptions.uncached(), null)
                .finish()) {
            traceVocabulary = TraceQueries.query(empty, q -> Schema.vocabulary(q, library));
            tables = TraceQueries.query(empty, Schema::read);
        }
        List<SqlVocabulary.Column> traces = fleet.traceColumns().stream()
                .map(c -> new SqlVocabulary.Column(c.name(), type(c.type())))
                .toList();
        List<SqlVocabulary.Relation> relations = new ArrayList<>();
        relations.add(new SqlVocabulary.Relation(TRACES, traces));
        for (SqlVocabulary.Relation relation : traceVocabulary.relations().values()) {
            relations.add(new SqlVocabulary.Relation(relation.name(), withTraceId(relation.columns())));
        }
        // This SQL runs in DuckDB, which lacks PerfettoSQL's functions.
        Map<String, SqlVocabulary.Function> functions = new HashMap<>(traceVocabulary.functions());
        functions.keySet().removeAll(SqlVocabulary.perfettoFunctions().keySet());
        SqlVocabulary all =
                new SqlVocabulary(Map.of(), Map.copyOf(functions), traceVocabulary.modules()).with(relations);
        return new Names(traceVocabulary, all, schema(fleet.traces(), traces, tables), ModuleContents.of(library));
    }

    /// Returns the tables of one trace as tables of all traces.
    private static Schema schema(List<FleetTrace> traces, List<SqlVocabulary.Column> traceColumns, Schema traceSchema) {
        Map<String, Long> rows = new HashMap<>();
        traces.forEach(t -> t.rows().forEach((table, count) -> rows.merge(table, count, Long::sum)));
        List<Schema.Relation> tables = new ArrayList<>();
        tables.add(new Schema.Relation(TRACES, columns(traceColumns), traces.size()));
        traceSchema.tables().forEach(t -> tables.add(ofAllTraces(t, rows.getOrDefault(t.name(), -1L))));
        return new Schema(
                tables,
                traceSchema.views().stream().map(v -> ofAllTraces(v, -1)).toList(),
                List.of());
    }

    private static Schema.Relation ofAllTraces(Schema.Relation relation, long rows) {
        return new Schema.Relation(
                relation.name(),
                columns(withTraceId(relation.columns().stream()
                        .map(c -> new SqlVocabulary.Column(c.name(), c.type()))
                        .toList())),
                rows);
    }

    private static List<Schema.Column> columns(List<SqlVocabulary.Column> columns) {
        return columns.stream().map(c -> new Schema.Column(c.name(), c.type())).toList();
    }

    private static List<SqlVocabulary.Column> withTraceId(List<SqlVocabulary.Column> columns) {
        List<SqlVocabulary.Column> all = new ArrayList<>();
        all.add(new SqlVocabulary.Column(ParquetFile.TRACE_ID, ID_TYPE));
        for (SqlVocabulary.Column column : columns) {
            all.add(
                    column.name().equals(ParquetFile.TRACE_ID)
                            ? new SqlVocabulary.Column(ParquetFile.OWN_TRACE_ID, column.type())
                            : column);
        }
        return all;
    }

    private static String type(QueryColumn.Type type) {
        return switch (type) {
            case INTEGER -> ID_TYPE;
            case REAL -> "DOUBLE";
            case BOOLEAN -> "BOOLEAN";
            case TEXT -> "VARCHAR";
            case BYTES -> "BLOB";
            case ANY -> "";
        };
    }
}
