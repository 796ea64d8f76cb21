package traceglass.spark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.connector.expressions.filter.Predicate;
import org.apache.spark.sql.connector.read.Scan;
import org.apache.spark.sql.connector.read.SupportsPushDownLimit;
import org.apache.spark.sql.connector.read.SupportsPushDownRequiredColumns;
import org.apache.spark.sql.connector.read.SupportsPushDownV2Filters;
import org.apache.spark.sql.types.StructType;
import traceglass.engine.fleet.sql.LastStatement;

/// Pushes down operations from Spark: columns, conditions and a limit go into the SQL; conditions on columns of
/// the traces select the files.
final class TraceScanBuilder
        implements SupportsPushDownRequiredColumns, SupportsPushDownV2Filters, SupportsPushDownLimit {

    private final SourceOptions options;
    private final Map<String, TraceColumn> columns = new HashMap<>();
    private final boolean isNarrowable;
    private List<SourceTrace> files;
    private StructType required;
    private final List<String> conditions = new ArrayList<>();
    private final List<Predicate> pushed = new ArrayList<>();
    private int limit = -1;

    TraceScanBuilder(SourceOptions options, StructType schema, List<SourceTrace> files) {
        this.options = options;
        this.files = files;
        required = schema;
        Arrays.stream(schema.fields()).map(TraceColumn::of).forEach(c -> columns.put(c.name(), c));
        List<String> sources = columns.values().stream()
                .filter(c -> c.role() == TraceColumn.Role.DATA)
                .map(TraceColumn::source)
                .toList();
        // Conditions can't distinguish columns with the same name.
        isNarrowable = LastStatement.of(options.sql()).isQuery()
                && sources.stream()
                                .map(s -> s.toLowerCase(Locale.ROOT))
                                .distinct()
                                .count()
                        == sources.size();
    }

    @Override
    public void pruneColumns(StructType needed) {
        required = needed;
    }

    @Override
    public Predicate[] pushPredicates(Predicate[] predicates) {
        List<Predicate> unsupported = new ArrayList<>();
        for (Predicate predicate : predicates) {
            if (FileCondition.supports(predicate, columns)) {
                files = files.stream()
                        .filter(f -> FileCondition.matches(predicate, columns, f))
                        .toList();
                pushed.add(predicate);
                continue;
            }
            String sql = isNarrowable && !options.readsFailures() ? FilterSql.of(predicate, columns) : null;
            if (sql == null) {
                unsupported.add(predicate);
            } else {
                conditions.add(sql);
                pushed.add(predicate);
            }
        }
        return unsupported.toArray(Predicate[]::new);
    }

    @Override
    public Predicate[] pushedPredicates() {
        return pushed.toArray(Predicate[]::new);
    }

    /// Limits the rows of each trace. Spark applies the limit to the rows of all traces.
    @Override
    public boolean pushLimit(int count) {
        limit = count;
        return true;
    }

    @Override
    public Scan build() {
        List<TraceColumn> needed =
                Arrays.stream(required.fields()).map(TraceColumn::of).toList();
        return new TraceScan(
                options, required, new TraceQuery(options.sql(), needed, isNarrowable, conditions, limit), files);
    }
}
