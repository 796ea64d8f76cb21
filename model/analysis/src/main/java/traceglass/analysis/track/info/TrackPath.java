package traceglass.analysis.track.info;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.track.TrackNode;

/// Node of the tree with the names of its groups. Immutable.
///
/// @param node track or group
/// @param groups names and numbers of its groups from the top, separated by [#SEPARATOR]; empty at the top
/// @param name its own name and number
public record TrackPath(TrackNode node, String groups, String name) {

    /// Separator between the names of groups.
    public static final String SEPARATOR = " › ";

    /// Returns all nodes of a tree in display order.
    public static List<TrackPath> all(List<TrackNode> roots) {
        List<TrackPath> paths = new ArrayList<>();
        add(roots, "", paths);
        return paths;
    }

    private static void add(List<TrackNode> siblings, String groups, List<TrackPath> paths) {
        for (TrackNode node : siblings) {
            TrackPath path = new TrackPath(node, groups, nameOf(node));
            paths.add(path);
            if (!node.children().isEmpty()) {
                add(node.children(), path.text(), paths);
            }
        }
    }

    /// Returns name and number of a node, as in its label.
    public static String nameOf(TrackNode node) {
        return node.idText().isEmpty() ? node.name() : node.name() + " " + node.idText();
    }

    /// Returns the whole path.
    public String text() {
        return groups.isEmpty() ? name : groups + SEPARATOR + name;
    }

    /// Returns the display name of the kind of track, in a word or two.
    public String kind() {
        return node.kind().label();
    }

    /// Returns the name of an icon: the node's own, or the one of its kind.
    public String icon() {
        return node.isGroup() && !node.icon().isEmpty()
                ? node.icon()
                : node.kind().icon();
    }

    /// Returns whether it is a track and not a group.
    public boolean isTrack() {
        return !node.isGroup();
    }
}
