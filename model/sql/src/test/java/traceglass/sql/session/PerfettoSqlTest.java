package traceglass.sql.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;

class PerfettoSqlTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @Test
    void intersectsIntervalsOfPartitionedTables() throws Exception {
        session.print("""
            INCLUDE PERFETTO MODULE intervals.intersect;
            CREATE PERFETTO TABLE a AS SELECT 1 AS id, 0 AS ts, 10 AS dur, 3 AS cpu UNION ALL SELECT 2, 20, 10, 4;
            CREATE PERFETTO TABLE b AS SELECT 7 AS id, 5 AS ts, 20 AS dur, 3 AS cpu UNION ALL SELECT 8, 5, 20, 4;
            """);
        assertEquals("5,5,1,7,3\n20,5,2,8,4", session.rows("""
            SELECT c0 AS ts, c1 AS dur, c2 AS id_0, c3 AS id_1, c4 AS cpu
            FROM __intrinsic_table_ptr(
              __intrinsic_interval_intersect(_interval_agg!(a, (cpu)), _interval_agg!((SELECT * FROM b), (cpu)), '(cpu)'))
            WHERE __intrinsic_table_ptr_bind(c0, 'ts')
              AND __intrinsic_table_ptr_bind(c1, 'dur')
              AND __intrinsic_table_ptr_bind(c2, 'id_0')
              AND __intrinsic_table_ptr_bind(c3, 'id_1')
              AND __intrinsic_table_ptr_bind(c4, 'cpu')
            ORDER BY ts
            """));
    }

    @Test
    void createsAndReplacesTablesAndViews() throws Exception {
        assertEquals("\"y\"\n1\n\n\"y\"\n2\n", session.print("""
            CREATE PERFETTO TABLE x AS SELECT * FROM slice;
            CREATE PERFETTO INDEX i ON x(ts);
            DROP PERFETTO INDEX i ON x;
            CREATE OR REPLACE PERFETTO TABLE x AS SELECT 1 AS y;
            SELECT * FROM x;
            CREATE PERFETTO VIEW v(y LONG) AS SELECT y + 1 AS y FROM x;
            SELECT * FROM v\
            """));
    }

    @Test
    void aViewThatEndsWithOrderByReturnsSortedRows() throws Exception {
        session.print(
                "CREATE PERFETTO VIEW v AS SELECT id, dur, parent_id FROM slice ORDER BY parent_id NULLS LAST, dur"
                        + " DESC");
        assertEquals("1\n2\n0", session.rows("SELECT id FROM v"));
        assertEquals("1\n2\n0", session.rows("SELECT v.id FROM v JOIN trace_bounds"));
        assertEquals("0\n1\n2", session.rows("SELECT id FROM v ORDER BY dur"));
        assertEquals("3", session.rows("SELECT count(*) FROM v"));
        session.print("CREATE OR REPLACE PERFETTO VIEW v AS SELECT id FROM slice");
        assertEquals("0\n1\n2", session.rows("SELECT v.id FROM v JOIN trace_bounds"));
        session.print("CREATE PERFETTO VIEW longest AS SELECT id FROM slice ORDER BY dur DESC LIMIT 1");
        assertEquals("2", session.rows("SELECT id FROM longest"));
    }

    @Test
    void aViewMayUseSyntaxThatOnlyDuckDbKnows() throws Exception {
        session.print("CREATE PERFETTO VIEW v AS SELECT substring('abc' FROM 2) AS s ORDER BY s");
        assertEquals("\"bc\"", session.rows("SELECT s FROM v"));
    }

    @Test
    void aFunctionPassesItsArgumentsToOperators() throws Exception {
        session.print("""
            INCLUDE PERFETTO MODULE graphs.search;
            CREATE PERFETTO FUNCTION reached(start LONG) RETURNS TABLE(id LONG) AS
            SELECT node_id AS id FROM graph_reachable_dfs!((SELECT slice_out AS source_node_id, slice_in AS dest_node_id FROM flow), (SELECT $start AS node_id));
            CREATE PERFETTO FUNCTION reached_count(start LONG) RETURNS LONG AS SELECT count(*) FROM reached($start)\
            """);
        assertEquals("0\n1\n2", session.rows("SELECT id FROM reached(0)"));
        assertEquals(
                "2",
                session.rows("SELECT reached.id FROM reached((SELECT max(slice_out) FROM flow)) WHERE reached.id > 1"));
        assertEquals("3,1", session.rows("SELECT reached_count(0), reached_count(1 + 1)"));
        SqlProblem problem =
                assertThrows(SqlProblem.class, () -> session.rows("SELECT r.id FROM slice, reached(slice.id) AS r"));
        assertTrue(problem.describe().contains("can't be columns"), problem.describe());
    }

    @Test
    void distinguishesArgumentsFromTheFunctionsOwnColumns() throws Exception {
        session.print("CREATE PERFETTO FUNCTION g(id LONG) RETURNS LONG AS SELECT dur FROM slice WHERE id = $id");
        assertEquals("5,5,7\n7,7,7\n9,9,7", session.rows("select g(id), g(s.id), g(1) from slice s"));
        session.print(
                "CREATE PERFETTO FUNCTION h(id LONG) RETURNS TABLE(a LONG) AS SELECT dur AS a FROM slice WHERE id ="
                        + " $id");
        assertEquals("0,5\n1,7\n2,9", session.rows("select id, a from slice, h(id)"));
        assertEquals(
                "6,120",
                session.rows("CREATE PERFETTO FUNCTION f(x INT) RETURNS INT AS SELECT $x + 1; select f(5), f(119)"));
    }

    @Test
    void aFunctionBodyMayEndWithAParameter() throws Exception {
        session.print("CREATE PERFETTO FUNCTION twice(x LONG) RETURNS LONG AS SELECT 2 * $x");
        assertEquals("8", session.rows("SELECT twice(4)"));
    }

    @Test
    void expandsMacrosWithTheirArguments() throws Exception {
        session.print(
                "CREATE PERFETTO MACRO total_of(t TableOrSubquery, c ColumnName) RETURNS TableOrSubquery AS (SELECT"
                        + " sum($c) AS s FROM $t)");
        assertEquals("21", session.rows("select * from total_of!(slice, dur)"));
        assertEquals("1", session.rows("select * from total_of!((select 1 as z), z)"));
        session.print("CREATE PERFETTO MACRO twice(x Expr) RETURNS Expr AS $x * 2");
        assertEquals(
                "2,4,\"a b\"",
                session.rows("select __intrinsic_token_apply!(twice, (1, 2)), __intrinsic_stringify!(a b)"));
    }

    @Test
    void argumentsHaveTheTypesSetByEarlierStatements() throws Exception {
        String sql = "SELECT extract_arg(1, 'k') IS NULL AS n, typeof(extract_arg(1, 'k')) AS t; ";
        String text = session.print(sql
                + "CREATE TABLE args AS SELECT 0 AS id, 1 AS arg_set_id, 'k' AS flat_key, 'k' AS key,"
                + " CAST(NULL AS BIGINT) AS int_value, 'x' AS string_value, CAST(NULL AS DOUBLE) AS real_value,"
                + " 'string' AS value_type, 'x' AS display_value; " + sql
                + "UPDATE args SET real_value = 1.5, value_type = 'real'; " + sql);
        assertEquals(
                List.of("0,\"integer\"", "0,\"text\"", "0,\"real\""),
                text.lines().filter(l -> l.startsWith("0") || l.startsWith("1")).toList());
    }

    @Test
    void argumentsHaveTheTypesOfRowsAddedToTheTableOfAView() throws Exception {
        String text =
                session.print("CREATE TABLE own_args AS SELECT 0 AS id, 1 AS arg_set_id, 'k' AS flat_key, 'k' AS key,"
                        + " 7 AS int_value, CAST(NULL AS VARCHAR) AS string_value, CAST(NULL AS DOUBLE) AS real_value,"
                        + " 'int' AS value_type, '7' AS display_value; CREATE VIEW args AS SELECT * FROM own_args;"
                        + " SELECT extract_arg(1, 'k') + 0 AS v;"
                        + " INSERT INTO own_args VALUES (1, 2, 'k', 'k', NULL, 'x', NULL, 'string', 'x');"
                        + " SELECT extract_arg(2, 'k') AS v;");
        assertEquals(
                List.of("7", "\"x\""),
                text.lines()
                        .filter(l -> l.startsWith("7") || l.startsWith("\"x"))
                        .toList());
    }

    @Test
    void functionsMayUseSelectAll() throws Exception {
        String text = session.print(
                "CREATE PERFETTO FUNCTION next(x INT) RETURNS INT AS SELECT ALL $x + 1; SELECT next(2) AS n");
        assertTrue(text.endsWith("3\n"), text);
    }

    @Test
    void linksInSvgTimelinesMayContainQuotes() throws Exception {
        String text = session.print("INCLUDE PERFETTO MODULE export.to_svg; SELECT _svg_rect(0.0, 0.0, 1.0, 1.0, 'red',"
                + " NULL, 'a\"b&c', NULL) AS svg");
        assertTrue(text.contains("<a href=\"a&quot;b&amp;c\" "), text);
    }

    @Test
    void typesArgumentsByTheirValues() throws Exception {
        assertEquals(
                "6,\"x\",\"[NULL]\",\"[NULL]\"\n"
                        + "7,\"[NULL]\",1.500000,\"[NULL]\"\n"
                        + "\"[NULL]\",\"[NULL]\",\"[NULL]\",\"[NULL]\"",
                session.rows("select extract_arg(arg_set_id, 'k') + 1, extract_arg(arg_set_id, 's'),"
                        + " EXTRACT_ARG(arg_set_id, \"r\"), extract_arg(arg_set_id, 'none') from slice"));
    }

    @Test
    void walksSlicesAndFlows() throws Exception {
        assertEquals("1,0", session.rows("select s.id, a.id from slice s join ancestor_slice(s.id) a"));
        assertEquals("0,\"b\"", session.rows("select s.id, d.name from slice s, descendant_slice(s.id) d"));
        assertEquals("0\n1", session.rows("select id from following_flow(0)"));
        assertEquals("0\n1", session.rows("select id from preceding_flow(2)"));
    }

    @Test
    void joinsSpansAndFillsGaps() throws Exception {
        session.print("""
            create table t1(ts bigint, dur bigint, part bigint, a bigint, primary key (part, ts)) without rowid;
            insert into t1 values (100, 400, 1, 10), (500, 100, 1, 11), (500, 50, 2, 12), (600, 100, 3, 13);
            create table t2(ts bigint, dur bigint, b bigint, primary key (ts)) without rowid;
            insert into t2 values (50, 100, 14), (550, 50, 15), (600, 50, 16), (900, 500, 17);
            create virtual table inner_join using span_join(t1 PARTITIONED part, t2);
            create virtual table left_join using span_left_join(t1 PARTITIONED part, t2);
            create virtual table outer_join using span_outer_join(t1 PARTITIONED part, t2)\
            """);
        assertEquals("100,50,1,10,14\n550,50,1,11,15\n600,50,3,13,16", session.rows("select * from inner_join"));
        assertEquals(
                "100,50,1,10,14\n"
                        + "150,350,1,10,\"[NULL]\"\n"
                        + "500,50,1,11,\"[NULL]\"\n"
                        + "550,50,1,11,15\n"
                        + "500,50,2,12,\"[NULL]\"\n"
                        + "600,50,3,13,16\n"
                        + "650,50,3,13,\"[NULL]\"",
                session.rows("select * from left_join"));
        assertEquals(
                "50,50,1,\"[NULL]\",14\n"
                        + "100,50,1,10,14\n"
                        + "150,350,1,10,\"[NULL]\"\n"
                        + "500,50,1,11,\"[NULL]\"\n"
                        + "550,50,1,11,15\n"
                        + "600,50,1,\"[NULL]\",16",
                session.rows("select * from outer_join limit 6"));
    }

    @Test
    void supportsRecursiveFunctions() throws Exception {
        assertEquals(
                "120",
                session.rows(
                        "SELECT create_function('f(x INT)', 'INT', 'SELECT IIF($x = 0, 1, $x * f($x - 1))'); SELECT"
                                + " f(5)"));
        assertEquals(
                "1125899906842624",
                session.rows(
                        "SELECT create_function('g(x INT)', 'INT', 'SELECT IIF($x = 0, 1, g($x - 1) + g($x - 1))');"
                                + " SELECT g(50)"));
    }

    @Test
    void operatorsCanReadTablesOfTheWithClause() throws Exception {
        assertEquals("0,\"[NULL]\"\n1,0", session.rows("""
            INCLUDE PERFETTO MODULE graphs.search;
            WITH edges AS (SELECT 0 AS source_node_id, 1 AS dest_node_id)
            SELECT * FROM graph_reachable_dfs!(edges, (SELECT 0 AS node_id))\
            """));
        assertEquals("12,3,0,1\n13,2,0,2", session.rows("""
            INCLUDE PERFETTO MODULE intervals.intersect;
            WITH one AS (SELECT * FROM slice WHERE id = 0), rest AS (SELECT * FROM slice WHERE id > 0)
            SELECT ts, dur, id_0, id_1 FROM _interval_intersect!((one, rest), ()) ORDER BY ts\
            """));
    }

    @Test
    void includesEveryStandardModule() throws Exception {
        for (String module : new ModuleLibrary().names()) {
            if (module.startsWith("intervals")
                    || module.startsWith("graphs")
                    || module.startsWith("std.metasql")
                    || module.startsWith("time")) {
                session.print("INCLUDE PERFETTO MODULE " + module);
            }
        }
        assertEquals("1,\"60000000000\"", session.rows("select time_to_ms(1000000), cast(time_from_min(1) as text)"));
    }

    @Test
    void reportsMissingObjectsWithPosition() {
        SqlProblem problem = assertThrows(
                SqlProblem.class, () -> session.print("select 1;\ninclude perfetto module no.such.module"));
        assertEquals(2, problem.line());
        assertTrue(problem.getMessage().startsWith("no such module: no.such.module"), problem.getMessage());
        assertEquals(
                "line 1, column 8: no such macro: nosuch!",
                assertThrows(SqlProblem.class, () -> session.print("select nosuch!(1)"))
                        .describe());
        assertEquals(
                "line 1, column 17: syntax error at \"functio\": expected TABLE, VIEW, FUNCTION, MACRO or INDEX",
                assertThrows(
                                SqlProblem.class,
                                () -> session.print("create perfetto functio x() returns int as select 1"))
                        .describe());
    }

    @Test
    void declaredTypesApplyToTablesAndViews() throws Exception {
        assertEquals("1,\"bigint\"\n1,\"bigint\"", session.rows("""
            CREATE PERFETTO TABLE t(name STRING, n LONG) AS SELECT NULL AS name, sum(id) AS n FROM slice;
            CREATE PERFETTO VIEW v(name STRING, n LONG) AS SELECT NULL AS name, sum(id) AS n FROM slice;
            SELECT name GLOB 'a*' IS NULL, lower(data_type) FROM t, duckdb_columns() WHERE table_name = 't' AND column_name = 'n'
            UNION ALL SELECT name || 'x' IS NULL, lower(data_type) FROM v, duckdb_columns() WHERE table_name = 'v' AND column_name = 'n'\
            """));
    }

    @Test
    void includesTheModuleOfAPublicName() throws Exception {
        assertEquals("2000000", session.rows("SELECT time_from_ms(2)"));
        assertEquals(
                "10,12",
                session.rows("SELECT ts, dur FROM interval_merge_overlapping!((SELECT id, ts, dur FROM slice), 0)"));
        SqlProblem problem =
                assertThrows(SqlProblem.class, () -> session.rows("SELECT 1;\nSELECT time_from_parsecs(2)"));
        assertEquals("line 2, column 8: no such function: time_from_parsecs", problem.describe());
    }

    @Test
    void columnsOfValuesAreNamedByTheirPosition() throws Exception {
        assertEquals(
                "1,\"a\"\n2,\"b\"",
                session.rows("SELECT column1, column2 FROM (VALUES (1, 'a'), (2, 'b')) ORDER BY column1"));
        assertEquals("3", session.rows("SELECT t.n FROM (VALUES (3)) AS t(n)"));
    }

    @Test
    void invalidSqlIsReportedWithAMessage() {
        for (String text : new String[] {
            "> select 1",
            "= 2",
            ")",
            "(((",
            "select * from",
            "CREATE PERFETTO",
            "CREATE PERFETTO TABLE x",
            "INCLUDE",
            "INCLUDE PERFETTO MODULE",
            "INCLUDE PERFETTO MODULE a.",
            "select f!(",
            "with",
            "select case",
            "CREATE PERFETTO FUNCTION f(",
            "CREATE VIRTUAL TABLE x USING SPAN_JOIN(a, b",
            "select 'a",
            "__intrinsic_table_ptr(",
            "select tg_op_dfs(",
            "select internal_layout(1, 2) from slice",
            "\u0000",
            "select * from slice join using (id)"
        }) {
            assertThrows(SqlProblem.class, () -> session.rows(text), text);
        }
    }

    @Test
    void stringifyKeepsQuotesAndNamesTheColumnAfterTheText() throws Exception {
        assertEquals(
                "\"'foo'\"\n\"foo\"\n\"foo'\"\n\"bar()\"\n\"f('x')\"",
                session.print("select __intrinsic_stringify!(foo) union all select __intrinsic_stringify!(foo'')"
                                + " union all select __intrinsic_stringify!(bar()) union all select"
                                + " __intrinsic_stringify!(f('x'))")
                        .strip());
    }

    @Test
    void createsFunctionsFromStringsThatEndWithAParameter() throws Exception {
        assertEquals(
                "\"value_5\"",
                session.rows(
                        "select create_function('f(x INT)', 'STRING', 'SELECT \"value_\" || $x'); select f(5) as r"));
    }

    @Test
    void recursiveFunctionsReadTablesOfTheSession() throws Exception {
        session.print("""
            CREATE PERFETTO TABLE tree AS SELECT * FROM (VALUES (1, NULL), (2, 1), (3, 1), (4, 2)) AS v(id, parent_id);
            SELECT create_function('subtree_size(id INT)', 'INT',
              'SELECT 1 + ifnull((SELECT sum(subtree_size(child.id)) FROM tree AS child WHERE child.parent_id = $id), 0)');
            SELECT experimental_memoize('subtree_size');
            """);
        assertEquals("1,4\n2,2\n3,1\n4,1", session.rows("SELECT id, subtree_size(id) FROM tree ORDER BY id"));
        assertEquals(
                "1,5",
                session.rows("INSERT INTO tree VALUES (5, 4); SELECT id, subtree_size(id) FROM tree WHERE id = 1"));
    }

    @Test
    void eachSliceHasOnlyItsOwnConnectedFlows() throws Exception {
        session.print("INSERT INTO slice VALUES (3, 15, 1, 'c', 3, 0, NULL, NULL), (4, 18, 1, 'd', 4, 0, NULL, NULL);"
                + " INSERT INTO flow VALUES (7, 3, 4)");
        assertEquals(
                "0,0\n0,1\n1,0\n1,1\n2,0\n2,1\n3,7\n4,7",
                session.rows("select s.id, c.id from slice as s join directly_connected_flow(s.id) as c order by s.id,"
                        + " c.id"));
    }
}
