package traceglass.analysis.coloring;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackStyle;

class EvaluatedColoringTest {

    private static final int RED = 0xFFC00000;
    private static final String DIM = String.valueOf(TrackStyle.Colors.DIM_MARK);

    /// Rows of depth `a b` and `c a`, with ids from 10.
    private static SliceData data() {
        String[] names = {"a", "b", "c"};
        return new SliceData(
                new int[] {0, 2, 4},
                new long[] {10, 11, 12, 13},
                new long[] {0, 10, 1, 11},
                new long[] {5, 15, 2, 12},
                new int[] {0, 1, 2, 0},
                new int[] {0, 1, 2, 0},
                new byte[4],
                names,
                names);
    }

    private static BitSet ids(int... ids) {
        BitSet set = new BitSet();
        IntStream.of(ids).forEach(set::set);
        return set;
    }

    private static EvaluatedColoring coloring(List<EvaluatedColoring.Entry> entries, Matcher only, boolean hides) {
        return new EvaluatedColoring(entries, only, hides, List.of(), EvaluatedColoring.Outcome.NONE, 0);
    }

    private static List<String> keys(SliceData data) {
        return IntStream.range(0, data.size())
                .mapToObj(i -> data.colorKeys()[data.color()[i]])
                .toList();
    }

    @Test
    void theFirstMatchingRuleDeterminesTheColor() {
        EvaluatedColoring coloring = coloring(
                List.of(
                        new EvaluatedColoring.Entry(new Matcher("b"::equals, null), RED),
                        new EvaluatedColoring.Entry(new Matcher(null, ids(11, 12)), 0xFF00FF00)),
                null,
                false);
        String red = TrackStyle.Colors.ruleKey(RED);
        String green = TrackStyle.Colors.ruleKey(0xFF00FF00);
        assertEquals(List.of("a", red, green, "a"), keys(coloring.apply(data(), true)));
        assertEquals(List.of("a", red, "c", "a"), keys(coloring.apply(data(), false)), "ids of another table");
    }

    @Test
    void slicesThatDoNotMatchAreDimmedOrHidden() {
        Matcher only = new Matcher(null, ids(11, 13));
        SliceData dimmed = coloring(List.of(), only, false).apply(data(), true);
        assertEquals(List.of(DIM + "a", "b", DIM + "c", "a"), keys(dimmed));
        SliceData hidden = coloring(List.of(), only, true).apply(data(), true);
        assertArrayEquals(new int[] {0, 1, 2}, hidden.rowStart());
        assertArrayEquals(new long[] {11, 13}, hidden.id());
        assertArrayEquals(new long[] {10, 11}, hidden.ts());
        assertEquals(List.of("b", "a"), keys(hidden));
        assertEquals(4, coloring(List.of(), only, true).apply(data(), false).size(), "another table keeps all");
    }

    @Test
    void aDimmedEventKeepsTheColorOfItsRule() {
        EvaluatedColoring coloring = coloring(
                List.of(new EvaluatedColoring.Entry(new Matcher("a"::equals, null), RED)),
                new Matcher("b"::equals, null),
                false);
        String red = DIM + TrackStyle.Colors.ruleKey(RED);
        assertEquals(List.of(red, "b", DIM + "c", red), keys(coloring.apply(data(), true)));
    }

    @Test
    void withoutRulesTheSourceIsUnchanged() {
        TrackDataSource source = _ -> null;
        assertSame(source, ColoredTracks.of(source, EvaluatedColoring.NONE));
    }

    @Test
    void patternsMatchWholeStringsPartsWildcardsOrRegularExpressions() throws Exception {
        assertTrue(TextPattern.parse("raw").test("DrawFrame"));
        assertTrue(TextPattern.parse("\"Draw\"").test("Draw"));
        assertFalse(TextPattern.parse("\"Draw\"").test("DrawFrame"));
        assertTrue(TextPattern.parse("draw*7").test("DrawFrame 17"));
        assertFalse(TextPattern.parse("draw*7").test("DrawFrame 71"));
        assertTrue(TextPattern.parse("*.x*").test("a.x(b"));
        assertTrue(TextPattern.parse("/^D.*\\d$/").test("DrawFrame 71"));
        assertFalse(TextPattern.parse("/^d/").test("DrawFrame 71"));
        assertThrows(RuleProblem.class, () -> TextPattern.parse("/(/"));
    }

    @Test
    void argumentsAreParsedAndQuoted() throws Exception {
        assertTrue(ArgumentCondition.sql("it's").contains("'it''s', 'args.it''s', 'debug.it''s'"));
        assertTrue(ArgumentCondition.sql("size >= 1e3").contains("coalesce(int_value, real_value) >= 1e3"));
        assertTrue(ArgumentCondition.sql("a = x'y").contains("display_value = 'x''y'"));
        assertThrows(RuleProblem.class, () -> ArgumentCondition.sql("size > many"));
        assertThrows(RuleProblem.class, () -> ArgumentCondition.sql("= 4"));
    }
}
