package traceglass.sql.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.session.SqlAnswers;

/// Tests that the time for a statement does not double with each level of nesting, and that long rows of operators
/// can be read.
class NestedSqlTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @AutoClose
    private final SqlAnswers answers = new SqlAnswers();

    private void assertAnswer(String expected, String expression) {
        assertTimeoutPreemptively(LIMIT, () -> assertEquals(expected, answers.rows("SELECT " + expression)));
    }

    private static String nest(String open, String inner, String close, int levels) {
        return open.repeat(levels) + inner + close.repeat(levels);
    }

    @Test
    void callsOfMaxWithSeveralValuesNest() {
        assertAnswer("4", nest("max(0, ", "4", ")", 24));
    }

    @Test
    void callsOfMinAndCoalesceNest() {
        assertAnswer("-4", nest("coalesce(NULL, min(0, ", "-4", "))", 24));
        assertAnswer("0\n0\n0", nest("coalesce(NULL, min(0, ", "id", "))", 24) + " FROM slice");
    }

    @Test
    void mathematicalFunctionsNest() {
        assertAnswer("1.500000", nest("ln(exp(", "1.5", "))", 12));
        assertAnswer("1.000000", nest("floor(ceil(", "1.0", "))", 16));
        assertAnswer("7\n7\n7", nest("floor(", "id * 0 + 7", ")", 24) + " FROM slice");
    }

    @Test
    void conversionsToTextNest() {
        assertAnswer("\"1.0\"", nest("CAST(", "1.0", " AS TEXT)", 8));
        assertAnswer("\"5\"", nest("printf('%s', ", "5", ")", 8));
        assertAnswer("\"a\"", nest("replace(", "'a'", ", 'x', 'y')", 24));
    }

    @Test
    void queriesInExpressionsNest() {
        assertAnswer("7", nest("(SELECT ", "7", ")", 60));
        assertAnswer("7", nest("((SELECT ", "7", "))", 60));
        assertAnswer("2", "max(n) FROM (SELECT " + nest("(SELECT ", "slice.id", ")", 40) + " AS n FROM slice)");
    }

    @Test
    void queriesInFromNest() {
        assertAnswer("7", "* FROM " + nest("(SELECT * FROM ", "(SELECT 7 AS n)", ")", 40));
    }

    @Test
    void tablesOfWithNest() {
        assertAnswer(
                "7",
                "* FROM "
                        + nest("(WITH t AS (SELECT 1 UNION ALL SELECT * FROM ", "(SELECT 7 AS n)", ") SELECT 7)", 20));
    }

    @Test
    void casesNest() {
        assertAnswer("7", nest("CASE WHEN 1 THEN ", "7", " ELSE 0 END", 40));
    }

    @Test
    void thousandsOfTextsAreJoined() {
        assertAnswer("3001", "length(" + "'a' || ".repeat(3000) + "'b')");
    }

    @Test
    void thousandsOfConditionsAreCombined() {
        assertAnswer("0", "1 AND ".repeat(3000) + "0");
    }
}
