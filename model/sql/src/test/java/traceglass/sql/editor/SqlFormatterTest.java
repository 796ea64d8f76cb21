package traceglass.sql.editor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.syntax.SqlSyntaxException;
import traceglass.sql.syntax.SqlTokens;
import traceglass.sql.syntax.Token;

class SqlFormatterTest {

    @Test
    void putsClausesOnSeparateLines() {
        assertEquals("""
            SELECT s.ts, s.dur, count(*) AS n
            FROM slice AS s
            JOIN thread_track AS tt ON s.track_id = tt.id
            LEFT JOIN thread USING (utid)
            WHERE s.name GLOB 'binder*'
              AND s.dur BETWEEN -1 AND 5
              OR s.id IN (1, 2)
            GROUP BY 1, 2
            ORDER BY n DESC
            LIMIT 10 OFFSET 2\
            """, SqlFormatter.format("""
                select s.ts,s.dur , count( * ) as n from slice as s join thread_track as tt on s.track_id=tt.id
                left join thread using(utid) where s.name glob 'binder*' and s.dur between -1 and 5 or s.id in (1,2)
                group by 1,2 order by n desc limit 10 offset 2\
                """));
    }

    @Test
    void doesNotFormatStatementsThatAreNestedTooDeeply() {
        for (String open : List.of("(", "f(", "[", "(SELECT ")) {
            String text = "SELECT " + open.repeat(50_000);
            assertEquals(text, SqlFormatter.format(text));
            String closed = text + "1" + (open.equals("[") ? "]" : ")").repeat(50_000);
            assertEquals(closed, SqlFormatter.format(closed));
        }
        assertTrue(SqlFormatter.format("SELECT " + "CASE WHEN ".repeat(20_000) + "1")
                        .length()
                < 20_000_000);
    }

    @Test
    void indentsSubqueries() {
        assertEquals("""
            INCLUDE PERFETTO MODULE slices.with_context;

            CREATE PERFETTO TABLE busy AS
            WITH
              a AS (
                SELECT utid, sum(dur) AS total
                FROM sched
                GROUP BY utid
              )
            SELECT *
            FROM a
            WHERE total > (
                SELECT avg(total)
                FROM a
              );
            """, SqlFormatter.format("""
                include perfetto module slices.with_context; create perfetto table busy as with a as (select utid,
                sum(dur) as total from sched group by utid) select * from a where total > (select avg(total) from a);
                """));
    }

    @Test
    void keepsCommentsWhereTheyBelong() {
        assertEquals("""
            -- the longest
            SELECT
              name,  -- what it is
              dur::BIGINT,
              -- where
              ancestors[1],
              my_macro!(a, b)
            FROM slice\
            """, SqlFormatter.format("""
                -- the longest
                select name, -- what it is
                dur::BIGINT,
                -- where
                ancestors[1], my_macro!(a,b)
                from slice\
                """));
    }

    @Test
    void keepsNamesThatAreKeywordsElsewhere() {
        assertEquals("""
            SELECT key, first AS last, row(a, b)
            FROM x
            WHERE key IS NOT DISTINCT FROM offset
            ORDER BY first NULLS LAST\
            """, SqlFormatter.format("""
                select key, first as last, row(a, b) from x where key is not distinct from offset
                order by first nulls last\
                """));
    }

    @Test
    void formatsStatementsThatItCannotParse() {
        assertEquals("""
            CREATE PERFETTO MACRO m(t TableOrSubquery) RETURNS TableOrSubquery AS (
              SELECT key, $c
              FROM $t AS x
              JOIN y ON x.$c = y.id
            );

            SELECT a b c
            FROM t
            SELECT 1
            FROM u\
            """, SqlFormatter.format("""
                create perfetto macro m(t TableOrSubquery) returns TableOrSubquery as (select key, $c from $t as x join y
                on x.$c = y.id); select a b c from t select 1 from u\
                """));
    }

    @Test
    void keepsTextWithUnbalancedBrackets() {
        for (String text : List.of("select (1", "select 'a", "select 1)", "select /* a")) {
            assertEquals(text, SqlFormatter.format(text));
        }
    }

    /// Uses all standard modules, which contain every form of statement: formatting keeps the words, and formatting
    /// again changes nothing.
    @Test
    void changesOnlyWhiteSpaceAndTheCaseOfKeywords() throws IOException, SqlSyntaxException {
        ModuleLibrary library = new ModuleLibrary();
        for (String module : library.names()) {
            String text = library.text(module);
            String formatted = SqlFormatter.format(text);
            assertEquals(words(text), words(formatted), module);
            assertEquals(comments(text), comments(formatted), module);
            assertEquals(formatted, SqlFormatter.format(formatted), module);
        }
    }

    private static List<String> words(String text) throws SqlSyntaxException {
        return SqlTokens.read(text).stream()
                .map(t -> t.kind() == Token.Kind.WORD ? t.text().toLowerCase(Locale.ROOT) : t.text())
                .toList();
    }

    private static List<String> comments(String text) {
        return SqlSpans.of(text).stream()
                .filter(s -> s.kind() == SqlSpans.Kind.COMMENT)
                .map(s -> text.substring(s.start(), s.end()).strip())
                .toList();
    }

    @Test
    void putsStagesOnSeparateLines() {
        String text = """
            INTERVAL INTERSECTION OF (a AS x, b AS y) PER cpu
            |> SELECT * EXCEPT (ts), x.utid
            |> WHERE dur > 5
              AND cpu IN (1, 2)
            |> TREE ACCUMULATE UP SUM(dur) AS total
            |> INTERVAL FLATTEN PER cpu AGGREGATE COUNT(*) AS n
            |> ORDER BY n DESC
            |> AS z;
            """;
        assertEquals(text, SqlFormatter.format(text.replaceAll("\\s+", " ").strip() + "\n"));
        assertEquals(text, SqlFormatter.format(text));
    }
}
