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

    private void answers(String expected, String expression) {
        assertTimeoutPreemptively(LIMIT, () -> assertEquals(expected, answers.rows("SELECT " + expression)));
    }

    private static String nested(String open, String inner, String close, int levels) {
        return open.repeat(levels) + inner + close.repeat(levels);
    }

    @Test
    void callsOfMaxWithSeveralValuesNest() {
        answers("4", nested("max(0, ", "4", ")", 24));
    }

    @Test
    void callsOfMinAndCoalesceNest() {
        answers("-4", nested("coalesce(NULL, min(0, ", "-4", "))", 24));
        answers("0\n0\n0", nested("coalesce(NULL, min(0, ", "id", "))", 24) + " FROM slice");
    }

    @Test
    void mathematicalFunctionsNest() {
        answers("1.500000", nested("ln(exp(", "1.5", "))", 12));
        answers("1.000000", nested("floor(ceil(", "1.0", "))", 16));
        answers("7\n7\n7", nested("floor(", "id * 0 + 7", ")", 24) + " FROM slice");
    }

    @Test
    void conversionsToTextNest() {
        answers("\"1.0\"", nested("CAST(", "1.0", " AS TEXT)", 8));
        answers("\"5\"", nested("printf('%s', ", "5", ")", 8));
        answers("\"a\"", nested("replace(", "'a'", ", 'x', 'y')", 24));
    }

    @Test
    void queriesInExpressionsNest() {
        answers("7", nested("(SELECT ", "7", ")", 60));
        answers("7", nested("((SELECT ", "7", "))", 60));
        answers("2", "max(n) FROM (SELECT " + nested("(SELECT ", "slice.id", ")", 40) + " AS n FROM slice)");
    }

    @Test
    void queriesInFromNest() {
        answers("7", "* FROM " + nested("(SELECT * FROM ", "(SELECT 7 AS n)", ")", 40));
    }

    @Test
    void tablesOfWithNest() {
        answers(
                "7",
                "* FROM "
                        + nested(
                                "(WITH t AS (SELECT 1 UNION ALL SELECT * FROM ", "(SELECT 7 AS n)", ") SELECT 7)", 20));
    }

    @Test
    void casesNest() {
        answers("7", nested("CASE WHEN 1 THEN ", "7", " ELSE 0 END", 40));
    }

    @Test
    void thousandsOfTextsAreJoined() {
        answers("3001", "length(" + "'a' || ".repeat(3000) + "'b')");
    }

    @Test
    void thousandsOfConditionsAreCombined() {
        answers("0", "1 AND ".repeat(3000) + "0");
    }
}
