package traceglass.analysis.track.info;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.track.TrackNode;

/// A node of the tree with the names of the groups it is in. Immutable.
///
/// @param node the track or group
/// @param groups names and numbers of its groups from the top, with [#SEPARATOR] between them; empty at the top
/// @param name its own name and number
public record TrackPath(TrackNode node, String groups, String name) {

    /// Stands between the names of groups.
    public static final String SEPARATOR = " › ";

    /// Every node of a tree in the order in which it is shown.
    public static List<TrackPath> all(List<TrackNode> roots) {
        List<TrackPath> found = new ArrayList<>();
        add(roots, "", found);
        return found;
    }

    private static void add(List<TrackNode> siblings, String groups, List<TrackPath> found) {
        for (TrackNode node : siblings) {
            TrackPath path = new TrackPath(node, groups, nameOf(node));
            found.add(path);
            if (!node.children().isEmpty()) {
                add(node.children(), path.text(), found);
            }
        }
    }

    /// Name and number of a node, as they stand in its label.
    public static String nameOf(TrackNode node) {
        return node.idText().isEmpty() ? node.name() : node.name() + " " + node.idText();
    }

    /// The whole path.
    public String text() {
        return groups.isEmpty() ? name : groups + SEPARATOR + name;
    }

    /// What kind of track it is, in a word or two.
    public String kind() {
        return node.kind().word();
    }

    /// Name of an icon for it: its own, else that of its kind.
    public String icon() {
        return node.isGroup() && !node.icon().isEmpty()
                ? node.icon()
                : node.kind().icon();
    }

    /// Whether it is a track and no group.
    public boolean isTrack() {
        return !node.isGroup();
    }
}
