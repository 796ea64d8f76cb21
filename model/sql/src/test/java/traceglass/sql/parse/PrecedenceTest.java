package traceglass.sql.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.tree.Expression;

class PrecedenceTest {

    private static Expression expression(String text) throws SqlSyntaxException {
        return SqlParser.expression(SqlTokens.read(text));
    }

    /// The first text is read like the second, in which parentheses show the order.
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "a OR b AND c; a OR (b AND c)",
                "NOT a = b; NOT (a = b)",
                "NOT a AND b; (NOT a) AND b",
                "a = NOT b; a = (NOT b)",
                "a = b < c; a = (b < c)",
                "a < b = c; (a < b) = c",
                "a = b = c; (a = b) = c",
                "a IS b = c; (a IS b) = c",
                "a LIKE b = c; (a LIKE b) = c",
                "a = b LIKE c; (a = b) LIKE c",
                "a = b IS NULL; (a = b) IS NULL",
                "a < b NOTNULL; (a < b) IS NOT NULL",
                "a NOT NULL AND b; (a IS NOT NULL) AND b",
                "a BETWEEN b AND c AND d; (a BETWEEN b AND c) AND d",
                "a BETWEEN b + 1 AND c < d; a BETWEEN (b + 1) AND (c < d)",
                "a IN (1, 2) = b; (a IN (1, 2)) = b",
                "a & b < c; (a & b) < c",
                "a | b & c; (a | b) & c",
                "a << b + c; a << (b + c)",
                "a + b * c; a + (b * c)",
                "a - b - c; (a - b) - c",
                "a / b * c % d; ((a / b) * c) % d",
                "a * b || c; a * (b || c)",
                "a || b + c; (a || b) + c",
                "a -> 'x' = b; (a -> 'x') = b",
                "a ->> 'x' || b; (a ->> 'x') || b",
                "- a || b; (- a) || b",
                "-a * b; (-a) * b",
                "~a + b; (~a) + b",
                "- a::INT; -(a::INT)",
                "a || b COLLATE NOCASE; a || (b COLLATE NOCASE)",
                "a ^ b * c; (a ^ b) * c",
                "a LIKE b || c ESCAPE d; a LIKE (b || c) ESCAPE d",
                "a AND b GLOB c OR d; (a AND (b GLOB c)) OR d",
                "a::INT[]; (a)::INT[]",
                "a[1].b; (a[1]).b",
                "a IS NOT DISTINCT FROM b + c; a IS NOT DISTINCT FROM (b + c)",
                "a NOT IN (1) OR b; (a NOT IN (1)) OR b",
                "CASE WHEN a THEN b ELSE c END + d; (CASE WHEN a THEN b ELSE c END) + d",
            })
    void bindsLikeSqlite(String text, String withParentheses) throws SqlSyntaxException {
        assertEquals(expression(withParentheses), expression(text));
    }
}
