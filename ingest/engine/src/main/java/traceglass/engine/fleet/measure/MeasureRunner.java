package traceglass.engine.fleet.measure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.engine.QueryColumn;
import traceglass.engine.QueryRow;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.FleetMetrics;
import traceglass.engine.fleet.FleetRows;
import traceglass.engine.fleet.FleetRun;
import traceglass.engine.fleet.FleetTrace;
import traceglass.engine.fleet.compare.FleetMetric.Polarity;
import traceglass.engine.summary.RowMoment;

/// Computes measures in the traces of a fleet.
public final class MeasureRunner {

    private static final String TIME = "TIME_NANOS";
    private static final Set<String> STATEMENTS =
            Set.of("select", "with", "include", "create", "drop", "from", "values");
    private static final Set<String> MOMENT_COLUMNS = Set.of("ts", "dur", "id", "table");
    /// Number of columns before the labels and the columns of the query: id and name of the trace.
    private static final int TRACE_COLUMNS = 2;

    private static final int MAX_NAMES = 500;

    private MeasureRunner() {}

    /// Result of a measure.
    ///
    /// @param columns one column for each value that the measure returns
    /// @param failures traces in which the measure could not be computed
    public record Result(List<MeasuredColumn> columns, List<FleetFailure> failures) {

        public Result {
            columns = List.copyOf(columns);
            failures = List.copyOf(failures);
        }
    }

    /// Computes a measure.
    ///
    /// @throws traceglass.engine.EngineException if the measure is invalid or was canceled
    public static Result run(Fleet fleet, FleetMeasure measure, FleetRun options) {
        return switch (measure) {
            case FleetMeasure.Slices slices -> slices(fleet, slices, options);
            case FleetMeasure.LongestFrame frame -> longestFrame(fleet, frame, options);
            case FleetMeasure.Rows rows -> rows(fleet, rows, options);
            case FleetMeasure.Sql sql -> sql(fleet, sql, options);
            case FleetMeasure.Summary summary -> summary(fleet, summary, options);
        };
    }

    /// Returns names of slices, ordered by the number of traces in which they occur, then by total time.
    public static List<String> sliceNames(Fleet fleet) {
        try (FleetRows rows = fleet.queryTogether(
                "SELECT name FROM slice WHERE name IS NOT NULL GROUP BY name"
                        + " ORDER BY count(DISTINCT trace_id) DESC, sum(greatest(dur, 0)) DESC, name LIMIT "
                        + MAX_NAMES,
                FleetRun.onAll())) {
            return rows.list().stream().map(r -> String.valueOf(r.get(0))).toList();
        }
    }

    private static Result slices(Fleet fleet, FleetMeasure.Slices measure, FleetRun options) {
        String value = switch (measure.aggregate()) {
            case LONGEST -> "max(dur)";
            case TOTAL -> "CAST(sum(dur) AS BIGINT)";
            case COUNT -> "count(*)";
        };
        String condition = measure.name().isEmpty() ? "" : " AND name = " + quoted(measure.name());
        boolean isCount = measure.aggregate() == FleetMeasure.Slices.Aggregate.COUNT;
        return measureTable(fleet, measure.title(), !isCount, value, "slice", condition, options);
    }

    private static Result longestFrame(Fleet fleet, FleetMeasure.LongestFrame measure, FleetRun options) {
        return measureTable(fleet, measure.title(), true, "max(dur)", "actual_frame_timeline_slice", "", options);
    }

    /// Computes a value for each trace with one query on the tables of all traces. The moment is the longest event.
    private static Result measureTable(
            Fleet fleet,
            String title,
            boolean isDuration,
            String value,
            String table,
            String condition,
            FleetRun options) {
        String sql = "SELECT trace_id, " + value + ", arg_max(id, dur), arg_max(ts, dur), max(dur) FROM " + table
                + " WHERE dur >= 0" + condition + " GROUP BY trace_id";
        Map<Long, MeasuredValue> values = new LinkedHashMap<>();
        try (FleetRows rows = fleet.queryTogether(sql, options)) {
            rows.forEach(r -> values.put(
                    r.getLong(0),
                    new MeasuredValue(r.getLong(1), new Moment(table, r.getLong(2), r.getLong(3), r.getLong(4)))));
            return new Result(
                    List.of(new MeasuredColumn(title, isDuration ? TIME : "", Polarity.LOWER_IS_BETTER, values)),
                    rows.failures());
        }
    }

    private static Result rows(Fleet fleet, FleetMeasure.Rows measure, FleetRun options) {
        Map<Long, MeasuredValue> values = new LinkedHashMap<>();
        for (FleetTrace trace : fleet.traces(options)) {
            values.put(trace.id(), new MeasuredValue(trace.rows(measure.table()), null));
        }
        return new Result(List.of(new MeasuredColumn(measure.title(), "", Polarity.NONE, values)), List.of());
    }

