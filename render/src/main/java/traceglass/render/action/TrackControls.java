package traceglass.render.action;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.Branch;
import traceglass.render.item.CounterStyle;
import traceglass.render.item.PxPoint;
import traceglass.render.item.ScrollPosition;
import traceglass.render.item.TrackState;
import traceglass.render.layout.Row;
import traceglass.render.model.TimelineModel;
import traceglass.render.text.TimelineViewTexts;
import traceglass.render.tree.TrackTree;

/// Operations on the tracks of a timeline: open, pin, hide, rename, move, filter, and choose how they are drawn.
/// Used on the JavaFX thread. Keys are those of [TrackNode#key]; unknown keys have no effect.
public final class TrackControls {

    private final TimelineModel model;
    private final TrackTree tree;
    private final Arrangement arrangement;
    private final Scrolling scrolling;
    private final RowHighlight focus;
    private final TrackFilterField field;
    private String filterText = "";
    /// Scroll position before the filter was set.
    private @Nullable ScrollPosition unfiltered;
    private Runnable onRowsChanged = () -> {};
    private BiConsumer<TrackNode, PxPoint> onHelp = (_, _) -> {};

    public TrackControls(
            TimelineModel model,
            TrackTree tree,
            Arrangement arrangement,
            Scrolling scrolling,
            RowHighlight focus,
            TrackFilterField field) {
        this.model = model;
        this.tree = tree;
        this.arrangement = arrangement;
        this.scrolling = scrolling;
        this.focus = focus;
        this.field = field;
    }

    /// Sets a handler that is called when groups have been opened or closed, or tracks filtered.
    void setOnRowsChanged(Runnable handler) {
        onRowsChanged = handler;
    }

    // ---- tree and rows ----

    /// Keys of all rows from the top, including those below the window.
    public List<String> rowKeys() {
        arrangement.update();
        return model.layout().rows().stream().map(row -> row.node().key()).toList();
    }

    /// Node of a key with its displayed name, or null if it is hidden or not in the tree.
    public @Nullable TrackNode node(String key) {
        return tree.node(key);
    }

    /// All changes to the tree so far, to be saved.
    public TrackState state() {
        return tree.state();
    }

    /// Restores saved changes in place of the current ones.
    public void restore(TrackState state) {
        tree.restore(state);
        setFilter(state.filter());
        arranged();
    }

    /// Shows a workspace in place of the trace's own tree, scrolled to the top.
    ///
    /// @param tree nodes of the workspace; null for the trace's own tree
    /// @param state saved changes to the tree
    public void showTree(@Nullable List<Branch> tree, TrackState state) {
        replaceTree(tree, state);
        scrolling.restorePosition(null);
    }

    /// Shows another version of the current workspace; changes to it stay.
    public void updateTree(@Nullable List<Branch> tree) {
        replaceTree(tree, state());
    }

    private void replaceTree(@Nullable List<Branch> branches, TrackState state) {
        tree.show(branches, state);
        setFilter(state.filter());
        focus.clear();
        arranged();
        onRowsChanged.run();
    }

    /// Roots of the trace's own tree, even while a workspace is shown.
    public List<TrackNode> ownRoots() {
        return tree.ownRoots();
    }

    /// Part of the shown tree that passes the filter: matching nodes with all descendants, in their groups.
    public List<TrackNode> filtered() {
        return tree.filtered();
    }

    // ---- open and closed groups ----

    public void expand(String key) {
        tree.setOpen(key, true);
        openChanged();
    }

    public void collapse(String key) {
        tree.setOpen(key, false);
        openChanged();
    }

    public void toggle(String key) {
        TrackNode node = tree.node(key);
        if (node != null) {
            tree.setOpen(key, !tree.isOpen(node));
            openChanged();
        }
    }

    public boolean isExpanded(String key) {
        TrackNode node = tree.node(key);
        return node != null && tree.isOpen(node);
    }

    /// Opens or closes all groups that match the predicate.
    public void setExpanded(Predicate<TrackNode> filter, boolean isOpen) {
        tree.setOpenWhere(filter, isOpen);
        openChanged();
    }

    /// Opens groups above this depth and closes all others: 1 opens the top level, 0 opens none.
    public void expandTo(int depth) {
        tree.setOpenTo(depth);
        openChanged();
    }

