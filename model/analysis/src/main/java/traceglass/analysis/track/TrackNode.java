package traceglass.analysis.track;

import java.util.List;

/// One row of the track tree, immutable. Children are in the order in which they are shown.
///
/// @param key stable between runs on one trace, e.g. `cpu_sched/3`, `process/12`, `track/140`
/// @param kind what it is
/// @param name what stands in the label, e.g. `RenderThread`
/// @param idText the number shown after the name in a quieter colour (pid, tid), or empty
/// @param chips short marks, e.g. `main`, `debuggable`
/// @param facts what stands at the right of the label, e.g. `24 tracks · 58.8 ms CPU`, or empty
/// @param icon name of an icon for groups (`cpu`, `process`, …), or empty
/// @param expanded whether a group starts open
/// @param children empty for what is no group
public record TrackNode(
        String key,
        TrackKind kind,
        String name,
        String idText,
        List<String> chips,
        String facts,
        String icon,
        boolean expanded,
        List<TrackNode> children) {

    public TrackNode {
        chips = List.copyOf(chips);
        children = List.copyOf(children);
    }

    /// The same node with another name.
    public TrackNode withName(String other) {
        return new TrackNode(key, kind, other, idText, chips, facts, icon, expanded, children);
    }

    /// The same node with other children.
    public TrackNode withChildren(List<TrackNode> others) {
        return new TrackNode(key, kind, name, idText, chips, facts, icon, expanded, others);
    }

    /// A track without children, marks and facts.
    public static TrackNode of(String key, TrackKind kind, String name) {
        return new TrackNode(key, kind, name, "", List.of(), "", "", false, List.of());
    }

    public boolean isGroup() {
        TrackStyle.Shape shape = kind.style().shape();
        return shape == TrackStyle.Shape.HEADING || shape == TrackStyle.Shape.LANES;
    }

    /// Whether it shows a value over time.
    public boolean isCounter() {
        return kind.style().shape() == TrackStyle.Shape.CURVE;
    }

    /// Whether it is a group that has something to draw while it is closed.
    public boolean hasSummary() {
        return kind.style().shape() == TrackStyle.Shape.LANES;
    }

    /// Whether it is a group that stands for a process.
    public boolean isProcess() {
        return isGroup() && kind.owner().isProcess();
    }

    /// Whether it shows what one thread did: its states, or slices that bear its number.
    public boolean isOfThread() {
        return switch (kind.style().pairing()) {
            case NONE -> false;
            case HEADS -> true;
            case FOLLOWS -> !idText.isEmpty();
        };
    }

    /// Whether another node can have the same done to it: both are groups, or tracks that look alike.
    public boolean isLike(TrackNode other) {
        return isGroup() ? other.isGroup() : kind.style().equals(other.kind.style());
    }
}
