package traceglass.render.tree;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Theme;
import traceglass.render.frame.FrameLoader;
import traceglass.render.item.Branch;
import traceglass.render.item.CounterStyle;
import traceglass.render.item.TrackState;
import traceglass.render.layout.Layout;
import traceglass.render.layout.RowHeights;
import traceglass.render.layout.TrackFilter;

/// Track tree with the user's changes: opened, closed, pinned, hidden, renamed, moved and filtered nodes. All changes
/// are stored by key, so that they survive a new tree.
public final class TrackTree {

    /// Group key of the top level.
    static final String ROOT = "";

    private List<TrackNode> ownRoots = List.of();
    private List<TrackNode> roots = List.of();
    /// Workspace that is shown instead of the trace's own tree, or null.
    private List<Branch> workspace;
    private CustomTrees customTrees;
    private Map<String, String> parents = Map.of();
    private Map<String, TrackNode> nodes = Map.of();
    private final Map<String, Boolean> open = new HashMap<>();
    private final LinkedHashSet<String> pinned = new LinkedHashSet<>();
    private final Set<String> hidden = new LinkedHashSet<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, List<String>> order = new HashMap<>();
    private final Set<String> flat = new HashSet<>();
    private final Map<String, Integer> factors = new HashMap<>();
    private final Map<String, CounterStyle> counterStyles = new HashMap<>();
    private Map<String, Set<Long>> categories = Map.of();
    private String filterText = "";
    private TrackFilter filter = TrackFilter.ALL;

    public void setRoots(List<TrackNode> newRoots) {
        ownRoots = List.copyOf(newRoots);
        customTrees = null;
        arrange();
    }

    /// Builds the shown tree from the given one.
    private void arrange() {
        roots = arranged(workspace == null ? ownRoots : workspaceRoots(), ROOT);
        Map<String, String> newParents = new HashMap<>();
        Map<String, TrackNode> newNodes = new HashMap<>();
        index(roots, null, newParents, newNodes);
        parents = newParents;
        nodes = newNodes;
        replacePinnedGroups();
    }

    /// Earlier versions saved the keys of pinned groups that have nothing to draw.
    private void replacePinnedGroups() {
        List<String> keys =
                pinned.stream().flatMap(key -> pinKeys(key).stream()).toList();
        pinned.clear();
        pinned.addAll(keys);
    }

    private List<TrackNode> workspaceRoots() {
        if (customTrees == null) {
            customTrees = new CustomTrees(ownRoots);
        }
        return customTrees.tree(workspace);
    }

    /// Shows a workspace, or the trace's own tree for null, with saved changes.
    public void show(List<Branch> tree, TrackState state) {
        workspace = tree;
        restore(state);
    }

    /// Roots of the trace's own tree, even if a workspace is shown.
    public List<TrackNode> ownRoots() {
        return ownRoots;
    }

    /// Part of the tree that passes the filter.
    public List<TrackNode> filtered() {
        return filter.matching(roots);
    }

    private List<TrackNode> arranged(List<TrackNode> siblings, String parent) {
        boolean isSame = true;
        List<TrackNode> remaining = new ArrayList<>(siblings.size());
        for (TrackNode node : siblings) {
            if (hidden.contains(node.key())) {
                isSame = false;
                continue;
            }
            String name = names.get(node.key());
            TrackNode renamed = name == null ? node : node.withName(name);
            List<TrackNode> children =
                    node.children().isEmpty() ? node.children() : arranged(node.children(), node.key());
            if (children != node.children()) {
                renamed = renamed.withChildren(children);
            }
            isSame &= renamed == node;
            remaining.add(renamed);
        }
        List<String> sorted = order.get(parent);
        if (sorted != null) {
            Map<String, Integer> indexes = new HashMap<>();
            for (String key : sorted) {
                indexes.put(key, indexes.size());
            }
            // Nodes added after the order was set go to the end.
            remaining.sort(Comparator.comparingInt(node -> indexes.getOrDefault(node.key(), Integer.MAX_VALUE)));
            isSame = false;
        }
        return isSame ? siblings : remaining;
    }

