package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.Branch;

/// Functions on trees of branches, which refer to tracks by key. Arguments are never modified.
final class BranchTrees {

    private BranchTrees() {}

    /// Converts sibling nodes to branches with all their content.
    static List<Branch> flat(Collection<TrackNode> nodes) {
        return nodes.stream().map(BranchTrees::fullBranch).toList();
    }

    /// Converts a node with all its content. A custom group lists its children, since the trace does not contain
    /// it.
    static Branch fullBranch(TrackNode node) {
        return node.key().startsWith(Branch.USER_GROUP)
                ? new Branch(node.key(), node.name(), flat(node.children()))
                : Branch.of(node.key());
    }

    /// The nodes with the given keys, inside the groups that contain them.
    static List<Branch> withGroups(List<TrackNode> roots, Set<String> keys) {
        List<Branch> found = new ArrayList<>();
        for (TrackNode node : roots) {
            if (keys.contains(node.key())) {
                found.add(fullBranch(node));
            } else {
                List<Branch> children = withGroups(node.children(), keys);
                if (!children.isEmpty()) {
                    found.add(new Branch(
                            node.key(), node.key().startsWith(Branch.USER_GROUP) ? node.name() : "", children));
                }
            }
        }
        return found;
    }

    /// Converts part of a tree. A group with all of its children becomes a branch that follows the trace.
    ///
    /// @param fullNode returns the node of the whole tree for a key
    static List<Branch> asShown(List<TrackNode> nodes, Function<String, TrackNode> fullNode) {
        List<Branch> found = new ArrayList<>();
        for (TrackNode node : nodes) {
            TrackNode full = fullNode.apply(node.key());
            if (full != null && full.children().equals(node.children())) {
                found.add(fullBranch(node));
            } else {
                found.add(new Branch(
                        node.key(),
                        node.key().startsWith(Branch.USER_GROUP) ? node.name() : "",
                        asShown(node.children(), fullNode)));
            }
        }
        return found;
    }

    /// Merges two trees: groups in both are combined, new branches are appended.
    static List<Branch> merged(List<Branch> tree, List<Branch> additions) {
        List<Branch> result = new ArrayList<>(tree);
        for (Branch added : additions) {
            int at = 0;
            while (at < result.size() && !result.get(at).key().equals(added.key())) {
                at++;
            }
            if (at == result.size()) {
                result.add(added);
            } else {
                Branch existing = result.get(at);
                boolean isComplete = !existing.isUserGroup()
                        && (existing.children().isEmpty() || added.children().isEmpty());
                result.set(
                        at,
                        new Branch(
                                existing.key(),
                                existing.name(),
                                isComplete ? List.of() : merged(existing.children(), added.children())));
            }
        }
        return result;
    }

    /// Removes a node. A group of the trace without explicit children lists its remaining children from then on.
    ///
    /// @param shown nodes of the displayed tree by key
    static List<Branch> without(List<Branch> tree, String key, Map<String, TrackNode> shown) {
        List<Branch> result = new ArrayList<>();
        for (Branch branch : tree) {
            if (branch.key().equals(key)) {
                continue;
            }
            TrackNode node = shown.get(branch.key());
            if (branch.children().isEmpty() && node != null && contains(node, key)) {
                result.add(new Branch(branch.key(), branch.name(), without(flat(node.children()), key, shown)));
                continue;
            }
            List<Branch> children = without(branch.children(), key, shown);
            // A trace group with an empty list would mean all of its children again.
            if (branch.isUserGroup() || branch.children().isEmpty() || !children.isEmpty()) {
                result.add(new Branch(branch.key(), branch.name(), children));
            }
        }
        return result;
    }

    private static boolean contains(TrackNode node, String key) {
        return node.children().stream().anyMatch(c -> c.key().equals(key) || contains(c, key));
    }

    /// Appends a branch to a custom group.
    static List<Branch> withAdded(List<Branch> tree, String group, Branch added) {
        return tree.stream()
                .map(b -> b.key().equals(group)
                        ? new Branch(b.key(), b.name(), merged(b.children(), List.of(added)))
                        : b.isUserGroup() ? new Branch(b.key(), b.name(), withAdded(b.children(), group, added)) : b)
                .toList();
    }

    /// Renames a custom group.
    static List<Branch> renamed(List<Branch> tree, String group, String name) {
        return tree.stream()
                .map(b -> b.isUserGroup()
                        ? new Branch(
                                b.key(), b.key().equals(group) ? name : b.name(), renamed(b.children(), group, name))
                        : b)
                .toList();
    }

    /// All custom groups, at any depth.
    static List<Branch> customGroups(List<Branch> tree) {
        List<Branch> found = new ArrayList<>();
        for (Branch b : tree) {
            if (b.isUserGroup()) {
                found.add(b);
                found.addAll(customGroups(b.children()));
            }
        }
        return found;
    }

    /// Finds the branch with this key at any depth, or null.
    static Branch find(List<Branch> tree, String key) {
        for (Branch b : tree) {
            Branch found = b.key().equals(key) ? b : find(b.children(), key);
            if (found != null) {
                return found;
            }
        }
        return null;
    }
}
