package traceglass.sql.editor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import traceglass.sql.editor.SqlVocabulary.Column;
import traceglass.sql.editor.SqlVocabulary.Function;
import traceglass.sql.editor.SqlVocabulary.Relation;

class SqlCompletionTest {

    private static final SqlVocabulary WORDS = new SqlVocabulary(
            Map.of(
                    "slice",
                    relation("slice", "id", "ts", "dur", "name", "thread_ts", "thread_dur", "track_id"),
                    "thread",
                    relation("thread", "utid", "tid", "name", "upid"),
                    "thread_state",
                    relation("thread_state", "utid", "state")),
            Map.of(
                    "count",
                    new Function("count", "x", false, "How many."),
                    "ancestor_slice",
                    new Function("ancestor_slice", "id", true, "")),
            List.of("android.binder", "android.battery", "slices.with_context"));

    private static Relation relation(String name, String... columns) {
        return new Relation(
                name,
                java.util.Arrays.stream(columns)
                        .map(c -> new Column(c, "BIGINT"))
                        .toList());
    }

    /// `|` marks the caret.
    private static SqlCompletion completeAt(String text) {
        int caret = text.lastIndexOf('|');
        return SqlCompletion.at(
                text.substring(0, caret) + text.substring(caret + 1),
                caret,
                WORDS,
                List.of("sel_start", "sel_end"),
                true);
    }

    private static List<String> texts(String text) {
        return completeAt(text).choices().stream()
                .map(SqlCompletion.Choice::text)
                .toList();
    }

    @Test
    void handlesDeeplyNestedStatements() {
        for (String open : List.of("(", "f(", "NOT ", "(SELECT ", "CASE WHEN ", "a + ")) {
            completeAt("SELECT " + open.repeat(30_000) + "|");
            completeAt("SELECT " + open.repeat(30_000) + "| FROM slice");
        }
        completeAt("SELECT * FROM " + "(SELECT * FROM ".repeat(30_000) + "slice WHERE |");
        completeAt("WITH a AS (".repeat(30_000) + "SELECT |");
    }

    @Test
    void offersColumnsAfterAnAliasDefinedLater() {
        assertEquals(
                List.of("thread_ts", "thread_dur"), texts("SELECT s.thr| FROM slice AS s JOIN thread t USING (utid)"));
        assertEquals(List.of("utid", "tid", "name", "upid"), texts("SELECT * FROM slice s JOIN thread AS t ON t.|"));
    }

    @Test
    void offersTablesInFrom() {
        assertEquals(List.of("thread", "thread_state"), texts("SELECT * FROM thr|"));
        assertTrue(texts("SELECT * FROM slice, |").contains("ancestor_slice"));
        assertEquals(
                SqlCompletion.InputKind.ANYTHING,
                completeAt("SELECT * FROM slice WHERE d|").inputKind());
        assertEquals(
                SqlCompletion.InputKind.ANYTHING, completeAt("SELECT extract(|").inputKind());
    }

    @Test
    void offersColumnsOfTheStatementBeforeFunctionsAndKeywords() {
        List<String> found = texts("SELECT 1; SELECT d| FROM slice; SELECT * FROM thread");
        assertEquals("dur", found.getFirst());
        assertTrue(found.contains("DISTINCT"));
        assertFalse(found.contains("utid"));
    }

    @Test
    void offersColumnsOfSubqueriesAndCommonTableExpressions() {
        assertEquals(
                List.of("total", "utid"),
                texts("WITH a AS (SELECT sum(dur) AS total, thread.utid FROM thread) SELECT a.| FROM a"));
        assertEquals(List.of("utid", "state", "x"), texts("SELECT q.| FROM (SELECT *, 1 AS x FROM thread_state) q"));
        assertEquals(List.of("busy"), texts("WITH busy AS (SELECT 1 AS x) SELECT * FROM bu|"));
    }

    @Test
    void offersModulesWithTheirFullName() {
        SqlCompletion found = completeAt("INCLUDE PERFETTO MODULE android.b|");
        assertEquals(
                List.of("android.binder", "android.battery"),
                found.choices().stream().map(SqlCompletion.Choice::text).toList());
        assertEquals("INCLUDE PERFETTO MODULE ".length(), found.from());
    }

