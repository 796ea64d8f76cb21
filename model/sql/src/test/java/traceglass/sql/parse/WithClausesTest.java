package traceglass.sql.parse;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;
import traceglass.sql.tree.NodeEdits;
import traceglass.sql.tree.NodeSpan;
import traceglass.sql.tree.SqlName;

/// Tests which tables of WITH clauses are visible at the word HERE in a statement.
class WithClausesTest {

    private static String around(String sql) throws SqlSyntaxException {
        List<Token> tokens = SqlTokens.read(sql);
        int here = 0;
        while (!tokens.get(here).is("HERE")) {
            here++;
        }
        SqlName node = SqlName.of(tokens.get(here), new NodeSpan(tokens, here, here + 1));
        WithClauses with = WithClauses.of(ParsedStatement.of(tokens).tree());
        return String.join(
                " ",
                with.around(node, new NodeEdits(tokens)).stream()
                        .map(Token::text)
                        .toList());
    }

    @Test
    void tablesBeforeAPositionAreVisible() throws Exception {
        assertEquals("WITH a AS ( SELECT 1 )", around("WITH a AS (SELECT 1), b AS (SELECT HERE) SELECT * FROM b"));
        assertEquals(
                "WITH a ( x ) AS MATERIALIZED ( SELECT 1 ) , b AS ( SELECT 2 )",
                around("WITH a(x) AS MATERIALIZED (SELECT 1), b AS (SELECT 2) SELECT * FROM HERE(1)"));
        assertEquals("", around("SELECT HERE, (WITH a AS (SELECT 1) SELECT * FROM a)"));
        assertEquals("", around("SELECT (WITH a AS (SELECT 1) SELECT * FROM a), HERE"));
    }

    @Test
    void innerTablesHideOuterOnesOfTheSameName() throws Exception {
        assertEquals(
                "WITH RECURSIVE b AS ( SELECT 2 ) , A AS ( SELECT 3 )",
                around("WITH RECURSIVE a AS (SELECT 1), b AS (SELECT 2)"
                        + " SELECT * FROM (WITH A AS (SELECT 3) SELECT HERE)"));
    }

    @Test
    void statementsThatChangeTablesMayHaveWithClauses() throws Exception {
        assertEquals("WITH a AS ( SELECT 1 )", around("WITH a AS (SELECT 1) INSERT INTO t SELECT HERE FROM a"));
        assertEquals("WITH a AS ( SELECT 1 )", around("CREATE TABLE t AS WITH a AS (SELECT 1) SELECT HERE FROM a"));
    }

    @Test
    void statementsWithUnknownSyntaxMayHaveWithClauses() throws Exception {
        assertEquals("WITH a AS ( SELECT 1 )", around("WITH a AS (SELECT 1) SELECT f((from)), HERE FROM a"));
    }
}
