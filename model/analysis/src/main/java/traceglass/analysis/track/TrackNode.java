package traceglass.analysis.track;

import java.util.List;

/// One row of the track tree, immutable. Children are in the order in which they are shown.
///
/// @param key stable between runs on one trace, e.g. `cpu_sched/3`, `process/12`, `track/140`
/// @param kind how to draw it
/// @param name what stands in the label, e.g. `RenderThread`
/// @param idText the number shown after the name in a quieter colour (pid, tid), or empty
/// @param chips short marks, e.g. `main`, `debuggable`
/// @param facts what stands at the right of the label, e.g. `24 tracks · 58.8 ms CPU`, or empty
/// @param icon name of an icon for groups (`cpu`, `process`, …), or empty
/// @param expanded whether a group starts open
/// @param source where its data is; for a group, what is drawn while it is closed
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
        TrackSource source,
        List<TrackNode> children) {

    public TrackNode {
        chips = List.copyOf(chips);
        children = List.copyOf(children);
    }

    /// The same node with another name.
    public TrackNode withName(String other) {
        return new TrackNode(key, kind, other, idText, chips, facts, icon, expanded, source, children);
    }

    /// The same node with other children.
    public TrackNode withChildren(List<TrackNode> others) {
        return new TrackNode(key, kind, name, idText, chips, facts, icon, expanded, source, others);
    }

    public boolean isGroup() {
        return kind == TrackKind.GROUP;
    }
}