    /// Opens these groups and their ancestors.
    public void open(Collection<String> keys) {
        for (String key : keys) {
            if (tree.node(key) != null) {
                tree.openAncestors(key);
                tree.setOpen(key, true);
            }
        }
        openChanged();
    }

    /// Opens all groups whose name or number contains the text, ignoring case, and their ancestors.
    public void expandMatching(String text) {
        tree.openMatching(text);
        openChanged();
    }

    public void expandAll() {
        setExpanded(_ -> true, true);
    }

    public void collapseAll() {
        setExpanded(_ -> true, false);
    }

    /// Roots of the shown tree without hidden nodes, ignoring the filter.
    public List<TrackNode> roots() {
        return tree.roots();
    }

    /// Scrolls to a track, opens its ancestors, focuses its row and highlights it for a moment. A filter that
    /// excludes it is cleared.
    ///
    /// @return whether the track is shown; false if it is hidden or not in the tree
    public boolean show(String key) {
        if (tree.node(key) == null) {
            return false;
        }
        reveal(key);
        if (model.layout().row(key) == null && !tree.filterText().isEmpty()) {
            setFilter("");
            reveal(key);
        }
        return focus.highlight(key);
    }

    /// Scrolls to a track and opens its ancestors.
    public void reveal(String key) {
        tree.openAncestors(key);
        model.changes().markLayout();
        arrangement.update();
        Row row = model.layout().row(key);
        if (row != null) {
            scrolling.bringIntoView(row.y(), row.bottom());
        }
    }

    private void openChanged() {
        model.changes().markLayout();
        onRowsChanged.run();
    }

    // ---- pins ----

    /// Pins a track to the top, or unpins it. Instead of a group that has nothing to draw, its tracks are pinned.
    public void setPinned(String key, boolean isPinned) {
        tree.pinKeys(key).forEach(k -> tree.setPinned(k, isPinned));
        if (!isPinned) {
            tree.setPinned(key, false);
        }
        model.changes().markLayout();
    }

    /// Returns whether a track, or all that is drawn of a group, is pinned.
    public boolean isPinned(String key) {
        return tree.pinned().contains(key) || tree.pinned().containsAll(tree.pinKeys(key));
    }

    /// Keys of the pinned tracks, from the top.
    public List<String> pinned() {
        return List.copyOf(tree.pinned());
    }

    public void unpinAll() {
        pinned().forEach(key -> tree.setPinned(key, false));
        model.changes().markLayout();
    }

    // ---- order, names, hidden tracks ----

    /// Moves a node before one of its siblings, or after all of them if `before` is null.
    public void move(String key, @Nullable String before) {
        if (tree.move(key, before)) {
            arranged();
        }
    }

    /// Moves a pinned track before another pinned one, or to the end if `before` is null.
    public void movePin(String key, @Nullable String before) {
        tree.movePin(key, before);
        model.changes().markLayout();
    }

    /// Hides a track or a group, or shows it again.
    public void setHidden(String key, boolean isHidden) {
        tree.setHidden(key, isHidden);
        arranged();
    }

    /// Number of hidden tracks and groups.
    public int hiddenCount() {
        return tree.hiddenCount();
    }

    /// Shows all hidden tracks and groups again.
    public void showHidden() {
        tree.showAll();
        arranged();
    }

    /// Renames a node; null or blank restores its own name.
    public void rename(String key, @Nullable String name) {
        tree.rename(key, name);
        arranged();
    }

    public boolean isRenamed(String key) {
        return tree.isRenamed(key);
    }

    /// Restores the order and names of the trace and shows all hidden nodes.
    public void resetArrangement() {
        tree.resetArrangement();
        arranged();
    }

    private void arranged() {
        model.tracks().setParents(tree.parents());
        model.changes().markLayout();
    }

    // ---- the filter ----

    /// Filters tracks by name or number. Commas separate alternatives; terms that begin with `process:`, `thread:`
    /// or `category:` narrow the result. An empty text keeps all tracks.
    public void setFilter(String text) {
        if (!text.equals(filterText)) {
            filterText = text;
            field.setFilter(text);
            // The field may have changed the text and set it again.
            if (text.equals(filterText)) {
                applyFilter(text);
            }
        }
    }

    public String filter() {
        return tree.filterText();
    }

