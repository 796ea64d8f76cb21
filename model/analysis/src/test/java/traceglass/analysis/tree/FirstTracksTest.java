package traceglass.analysis.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;

class FirstTracksTest {

    private static TrackNode track(String key) {
        return new TrackNode(
                key, TrackKind.COUNTER, key, "", List.of(), "", "", false, new TrackSource.Counter(1, ""), List.of());
    }

    private static TrackNode group(String key, boolean expanded, TrackSource source, TrackNode... children) {
        return new TrackNode(key, TrackKind.GROUP, key, "", List.of(), "", "", expanded, source, List.of(children));
    }

    private static List<String> keys(List<TrackNode> roots, int most) {
        return FirstTracks.of(roots, most).stream().map(TrackNode::key).toList();
    }

    @Test
    void areThoseInOpenGroupsAndWhatSumsUpClosedOnes() {
        List<TrackNode> roots = List.of(
                track("a"),
                group(
                        "open",
                        true,
                        new TrackSource.ProcessSched(1),
                        track("b"),
                        group("inner", false, new TrackSource.ProcessSched(2), track("hidden"))),
                group("heading", false, new TrackSource.None(), track("hidden too")),
                track("c"));
        assertEquals(List.of("a", "b", "inner", "c"), keys(roots, 10));
    }

    @Test
    void areNoMoreThanAskedFor() {
        TrackNode[] many = IntStream.range(0, 50).mapToObj(i -> track("t" + i)).toArray(TrackNode[]::new);
        assertEquals(
                List.of("t0", "t1", "t2"),
                keys(List.of(group("g", true, new TrackSource.None(), many), track("after")), 3));
    }
}
