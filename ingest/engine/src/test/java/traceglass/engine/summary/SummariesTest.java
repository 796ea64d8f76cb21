package traceglass.engine.summary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.TextFormat;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.QueryRow;
import traceglass.engine.QuerySession;
import traceglass.engine.TraceProcessor;
import traceglass.protos.processor.PerfettoSqlStructuredQuery;
import traceglass.protos.processor.TraceSummary;
import traceglass.protos.processor.TraceSummarySpec;

class SummariesTest {

    private static final String TRACE = """
            [{"ph": "M", "name": "process_name", "pid": 7, "args": {"name": "app"}},
             {"ph": "M", "name": "thread_name", "pid": 7, "tid": 8, "args": {"name": "ui"}},
             {"ph": "M", "name": "thread_name", "pid": 7, "tid": 9, "args": {"name": "io"}},
             {"ph": "X", "pid": 7, "tid": 8, "name": "draw", "ts": 1, "dur": 4},
             {"ph": "X", "pid": 7, "tid": 8, "name": "draw", "ts": 10, "dur": 6},
             {"ph": "X", "pid": 7, "tid": 8, "name": "load", "ts": 20, "dur": 1},
             {"ph": "X", "pid": 7, "tid": 9, "name": "draw", "ts": 3, "dur": 20}]\
            """;

    private static TraceProcessor trace;

    @BeforeAll
    static void open() {
        trace = TraceProcessor.open(TRACE.getBytes(StandardCharsets.UTF_8), EngineOptions.temporary());
    }

    @AfterAll
    static void close() {
        trace.close();
    }

    private static TraceSummary summary(String spec) {
        try (QuerySession session = trace.newSession()) {
            return Summaries.compute(session, new SummaryRequest(List.of(Summaries.parse(spec)), null, null));
        }
    }

    private static String error(String spec) {
        return assertThrows(EngineException.class, () -> summary(spec)).getMessage();
    }

    /// Runs a structured query and returns its rows, values separated by spaces.
    private static List<String> rows(String query) throws Exception {
        PerfettoSqlStructuredQuery.Builder q = PerfettoSqlStructuredQuery.newBuilder();
        TextFormat.merge(query + " id: 'q'", q);
        String sql = Summaries.sqlOf(
                List.of(TraceSummarySpec.newBuilder().addQuery(q).build()), "q");
        List<String> rows = new ArrayList<>();
        try (QuerySession session = trace.newSession()) {
            for (QueryRow row : session.query(sql)) {
                List<String> values = new ArrayList<>();
                for (int i = 0; i < row.size(); i++) {
                    values.add(String.valueOf(row.getString(i)));
                }
                rows.add(String.join(" ", values));
            }
        }
        return rows;
    }

    private static final String COLUMNS = " select_columns { column_name_or_expression: 'ts' }"
            + " select_columns { column_name_or_expression: 'name' alias: 'n' }";

    @Test
    void aMetricHasARowForEachOfItsDimensions() {
        TraceSummary summary = summary("""
                metric_spec {
                  id: 'longest'
                  dimensions_specs { name: 'slice_name' type: STRING }
                  dimensions_specs { name: 'thread_name' type: STRING }
                  value: 'most'
                  unit: TIME_NANOS
                  query {
                    simple_slices { slice_name_glob: 'dr*' thread_name_glob: '*' }
                    group_by {
                      column_names: 'thread_name' column_names: 'slice_name'
                      aggregates { column_name: 'dur' op: MAX result_column_name: 'most' }
                      aggregates { op: COUNT result_column_name: 'n' }
                    }
                  }
                }\
                """);
        assertEquals(1, summary.getMetricBundlesCount());
        assertEquals("longest", summary.getMetricBundles(0).getBundleId());
        assertEquals(
                """
                row {
                  values {
                    double_value: 20000.000000
                  }
                  dimension {
                    string_value: "draw"
                  }
                  dimension {
                    string_value: "io"
                  }
                }
                row {
                  values {
                    double_value: 6000.000000
                  }
                  dimension {
                    string_value: "draw"
                  }
                  dimension {
                    string_value: "ui"
                  }
                }
                """,
                SummaryText.of(summary.getMetricBundles(0).toBuilder()
                        .clearBundleId()
                        .clearSpecs()
                        .build()));
        assertTrue(SummaryJson.of(summary).contains("\"doubleValue\" : 6000.0"), SummaryJson.of(summary));
    }

