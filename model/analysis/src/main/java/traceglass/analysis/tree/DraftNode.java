package traceglass.analysis.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import traceglass.analysis.track.Heading;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;

/// A node of the tree while it is put together: children find their place by `sortOrder`, and among equals by when they
/// came.
public final class DraftNode {

    public final String key;
    private TrackKind kind;
    public final String name;
    private final int sortOrder;
    private String idText = "";
    private String facts = "";
    private String icon = "";
    private boolean expanded;
    private boolean headless;
    private final List<String> chips = new ArrayList<>();
    private final List<DraftNode> children = new ArrayList<>();

    public DraftNode(String key, TrackKind kind, String name, int sortOrder) {
        this.key = key;
        this.kind = kind;
        this.name = name;
        this.sortOrder = sortOrder;
    }

    /// A group that stands for nothing but its children.
    public static DraftNode group(String key, String name, int sortOrder) {
        return new DraftNode(key, Heading.GROUP, name, sortOrder);
    }

    public DraftNode id(String text) {
        idText = text;
        return this;
    }

    public DraftNode facts(String text) {
        facts = text;
        return this;
    }

    /// Whether nothing but its name is said of it.
    public boolean saysNothingElse() {
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

    public DraftNode expanded() {
        expanded = true;
        return this;
    }

    /// Its children are shown where it would be, without a heading.
    public DraftNode headless() {
        headless = true;
        return this;
    }

    public boolean isHeadless() {
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
    public DraftNode childGroup(String groupName, int order) {
        for (DraftNode child : children) {
            if (child.isGroup() && child.name.equals(groupName)) {
                return child;
            }
        }
        DraftNode made = group(key + "/" + groupName, groupName, order);
        add(made);
        return made;
    }

    public boolean isEmpty() {
        return children.stream().allMatch(c -> c.isGroup() && c.isEmpty());
    }

    /// Tracks below this group, without headings.
    public int trackCount() {
        int count = 0;
        for (DraftNode child : children) {
            count += child.isGroup() ? child.trackCount() : 1;
        }
        return count;
    }

    /// How many tracks are in the group, in words.
    public String countOfTracks() {
        int tracks = trackCount();
        return tracks + (tracks == 1 ? " track" : " tracks");
    }

    /// What it is.
    public TrackKind kind() {
        return kind;
    }

    public boolean isGroup() {
        return kind instanceof Heading;
    }

    /// Whether it is a group that has something to draw while it is closed.
    public boolean hasSummary() {
        return kind instanceof Heading heading && heading.summary() != null;
    }

    /// Gives a group something to draw while it is closed.
    public DraftNode summary(TrackKind drawn) {
        kind = ((Heading) kind).summarizedBy(drawn);
        return this;
    }

    /// All nodes below it, in their order.
    public Stream<DraftNode> below() {
        return children.stream().flatMap(c -> Stream.concat(Stream.of(c), c.below()));
    }

    public List<DraftNode> children() {
        return children;
    }

    /// The finished node, without groups that hold nothing.
    public TrackNode build() {
        return new TrackNode(key, kind, name, idText, chips, facts, icon, expanded, buildChildren());
    }

    private List<TrackNode> buildChildren() {
        List<TrackNode> built = new ArrayList<>(children.size());
        for (DraftNode child : children) {
            if (child.isGroup() && child.isEmpty()) {
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
