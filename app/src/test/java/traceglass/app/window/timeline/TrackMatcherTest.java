package traceglass.app.window.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;

class TrackMatcherTest {

    private static TrackNode node(String key, String name, TrackNode... children) {
        return new TrackNode(
                key,
                children.length == 0 ? new SliceTrack(List.of()) : TrackGroup.GROUP,
                name,
                "",
                List.of(),
                "",
                "",
                false,
                List.of(children));
    }

    private static final List<TrackNode> FIRST = List.of(
            node("process/1", "app", node("t1", "main"), node("t2", "binder:10_1"), node("t3", "binder:10_2")),
            node("process/2", "system", node("t4", "main")));
    private static final List<TrackNode> SECOND = List.of(
            node("process/7", "system", node("t4", "main"), node("t5", "worker")),
            node("process/9", "app", node("t1", "binder:55_1"), node("t2", "main"), node("t3", "binder:55_2")));

    private final TrackMatcher matcher = new TrackMatcher(() -> FIRST, () -> SECOND);

    @Test
    void tracksMatchByTheirNamesAndThoseOfTheirGroups() {
        assertEquals("process/9", matcher.match("process/1", true));
        assertEquals("t2", matcher.match("t1", true), "main of app is not found");
        assertEquals("t4", matcher.match("t4", true));
        assertEquals("t1", matcher.match("t2", false));
    }

    @Test
    void digitsInNamesAreIgnoredAndEqualNamesMatchInOrder() {
        assertEquals("t1", matcher.match("t2", true));
        assertEquals("t3", matcher.match("t3", true));
    }

    @Test
    void aTrackMissingInTheOtherTraceHasNoMatch() {
        assertNull(matcher.match("t5", false));
        assertNull(matcher.match("nothing", true));
    }

    @Test
    void aReplacedTreeIsReadAgain() {
        List<List<TrackNode>> current = new java.util.ArrayList<>(List.of(FIRST));
        TrackMatcher live = new TrackMatcher(() -> current.getFirst(), () -> SECOND);
        assertEquals("process/9", live.match("process/1", true));
        current.set(0, List.of(node("process/1", "system")));
        assertEquals("process/7", live.match("process/1", true));
    }
}
