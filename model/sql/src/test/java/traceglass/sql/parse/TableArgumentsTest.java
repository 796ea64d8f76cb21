package traceglass.sql.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

class TableArgumentsTest {

    private static List<Token> nest(String innermost, String before, String after, int depth) throws Exception {
        return SqlTokens.read(before.repeat(depth) + innermost + after.repeat(depth));
    }

    /// Without memoization, each level of nesting would multiply the time.
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD, unit = TimeUnit.SECONDS)
    void parsesNestedOperatorsInLinearTime() throws Exception {
        List<Token> joins = nest("SELECT 1 FROM slice", "SELECT * FROM tg_op_x(tg_op_y((", ")) AS y JOIN slice)", 25);
        assertEquals(joins.size(), SqlParser.statement(joins).span().end());
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD, unit = TimeUnit.SECONDS)
    void reportsAnErrorInNestedOperatorsInLinearTime() throws Exception {
        List<Token> tokens = nest("SELECT 1 FROM slice WHERE WHERE", "SELECT * FROM tg_op_x((", "))", 25);
        assertThrows(SqlSyntaxException.class, () -> SqlParser.statement(tokens));
    }
}
