package traceglass.analysis.track.info;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.TrackNode;

class TrackPatternTest {

    private static TrackPath track(String groups, String name) {
        return new TrackPath(TrackNode.of(name, new SliceTrack(List.of(1L), 1), name), groups, name);
    }

    private final TrackPath main = track("app 10", "Main (x)");
    private final TrackPath other = track("mainframe 11", "worker");

    @Test
    void aRegularExpressionFindsNamesIgnoringCase() {
        TrackPattern pattern = TrackPattern.regex(" ^ma.n ");
        assertEquals(List.of(main), pattern.matching(List.of(main, other), t -> true, () -> false));
        assertEquals(List.of(), pattern.matching(List.of(main, other), t -> false, () -> false));
        assertEquals(List.of(0, 1, 2, 3), pattern.matchPositions(main));
        assertEquals(List.of(), pattern.matchPositions(other));
    }

    @Test
    void aPathPatternMatchesGroupsAndReportsNoPositions() {
        TrackPattern pattern = TrackPattern.regex(" path: mainframe.*work");
        assertFalse(pattern.matches(main));
        assertTrue(pattern.matches(other));
        assertEquals(List.of(), pattern.matchPositions(other));
    }

    @Test
    void aTextPatternMatchesSpecialCharactersLiterally() {
        assertTrue(TrackPattern.text("(X)").matches(main));
        assertFalse(TrackPattern.text("m.in").matches(main));
        assertTrue(TrackPattern.text(" ").isEmpty());
        assertFalse(TrackPattern.text("x").isEmpty());
        assertThrows(PatternSyntaxException.class, () -> TrackPattern.regex("(x"));
    }

    @Test
    void slowExpressionsAreAbortedOrCanceled() {
        TrackPath slow = track("", "a".repeat(60));
        TrackPattern pattern = TrackPattern.regex("(.*)(.*)(.*)(.*)(.*)(.*)c\\1");
        assertThrows(TrackPattern.TooSlowException.class, () -> pattern.matches(slow));
        assertThrows(CancellationException.class, () -> pattern.matching(List.of(slow), t -> true, () -> true));
    }
}