    @Test
    void aTemplateCreatesOneBundleForAllItsValues() {
        TraceSummary summary = summary("""
                metric_template_spec {
                  id_prefix: 'slices'
                  dimensions: 'name'
                  dimension_uniqueness: UNIQUE
                  value_column_specs { name: 'total' unit: TIME_NANOS polarity: LOWER_IS_BETTER }
                  value_column_specs { name: 'n' custom_unit: 'slices' }
                  value_column_specs { name: 'none' }
                  query {
                    sql { sql: 'SELECT name, sum(dur) AS total, count() AS n, NULL AS none FROM slice GROUP BY name' }
                  }
                }\
                """);
        assertEquals(1, summary.getMetricBundlesCount());
        var bundle = summary.getMetricBundles(0);
        assertEquals("slices", bundle.getBundleId());
        assertEquals(
                List.of("slices_total", "slices_n", "slices_none"),
                bundle.getSpecsList().stream().map(s -> s.getId()).toList());
        assertEquals("slices", bundle.getSpecs(1).getCustomUnit());
        assertEquals(2, bundle.getRowCount());
        assertEquals(30000.0, bundle.getRow(0).getValues(0).getDoubleValue());
        assertEquals(3.0, bundle.getRow(0).getValues(1).getDoubleValue());
        assertTrue(bundle.getRow(0).getValues(2).hasNullValue());
    }

    @Test
    void internedDimensionsAreWrittenOnceForEachUsedKey() {
        TraceSummary summary = summary("""
                metric_spec {
                  id: 'm' dimensions_specs { name: 'name' type: STRING } value: 'dur'
                  query { sql { sql: "SELECT name, dur FROM slice WHERE name = 'draw'" } }
                  interned_dimension_specs {
                    key_column_spec { name: 'name' type: STRING }
                    data_column_specs { name: 'length' type: INT64 }
                    query { sql { sql: 'SELECT DISTINCT name, length(name) AS length FROM slice' } }
                  }
                }\
                """);
        var interned = summary.getMetricBundles(0).getInternedDimensionBundles(0);
        assertEquals(1, interned.getInternedDimensionRowsCount());
        assertEquals(
                4,
                interned.getInternedDimensionRows(0)
                        .getInternedDimensionValues(0)
                        .getInt64Value());
    }

    @Test
    void metadataIsReadFromItsQuery() {
        TraceSummarySpec spec = Summaries.parse(
                "query { id: 'facts' sql { sql: \"SELECT 'a' AS key, 'b' AS value UNION ALL SELECT 'c', NULL\" } }");
        try (QuerySession session = trace.newSession()) {
            TraceSummary summary = Summaries.compute(session, new SummaryRequest(List.of(spec), List.of(), "facts"));
            assertEquals("metadata {\n  key: \"a\"\n  value: \"b\"\n}\n", SummaryText.of(summary));
            EngineException absent = assertThrows(
                    EngineException.class,
                    () -> Summaries.compute(session, new SummaryRequest(List.of(spec), List.of("x"), null)));
            assertTrue(absent.getMessage().startsWith("There is no metric 'x'"), absent.getMessage());
        }
    }

    @Test
    void sourcesAreTablesSqlAndOtherQueries() throws Exception {
        assertEquals(
                List.of("7"),
                rows("table { table_name: 'process' } filters { column_name: 'name' op: EQUAL"
                        + " string_rhs: 'app' } select_columns { column_name_or_expression: 'pid' }"));
        assertEquals(
                List.of("9"),
                rows(
                        "sql { sql: 'CREATE PERFETTO TABLE t AS SELECT 8 AS x; SELECT x + 1 AS y FROM t;' column_names: 'y' }"));
        assertEquals(
                List.of("3"),
                rows(
                        "sql { sql: 'SELECT count() FROM $s' dependencies { alias: 's' query { table { table_name: 'slice' }"
                                + " filters { column_name: 'name' op: GLOB string_rhs: 'd*' } } } }"));
        assertEquals(
                List.of("1000 draw", "3000 draw"),
                rows("inner_query { table { table_name: 'slice' } order_by { ordering_specs { column_name: 'ts' } } }"
                        + " limit: 2" + COLUMNS));
        assertEquals(List.of("0 1000 22000"), rows("experimental_time_range { mode: DYNAMIC }"));
        assertEquals(List.of("0 5 6"), rows("experimental_time_range { mode: STATIC ts: 5 dur: 6 }"));
    }

    @Test
    void filtersGroupsAndOrders() throws Exception {
        String slices = "table { table_name: 'slice' }";
        assertEquals(
                List.of("20000 load"),
                rows(slices + " filters { column_name: 'dur' op: LESS_THAN int64_rhs: 2000 }" + COLUMNS));
        assertEquals(
                List.of("20000 load", "10000 draw"),
                rows(slices + " filters { column_name: 'ts' op: EQUAL int64_rhs: 10000 int64_rhs: 20000 }"
                        + " filters { column_name: 'name' op: IS_NOT_NULL }"
                        + " order_by { ordering_specs { column_name: 'ts' direction: DESC } }" + COLUMNS));
        assertEquals(
                List.of("3000 draw", "20000 load"),
                rows(slices + " experimental_filter_group { op: OR"
                        + " filters { column_name: 'dur' op: GREATER_THAN_EQUAL double_rhs: 20000 }"
                        + " groups { op: AND filters { column_name: 'name' op: EQUAL string_rhs: 'load' } }"
                        + " sql_expressions: '1 = 2' }"
                        + " order_by { ordering_specs { column_name: 'ts' } }" + COLUMNS));
        assertEquals(
                List.of("draw 3 30000 6000.0", "load 1 1000 1000.0"),
                rows(slices + " group_by { column_names: 'name'"
                        + " aggregates { op: COUNT result_column_name: 'n' }"
                        + " aggregates { column_name: 'dur' op: SUM result_column_name: 'total' }"
                        + " aggregates { column_name: 'dur' op: MEDIAN result_column_name: 'half' } }"
                        + " order_by { ordering_specs { column_name: 'name' } }"));
        assertEquals(
                List.of("2"),
                rows(slices + " group_by { aggregates { column_name: 'name' op: COUNT_DISTINCT"
                        + " result_column_name: 'names' } }"));
    }

