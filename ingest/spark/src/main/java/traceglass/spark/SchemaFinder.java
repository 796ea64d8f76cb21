package traceglass.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.QueryColumn;
import traceglass.engine.QueryResult;
import traceglass.engine.TraceProcessor;

/// Finds the columns of a table or query.
final class SchemaFinder {

    /// A trace in which all tables are empty.
    private static final byte[] EMPTY_TRACE = "[]".getBytes(StandardCharsets.UTF_8);

    private SchemaFinder() {}

    static StructType schema(SourceOptions options, List<SourceTrace> files) {
        List<QueryColumn> found = options.readsFailures() ? List.of() : data(options, files);
        Set<String> used = new HashSet<>(Set.of(TraceColumn.ID_NAME));
        List<TraceColumn> data = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            QueryColumn column = found.get(i);
            data.add(new TraceColumn(
                    uniqueName(column.name(), used),
                    type(column.type()),
                    TraceColumn.Role.DATA,
                    column.name(),
                    i,
                    column.type() != QueryColumn.Type.ANY));
        }
        if (options.readsFailures()) {
            used.addAll(List.of("bytes", "error"));
            data.add(TraceColumn.ofTrace("bytes", DataTypes.LongType, TraceColumn.Role.BYTES, ""));
            data.add(TraceColumn.ofTrace("error", DataTypes.StringType, TraceColumn.Role.ERROR, ""));
        }
        List<TraceColumn> all = traceColumns(files, used);
        all.addAll(data);
        return DataTypes.createStructType(all.stream().map(TraceColumn::field).toArray(StructField[]::new));
    }

    /// Runs the query on an empty trace. If it fails, for example because it needs a table that another program
    /// added, runs it on the smallest trace.
    private static List<QueryColumn> data(SourceOptions options, List<SourceTrace> files) {
        try (TraceProcessor empty = TraceProcessor.open(EMPTY_TRACE, EngineOptions.temporary())) {
            return columns(empty, options.sql());
        } catch (EngineException e) {
            SourceTrace smallest = files.stream()
                    .min(Comparator.comparingLong(SourceTrace::bytes))
                    .orElseThrow();
            try (LocalTrace file = LocalTrace.of(smallest, options.hadoop(), options.maxLocalBytes());
                    TraceProcessor trace = TraceProcessor.open(file.path(), EngineOptions.temporary())) {
                return columns(trace, options.sql());
            } catch (EngineException | IOException second) {
                e.addSuppressed(second);
                throw e;
            }
        }
    }

    /// Returns the columns of a query. Runs it unchanged: as a subquery, columns with the same name would be
    /// renamed.
    private static List<QueryColumn> columns(TraceProcessor trace, String sql) {
        try (QueryResult result = trace.query(sql)) {
            if (result.columns().isEmpty()) {
                throw new EngineException("The last statement of the query has no result", null);
            }
            return result.columns();
        }
    }

    private static DataType type(QueryColumn.Type type) {
        return switch (type) {
            case INTEGER -> DataTypes.LongType;
            case REAL -> DataTypes.DoubleType;
            case BOOLEAN -> DataTypes.BooleanType;
            case BYTES -> DataTypes.BinaryType;
            case TEXT, ANY -> DataTypes.StringType;
        };
    }

    /// Returns a unique name for a column, as in the results of a fleet.
    private static String uniqueName(String name, Set<String> used) {
        String first = name.equalsIgnoreCase(TraceColumn.ID_NAME) ? "own_" + TraceColumn.ID_NAME : name;
        String unique = first;
        for (int i = 1; !used.add(unique.toLowerCase(Locale.ROOT)); i++) {
            unique = first + "_" + i;
        }
        return unique;
    }

    /// Returns the columns that identify the traces. If the data has a column with the same name, a leading
    /// underscore is added.
    private static List<TraceColumn> traceColumns(List<SourceTrace> files, Set<String> used) {
        List<TraceColumn> columns = new ArrayList<>();
        columns.add(TraceColumn.ofTrace(TraceColumn.ID_NAME, DataTypes.LongType, TraceColumn.Role.ID, ""));
        columns.add(TraceColumn.ofTrace(freeName("trace", used), DataTypes.StringType, TraceColumn.Role.NAME, ""));
        columns.add(TraceColumn.ofTrace(freeName("trace_path", used), DataTypes.StringType, TraceColumn.Role.PATH, ""));
        Map<String, DataType> labels = new TreeMap<>();
        files.forEach(
                f -> f.labels().forEach((name, value) -> labels.merge(name, type(value), SchemaFinder::commonType)));
        labels.forEach((name, type) ->
                columns.add(TraceColumn.ofTrace(freeName(name, used), type, TraceColumn.Role.LABEL, name)));
        return columns;
    }

    private static String freeName(String name, Set<String> used) {
        String unique = name;
        while (!used.add(unique.toLowerCase(Locale.ROOT))) {
            unique = "_" + unique;
        }
        return unique;
    }

    private static DataType type(Object label) {
        return label instanceof Long
                ? DataTypes.LongType
                : label instanceof Double ? DataTypes.DoubleType : DataTypes.StringType;
    }

    private static DataType commonType(DataType one, DataType other) {
        if (one.equals(other)) {
            return one;
        }
        return one.equals(DataTypes.StringType) || other.equals(DataTypes.StringType)
                ? DataTypes.StringType
                : DataTypes.DoubleType;
    }
}
