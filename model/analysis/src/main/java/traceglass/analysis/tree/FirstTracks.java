package traceglass.analysis.tree;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.track.TrackNode;

/// Finds the tracks of a tree that a window shows before the user expands a group or scrolls.
public final class FirstTracks {

    private FirstTracks() {}

    /// Returns the first nodes with content, from the top: tracks, and collapsed groups with a summary.
    ///
    /// @param roots top level of the tree
    /// @param max maximum number
    public static List<TrackNode> of(List<TrackNode> roots, int max) {
        List<TrackNode> nodes = new ArrayList<>();
        collect(roots, max, nodes);
        return nodes;
    }

    private static void collect(List<TrackNode> nodes, int max, List<TrackNode> found) {
        for (TrackNode node : nodes) {
            if (found.size() >= max) {
                return;
            }
            if (node.isGroup() && node.isExpanded()) {
                collect(node.children(), max, found);
            } else if (!node.isGroup() || node.hasSummary()) {
                found.add(node);
            }
        }
    }
}
