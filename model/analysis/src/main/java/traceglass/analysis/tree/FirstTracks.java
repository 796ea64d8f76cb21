package traceglass.analysis.tree;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.track.TrackNode;

/// The tracks that a window shows of a tree before anybody has opened a group or scrolled.
public final class FirstTracks {

    private FirstTracks() {}

    /// Those with something to draw, from the top: tracks, and groups that are closed, for what sums them up.
    ///
    /// @param roots top level of the tree
    /// @param most how many at most
    public static List<TrackNode> of(List<TrackNode> roots, int most) {
        List<TrackNode> found = new ArrayList<>();
        collect(roots, most, found);
        return found;
    }

    private static void collect(List<TrackNode> nodes, int most, List<TrackNode> found) {
        for (TrackNode node : nodes) {
            if (found.size() >= most) {
                return;
            }
            if (node.isGroup() && node.expanded()) {
                collect(node.children(), most, found);
            } else if (!node.isGroup() || node.hasSummary()) {
                found.add(node);
            }
        }
    }
}