    private static void index(
            List<TrackNode> children, String parent, Map<String, String> parents, Map<String, TrackNode> nodes) {
        for (TrackNode node : children) {
            nodes.put(node.key(), node);
            if (parent != null) {
                parents.put(node.key(), parent);
            }
            index(node.children(), node.key(), parents, nodes);
        }
    }

    /// Discards all changes of the user, for a new trace.
    public void reset() {
        categories = Map.of();
        show(null, TrackState.NONE);
    }

    /// All changes of the user.
    public TrackState state() {
        return new TrackState(
                open, List.copyOf(pinned), hidden, names, order, flat, factors, counterStyles, filterText);
    }

    /// Replaces all changes by saved ones of the same trace.
    public void restore(TrackState state) {
        open.clear();
        open.putAll(state.open());
        pinned.clear();
        pinned.addAll(state.pinned());
        hidden.clear();
        hidden.addAll(state.hidden());
        names.clear();
        names.putAll(state.names());
        order.clear();
        order.putAll(state.order());
        flat.clear();
        flat.addAll(state.flat());
        factors.clear();
        factors.putAll(state.heights());
        counterStyles.clear();
        counterStyles.putAll(state.counterStyles());
        setFilter(state.filter());
        arrange();
    }

    public Layout layout(Theme theme, ToIntFunction<String> dataRows) {
        RowHeights heights = new RowHeights(theme.scale(), theme.isCompact(), dataRows, flat, factors);
        return Layout.of(roots, this::isOpen, filter, pinned, heights);
    }

    public List<TrackNode> roots() {
        return roots;
    }

    /// Node of a key that is shown, or null.
    public TrackNode node(String key) {
        return nodes.get(key);
    }

    public Collection<TrackNode> nodes() {
        return nodes.values();
    }

    public Map<String, String> parents() {
        return parents;
    }

    public Collection<String> pinned() {
        return pinned;
    }

    public Set<String> flat() {
        return flat;
    }

    public boolean isOpen(TrackNode node) {
        // A single group starts open.
        boolean isOpenAtFirst =
                node.isExpanded() || roots.size() == 1 && roots.getFirst().key().equals(node.key());
        return open.getOrDefault(node.key(), isOpenAtFirst);
    }

    public void setOpen(String key, boolean value) {
        open.put(key, value);
    }

    public void setOpenWhere(Predicate<TrackNode> filter, boolean value) {
        for (TrackNode node : nodes.values()) {
            if (node.isGroup() && filter.test(node)) {
                open.put(node.key(), value);
            }
        }
    }

    /// Opens groups above this depth and closes all others; 1 opens the top level.
    public void setOpenTo(int depth) {
        setOpenTo(roots, depth);
    }

    private void setOpenTo(List<TrackNode> siblings, int depth) {
        for (TrackNode node : siblings) {
            if (node.isGroup()) {
                open.put(node.key(), depth > 0);
                setOpenTo(node.children(), depth - 1);
            }
        }
    }

    /// Opens all groups whose name or number contains the text, ignoring case, and their ancestors.
    public void openMatching(String text) {
        String lowerCase = text.toLowerCase(Locale.ROOT);
        for (TrackNode node : nodes.values()) {
            if ((node.name() + " " + node.idText()).toLowerCase(Locale.ROOT).contains(lowerCase)) {
                openAncestors(node.key());
                if (node.isGroup()) {
                    open.put(node.key(), true);
                }
            }
        }
    }

    /// Opens all groups that contain a track. Returns whether any was closed.
    public boolean openAncestors(String key) {
        boolean isChanged = false;
        for (String parent = parents.get(key); parent != null; parent = parents.get(parent)) {
            if (!isOpen(nodes.get(parent))) {
                open.put(parent, true);
                isChanged = true;
            }
        }
        return isChanged;
    }

    public void setPinned(String key, boolean value) {
        if (value) {
            pinned.add(key);
        } else {
            pinned.remove(key);
        }
    }

