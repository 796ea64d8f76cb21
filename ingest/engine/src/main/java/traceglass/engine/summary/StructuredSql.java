package traceglass.engine.summary;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import traceglass.protos.processor.PerfettoSqlStructuredQuery;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.ExperimentalAddColumns;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.ExperimentalCreateSlices;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.ExperimentalFilterIn;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.ExperimentalFilterToIntervals;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.ExperimentalJoin;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.ExperimentalTimeRange;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.ExperimentalUnion;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.IntervalIntersect;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.SelectColumn;
import traceglass.protos.processor.PerfettoSqlStructuredQuery.SimpleSlices;

/// Converts structured queries to SQL. Each nested query, and each query that is referenced by its id, becomes
/// a common table expression in one `WITH` clause of the outermost query. Queries that are referenced several
/// times are written once.
final class StructuredSql {

    private static final Set<String> RESERVED = Set.of("id", "ts", "dur");

    private final Map<String, PerfettoSqlStructuredQuery> shared;
    private final Set<String> modules = new LinkedHashSet<>();
    private final Set<String> preambles = new LinkedHashSet<>();

    /// Common table expressions of the current query, each after the ones that it uses.
    private final Map<String, String> tables = new LinkedHashMap<>();

    private final Map<String, String> sharedTables = new HashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private int lastTable;

    /// @param shared queries that others can reference, by id
    StructuredSql(Map<String, PerfettoSqlStructuredQuery> shared) {
        this.shared = shared;
    }

    /// Modules that the queries written so far need.
    Set<String> modules() {
        return modules;
    }

    /// Statements that must run before the queries written so far.
    Set<String> preambles() {
        return preambles;
    }

    /// Returns the SQL of a query.
    String write(PerfettoSqlStructuredQuery query) throws SpecProblem {
        tables.clear();
        sharedTables.clear();
        open.clear();
        // Restarts the numbering, so that metrics of a bundle with equal queries have equal SQL.
        lastTable = 0;
        String main = writeQuery(query);
        if (tables.isEmpty()) {
            return main;
        }
        StringJoiner with = new StringJoiner(",\n", "WITH ", "\n" + main);
        tables.forEach((name, sql) -> with.add(name + " AS (" + sql + ")"));
        return with.toString();
    }

    private String writeQuery(PerfettoSqlStructuredQuery query) throws SpecProblem {
        modules.addAll(query.getReferencedModulesList());
        boolean isNamed = query.hasId();
        if (isNamed) {
            open.push(query.getId());
        }
        String sql = QueryClauses.select(query, source(query));
        if (isNamed) {
            open.pop();
        }
        return sql;
    }

    /// Writes a nested query and returns the name of its table.
    private String addNested(PerfettoSqlStructuredQuery query) throws SpecProblem {
        String sql = writeQuery(query);
        String name = "sq_" + ++lastTable;
        tables.put(name, sql);
        return name;
    }

    private String tableOf(String id) throws SpecProblem {
        if (open.contains(id)) {
            throw new SpecProblem("The query with id '" + id + "' depends on itself");
        }
        PerfettoSqlStructuredQuery query = shared.get(id);
        if (query == null) {
            throw new SpecProblem("There is no shared query with id '" + id + "'");
        }
        String known = sharedTables.get(id);
        if (known == null) {
            known = addNested(query);
            sharedTables.put(id, known);
        }
        return known;
    }

