package traceglass.render.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.track.TrackGroup;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.Branch;
import traceglass.render.text.TimelineViewTexts;

/// Builds workspaces from the nodes of a trace's tree.
final class CustomTrees {

    private final Map<String, TrackNode> nodes = new HashMap<>();
    private final Map<String, TrackNode> parents = new HashMap<>();

    /// @param original roots of the trace's tree
    CustomTrees(List<TrackNode> original) {
        original.forEach(root -> index(root, null));
    }

    private void index(TrackNode node, TrackNode parent) {
        nodes.put(node.key(), node);
        if (parent != null) {
            parents.put(node.key(), parent);
        }
        node.children().forEach(child -> index(child, node));
    }

    /// Builds the tree. Skips nodes that the trace does not have, and repeated nodes, because a track has only one
    /// row.
    List<TrackNode> tree(List<Branch> branches) {
        return build(branches, null, new HashSet<>());
    }

    private List<TrackNode> build(List<Branch> branches, String parent, Set<String> used) {
        List<TrackNode> built = new ArrayList<>(branches.size());
        for (Branch branch : branches) {
            if (!used.add(branch.key())) {
                continue;
            }
            TrackNode original = nodes.get(branch.key());
            if (branch.isUserGroup()) {
                List<TrackNode> children = build(branch.children(), branch.key(), used);
                built.add(new TrackNode(
                        branch.key(),
                        TrackGroup.GROUP,
                        branch.name(),
                        "",
                        List.of(),
                        TimelineViewTexts.tracks(children.size()),
                        "stack",
                        true,
                        children));
            } else if (original != null) {
                built.add(withGroupFacts(
                        built.isEmpty() ? null : built.getLast(),
                        branch.children().isEmpty()
                                ? withoutUsed(original, used)
                                : original.withChildren(build(branch.children(), branch.key(), used)),
                        parent));
            }
        }
        return built;
    }

    /// Returns a node without the descendants that are already in the tree.
    private TrackNode withoutUsed(TrackNode node, Set<String> used) {
        if (node.children().isEmpty()) {
            return node;
        }
        List<TrackNode> left = new ArrayList<>(node.children().size());
        boolean isSame = true;
        for (TrackNode child : node.children()) {
            if (used.add(child.key())) {
                TrackNode remaining = withoutUsed(child, used);
                isSame &= remaining == child;
                left.add(remaining);
            } else {
                isSame = false;
            }
        }
        return isSame ? node : node.withChildren(left);
    }

    /// Shows the name of its group in the facts of a node outside that group, if it has no facts and the row
    /// above is not of the same thread.
    private TrackNode withGroupFacts(TrackNode before, TrackNode node, String parent) {
        TrackNode group = parents.get(node.key());
        boolean isSameThread = before != null
                && before.name().equals(node.name())
                && before.idText().equals(node.idText());
        if (group == null
                || group.key().equals(parent)
                || isSameThread
                || !node.sideText().isEmpty()) {
            return node;
        }
        String name = group.idText().isEmpty() ? group.name() : group.name() + " " + group.idText();
        return new TrackNode(
                node.key(),
                node.kind(),
                node.name(),
                node.idText(),
                node.chips(),
                name,
                node.icon(),
                node.isExpanded(),
                node.children());
    }
}