    /// Keys to pin for a node: those of its tracks if it is a group that has nothing to draw, else its own.
    public List<String> pinKeys(String key) {
        TrackNode node = nodes.get(key);
        List<String> keys = new ArrayList<>();
        if (node != null) {
            addPinKeys(node, keys);
        }
        return keys.isEmpty() ? List.of(key) : keys;
    }

    private static void addPinKeys(TrackNode node, List<String> keys) {
        if (node.isGroup() && !node.hasSummary()) {
            node.children().forEach(child -> addPinKeys(child, keys));
        } else {
            keys.add(node.key());
        }
    }

    /// Moves a pinned track before another one, or to the end for null.
    public void movePin(String key, String before) {
        if (pinned.contains(key) && !key.equals(before)) {
            List<String> keys = new ArrayList<>(pinned);
            keys.remove(key);
            int index = before == null ? -1 : keys.indexOf(before);
            keys.add(index < 0 ? keys.size() : index, key);
            pinned.clear();
            pinned.addAll(keys);
        }
    }

    /// Moves a node before one of its siblings, or to the end for null. Returns whether they are siblings.
    public boolean move(String key, String before) {
        String parent = parents.getOrDefault(key, ROOT);
        if (!nodes.containsKey(key)
                || key.equals(before)
                || before != null && !parent.equals(parents.getOrDefault(before, ROOT))) {
            return false;
        }
        List<TrackNode> siblings =
                parent.equals(ROOT) ? roots : nodes.get(parent).children();
        List<String> keys =
                new ArrayList<>(siblings.stream().map(TrackNode::key).toList());
        keys.remove(key);
        int index = before == null ? -1 : keys.indexOf(before);
        keys.add(index < 0 ? keys.size() : index, key);
        order.put(parent, keys);
        arrange();
        return true;
    }

    public void setHidden(String key, boolean value) {
        if (value ? hidden.add(key) : hidden.remove(key)) {
            arrange();
        }
    }

    public void showAll() {
        hidden.clear();
        arrange();
    }

    public int hiddenCount() {
        return hidden.size();
    }

    /// Renames a node; null or blank restores its own name.
    public void rename(String key, String name) {
        if (name == null || name.isBlank()) {
            names.remove(key);
        } else {
            names.put(key, name.strip());
        }
        arrange();
    }

    public boolean isRenamed(String key) {
        return names.containsKey(key);
    }

    /// Restores the order and names of the trace and shows all hidden nodes.
    public void resetArrangement() {
        hidden.clear();
        names.clear();
        order.clear();
        arrange();
    }

    public void setFlat(String key, boolean value) {
        if (value) {
            flat.add(key);
        } else {
            flat.remove(key);
        }
    }

    public void setFactor(String key, int factor) {
        factors.put(key, factor);
    }

    public int factor(String key) {
        return factors.getOrDefault(key, 1);
    }

    public void setCounterStyle(String key, CounterStyle style) {
        if (style.equals(CounterStyle.DEFAULT)) {
            counterStyles.remove(key);
        } else {
            counterStyles.put(key, style);
        }
    }

    /// Mode of a counter: the one chosen by the user, else the default of its kind.
    public CounterMode mode(TrackNode node) {
        CounterMode requested = counterStyle(node.key()).mode();
        return requested == null ? FrameLoader.defaultMode(node) : requested;
    }

    public CounterStyle counterStyle(String key) {
        return counterStyles.getOrDefault(key, CounterStyle.DEFAULT);
    }

    /// Sets the tracks with slices of each category; categories are in lower case.
    public void setCategories(Map<String, Set<Long>> tracksOf) {
        categories = Map.copyOf(tracksOf);
        setFilter(filterText);
    }

    public Set<String> categories() {
        return categories.keySet();
    }

    public void setFilter(String text) {
        filterText = text;
        filter = TrackFilter.parse(text, categories);
    }

    public String filterText() {
        return filterText;
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
