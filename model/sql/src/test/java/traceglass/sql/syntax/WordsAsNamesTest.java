package traceglass.sql.syntax;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import traceglass.sql.session.SyntheticSession;

/// Tests operators and keywords that can also be names, as in SQLite.
class WordsAsNamesTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @ParameterizedTest
    @ValueSource(strings = {"glob", "like", "ilike", "with", "qualify", "cast"})
    void aWordCanBeAColumn(String word) throws Exception {
        assertEquals(
                "3", session.rows("select " + word + " + 2 from (select 1 as " + word + ") where " + word + " = 1"));
        assertEquals("1", session.rows("select x." + word + " from (select 1 as " + word + ") x order by " + word));
    }

    @ParameterizedTest
    @ValueSource(strings = {"glob", "like", "ilike", "with", "qualify", "cast", "true", "false"})
    void aWordCanBeATable(String word) throws Exception {
        assertEquals("1", session.rows("with " + word + " as (select 1 as n) select n from " + word));
        assertEquals(
                "2",
                session.rows("create table " + word + "(" + word + " int); insert into " + word
                        + " values (2); select t." + word + " from " + word + " t"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"glob", "like", "ilike", "qualify", "cast"})
    void aWordCanBeAnAlias(String word) throws Exception {
        assertEquals("1", session.rows("select " + word + ".n from (select 1 as n) " + word));
        assertEquals("1", session.rows("select " + word + ".n from (select 1 as n) as " + word));
    }

    @Test
    void theWordsAreStillOperatorsAndValues() throws Exception {
        assertEquals("1,1,1", session.rows("select glob('a*', 'abc'), like('a%', 'abc'), 'abc' glob 'a*'"));
        assertEquals("1,0", session.rows("select true, false from (select 5 as true, 6 as false)"));
        assertEquals("1", session.rows("select cast('1' as int)"));
    }
}
