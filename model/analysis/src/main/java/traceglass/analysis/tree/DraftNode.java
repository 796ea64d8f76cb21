package traceglass.analysis.tree;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;

/// A node of the tree while it is put together: children find their place by `sortOrder`, and among equals by when they
/// came.
public final class DraftNode {

    /// Most slice tracks that a closed group shows.
    private static final int SUMMARY_TRACKS = 8;

    public final String key;
    final TrackKind kind;
    final String name;
    final int sortOrder;
    private String idText = "";
    private String facts = "";
    private String icon = "";
    private boolean expanded;
    private boolean headless;
    private TrackSource source = new TrackSource.None();
    private final List<String> chips = new ArrayList<>();
    private final List<DraftNode> children = new ArrayList<>();

    public DraftNode(String key, TrackKind kind, String name, int sortOrder) {
        this.key = key;
        this.kind = kind;
        this.name = name;
        this.sortOrder = sortOrder;
    }

    public static DraftNode group(String key, String name, int sortOrder) {
        return new DraftNode(key, TrackKind.GROUP, name, sortOrder);
    }

    public DraftNode id(String text) {
        idText = text;
        return this;
    }

    DraftNode facts(String text) {
        facts = text;
        return this;
    }

    /// Whether nothing but its name is said of it.
    boolean saysNothingElse() {
        return facts.isEmpty() && idText.isEmpty();
    }

    public DraftNode icon(String iconName) {
        icon = iconName;
        return this;
    }

    public DraftNode chip(String text) {
        chips.add(text);
        return this;
    }

    public DraftNode source(TrackSource from) {
        source = from;
        return this;
    }

    public DraftNode expanded() {
        expanded = true;
        return this;
    }

    /// Its children are shown where it would be, without a heading.
    DraftNode headless() {
        headless = true;
        return this;
    }

    boolean isHeadless() {
        return headless;
    }

    public void add(DraftNode child) {
        int at = children.size();
        while (at > 0 && children.get(at - 1).sortOrder > child.sortOrder) {
            at--;
        }
        children.add(at, child);
    }

    /// The child group of this name, made at the end of its like if there is none.
    DraftNode childGroup(String groupName, int order) {
        for (DraftNode child : children) {
            if (child.kind == TrackKind.GROUP && child.name.equals(groupName)) {
                return child;
            }
        }
        DraftNode made = group(key + "/" + groupName, groupName, order);
        add(made);
        return made;
    }

    boolean isEmpty() {
        return children.stream().allMatch(c -> c.kind == TrackKind.GROUP && c.isEmpty());
    }

    /// Tracks below this group, without headings.
    int trackCount() {
        int count = 0;
        for (DraftNode child : children) {
            count += child.kind == TrackKind.GROUP ? child.trackCount() : 1;
        }
        return count;
    }

    /// The first `limit` slice tracks below, in order.
    private void sliceTracks(List<Long> into, int limit) {
        for (DraftNode child : children) {
            if (child.source instanceof TrackSource.Slices slices && child.kind == TrackKind.SLICES) {
                for (long id : slices.trackIds()) {
                    if (into.size() < limit) {
                        into.add(id);
                    }
                }
            }
            child.sliceTracks(into, limit);
        }
    }

    /// Lets a closed group without anything else to show draw its first slice tracks.
    DraftNode summarized() {
        if (source instanceof TrackSource.None) {
            List<Long> slices = new ArrayList<>();
            sliceTracks(slices, SUMMARY_TRACKS);
            if (!slices.isEmpty()) {
                source = new TrackSource.SliceSummary(slices);
            }
        }
        return this;
    }

    List<DraftNode> children() {
        return children;
    }

    /// The finished node, without groups that hold nothing.
    public TrackNode build() {
        return new TrackNode(key, kind, name, idText, chips, facts, icon, expanded, source, buildChildren());
    }

    private List<TrackNode> buildChildren() {
        List<TrackNode> built = new ArrayList<>(children.size());
        for (DraftNode child : children) {
            if (child.kind == TrackKind.GROUP && child.isEmpty()) {
                continue;
            }
            if (child.headless) {
                built.addAll(child.buildChildren());
            } else {
                built.add(child.build());
            }
        }
        return built;
    }
}
