package traceglass.analysis.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;

/// Node of the tree under construction: children are sorted by `sortOrder`, and equal ones by insertion order.
public final class DraftNode {

    public final String key;
    private TrackKind kind;
    public final String name;
    private final int sortOrder;
    private String idText = "";
    private String sideText = "";
    private String icon = "";
    private boolean isExpanded;
    private boolean isHeadless;
    private final List<String> chips = new ArrayList<>();
    private final List<DraftNode> children = new ArrayList<>();

    public DraftNode(String key, TrackKind kind, String name, int sortOrder) {
        this.key = key;
        this.kind = kind;
        this.name = name;
        this.sortOrder = sortOrder;
    }

    /// Creates a group that only contains other nodes.
    public static DraftNode group(String key, String name, int sortOrder) {
        return new DraftNode(key, TrackGroup.GROUP, name, sortOrder);
    }

    public DraftNode setIdText(String text) {
        idText = text;
        return this;
    }

    public DraftNode setSideText(String text) {
        sideText = text;
        return this;
    }

    /// Returns whether it has no text other than its name.
    public boolean hasOnlyName() {
        return sideText.isEmpty() && idText.isEmpty();
    }

    public DraftNode setIcon(String iconName) {
        icon = iconName;
        return this;
    }

    public DraftNode addChip(String text) {
        chips.add(text);
        return this;
    }

    public DraftNode expand() {
        isExpanded = true;
        return this;
    }

    public boolean isExpanded() {
        return isExpanded;
    }

    /// Replaces this node by its children in the tree, without a heading.
    public DraftNode withoutHeading() {
        isHeadless = true;
        return this;
    }

    public boolean isHeadless() {
        return isHeadless;
    }

    public void add(DraftNode child) {
        int index = children.size();
        while (index > 0 && children.get(index - 1).sortOrder > child.sortOrder) {
            index--;
        }
        children.add(index, child);
    }

    /// Returns the child group of this name, added at this position if there is none.
    public DraftNode childGroup(String groupName, int order) {
        for (DraftNode child : children) {
            if (child.isGroup() && child.name.equals(groupName)) {
                return child;
            }
        }
        DraftNode created = group(key + "/" + groupName, groupName, order);
        add(created);
        return created;
    }

    public boolean isEmpty() {
        return children.stream().allMatch(c -> c.isGroup() && c.isEmpty());
    }

    /// Returns the number of tracks below this group, without headings.
    public int trackCount() {
        int count = 0;
        for (DraftNode child : children) {
            count += child.isGroup() ? child.trackCount() : 1;
        }
        return count;
    }

    /// Returns the number of tracks in the group as text: `3 tracks`.
    public String countOfTracks() {
        return TreeTexts.tracks(trackCount());
    }

    /// Returns its kind.
    public TrackKind kind() {
        return kind;
    }

    public boolean isGroup() {
        return kind instanceof TrackGroup;
    }

    /// Returns whether it is a group with a summary to draw while it is collapsed.
    public boolean hasSummary() {
        return kind instanceof TrackGroup heading && heading.summary() != null;
    }

    /// Sets the summary of a group to draw while it is collapsed.
    public DraftNode setSummary(TrackKind drawn) {
        kind = ((TrackGroup) kind).withSummary(drawn);
        return this;
    }

    /// Returns all nodes below it, in order.
    public Stream<DraftNode> descendants() {
        return children.stream().flatMap(c -> Stream.concat(Stream.of(c), c.descendants()));
    }

    public List<DraftNode> children() {
        return children;
    }

    /// Builds the node, without empty groups.
    public TrackNode build() {
        return new TrackNode(key, kind, name, idText, chips, sideText, icon, isExpanded, buildChildren());
    }

    private List<TrackNode> buildChildren() {
        List<TrackNode> built = new ArrayList<>(children.size());
        for (DraftNode child : children) {
            if (child.isGroup() && child.isEmpty()) {
                continue;
            }
            if (child.isHeadless) {
                built.addAll(child.buildChildren());
            } else {
                built.add(child.build());
            }
        }
        return built;
    }
}
