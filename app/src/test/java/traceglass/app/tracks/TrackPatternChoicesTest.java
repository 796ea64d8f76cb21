package traceglass.app.tracks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.PatternSyntaxException;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.info.TrackPath;
import traceglass.analysis.track.info.TrackPattern;

class TrackPatternChoicesTest {

    private static final TrackPath PATH = new TrackPath(
            RandomTrackTrees.track("track/1", "RenderThread", "1900", 1), "system_server 1858", "RenderThread 1900");

    @Test
    void matchesNamesAndNumbersIgnoringCase() {
        assertTrue(TrackPattern.regex("^render.*00$").matches(PATH));
        assertFalse(TrackPattern.regex("system").matches(PATH), "the name of the group is also matched");
        assertTrue(TrackPattern.regex("(?-i)Render").matches(PATH));
        assertFalse(TrackPattern.regex("(?-i)render").matches(PATH));
    }

    @Test
    void matchesTheWholePathAfterThePathPrefix() {
        assertTrue(TrackPattern.regex("path: ^system_server \\d+ › Render").matches(PATH));
        assertFalse(TrackPattern.regex("path:^Render").matches(PATH));
    }

    @Test
    void textIsNotARegularExpression() {
        assertFalse(TrackPattern.text("R.nder").matches(PATH));
        assertTrue(TrackPattern.text("rThread 19").matches(PATH));
        assertEquals(List.of(5, 6, 7), TrackPattern.text("rth").matchPositions(PATH));
    }

    @Test
    void rejectsInvalidExpressions() {
        assertThrows(PatternSyntaxException.class, () -> TrackPattern.regex("(main"));
    }

    @Test
    void stopsExpressionsThatBacktrackTooLong() {
        TrackPath slow = new TrackPath(PATH.node(), "", "a".repeat(60) + "!");
        assertThrows(
                TrackPattern.TooSlowException.class,
                () -> TrackPattern.regex("^(.*)(.*)(.*)(.*)(.*)(.*)(.*)z").matches(slow));
    }
}
