package traceglass.sql.emit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.session.SyntheticSession;

/// Tests that the time for a statement does not double with each level of nesting, and that long chains of operators
/// are accepted.
class NestedSqlTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    private void assertResult(String expected, String expression) {
        assertTimeoutPreemptively(LIMIT, () -> assertEquals(expected, session.rows("SELECT " + expression)));
    }

    private static String nest(String open, String inner, String close, int levels) {
        return open.repeat(levels) + inner + close.repeat(levels);
    }

    @Test
    void nestedCallsOfMaxAreFast() {
        assertResult("4", nest("max(0, ", "4", ")", 24));
    }

    @Test
    void nestedCallsOfMinAndCoalesceAreFast() {
        assertResult("-4", nest("coalesce(NULL, min(0, ", "-4", "))", 24));
        assertResult("0\n0\n0", nest("coalesce(NULL, min(0, ", "id", "))", 24) + " FROM slice");
    }

    @Test
    void nestedMathematicalFunctionsAreFast() {
        assertResult("1.500000", nest("ln(exp(", "1.5", "))", 12));
        assertResult("1.000000", nest("floor(ceil(", "1.0", "))", 16));
        assertResult("7\n7\n7", nest("floor(", "id * 0 + 7", ")", 24) + " FROM slice");
    }

    @Test
    void nestedConversionsToTextAreFast() {
        assertResult("\"1.0\"", nest("CAST(", "1.0", " AS TEXT)", 8));
        assertResult("\"5\"", nest("printf('%s', ", "5", ")", 8));
        assertResult("\"a\"", nest("replace(", "'a'", ", 'x', 'y')", 24));
    }

    @Test
    void nestedQueriesInExpressionsAreFast() {
        assertResult("7", nest("(SELECT ", "7", ")", 60));
        assertResult("7", nest("((SELECT ", "7", "))", 60));
        assertResult("2", "max(n) FROM (SELECT " + nest("(SELECT ", "slice.id", ")", 40) + " AS n FROM slice)");
    }

    @Test
    void nestedQueriesInFromAreFast() {
        assertResult("7", "* FROM " + nest("(SELECT * FROM ", "(SELECT 7 AS n)", ")", 40));
    }

    @Test
    void nestedCommonTableExpressionsAreFast() {
        assertResult(
                "7",
                "* FROM "
                        + nest("(WITH t AS (SELECT 1 UNION ALL SELECT * FROM ", "(SELECT 7 AS n)", ") SELECT 7)", 20));
    }

    @Test
    void nestedCaseExpressionsAreFast() {
        assertResult("7", nest("CASE WHEN 1 THEN ", "7", " ELSE 0 END", 40));
    }

    @Test
    void thousandsOfStringsAreConcatenated() {
        assertResult("3001", "length(" + "'a' || ".repeat(3000) + "'b')");
    }

    @Test
    void thousandsOfConditionsAreCombined() {
        assertResult("0", "1 AND ".repeat(3000) + "0");
    }
}
