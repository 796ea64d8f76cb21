package traceglass.app.panel.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.sched.CpuTrack;
import traceglass.analysis.select.Selection;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.TrackNode;
import traceglass.sql.result.SqlProblem;
import traceglass.store.time.TimeSpan;

class SqlParametersTest {

    private static final TimeSpan TRACE = new TimeSpan(5, 123_456_789_012L);

    private static SqlParameters of(String original, Selection selection) {
        return new SqlParameters(original, SelectedValues.of(selection, TRACE));
    }

    @Test
    void replacesNamesByNumbersButNotInStrings() {
        SqlParameters p = of("SELECT $sel_start, '$sel_end', $other -- $start\nWHERE ts < $END", Selection.NONE);
        assertEquals("SELECT 5, '$sel_end', $other -- $start\nWHERE ts < 123456789012", p.text());
        assertNull(p.problem());
    }

    @Test
    void mapsColumnsToTheOriginalText() {
        String original = "WHERE ts BETWEEN $sel_start AND $sel_end AND nope";
        SqlParameters p = of(original, Selection.NONE);
        assertEquals(original.indexOf("nope") + 1, p.column(1, p.text().indexOf("nope") + 1));
        assertEquals(original.indexOf("$sel_end") + 1, p.column(1, p.text().indexOf("123456789012") + 1));
        assertEquals(original.indexOf("ts") + 1, p.column(1, p.text().indexOf("ts") + 1));
        assertEquals(4, p.column(2, 4));
    }

    @Test
    void replacesSliceTrackAndTimeOfTheSelection() {
        SqlParameters p = of("SELECT $slice, $track, $start, $end", new Selection.Event("slice", 42, 1000, 50));
        assertEquals("SELECT 42, (SELECT track_id FROM slice WHERE id = 42), 1000, 1050", p.text());
        assertEquals(
                "SELECT 123456789012",
                of("SELECT $end", new Selection.Event("slice", 42, 1000, -1)).text());
    }

    @Test
    void usesTheFirstTrackOfAnArea() {
        TrackNode cpu = new TrackNode("cpu", new CpuTrack(0, 0), "CPU", "", List.of(), "", "", false, List.of());
        TrackNode slices =
                new TrackNode("s", new SliceTrack(List.of(7L, 8L)), "S", "", List.of(), "", "", false, List.of());
        assertEquals(
                "SELECT 7, 10",
                of("SELECT $track, $start", new Selection.Area(10, 20, List.of(cpu, slices)))
                        .text());
    }

    @Test
    void doesNotReplaceParametersOfAFunction() {
        String function =
                "CREATE OR REPLACE PERFETTO FUNCTION f(start LONG, slice INT) RETURNS LONG AS SELECT $start + $slice"
                        + " + ";
        assertEquals(
                function + "123456789012; SELECT 5",
                of(function + "$end; SELECT $start", Selection.NONE).text());
    }

    @Test
    void namesTheSelectionThatAParameterNeeds() {
        SqlProblem problem =
                of("SELECT 1\nFROM slice WHERE id = $slice", Selection.NONE).problem();
        assertEquals("$slice depends on the selection. Select a slice on the timeline first.", problem.getMessage());
        assertEquals(2, problem.line());
        assertEquals(23, problem.column());
    }
}