    @Test
    void offersParametersAfterADollarAndNothingInsideQuotes() {
        assertEquals(List.of("sel_start"), texts("SELECT * FROM slice WHERE ts > $sel_s|"));
        SqlCompletion text = completeAt("SELECT * FROM slice WHERE name = 'Chor|' AND dur > 0");
        assertEquals(SqlCompletion.InputKind.TEXT, text.inputKind());
        assertEquals("Chor", text.typed());
        assertEquals(new SqlCompletion.ComparedColumn("slice", "name"), text.comparedColumn());
        assertEquals(
                new SqlCompletion.ComparedColumn("thread", "name"),
                completeAt("SELECT * FROM slice JOIN thread AS t WHERE t.name GLOB '|'")
                        .comparedColumn());
        assertEquals(
                new SqlCompletion.ComparedColumn("thread_state", "state"),
                completeAt("SELECT * FROM thread_state WHERE state IN ('R', '|')")
                        .comparedColumn());
        assertEquals(
                SqlCompletion.InputKind.TEXT,
                completeAt("SELECT * FROM slice WHERE name = 'Chor|").inputKind());
        assertEquals(
                SqlCompletion.InputKind.ANYTHING,
                completeAt("SELECT * FROM slice WHERE name = 'a' |").inputKind());
    }

    @Test
    void findsNamesByTheirWordsAndLetters() {
        assertEquals(List.of("thread_dur"), texts("SELECT slice.tdur| FROM slice"));
        assertEquals(List.of("dur", "thread_dur"), texts("SELECT slice.dur| FROM slice"));
    }

    @Test
    void offersStagesAndColumnsInPipelines() {
        assertEquals("TREE ACCUMULATE UP", texts("FROM slice |> TREE|").getFirst());
        assertEquals(List.of("thread_ts", "thread_dur"), texts("FROM slice |> SELECT thr|"));
        assertEquals(List.of("thread", "thread_state"), texts("INTERVAL INTERSECTION OF (slice, thr|"));
        assertEquals(List.of("state"), texts("INTERVAL INTERSECTION OF (slice a, thread_state b) |> SELECT b.st|"));
    }

    @Test
    void offersOnlyColumnsOfTheQueryAroundTheCaret() {
        assertEquals(List.of("utid"), texts("SELECT * FROM (SELECT thread_state.u| FROM thread_state) a JOIN thread"));
        assertEquals(
                List.of("utid", "upid"),
                texts("SELECT * FROM slice WHERE track_id IN (SELECT u| FROM thread)")
                        .subList(0, 2));
        assertTrue(texts("SELECT (SELECT max(slice.tr| + utid) FROM thread) FROM slice")
                .contains("track_id"));
        assertFalse(texts("SELECT * FROM (SELECT d| FROM thread) JOIN slice").contains("dur"));
        assertEquals(
                List.of("utid", "upid"),
                texts("SELECT utid FROM thread ORDER BY u|").subList(0, 2));
    }

    @Test
    void offersColumnsUnderTheirNewNames() {
        assertEquals(List.of("x", "y"), texts("WITH a(x, y) AS (SELECT ts, dur FROM slice) SELECT a.| FROM a"));
        assertEquals(List.of("b", "tid"), texts("SELECT q.| FROM (SELECT utid AS b, tid, 1 + 1 FROM thread) AS q"));
        assertEquals(List.of("state"), texts("SELECT q.| FROM (SELECT * EXCLUDE (utid) FROM thread_state) AS q"));
    }

    @Test
    void offersNamesInIncompleteStatements() {
        for (String text : List.of(
                "SELECT count(slice.d| FROM slice",
                "SELECT slice.d| FROM slice WHERE (",
                "SELECT a b c, slice.d| FROM slice",
                "SELECT a b c FROM slice WHERE slice.d|",
                "SELECT ts, FROM slice WHERE slice.d|",
                "SELECT ts FROM slice WHERE AND slice.d|",
                "SELECT CASE WHEN slice.d| FROM slice",
                "SELECT ts FROM slice JOIN ON slice.d|",
                "SELECT ts FROM slice GROUP BY slice.d| HAVING",
                "WITH a AS (SELECT slice.d| FROM slice)",
                "CREATE PERFETTO TABLE t AS SELECT slice.d| FROM slice",
                "CREATE PERFETTO FUNCTION f(a INT) RETURNS INT AS SELECT slice.d| FROM slice",
                "EXPLAIN SELECT slice.d| FROM slice",
                "SELECT x(1, slice.d|) OVER (PARTITION BY FROM slice")) {
            assertEquals("dur", texts(text).getFirst(), text);
        }
        assertEquals(List.of("thread", "thread_state"), texts("INSERT INTO thr|"));
        assertEquals(List.of("thread", "thread_state"), texts("UPDATE thr|"));
        assertEquals(List.of("thread", "thread_state"), texts("SELECT * FROM slice WHERE id IN (SELECT id FROM thr|"));
    }
}