    private String source(PerfettoSqlStructuredQuery q) throws SpecProblem {
        return switch (q.getSourceCase()) {
            case TABLE -> {
                if (q.getTable().getTableName().isEmpty()) {
                    throw new SpecProblem("A table has no name");
                }
                if (!q.getTable().getModuleName().isEmpty()) {
                    modules.add(q.getTable().getModuleName());
                }
                yield q.getTable().getTableName();
            }
            case SQL -> new SqlSource(preambles, this::addNested).write(q.getSql());
            case SIMPLE_SLICES -> slices(q.getSimpleSlices());
            case INNER_QUERY -> addNested(q.getInnerQuery());
            case INNER_QUERY_ID -> tableOf(q.getInnerQueryId());
            case INTERVAL_INTERSECT -> intersection(q.getIntervalIntersect());
            case EXPERIMENTAL_JOIN -> join(q.getExperimentalJoin());
            case EXPERIMENTAL_UNION -> union(q.getExperimentalUnion());
            case EXPERIMENTAL_ADD_COLUMNS -> addColumns(q.getExperimentalAddColumns());
            case EXPERIMENTAL_CREATE_SLICES -> createSlices(q.getExperimentalCreateSlices());
            case EXPERIMENTAL_TIME_RANGE -> range(q.getExperimentalTimeRange());
            case EXPERIMENTAL_FILTER_TO_INTERVALS -> intervals(q.getExperimentalFilterToIntervals());
            case EXPERIMENTAL_COUNTER_INTERVALS -> {
                if (!q.getExperimentalCounterIntervals().hasInputQuery()) {
                    throw new SpecProblem("Counter intervals need an input query");
                }
                modules.add("counters.intervals");
                String input = addNested(q.getExperimentalCounterIntervals().getInputQuery());
                yield "(SELECT * FROM counter_leading_intervals!(" + input + "))";
            }
            case EXPERIMENTAL_FILTER_IN -> filterIn(q.getExperimentalFilterIn());
            case SOURCE_NOT_SET -> throw new SpecProblem("A query has no source");
        };
    }

