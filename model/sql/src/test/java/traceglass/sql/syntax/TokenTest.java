package traceglass.sql.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// Tests the values of tokens.
class TokenTest {

    private static Token read(String sql) throws SqlSyntaxException {
        return SqlTokens.read(sql, 0).getFirst();
    }

    @Test
    void stringValueIsTheTextBetweenTheQuotes() throws Exception {
        assertEquals("it's", read("'it''s'").value());
        assertEquals("a \"b\"", read("\"a \"\"b\"\"\"").value());
        assertEquals("a`b", read("`a``b`").value());
    }

    @Test
    void dollarQuotedStringsMayContainDollarsAndQuotes() throws Exception {
        assertEquals("it's 5$ or \"6$\"", read("$$it's 5$ or \"6$\"$$").value());
        assertEquals("a$$b", read("$q$a$$b$q$").value());
        assertEquals("", read("$long_name$$long_name$").value());
    }

    @Test
    void quotedNameIsNotAKeyword() throws Exception {
        assertTrue(read("select").is("SELECT"));
        assertFalse(read("\"select\"").is("SELECT"));
        assertTrue(read("\"select\"").isName());
        assertFalse(read("'select'").isName());
    }
}
