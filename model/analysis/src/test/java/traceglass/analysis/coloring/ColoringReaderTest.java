package traceglass.analysis.coloring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackStyle;
import traceglass.sql.session.SqlSession;

class ColoringReaderTest {

    private static final int RED = 0xFFC00000;
    private static final int BLUE = 0xFF0000C0;
    private static final int GOOD = 0xFF007D00;

    private Connection store;
    private SqlSession session;

    /// Creates four slices named a, b, b, c.
    @BeforeEach
    void open() throws Exception {
        store = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement s = store.createStatement()) {
            s.execute("""
                CREATE TABLE slice(id BIGINT, ts BIGINT, dur BIGINT, name VARCHAR, category VARCHAR, arg_set_id BIGINT);
                CREATE TABLE args(arg_set_id BIGINT, flat_key VARCHAR, key VARCHAR, display_value VARCHAR, int_value BIGINT, real_value DOUBLE);
                CREATE TABLE __intrinsic_slice_color(slice_id BIGINT, name VARCHAR);
                INSERT INTO slice VALUES (0, 0, 10, 'a', 'ui''s', 7), (1, 10, 10, 'b', 'disk', 8), (2, 20, 10, 'b', NULL, NULL), (3, 30, 5, 'c', 'ui''s', NULL);
                INSERT INTO args VALUES (7, 'debug.size', 'debug.size', '12', 12, NULL), (8, 'debug.size', 'debug.size', '3.5', NULL, 3.5), (8, 'url', 'url', 'Example.org', NULL, NULL);
                INSERT INTO __intrinsic_slice_color VALUES (1, 'good'), (3, 'good'), (0, 'no such color');
                """);
        }
        session = new SqlSession(store.unwrap(DuckDBConnection.class).duplicate());
    }

    @AfterEach
    void close() throws Exception {
        session.close();
        store.close();
    }

    private static ColorRule rule(Condition.By by, String text, int argb) {
        return new ColorRule(true, new Condition(by, text), argb);
    }

    private EvaluatedColoring read(boolean traceColors, Condition only, ColorRule... rules) throws Exception {
        return ColoringReader.read(session, new Coloring(List.of(rules), traceColors, only, false));
    }

    private long slices(Condition.By by, String text) throws Exception {
        EvaluatedColoring.Outcome outcome =
                read(false, Condition.NONE, rule(by, text, RED)).outcomes().getFirst();
        assertEquals("", outcome.problem());
        return outcome.slices();
    }

    private static String colors(EvaluatedColoring coloring) {
        String[] names = {"a", "b", "c"};
        SliceData data = coloring.apply(
                new SliceData(
                        new int[] {0, 4},
                        new long[] {0, 1, 2, 3},
                        new long[] {0, 10, 20, 30},
                        new long[] {10, 20, 30, 35},
                        new int[] {0, 1, 1, 2},
                        new int[] {0, 1, 1, 2},
                        new byte[4],
                        names,
                        names),
                true);
        return String.join(
                " ",
                IntStream.range(0, data.size())
                        .mapToObj(i -> data.colorKeys()[data.color()[i]])
                        .toList());
    }

    @Test
    void countsTheSlicesOfEachKindOfCondition() throws Exception {
        assertEquals(2, slices(Condition.By.NAME, "b"));
        assertEquals(2, slices(Condition.By.CATEGORY, "ui's"));
        assertEquals(0, slices(Condition.By.CATEGORY, "none"));
        assertEquals(2, slices(Condition.By.ARGUMENT, "size"));
        assertEquals(1, slices(Condition.By.ARGUMENT, "size > 3.5"));
        assertEquals(2, slices(Condition.By.ARGUMENT, "size>=3.5"));
        assertEquals(1, slices(Condition.By.ARGUMENT, "size = 12"));
        assertEquals(1, slices(Condition.By.ARGUMENT, "size != 12"));
        assertEquals(2, slices(Condition.By.ARGUMENT, "size != 3"));
        assertEquals(1, slices(Condition.By.ARGUMENT, "url ~ EXAMPLE"));
        assertEquals(3, slices(Condition.By.EXPRESSION, "dur >= 10 -- long ones"));
    }

    @Test
    void rulesComeBeforeTheColorsOfTheTrace() throws Exception {
        EvaluatedColoring coloring = read(
                true,
                Condition.NONE,
                rule(Condition.By.EXPRESSION, "ts = 10", RED),
                new ColorRule(false, new Condition(Condition.By.NAME, "a"), BLUE),
                rule(Condition.By.NAME, "b", BLUE));
        assertEquals(2, coloring.traceColored());
        assertEquals(
                "a " + TrackStyle.Colors.ruleKey(RED) + " " + TrackStyle.Colors.ruleKey(BLUE) + " "
                        + TrackStyle.Colors.ruleKey(GOOD),
                colors(coloring));
        assertEquals("a b b c", colors(read(false, Condition.NONE)), "without the colors of the trace");
        assertTrue(ColoringReader.hasTraceColors(new TraceQueries(store)));
    }

    @Test
    void aConditionThatCannotBeEvaluatedReportsWhyAndChangesNothing() throws Exception {
        EvaluatedColoring wrong = read(
                false,
                new Condition(Condition.By.ARGUMENT, "size > large"),
                rule(Condition.By.EXPRESSION, "no_such_column = 1", RED));
        assertEquals("a b b c", colors(wrong));
        assertTrue(wrong.outcomes().getFirst().problem().contains("no_such_column"));
        assertFalse(wrong.onlyOutcome().problem().isEmpty());
        assertTrue(wrong.isPlain());
    }
}