    /// Filters the rows by the text of the field. Without a filter, the rows that it showed stay in place.
    private void applyFilter(String text) {
        String before = tree.filterText();
        ScrollPosition scrollPosition = null;
        if (text.isBlank() && !before.isBlank()) {
            arrangement.update();
            ScrollPosition found = scrolling.visiblePosition();
            scrollPosition = found == null ? unfiltered : found;
        } else if (before.isBlank()) {
            unfiltered = scrolling.topPosition();
        }
        tree.setFilter(text);
        if (scrollPosition != null) {
            tree.openAncestors(scrollPosition.row());
        }
        scrolling.restorePosition(scrollPosition);
        onRowsChanged.run();
    }

    /// The filter text while no track matches it, else empty.
    public String unmatched() {
        boolean isEmpty =
                model.layout().rows().isEmpty() && model.layout().pinned().isEmpty();
        return isEmpty ? filter().strip() : "";
    }

    /// Moves the keyboard focus to the filter field.
    public void focusFilter() {
        field.focusFilter();
    }

    /// Sets the name of the tree that the prompt of the filter field shows; null for the trace's own tree.
    public void setFilterPrompt(@Nullable String treeName) {
        field.setFilterPrompt(treeName == null ? TimelineViewTexts.FILTER_TRACKS : TimelineViewTexts.filter(treeName));
    }

    /// Sets the tracks (`track.id`) with slices of each category, for filtering by category.
    public void setCategories(Map<String, Set<Long>> tracksOf) {
        tree.setCategories(tracksOf);
        model.changes().markLayout();
    }

    /// Categories available to the filter, in lower case.
    public Set<String> categories() {
        return tree.categories();
    }

    /// Nodes of the tree that match the predicate, in no particular order.
    public List<TrackNode> nodes(Predicate<TrackNode> filter) {
        return tree.nodes().stream().filter(filter).toList();
    }

    // ---- help for tracks ----

    /// Sets which tracks have help, and the handler that shows it. The point is in timeline coordinates, below the
    /// track.
    public void setHelp(Predicate<TrackNode> filter, BiConsumer<TrackNode, PxPoint> show) {
        model.tracks().setHelp(filter);
        onHelp = show;
    }

    /// Shows the help of a track.
    public void showHelp(TrackNode node, PxPoint point) {
        onHelp.accept(node, point);
    }

    /// Bottom of a track's row, px from the top of the timeline; NaN if the row is not visible.
    public double bottomOf(String key) {
        arrangement.update();
        Row row = model.layout().row(key);
        double y = row == null ? Double.NaN : model.offset(false) + row.bottom();
        return y > model.geometry().tracksTop() && y < arrangement.height() ? y : Double.NaN;
    }

    // ---- how a track is drawn ----

    /// Collapses the rows of a slice track to 3 px without labels, or restores them.
    public void setFlat(String key, boolean isFlat) {
        tree.setFlat(key, isFlat);
        model.changes().markLayout();
    }

    public boolean isFlat(String key) {
        return tree.flat().contains(key);
    }

    /// Sets the height of a counter to 1, 2, 4, 8, 16 or 32 times the default.
    public void setCounterFactor(String key, int factor) {
        tree.setFactor(key, factor);
        model.changes().markLayout();
    }

    public int counterFactor(String key) {
        return tree.factor(key);
    }

    public void setCounterStyle(String key, CounterStyle style) {
        tree.setCounterStyle(key, style);
        model.frames().styleChanged(key);
        model.changes().markLayout();
    }

    public CounterStyle counterStyle(String key) {
        return tree.counterStyle(key);
    }

    /// Mode of a counter: the one chosen by the user, else the default of its kind.
    public CounterMode counterMode(String key) {
        TrackNode node = tree.node(key);
        return node == null ? CounterMode.VALUE : tree.mode(node);
    }

    /// Counters that can be overlaid on this one: the counters in its group.
    public List<TrackNode> overlayCandidates(String key) {
        String parent = tree.parents().get(key);
        List<TrackNode> siblings =
                parent == null ? tree.roots() : tree.node(parent).children();
        List<TrackNode> nodes = new ArrayList<>();
        for (TrackNode node : siblings) {
            if (node.isCounter() && !node.key().equals(key)) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    /// Loads a failed track again.
    public void retry(String key) {
        model.frames().retry(key);
        model.changes().markTracks();
    }
}
