package traceglass.analysis.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import traceglass.analysis.counters.CounterTrack;
import traceglass.analysis.sched.ProcessSched;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;

class FirstTracksTest {

    private static TrackNode track(String key) {
        return new TrackNode(key, new CounterTrack(1, ""), key, "", List.of(), "", "", false, List.of());
    }

    private static TrackNode group(String key, boolean isExpanded, TrackKind kind, TrackNode... children) {
        return new TrackNode(key, kind, key, "", List.of(), "", "", isExpanded, List.of(children));
    }

    private static List<String> keys(List<TrackNode> roots, int max) {
        return FirstTracks.of(roots, max).stream().map(TrackNode::key).toList();
    }

    @Test
    void includesExpandedTracksAndSummariesOfCollapsedGroups() {
        List<TrackNode> roots = List.of(
                track("a"),
                group(
                        "open",
                        true,
                        TrackGroup.GROUP.withSummary(new ProcessSched(1)),
                        track("b"),
                        group("inner", false, TrackGroup.GROUP.withSummary(new ProcessSched(2)), track("hidden"))),
                group("heading", false, TrackGroup.GROUP, track("hidden too")),
                track("c"));
        assertEquals(List.of("a", "b", "inner", "c"), keys(roots, 10));
    }

    @Test
    void respectsTheMaximum() {
        TrackNode[] many = IntStream.range(0, 50).mapToObj(i -> track("t" + i)).toArray(TrackNode[]::new);
        assertEquals(
                List.of("t0", "t1", "t2"), keys(List.of(group("g", true, TrackGroup.GROUP, many), track("after")), 3));
    }
}
