package traceglass.sql.editor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SqlSpansTest {

    /// Returns the spans, each with the first letter of its kind.
    private static String spans(String text) {
        return SqlSpans.of(text).stream()
                .map(s -> s.kind().name().charAt(0) + ":" + text.substring(s.start(), s.end()))
                .collect(Collectors.joining(" "));
    }

    @Test
    void distinguishesKeywordsNamesAndComments() {
        assertEquals(
                "C:-- all K:SELECT F:count O:( O:* O:) O:, N:s O:. N:name K:FROM N:slice N:s C:/* x */ K:WHERE N:dur"
                        + " O:> N:0 K:AND N:ts O:< P:$sel_end O:;",
                spans("-- all\nSELECT count(*), s.name FROM slice s /* x */ WHERE dur > 0 AND ts < $sel_end;"));
    }

    @Test
    void treatsWordsAfterADotAsNames() {
        assertEquals("K:SELECT N:a O:. N:key O:, F:left O:( N:x O:, N:1 O:)", spans("SELECT a.key, left(x, 1)"));
    }

    @Test
    void colorsAStringThatIsStillBeingTyped() {
        assertEquals("K:SELECT S:'abc FROM x", spans("SELECT 'abc FROM x"));
        assertEquals("K:SELECT C:/* not closed", spans("SELECT /* not closed"));
    }

    @Test
    void findsTheStatementAtTheCaret() {
        String text = "SELECT 1;\nSELECT ';' AS two;\n\n-- end\n";
        for (int[] e : new int[][] {{0, 0, 8}, {9, 0, 8}, {12, 10, 27}, {26, 10, 27}, {text.length(), 10, 27}}) {
            int[] found = SqlSpans.statementAt(text, e[0]);
            assertEquals(List.of(e[1], e[2]), List.of(found[0], found[1]), "caret " + e[0]);
        }
        assertEquals(0, SqlSpans.statementAt("  ", 1)[1]);
    }

    @Test
    void coversEveryTextInOrder() {
        Random random = new Random(1);
        String letters = "ab1 '\"-/*$;.(\n`x:";
        for (int i = 0; i < 5000; i++) {
            String text = random.ints(random.nextInt(24), 0, letters.length())
                    .mapToObj(c -> "" + letters.charAt(c))
                    .collect(Collectors.joining());
            int after = 0;
            for (SqlSpans.Span s : SqlSpans.of(text)) {
                assertTrue(s.start() >= after && s.end() > s.start() && s.end() <= text.length(), text);
                assertTrue(text.substring(after, s.start()).isBlank(), text);
                after = s.end();
            }
            assertTrue(text.substring(after).isBlank(), text);
        }
    }

    @Test
    void keywordsOfPipelinesAreNamesElsewhere() {
        assertEquals(
                "K:FROM N:tree O:|> K:TREE K:ACCUMULATE K:UP F:sum O:( N:up O:) K:AS N:per O:|> K:EXTEND N:flatten",
                spans("FROM tree |> TREE ACCUMULATE UP sum(up) AS per |> EXTEND flatten"));
        assertEquals(
                "K:SELECT N:extend O:, N:per O:, N:up K:FROM N:aggregate",
                spans("SELECT extend, per, up FROM aggregate"));
        assertEquals("K:PERFETTO K:PRAGMA N:pipelines O:= N:1", spans("PERFETTO PRAGMA pipelines = 1"));
    }

    @Test
    void nestedCallsWithSpecialArgumentsAreReadOnce() {
        for (String call : List.of("trim(", "position(", "extract(", "trim(x FROM ")) {
            String text = "SELECT " + call.repeat(40) + "a" + ")".repeat(40);
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> SqlSpans.of(text), call);
        }
    }

    @Test
    void handlesDeeplyNestedStatements() {
        for (String open : List.of("(", "f(", "NOT ", "- ", "CASE WHEN ", "EXISTS (SELECT ", "[")) {
            assertEquals(
                    SqlSpans.Kind.KEYWORD,
                    SqlSpans.of("SELECT " + open.repeat(50_000)).getFirst().kind());
        }
        for (String open : List.of("(", "WITH a AS (", "SELECT * FROM (", "SELECT CAST(1 AS STRUCT(a ")) {
            assertTrue(SqlSpans.of(open.repeat(50_000)).size() >= 50_000, open);
        }
    }

    @Test
    void distinguishesNamesFromKeywordsByTheirPosition() {
        assertEquals(
                "K:SELECT N:key O:, N:first K:AS N:last K:FROM N:x K:ORDER K:BY N:first K:NULLS K:LAST",
                spans("SELECT key, first AS last FROM x ORDER BY first NULLS LAST"));
        assertEquals("K:SELECT F:replace O:( N:x O:) N:end K:FROM N:match", spans("SELECT replace(x) end FROM match"));
        assertEquals("K:SELECT N:a N:b N:c K:FROM N:t K:WHERE", spans("SELECT a b c FROM t WHERE"));
    }
}