    private String slices(SimpleSlices slices) {
        modules.add("slices.with_context");
        List<String> conditions = new ArrayList<>();
        addGlob(conditions, "name", slices.hasSliceNameGlob(), slices.getSliceNameGlob());
        addGlob(conditions, "thread_name", slices.hasThreadNameGlob(), slices.getThreadNameGlob());
        addGlob(conditions, "process_name", slices.hasProcessNameGlob(), slices.getProcessNameGlob());
        addGlob(conditions, "track_name", slices.hasTrackNameGlob(), slices.getTrackNameGlob());
        return "(SELECT id, ts, dur, name AS slice_name, thread_name, process_name, track_name"
                + " FROM thread_or_process_slice"
                + (conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions)) + ")";
    }

    private static void addGlob(List<String> conditions, String column, boolean isSet, String glob) {
        if (isSet) {
            conditions.add(column + " GLOB " + QueryClauses.quoted(glob));
        }
    }

    private static String range(ExperimentalTimeRange range) throws SpecProblem {
        if (!range.hasMode()) {
            throw new SpecProblem("A time range needs a mode");
        }
        boolean isFixed = range.getMode() == ExperimentalTimeRange.Mode.STATIC;
        if (isFixed && !(range.hasTs() && range.hasDur())) {
            throw new SpecProblem("A static time range needs ts and dur");
        }
        return "(SELECT 0 AS id, " + (range.hasTs() ? range.getTs() : "trace_start()") + " AS ts, "
                + (range.hasDur() ? range.getDur() : "trace_dur()") + " AS dur)";
    }

    private static void checkPartitions(List<String> columns) throws SpecProblem {
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            String lower = column.toLowerCase(Locale.ROOT);
            if (column.isEmpty() || RESERVED.contains(lower)) {
                throw new SpecProblem("'" + column + "' can't be a partition column");
            }
            if (!seen.add(lower)) {
                throw new SpecProblem("Partition column '" + column + "' occurs twice");
            }
        }
    }

    private String intersection(IntervalIntersect intersect) throws SpecProblem {
        if (!intersect.hasBase() || intersect.getIntervalIntersectCount() == 0) {
            throw new SpecProblem("An intersection of intervals needs a base and other intervals");
        }
        checkPartitions(intersect.getPartitionColumnsList());
        modules.add("intervals.intersect");
        List<String> sources = new ArrayList<>(List.of(addNested(intersect.getBase())));
        for (PerfettoSqlStructuredQuery query : intersect.getIntervalIntersectList()) {
            sources.add(addNested(query));
        }
        StringBuilder columns = new StringBuilder("ii.ts, ii.dur");
        intersect.getPartitionColumnsList().forEach(c -> columns.append(", ii.").append(c));
        StringBuilder joins = new StringBuilder();
        for (int i = 0; i < sources.size(); i++) {
            String alias = "part_" + i;
            for (String column : List.of("id", "ts", "dur")) {
                columns.append(", %s.%s AS %s_%d".formatted(alias, column, column, i));
            }
            columns.append(", ").append(alias).append(".*");
            joins.append(" JOIN %s AS %s ON ii.id_%d = %s.id".formatted(sources.get(i), alias, i, alias));
        }
        return "(SELECT " + columns + " FROM _interval_intersect!((" + String.join(", ", sources) + "), ("
                + String.join(", ", intersect.getPartitionColumnsList()) + ")) AS ii" + joins + ")";
    }

    private String intervals(ExperimentalFilterToIntervals filter) throws SpecProblem {
        if (!filter.hasBase() || !filter.hasIntervals()) {
            throw new SpecProblem("A filter to intervals needs a base and intervals");
        }
        List<String> partitions = filter.getPartitionColumnsList();
        checkPartitions(partitions);
        modules.add("intervals.intersect");
        modules.add("intervals.overlap");
        String base = addNested(filter.getBase());
        String raw = addNested(filter.getIntervals());
        String merged = partitions.isEmpty()
                ? "interval_merge_overlapping!(" + raw + ", 0)"
                : "interval_merge_overlapping_partitioned!(" + raw + ", (" + partitions.getFirst() + "))";
        String name = "sq_" + ++lastTable;
        // Intervals that overlap would give a row of the base more than once.
        tables.put(
                name,
                "SELECT row_number() OVER (ORDER BY ts) AS id, ts, dur"
                        + (partitions.isEmpty() ? "" : ", " + String.join(", ", partitions)) + " FROM " + merged);
        return "(SELECT " + clippedColumns(filter) + " FROM _interval_intersect!((" + base + ", " + name + "), ("
                + String.join(", ", partitions) + ")) AS ii JOIN " + base + " AS base ON ii.id_0 = base.id)";
    }

    private static String clippedColumns(ExperimentalFilterToIntervals filter) {
        boolean clips = !filter.hasClipToIntervals() || filter.getClipToIntervals();
        List<String> selected = filter.getSelectColumnsList();
        if (selected.isEmpty()) {
            return clips ? "ii.ts, ii.dur, base.*" : "base.*";
        }
        List<String> columns = new ArrayList<>(clips ? List.of("ii.ts", "ii.dur") : List.of());
        List<String> originals = new ArrayList<>();
        for (String column : selected) {
            boolean isTime = column.equalsIgnoreCase("ts") || column.equalsIgnoreCase("dur");
            if (clips && isTime) {
                originals.add("base." + column + " AS original_" + column.toLowerCase(Locale.ROOT));
            } else {
                columns.add("base." + column);
            }
        }
        columns.addAll(originals);
        return String.join(", ", columns);
    }

    private String join(ExperimentalJoin join) throws SpecProblem {
        if (!join.hasLeftQuery() || !join.hasRightQuery()) {
            throw new SpecProblem("A join needs a left and a right query");
        }
        String left = addNested(join.getLeftQuery());
        String right = addNested(join.getRightQuery());
        String kind = join.getType() == ExperimentalJoin.Type.LEFT ? " LEFT JOIN " : " INNER JOIN ";
        return switch (join.getConditionCase()) {
            case EQUALITY_COLUMNS ->
                "(SELECT * FROM " + left + kind + right + " ON " + equality(join.getEqualityColumns(), left, right)
                        + ")";
            case FREEFORM_CONDITION -> {
                ExperimentalJoin.FreeformCondition condition = requireComplete(join.getFreeformCondition());
                yield "(SELECT * FROM " + left + " AS " + condition.getLeftQueryAlias() + kind + right + " AS "
                        + condition.getRightQueryAlias() + " ON " + condition.getSqlExpression() + ")";
            }
            case CONDITION_NOT_SET -> throw new SpecProblem("A join needs a condition");
        };
    }

    private static String equality(ExperimentalJoin.EqualityColumns columns, String left, String right)
            throws SpecProblem {
        if (!columns.hasLeftColumn() || !columns.hasRightColumn()) {
            throw new SpecProblem("A join needs a column of each query");
        }
        return left + "." + columns.getLeftColumn() + " = " + right + "." + columns.getRightColumn();
    }

    private static ExperimentalJoin.FreeformCondition requireComplete(ExperimentalJoin.FreeformCondition condition)
            throws SpecProblem {
        if (!condition.hasLeftQueryAlias() || !condition.hasRightQueryAlias() || !condition.hasSqlExpression()) {
            throw new SpecProblem("A condition in SQL needs both aliases and an expression");
        }
        return condition;
    }

    private String union(ExperimentalUnion union) throws SpecProblem {
        if (union.getQueriesCount() < 2) {
            throw new SpecProblem("A union needs at least two queries");
        }
        List<String> first = QueryClauses.outputNames(union.getQueries(0));
        List<String> parts = new ArrayList<>();
        for (PerfettoSqlStructuredQuery query : union.getQueriesList()) {
            List<String> names = QueryClauses.outputNames(query);
            boolean isComparable = !first.isEmpty() && !names.isEmpty();
            if (isComparable
                    && (names.size() != first.size() || !Set.copyOf(names).equals(Set.copyOf(first)))) {
                throw new SpecProblem("The queries of a union have different columns: " + first + " and " + names);
            }
            parts.add("SELECT * FROM " + addNested(query));
        }
        return "(" + String.join(union.getUseUnionAll() ? " UNION ALL " : " UNION ", parts) + ")";
    }

    private String addColumns(ExperimentalAddColumns add) throws SpecProblem {
        if (!add.hasCoreQuery() || !add.hasInputQuery() || add.getInputColumnsCount() == 0) {
            throw new SpecProblem("Adding columns needs a core query, an input query and at least one column");
        }
        StringBuilder columns = new StringBuilder("core.*");
        for (SelectColumn column : add.getInputColumnsList()) {
            if (column.getColumnNameOrExpression().isEmpty()) {
                throw new SpecProblem("A column that is added has no name");
            }
            columns.append(", input.").append(column.getColumnNameOrExpression());
            if (!column.getAlias().isEmpty()) {
                columns.append(" AS ").append(column.getAlias());
            }
        }
        String condition = switch (add.getConditionCase()) {
            case EQUALITY_COLUMNS -> equality(add.getEqualityColumns(), "core", "input");
            case FREEFORM_CONDITION -> {
                ExperimentalJoin.FreeformCondition freeform = requireComplete(add.getFreeformCondition());
                if (!freeform.getLeftQueryAlias().equals("core")
                        || !freeform.getRightQueryAlias().equals("input")) {
                    throw new SpecProblem("A condition for added columns must use the aliases core and input");
                }
                yield freeform.getSqlExpression();
            }
            case CONDITION_NOT_SET -> throw new SpecProblem("Added columns need a condition");
        };
        return "(SELECT " + columns + " FROM " + addNested(add.getCoreQuery()) + " AS core LEFT JOIN "
                + addNested(add.getInputQuery()) + " AS input ON " + condition + ")";
    }

    private String createSlices(ExperimentalCreateSlices slices) throws SpecProblem {
        if (!slices.hasStartsQuery() || !slices.hasEndsQuery()) {
            throw new SpecProblem("Slices need a query for their starts and one for their ends");
        }
        modules.add("intervals.create_intervals");
        String starts = slices.getStartsTsColumn().isEmpty() ? "ts" : slices.getStartsTsColumn();
        String ends = slices.getEndsTsColumn().isEmpty() ? "ts" : slices.getEndsTsColumn();
        return "(SELECT * FROM _interval_create!((SELECT " + starts + " AS ts FROM "
                + addNested(slices.getStartsQuery()) + "), (SELECT " + ends + " AS ts FROM "
                + addNested(slices.getEndsQuery()) + ")))";
    }

    private String filterIn(ExperimentalFilterIn filter) throws SpecProblem {
        if (!filter.hasBase()
                || !filter.hasMatchValues()
                || filter.getBaseColumn().isEmpty()
                || filter.getMatchColumn().isEmpty()) {
            throw new SpecProblem("A filter by values needs a base, values, and a column of each");
        }
        return "(SELECT base.* FROM " + addNested(filter.getBase()) + " AS base WHERE base." + filter.getBaseColumn()
                + " IN (SELECT " + filter.getMatchColumn() + " FROM " + addNested(filter.getMatchValues()) + "))";
    }
}
