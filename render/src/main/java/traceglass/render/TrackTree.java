package traceglass.render;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import traceglass.model.track.TrackNode;
import traceglass.render.color.Theme;
import traceglass.render.layout.Layout;
import traceglass.render.layout.RowHeights;
import traceglass.render.layout.TrackFilter;

/// The tree of tracks and what a person has done to it: opened, closed, pinned, filtered. All by key, so that it outlives a new tree.
final class TrackTree {

    private List<TrackNode> roots = List.of();
    private Map<String, String> parents = Map.of();
    private Map<String, TrackNode> nodes = Map.of();
    private final Map<String, Boolean> open = new HashMap<>();
    private final LinkedHashSet<String> pinned = new LinkedHashSet<>();
    private final Set<String> flat = new HashSet<>();
    private final Map<String, Integer> factors = new HashMap<>();
    private TrackFilter filter = TrackFilter.ALL;

    void setRoots(List<TrackNode> newRoots) {
        roots = List.copyOf(newRoots);
        Map<String, String> newParents = new HashMap<>();
        Map<String, TrackNode> newNodes = new HashMap<>();
        index(roots, null, newParents, newNodes);
        parents = newParents;
        nodes = newNodes;
    }

    private static void index(List<TrackNode> children, String parent, Map<String, String> parents, Map<String, TrackNode> nodes) {
        for (TrackNode node : children) {
            nodes.put(node.key(), node);
            if (parent != null) {
                parents.put(node.key(), parent);
            }
            index(node.children(), node.key(), parents, nodes);
        }
    }

    /// Forgets everything a person did: for another trace.
    void reset() {
        open.clear();
        pinned.clear();
        flat.clear();
        factors.clear();
        filter = TrackFilter.ALL;
    }

    Layout layout(Theme theme, ToIntFunction<String> dataRows) {
        RowHeights heights = new RowHeights(theme.scale(), theme.compact(), dataRows, flat, factors);
        return Layout.of(roots, this::isOpen, filter, pinned, heights);
    }

    List<TrackNode> roots() {
        return roots;
    }

    TrackNode node(String key) {
        return nodes.get(key);
    }

    Map<String, String> parents() {
        return parents;
    }

    Collection<String> pinned() {
        return pinned;
    }

    Set<String> flat() {
        return flat;
    }

    boolean isOpen(TrackNode node) {
        // With a single group there is nothing to choose from, so it starts open.
        boolean atFirst = node.expanded() || roots.size() == 1 && roots.getFirst() == node;
        return open.getOrDefault(node.key(), atFirst);
    }

    void setOpen(String key, boolean value) {
        open.put(key, value);
    }

    void setOpenWhere(Predicate<TrackNode> which, boolean value) {
        for (TrackNode node : nodes.values()) {
            if (node.isGroup() && which.test(node)) {
                open.put(node.key(), value);
            }
        }
    }

    /// Opens every group whose name or number contains the text, in any case, and the groups these are in.
    void openMatching(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        for (TrackNode node : nodes.values()) {
            if ((node.name() + " " + node.idText()).toLowerCase(Locale.ROOT).contains(wanted)) {
                openAncestors(node.key());
                if (node.isGroup()) {
                    open.put(node.key(), true);
                }
            }
        }
    }

    /// Opens every group that a track is in. Says whether any was closed.
    boolean openAncestors(String key) {
        boolean changed = false;
        for (String parent = parents.get(key); parent != null; parent = parents.get(parent)) {
            if (!isOpen(nodes.get(parent))) {
                open.put(parent, true);
                changed = true;
            }
        }
        return changed;
    }

    void setPinned(String key, boolean value) {
        if (value) {
            pinned.add(key);
        } else {
            pinned.remove(key);
        }
    }

    void setFlat(String key, boolean value) {
        if (value) {
            flat.add(key);
        } else {
            flat.remove(key);
        }
    }

    void setFactor(String key, int factor) {
        factors.put(key, factor);
    }

    int factor(String key) {
        return factors.getOrDefault(key, 1);
    }

    void setFilter(String text) {
        filter = TrackFilter.parse(text);
    }

    boolean isFiltered() {
        return !filter.keepsAll();
    }

    /// Keys of the tracks with data at or below a node.
    List<String> tracksOf(TrackNode node) {
        List<String> keys = new ArrayList<>();
        addTracks(node, keys);
        return keys;
    }

    private static void addTracks(TrackNode node, List<String> keys) {
        if (!node.isGroup()) {
            keys.add(node.key());
        }
        for (TrackNode child : node.children()) {
            addTracks(child, keys);
        }
    }
}