    @Test
    void queriesAreCombined() throws Exception {
        String all = "{ table { table_name: 'slice' }" + COLUMNS + " }";
        assertEquals(
                List.of("8"),
                rows("inner_query { experimental_union { queries " + all + " queries " + all
                        + " use_union_all: true } } group_by { aggregates { op: COUNT result_column_name: 'n' } }"));
        assertEquals(
                List.of("1000 draw", "3000 draw", "10000 draw"),
                rows(
                        "experimental_filter_in { base { table { table_name: 'slice' } } match_values { sql { sql: \"SELECT"
                                + " 'draw' AS x\" } } base_column: 'name' match_column: 'x' }"
                                + " order_by { ordering_specs { column_name: 'ts' } }" + COLUMNS));
        assertEquals(
                List.of("draw 1", "load 2"),
                rows(
                        "experimental_add_columns { core_query { sql { sql: \"SELECT 'draw' AS n UNION ALL SELECT 'load'\" } }"
                                + " input_query { sql { sql: \"SELECT 'draw' AS m, 1 AS x UNION ALL SELECT 'load', 2\" } }"
                                + " input_columns { column_name_or_expression: 'x' }"
                                + " equality_columns { left_column: 'n' right_column: 'm' } }"
                                + " order_by { ordering_specs { column_name: 'n' } }"));
        assertEquals(
                List.of("5000 2000"),
                rows("experimental_filter_to_intervals {"
                        + " base { sql { sql: 'SELECT 1 AS id, 5000 AS ts, 9000 AS dur' } }"
                        + " intervals { sql { sql: 'SELECT 1 AS id, 4000 AS ts, 2000 AS dur UNION ALL SELECT 2, 5000, 2000' } }"
                        + " select_columns: 'ts' }"
                        + " select_columns { column_name_or_expression: 'ts' }"
                        + " select_columns { column_name_or_expression: 'dur' }"));
        assertEquals(
                List.of("6 2 1 7"),
                rows("interval_intersect { base { sql { sql: 'SELECT 1 AS id, 5 AS ts, 3 AS dur' } }"
                        + " interval_intersect { sql { sql: 'SELECT 7 AS id, 6 AS ts, 10 AS dur' } } }"
                        + " select_columns { column_name_or_expression: 'ts' }"
                        + " select_columns { column_name_or_expression: 'dur' }"
                        + " select_columns { column_name_or_expression: 'id_0' }"
                        + " select_columns { column_name_or_expression: 'id_1' }"));
    }

    @Test
    void invalidSpecificationsAreReportedInOneSentence() {
        assertTrue(error("metric_spec { id: 'm' value: 'x' query { } }").contains("no source"));
        assertTrue(error("metric_spec { value: 'x' }").contains("no id"));
        assertTrue(error("metric_spec { id: 'all' }").contains("reserved"));
        assertTrue(error("metric_template_spec { }").contains("id_prefix"));
        assertTrue(error("query { id: 'a' } query { id: 'a' }").contains("Several"));
        assertTrue(error("metric_spec { id: 'm' value: 'x' query { inner_query_id: 'a' } }"
                        + " query { id: 'a' inner_query_id: 'a' }")
                .contains("depends on itself"));
        assertTrue(error("metric_spec { id: 'm' value: 'x' query { table { table_name: 'slice' } } }")
                .contains("no column 'x'"));
        assertTrue(error("metric_spec { id: 'm' value: 'name' query { table { table_name: 'slice' } } }")
                .contains("not a number"));
        assertTrue(error("metric_spec { id: 'm' value: 'dur' dimensions: 'name' dimension_uniqueness: UNIQUE"
                        + " query { table { table_name: 'slice' } } }")
                .contains("same dimensions"));
        assertTrue(error("metric_spec { id: 'm' value: 'dur' query { table { table_name: 'absent' } } }")
                .contains("absent"));
        assertTrue(assertThrows(EngineException.class, () -> Summaries.parse("metric_spec {"))
                .getMessage()
                .startsWith("The specification can't be read: 1:"));
    }
}
