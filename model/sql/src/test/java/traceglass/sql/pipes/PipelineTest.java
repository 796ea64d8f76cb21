package traceglass.sql.pipes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SyntheticSession;

/// Tests pipe syntax: compares each source and stage with an equivalent query.
class PipelineTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @BeforeEach
    void createTables() throws SqlProblem {
        session.print("""
            PERFETTO PRAGMA pipelines = 1;
            CREATE PERFETTO TABLE tree AS
            SELECT 0 AS id, NULL AS parent_id, 'root' AS name, 10 AS self
            UNION ALL SELECT 1, 0, 'a', 20 UNION ALL SELECT 2, 0, 'b', 30 UNION ALL SELECT 3, 1, 'c', 40;
            CREATE PERFETTO TABLE running AS
            SELECT 0 AS ts, 30 AS dur, 1 AS cpu, 'x' AS who UNION ALL SELECT 40, 10, 1, 'y' UNION ALL SELECT 0, 30, 2, 'z'
            UNION ALL SELECT 0, 5, NULL, 'n';
            CREATE PERFETTO TABLE freq AS
            SELECT 10 AS ts, 10 AS dur, 1 AS cpu, 7 AS f UNION ALL SELECT 35, 10, 1, 8 UNION ALL SELECT 10, 100, 3, 9
            UNION ALL SELECT 0, 9, NULL, 6\
            """);
    }

    private String rows(String sql) throws SqlProblem {
        return session.rows(sql);
    }

    private String problem(String sql) {
        SqlProblem problem = assertThrows(SqlProblem.class, () -> session.rows(sql), sql);
        return problem.describe();
    }

    @Test
    void sourcesAreTablesViewsQueriesAndMacros() throws Exception {
        assertEquals(session.print("SELECT * FROM tree"), session.print("FROM tree |> AS t"));
        session.print("CREATE PERFETTO VIEW v AS SELECT id AS n FROM tree WHERE id > 1");
        assertEquals("2\n3", rows("FROM v |> SELECT n"));
        assertEquals("1\n2", rows("FROM (SELECT id + 1 AS n FROM tree WHERE id < 2) |> SELECT n"));
        assertEquals("3", rows("FROM (WITH w AS (SELECT 3 AS n) SELECT * FROM w) AS q |> SELECT q.n"));
        session.print("CREATE PERFETTO MACRO some(n Expr) RETURNS TableOrSubquery AS (SELECT $n AS n)");
        assertEquals("4", rows("FROM some!(4) |> SELECT n"));
        assertEquals("1", rows("FROM (FROM tree |> DROP self) AS t |> WHERE name = 'a' |> SELECT id"));
    }

    @Test
    void reshapesColumns() throws Exception {
        assertEquals(
                session.print("SELECT name, id AS n, self FROM tree"),
                session.print("FROM tree AS t |> SELECT name, t.id AS n, self"));
        assertEquals(
                session.print("SELECT id, name FROM tree"),
                session.print("FROM tree |> SELECT * EXCEPT (parent_id, self)"));
        assertEquals(
                session.print("SELECT id, parent_id, name, id AS self FROM tree"),
                session.print("FROM tree |> SELECT * REPLACE (id AS self)"));
        assertEquals(
                session.print("SELECT *, self AS again FROM tree"), session.print("FROM tree |> EXTEND self again"));
        assertEquals(session.print("SELECT id, name FROM tree"), session.print("FROM tree |> DROP self, parent_id"));
        assertEquals(
                session.print("SELECT id AS self, parent_id, name, self AS id FROM tree"),
                session.print("FROM tree |> RENAME id AS self, self id"));
        assertEquals(
                session.print("SELECT self AS id, parent_id, name, id AS self FROM tree"),
                session.print("FROM tree |> SET id = self, self = id"));
        assertEquals("10", rows("FROM tree AS t |> DROP self |> WHERE id = 0 |> SELECT t.self"));
        assertEquals("0,0", rows("FROM tree AS t |> RENAME id AS x |> WHERE x = 0 |> SELECT t.id, x"));
        assertEquals("0", rows("FROM tree |> AS u |> WHERE u.self = 10 |> SELECT u.ID"));
    }

    @Test
    void filtersGroupsAndSorts() throws Exception {
        assertEquals(
                rows("SELECT id FROM tree WHERE self > 15 AND name IN ('a', 'b')"),
                rows("FROM tree AS t |> WHERE t.self > 15 AND name IN ('a', 'b') |> SELECT id"));
        assertEquals(
                "1\n2",
                rows("FROM tree |> WHERE parent_id IS NOT NULL AND id IN (SELECT 1 UNION SELECT 2) |> SELECT id"));
        assertEquals(
                "\"cpu\",\"n\",\"total\",\"last\"\n\"[NULL]\",1,5,0\n1,2,40,40\n2,1,30,0\n",
                session.print("FROM running |> AGGREGATE COUNT(*) AS n, SUM(dur) AS total, MAX(ts) AS last GROUP BY cpu"
                        + " |> ORDER BY cpu"));
        assertEquals("4", rows("FROM running |> AGGREGATE COUNT(*) AS n"));
        assertEquals("3\n2\n1\n0", rows("FROM tree |> ORDER BY self DESC |> SELECT id"));
        assertEquals("0\n1\n2\n3", rows("FROM tree |> ORDER BY parent_id, self |> SELECT id"));
        assertEquals("3\n2\n1\n0", rows("FROM tree |> ORDER BY self DESC |> ORDER BY parent_id DESC |> SELECT id"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CAST(self AS VARCHAR) = '20'",
                "CAST(name AS BLOB) = CAST('a' AS BLOB)",
                "CAST(self AS DOUBLE PRECISION) = 20 AND id > 0",
                "CAST(self AS DECIMAL(10, 2)) = 20",
                "self::VARCHAR = '20'",
                "name = 'A' COLLATE nocase",
            })
    void conditionsCastAndCollate(String condition) throws Exception {
        String expected = rows("SELECT id FROM tree WHERE " + condition);
        assertEquals("1", expected);
        assertEquals(expected, rows("FROM tree |> WHERE " + condition + " |> SELECT id"));
    }

    @Test
    void sumsAlongTrees() throws Exception {
        String expected = "\"id\",\"total\",\"path\"\n0,100,10\n1,60,30\n2,30,40\n3,40,70\n";
        assertEquals(expected, session.print("""
            FROM tree
            |> TREE ACCUMULATE UP SUM(self) AS total
            |> TREE ACCUMULATE DOWN SUM(self) AS path
            |> ORDER BY id
            |> SELECT id, total, path"""));
        // Children come before their parents, and the other way round.
        assertEquals(
                "3\n2\n1\n0",
                rows("FROM tree |> TREE ACCUMULATE UP SUM(self) AS t |> SELECT id, t")
                        .replaceAll(",\\d+", ""));
        assertEquals(
                "0\n1\n2\n3",
                rows("FROM tree |> TREE ACCUMULATE DOWN SUM(self) AS t |> SELECT id, t")
                        .replaceAll(",\\d+", ""));
        assertEquals(
                "'r',3\n'x',2".replace('\'', '"'),
                rows("FROM (SELECT 'r' AS id, NULL AS parent_id, 1 AS v UNION ALL SELECT 'x', 'r', 2)"
                        + " |> TREE ACCUMULATE UP SUM(v) AS t |> WHERE v < 3 |> SELECT id, t |> AS z"
                        + " |> ORDER BY t DESC"));
        assertEquals(
                "0,3",
                rows("FROM (SELECT 0 AS id, NULL AS parent_id, NULL AS v, 3 AS w)"
                        + " |> TREE ACCUMULATE UP SUM(v) AS a, SUM(w) AS b |> SELECT a, b"));
    }

    @Test
    void intersectsIntervals() throws Exception {
        assertEquals(
                "\"ts\",\"dur\",\"cpu\",\"who\",\"f\",\"dur\"\n10,10,1,\"x\",7,10\n40,5,1,\"y\",8,10\n0,5,\"[NULL]\",\"n\",6,9\n",
                session.print("""
            INTERVAL INTERSECTION OF (running AS r, freq f) PER cpu
            |> SELECT ts, dur, cpu, r.who, f.f, f.dur
            """));
        assertEquals("25,0", rows("""
            INTERVAL INTERSECTION OF (
              (SELECT 0 AS ts, 100 AS dur) AS a, (SELECT 20 AS ts, 10 AS dur) AS b,
              (SELECT 25 AS ts, 0 AS dur UNION ALL SELECT 60, 0) AS c)
            |> SELECT ts, dur"""));
        assertEquals(
                "",
                rows("INTERVAL INTERSECTION OF ((SELECT 0 AS ts, 10 AS dur) AS a, (SELECT 10 AS ts, 10 AS dur) AS b)"
                        + " |> SELECT ts, dur"));
        assertEquals(
                "0,10",
                rows("INTERVAL INTERSECTION OF ((SELECT 0 AS ts, 10 AS dur UNION ALL SELECT 5, NULL) AS a,"
                        + " (SELECT 0 AS ts, 100 AS dur) AS b) |> SELECT ts, dur"));
        assertTrue(
                problem("INTERVAL INTERSECTION OF ((SELECT 0 AS ts, 10 AS dur) AS a, (SELECT 5 AS ts, -1 AS dur) AS b)")
                        .contains("ts or dur is below zero"));
    }

    @Test
    void flattensIntervals() throws Exception {
        assertEquals(
                """
            "ts","dur","cpu","n","total"
            0,30,1,1,30
            40,10,1,1,10
            0,30,2,1,30
            0,5,"[NULL]",1,5
            """,
                session.print("FROM running |> INTERVAL FLATTEN PER cpu AGGREGATE COUNT(*) AS n, SUM(dur) AS total"));
        assertEquals("0,10,1,1\n10,0,3,1\n10,5,2,1\n15,5,1,\"[NULL]\"", rows("""
            FROM (SELECT 0 AS ts, 15 AS dur, 1 AS v UNION ALL SELECT 10, 0, NULL UNION ALL SELECT 10, 10, NULL UNION ALL SELECT NULL, 4, 9)
            |> INTERVAL FLATTEN AGGREGATE COUNT(*) AS n, SUM(v) AS s"""));
    }

    @Test
    void worksInTablesViewsFunctionsAndSubqueries() throws Exception {
        session.print("""
            CREATE PERFETTO TABLE totals(id LONG, total LONG) AS
            FROM tree |> TREE ACCUMULATE UP SUM(self) AS total |> SELECT id, total;
            CREATE PERFETTO VIEW seen AS
            FROM tree |> TREE ACCUMULATE DOWN SUM(self) AS path |> SELECT id, path;
            CREATE PERFETTO FUNCTION above(least LONG) RETURNS TABLE(id LONG, path LONG) AS
            SELECT id, path FROM (FROM (SELECT * FROM tree WHERE self >= $least OR parent_id IS NULL)
              |> DROP name |> SELECT id, self AS path);
            CREATE PERFETTO FUNCTION path_of(node LONG) RETURNS LONG AS
            SELECT path FROM (FROM tree |> TREE ACCUMULATE DOWN SUM(self) AS path) WHERE id = $node\
            """);
        assertEquals("100", rows("SELECT total FROM totals WHERE id = 0"));
        assertEquals("70", rows("SELECT path FROM seen WHERE id = 3"));
        session.print("CREATE PERFETTO VIEW sorted AS FROM tree |> ORDER BY self DESC, id |> SELECT id AS n, self");
        assertEquals("3\n2\n1\n0", rows("SELECT n FROM sorted"));
        session.print("CREATE OR REPLACE PERFETTO VIEW sorted AS FROM tree |> ORDER BY self DESC |> SELECT id AS n");
        assertEquals("3\n2\n1\n0", rows("SELECT n FROM sorted"));
        assertEquals("2\n3", rows("SELECT id FROM above(30) WHERE id > 0"));
        assertEquals("40", rows("SELECT path_of(2)"));
        assertEquals("70", rows("""
            WITH a AS (SELECT * FROM tree), b AS (FROM a |> TREE ACCUMULATE DOWN SUM(self) AS path)
            SELECT max(path) FROM b"""));
        assertEquals("3", rows("SELECT count(*) FROM tree WHERE id IN (FROM tree |> WHERE self > 15 |> SELECT id)"));
    }

    @Test
    void pipelinesAreNestedInConditionsAndCommonTables() throws Exception {
        assertEquals("2\n3", rows("FROM tree |> WHERE id IN (FROM tree |> WHERE self > 25 |> SELECT id) |> SELECT id"));
        assertEquals("3", rows("""
            WITH a AS (FROM tree |> WHERE self > 25 |> SELECT id), b AS (FROM a |> WHERE id > 2)
            SELECT id FROM b"""));
        assertEquals("1", rows("SELECT * FROM (WITH w AS (SELECT 1 AS n) SELECT n FROM (FROM w |> SELECT n))"));
        assertEquals("10", rows("FROM tree |> WHERE \"name\" = \"root\" |> SELECT \"self\""));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "FROM tree |> SELECT id LIMIT 1",
                "FROM tree |> SELECT id ORDER BY id",
                "FROM tree |> SELECT id UNION SELECT 1",
                "FROM tree, freq |> SELECT id",
                "FROM tree JOIN freq |> SELECT id",
                "FROM range(3) |> SELECT range",
                "FROM tree t(x) |> SELECT x",
                "FROM tree |> AGGREGATE SUM(id)",
                "FROM tree |> SET (id, self) = (1, 2)",
                "FROM tree |> ORDER BY id NULLS LAST",
                "FROM tree |>",
                "SELECT * FROM (INTERVAL INTERSECTION OF (freq) |> SELECT f LIMIT 2)",
            })
    void unsupportedSyntaxIsReportedWithItsPosition(String sql) {
        String problem = problem(sql);
        assertTrue(problem.matches("(?s)line 1, column \\d+: .*(expected|in parentheses|not supported).*"), problem);
    }

    @Test
    void needsThePragmaOutsideModules() throws Exception {
        ModuleLibrary library = new ModuleLibrary();
        library.add("my.pipes", "CREATE PERFETTO TABLE piped AS FROM (SELECT 1 AS a, 2 AS b) |> DROP a;");
        try (SyntheticSession other = new SyntheticSession(SqlPolicy.TRACE_ONLY, library)) {
            assertEquals("2", other.rows("INCLUDE PERFETTO MODULE my.pipes; SELECT * FROM piped"));
            SqlProblem problem = assertThrows(SqlProblem.class, () -> other.rows("FROM piped |> DROP b"));
            assertTrue(
                    problem.describe().startsWith("line 1, column 1: Pipelines are not enabled"), problem.describe());
            other.rows("PERFETTO PRAGMA pipelines = 1; PERFETTO PRAGMA pipelines = 0");
            assertThrows(SqlProblem.class, () -> other.rows("SELECT * FROM (FROM piped |> AS p)"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "FROM tree :> DROP nam | 1, 19 | DROP: no such column: 'nam'. Did you mean name?",
                "FROM tree :> SELECT t.id | 1, 21 | SELECT: no such column: 't.id'",
                "FROM tree AS t :> SELECT t.idd | 1, 28 | SELECT: no such column: 't.idd'. Did you mean id?",
                "FROM tree AS t :> SELECT t | 1, 26 | SELECT: expected a column, but 't' is a table alias",
                "FROM tree :> EXTEND id :> SELECT id | 1, 34 | SELECT: column 'id' is ambiguous: it could be `tree.id` or",
                "FROM tree :> EXTEND * | 1, 21 | EXTEND: expected a table alias before the star",
                "FROM tree :> SELECT u.* | 1, 21 | SELECT: no such table alias: 'u'",
                "FROM tree :> DROP id, ID | 1, 23 | DROP: expected 'ID' to be listed only once",
                "FROM tree :> SELECT * EXCEPT (x) | 1, 31 | SELECT: no such column: 'x'",
                "FROM tree :> SELECT * EXCEPT () | 1, 31 | syntax error at `)`: expected a name",
                "FROM tree :> SELECT * REPLACE () | 1, 32 | syntax error at `)`: expected an expression",
                "FROM () :> AS t | 1, 7 | syntax error at `)`: expected a table",
                "FROM tree :> SELECT self + 1 | 1, 21 | expected a column; compute values in the source",
                "FROM tree :> TREE ACCUMULATE UP MAX(self) AS m | 1, 33 | aggregate MAX is not supported yet",
                "FROM tree :> TREE ACCUMULATE UP SUM(name) AS m | 1, 37 | TREE ACCUMULATE: expected an integer column",
                "FROM tree :> TREE ACCUMULATE UP SUM(*) AS m | 1, 33 | TREE ACCUMULATE: expected a column name, not *",
                "FROM tree :> TREE ACCUMULATE SUM(self) AS m | 1, 30 | expected UP or DOWN",
                "FROM freq :> TREE ACCUMULATE UP SUM(f) AS m | 1, 14 | TREE ACCUMULATE: no such column: 'id'",
                "FROM freq :> INTERVAL FLATTEN COUNT(*) AS n | 1, 31 | expected AGGREGATE",
                "FROM freq :> INTERVAL FLATTEN AGGREGATE COUNT(*) AS ts | 1, 41 | 'ts' to be listed only once",
                "FROM tree :> ORDER BY name | 1, 23 | ORDER BY: ordering by a string column is not supported yet",
                "FROM tree :> ORDER BY id + 1 | 1, 23 | ORDER BY: expected a column name, not an expression",
                "FROM tree :> LIMIT 3 | 1, 14 | syntax error at `LIMIT`: expected SELECT, EXTEND",
                "FROM tree WHERE id > 1 :> DROP id | 1, 11 | syntax error at `WHERE`: expected :>, the start of a stage; in FROM",
                "SELECT * FROM tree :> DROP id | 1, 20 | a pipeline starts with FROM or INTERVAL INTERSECTION OF",
                "FROM (SELECT 1 + 1) :> AS t | 1, 6 | FROM: expected every column to have a valid name, but '1 + 1' is not one",
                "FROM treee :> DROP id | 1, 6 | no such table: treee. Did you mean tree?",
                "INTERVAL INTERSECTION OF (freq) | 1, 1 | expected at least two relations to intersect",
                "INTERVAL INTERSECTION OF (freq, freq) | 1, 33 | expected a different alias for each relation",
                "INTERVAL INTERSECTION OF (freq, (SELECT 1 AS ts)) | 1, 33 | expected an alias for the relation",
                "INTERVAL INTERSECTION OF (freq, tree) | 1, 33 | expected tree to have a ts column",
                "INTERVAL INTERSECTION OF (freq, running) PER f | 1, 46 | expected running to have a f column",
            })
    void errorsIncludeTheirPosition(String sql, String place, String message) {
        String problem = problem(sql.replace(':', '|'));
        assertTrue(problem.startsWith("line " + place.replace(", ", ", column ") + ": "), problem);
        assertTrue(problem.replace('"', '`').contains(message.replace(":>", "|>")), problem);
    }

    @Test
    void rejectsRowsThatDoNotFormATree() {
        assertTrue(problem("FROM (SELECT 1 AS id, 2 AS parent_id) |> TREE ACCUMULATE UP SUM(id) AS s")
                .contains("a row names a parent which is not itself a row in the input"));
        assertTrue(problem(
                        "FROM (SELECT 1 AS id, 2 AS parent_id UNION ALL SELECT 2, 1) |> TREE ACCUMULATE UP SUM(id) AS s")
                .contains("2 of them are in a cycle"));
        assertTrue(problem("FROM (SELECT NULL AS id, NULL AS parent_id) |> TREE ACCUMULATE UP SUM(id) AS s")
                .contains("a row has no id"));
        assertTrue(problem("FROM (SELECT 1 AS id, NULL AS parent_id, 9223372036854775807 AS v UNION ALL SELECT 2, 1, 1)"
                        + " |> TREE ACCUMULATE UP SUM(v) AS s")
                .contains("does not fit"));
    }

    @Test
    void pragmasRequireAKnownNameAndAWholeNumber() {
        assertTrue(problem("PERFETTO PRAGMA nonsense = 1").contains("there is no setting 'nonsense'"));
        assertTrue(problem("PERFETTO PRAGMA pipelines = 'yes'").contains("expected a whole number"));
    }

    @Test
    void keywordsOfPipelinesCanBeNames() throws Exception {
        assertEquals(
                "\"tree\",\"up\",\"per\",\"extend\"\n1,2,3,4\n",
                session.print("SELECT 1 AS tree, 2 AS up, 3 AS per, 4 AS extend"));
    }
}
