package traceglass.analysis.track;

import java.util.List;

/// Node of the track tree. Immutable. Children are in display order.
///
/// @param key id that is the same whenever the trace is opened, e.g. `cpu_sched/3`, `process/12`, `track/140`
/// @param kind source of its events and their style
/// @param name label, e.g. `RenderThread`
/// @param idText number after the name in a subdued color (pid, tid), or empty
/// @param chips short marks, e.g. `main`, `debuggable`
/// @param sideText text on the right side of the label, e.g. `24 tracks · 58.8 ms CPU`, or empty
/// @param icon name of an icon for groups (`cpu`, `process`, …), or empty
/// @param isExpanded whether a group is initially expanded
/// @param children empty for tracks
public record TrackNode(
        String key,
        TrackKind kind,
        String name,
        String idText,
        List<String> chips,
        String sideText,
        String icon,
        boolean isExpanded,
        List<TrackNode> children) {

    public TrackNode {
        chips = List.copyOf(chips);
        children = List.copyOf(children);
    }

    /// Returns the same node with another name.
    public TrackNode withName(String newName) {
        return new TrackNode(key, kind, newName, idText, chips, sideText, icon, isExpanded, children);
    }

    /// Returns the same node with other children.
    public TrackNode withChildren(List<TrackNode> newChildren) {
        return new TrackNode(key, kind, name, idText, chips, sideText, icon, isExpanded, newChildren);
    }

    /// Creates a track without children, chips and side text.
    public static TrackNode of(String key, TrackKind kind, String name) {
        return new TrackNode(key, kind, name, "", List.of(), "", "", false, List.of());
    }

    /// Returns whether it is a heading with children.
    public boolean isGroup() {
        TrackStyle.Shape shape = kind.style().shape();
        return shape == TrackStyle.Shape.HEADING || shape == TrackStyle.Shape.LANES;
    }

    /// Returns whether it shows a value over time.
    public boolean isCounter() {
        return kind.style().shape() == TrackStyle.Shape.CURVE;
    }

    /// Returns whether it is a group with a summary to draw while it is collapsed.
    public boolean hasSummary() {
        return kind.style().shape() == TrackStyle.Shape.LANES;
    }

    /// Returns whether it is the group of a process.
    public boolean isProcess() {
        return isGroup() && kind.owner().isProcess();
    }

    /// Returns whether it shows one thread: its states, or slices with its tid.
    public boolean showsOneThread() {
        return switch (kind.style().labelSharing()) {
            case NONE -> false;
            case SHOWS -> true;
            case OMITS -> !idText.isEmpty();
        };
    }

    /// Returns whether the same actions apply to another node: both are groups, or tracks of the same style.
    public boolean isSameKindAs(TrackNode other) {
        return isGroup() ? other.isGroup() : kind.style().equals(other.kind.style());
    }
}