    private static Result summary(Fleet fleet, FleetMeasure.Summary measure, FleetRun options) {
        FleetMetrics<FleetTrace> metrics = fleet.metrics(measure.specs(), null, options);
        List<MeasuredColumn> columns = new ArrayList<>();
        metrics.values().forEach((metric, byTrace) -> {
            Map<Long, MeasuredValue> values = new LinkedHashMap<>();
            Map<FleetTrace, RowMoment> moments = metrics.moments().getOrDefault(metric, Map.of());
            byTrace.forEach((trace, value) ->
                    values.put(trace.id(), new MeasuredValue(integerIfExact(value), moment(moments.get(trace)))));
            columns.add(new MeasuredColumn(metric.title(), metric.unit(), metric.polarity(), values));
        });
        return new Result(columns, metrics.failures());
    }

    private static @Nullable Moment moment(@Nullable RowMoment row) {
        return row == null ? null : new Moment(row.table(), row.id(), row.ts(), row.durNs());
    }

    private static Object integerIfExact(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1L << 53 ? (Object) (long) value : (Object) value;
    }

    private static Result sql(Fleet fleet, FleetMeasure.Sql measure, FleetRun options) {
        String sql = isStatement(measure.sql()) ? measure.sql() : "SELECT " + measure.sql();
        try (FleetRows rows = fleet.queryEach(sql, options)) {
            int firstColumn =
                    TRACE_COLUMNS + Fleet.labels(fleet.traces(options)).size();
            List<QueryColumn> all = rows.columns();
            if (all.isEmpty()) {
                return new Result(List.of(), rows.failures());
            }
            Map<String, Integer> moment = new HashMap<>();
            for (int c = firstColumn; c < all.size(); c++) {
                String name = all.get(c).name().toLowerCase(Locale.ROOT);
                if (MOMENT_COLUMNS.contains(name)) {
                    moment.putIfAbsent(name, c);
                }
            }
            List<Integer> values = values(all, firstColumn, moment);
            List<Map<Long, MeasuredValue>> byColumn = new ArrayList<>();
            values.forEach(_ -> byColumn.add(new LinkedHashMap<>()));
            // The ids refer to it unless the query has a column `table`.
            String from = FirstTable.of(sql);
            rows.forEach(row -> {
                Moment rowMoment = moment(row, moment, from);
                for (int i = 0; i < values.size(); i++) {
                    Object value = plainValue(row.get(values.get(i)));
                    if (value != null) {
                        byColumn.get(i).putIfAbsent(row.getLong(0), new MeasuredValue(value, rowMoment));
                    }
                }
            });
            List<MeasuredColumn> columns = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                String name = all.get(values.get(i)).name();
                String title = values.size() == 1 && !measure.title().isBlank() ? measure.title() : name;
                columns.add(new MeasuredColumn(title, isDuration(name) ? TIME : "", Polarity.NONE, byColumn.get(i)));
            }
            return new Result(columns, rows.failures());
        }
    }

    private static boolean isStatement(String sql) {
        String first = sql.strip().split("[^\\p{Alpha}]", 2)[0].toLowerCase(Locale.ROOT);
        return STATEMENTS.contains(first)
                || sql.strip().startsWith("--")
                || sql.strip().startsWith("/*");
    }

    private static boolean isDuration(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.equals("dur") || lower.endsWith("_dur") || lower.endsWith("_ns") || lower.endsWith("(dur)");
    }

    /// Returns the columns with values: columns that do not describe the moment, plus `dur` if none of them is
    /// numeric.
    private static List<Integer> values(List<QueryColumn> all, int firstColumn, Map<String, Integer> moment) {
        List<Integer> values = new ArrayList<>();
        boolean hasNumber = false;
        boolean hasMoment = moment.containsKey("ts");
        for (int c = firstColumn; c < all.size(); c++) {
            if (!hasMoment || !moment.containsValue(c)) {
                values.add(c);
                hasNumber |= all.get(c).type() == QueryColumn.Type.INTEGER
                        || all.get(c).type() == QueryColumn.Type.REAL;
            }
        }
        Integer dur = moment.get("dur");
        if (hasMoment && dur != null && !hasNumber) {
            values.add(dur);
        }
        return values.isEmpty() ? List.of(all.size() - 1) : values;
    }

    private static @Nullable Object plainValue(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Long number -> number;
            case Double number -> Double.isFinite(number) ? number : null;
            case Boolean is -> is ? 1L : 0L;
            case Number number -> number.doubleValue();
            default -> value.toString();
        };
    }

    private static @Nullable Moment moment(QueryRow row, Map<String, Integer> columns, String from) {
        if (!(value(row, columns, "ts") instanceof Long ts)) {
            return null;
        }
        long dur = value(row, columns, "dur") instanceof Long ns ? ns : 0;
        String table = value(row, columns, "table") instanceof String name ? name : from;
        boolean isEvent = value(row, columns, "id") instanceof Long && !table.isEmpty();
        return new Moment(isEvent ? table : "", value(row, columns, "id") instanceof Long id ? id : -1, ts, dur);
    }

    private static @Nullable Object value(QueryRow row, Map<String, Integer> columns, String name) {
        Integer column = columns.get(name);
        return column == null ? null : row.get(column);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
