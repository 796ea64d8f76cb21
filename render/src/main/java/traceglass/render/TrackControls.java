package traceglass.render;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.geometry.Point2D;
import traceglass.analysis.track.CounterMode;
import traceglass.analysis.track.TrackNode;
import traceglass.render.item.Branch;
import traceglass.render.item.CounterLook;
import traceglass.render.item.TrackState;
import traceglass.render.layout.Row;
import traceglass.render.tree.TrackTree;

/// What can be done to the tracks of a timeline: open, pin, hide, rename, move, filter them and choose how they are
/// drawn. Belongs to the JavaFX thread, as the timeline does. Keys are those of [TrackNode#key]; one that is not in the
/// tree has no effect.
public final class TrackControls {

    private final TimelineView view;
    private final TrackTree tree;
    private final ReadOnlyStringWrapper unmatched = new ReadOnlyStringWrapper("");
    private BiConsumer<TrackNode, Point2D> onHelp = (_, _) -> {};

    TrackControls(TimelineView view) {
        this.view = view;
        this.tree = view.tree;
    }

    // ---- what is there ----

    /// Keys of the rows in order from the top, those below the window too.
    public List<String> rowKeys() {
        view.relayout();
        return view.picture.layout.rows().stream().map(row -> row.node().key()).toList();
    }

    /// The node of a key, under the name it is shown with, or null when it is not in the tree or hidden.
    public TrackNode node(String key) {
        return tree.node(key);
    }

    /// What has been done to the tree so far, to be kept.
    public TrackState state() {
        return tree.state();
    }

    /// Does what was kept, in place of all that was done since.
    public void restore(TrackState state) {
        tree.restore(state);
        view.filterField().setText(state.filter());
        arranged();
    }

    /// Shows a tree that was put together by hand in place of the trace's own, from its top.
    ///
    /// @param tree what is in it; null for the trace's own tree
    /// @param state what was done to it before
    public void showTree(List<Branch> tree, TrackState state) {
        become(tree, state);
        view.scrollTo((traceglass.render.item.ScrollPlace) null);
    }

    /// Shows another version of the tree put together by hand; what was done to it stays.
    public void updateTree(List<Branch> tree) {
        become(tree, state());
    }

    private void become(List<Branch> branches, TrackState state) {
        tree.show(branches, state);
        view.filterField().setText(state.filter());
        view.rowFocus().clear();
        arranged();
        view.pair().rowsChosen();
    }

    /// The top of the trace's own tree, whatever is shown.
    public List<TrackNode> ownRoots() {
        return tree.given();
    }

    /// What the filter leaves of the tree that is shown: what it means, with all in it, in the groups that hold it.
    public List<TrackNode> filtered() {
        return tree.filtered();
    }

    // ---- open and closed ----

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

    /// Opens or closes every group for which the test holds.
    public void setExpanded(Predicate<TrackNode> which, boolean open) {
        tree.setOpenWhere(which, open);
        openChanged();
    }

    /// Opens the groups less deep than this and closes all others: 1 opens those at the top, 0 none.
    public void expandTo(int depth) {
        tree.setOpenTo(depth);
        openChanged();
    }

    /// Opens these groups, and the groups that these are in.
    public void open(Collection<String> keys) {
        for (String key : keys) {
            if (tree.node(key) != null) {
                tree.openAncestors(key);
                tree.setOpen(key, true);
            }
        }
        openChanged();
    }

    /// Opens every group whose name or number contains the text, in any case, and the groups these are in.
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

    /// The top of the tree as it is shown, without what is hidden, whether or not the filter leaves it.
    public List<TrackNode> roots() {
        return tree.roots();
    }

    /// Scrolls to a track, opens the groups it is in, puts the keyboard on its row and lights it up for a moment. A
    /// filter that leaves it out is taken away.
    ///
    /// @return whether it is shown now: not when it is not in the tree, or hidden by hand
    public boolean show(String key) {
        if (tree.node(key) == null) {
            return false;
        }
        reveal(key);
        if (view.picture.layout.row(key) == null && !tree.filterText().isEmpty()) {
            setFilter("");
            reveal(key);
        }
        return view.rowFocus().light(key);
    }

    /// Scrolls to a track and opens the groups it is in.
    public void reveal(String key) {
        tree.openAncestors(key);
        view.layoutChanged();
        view.relayout();
        Row row = view.picture.layout.row(key);
        if (row != null) {
            view.scroller().bringIntoView(row.y(), row.bottom());
        }
    }

    private void openChanged() {
        view.layoutChanged();
        view.pair().rowsChosen();
    }

    // ---- pins ----

    /// Shows a track at the top, too, or no longer.
    public void setPinned(String key, boolean pinned) {
        tree.setPinned(key, pinned);
        view.layoutChanged();
    }

    public boolean isPinned(String key) {
        return tree.pinned().contains(key);
    }

    /// Keys of the pinned tracks, from the top.
    public List<String> pinned() {
        return List.copyOf(tree.pinned());
    }

    public void unpinAll() {
        pinned().forEach(key -> tree.setPinned(key, false));
        view.layoutChanged();
    }

    // ---- order, names, what is hidden ----

    /// Puts a node before one of its siblings, or behind all of them when `before` is null.
    public void move(String key, String before) {
        if (tree.move(key, before)) {
            arranged();
        }
    }

    /// Puts a pinned track before another pinned one, or last when `before` is null.
    public void movePin(String key, String before) {
        tree.movePin(key, before);
        view.layoutChanged();
    }

    /// Takes a track or a group out of sight, or shows it again.
    public void setHidden(String key, boolean hidden) {
        tree.setHidden(key, hidden);
        arranged();
    }

    /// How many tracks and groups are hidden by hand.
    public int hiddenCount() {
        return tree.hiddenCount();
    }

    /// Shows again what was hidden.
    public void showHidden() {
        tree.showAll();
        arranged();
    }

    /// Gives a node a name; null or blank gives it its own again.
    public void rename(String key, String name) {
        tree.rename(key, name);
        arranged();
    }

    public boolean isRenamed(String key) {
        return tree.isRenamed(key);
    }

    /// Everything in the order and under the names of the trace, nothing hidden.
    public void resetArrangement() {
        tree.resetArrangement();
        arranged();
    }

    private void arranged() {
        view.picture.parents = tree.parents();
        view.layoutChanged();
    }

    // ---- the filter ----

    /// Keeps tracks whose name or number contains one of the terms, which commas separate; `process:`, `thread:`
    /// and `category:` before a term narrow it down. Empty keeps all.
    public void setFilter(String text) {
        view.filterField().setText(text);
    }

    public String filter() {
        return tree.filterText();
    }

    /// The filter while no track fits it, else empty.
    public ReadOnlyStringProperty unmatchedProperty() {
        return unmatched.getReadOnlyProperty();
    }

    void laidOut() {
        String text = filter() == null ? "" : filter().strip();
        unmatched.set(
                view.picture.layout.rows().isEmpty()
                                && view.picture.layout.pinned().isEmpty()
                        ? text
                        : "");
    }

    /// Puts the keyboard into the filter field.
    public void focusFilter() {
        view.filterField().requestFocus();
    }

    /// Says in the empty filter field which tree it filters; null for the trace's own.
    public void setFilterPrompt(String treeName) {
        view.filterField().setPromptText(treeName == null ? "Filter tracks" : "Filter " + treeName);
    }

    /// Says which tracks (`track.id`) have slices of which category, so that it can be filtered for them.
    public void setCategories(Map<String, Set<Long>> tracksOf) {
        tree.setCategories(tracksOf);
        view.layoutChanged();
    }

    /// Categories that can be filtered for, in lower case.
    public Set<String> categories() {
        return tree.categories();
    }

    /// Nodes of the tree for which the test holds, in no particular order.
    public List<TrackNode> nodes(Predicate<TrackNode> which) {
        return tree.nodes().stream().filter(which).toList();
    }

    // ---- what a track is ----

    /// Says of which tracks there is something to tell, and what tells it; the point is one of the timeline, below
    /// the track.
    public void setHelp(Predicate<TrackNode> has, BiConsumer<TrackNode, Point2D> tell) {
        view.picture.help = has;
        onHelp = tell;
    }

    void help(TrackNode node, Point2D at) {
        onHelp.accept(node, at);
    }

    /// Where the row of a track ends, px from the top of the timeline; not a number when it has no row in sight.
    public double bottomOf(String key) {
        view.relayout();
        Row row = view.picture.layout.row(key);
        double y = row == null ? Double.NaN : view.picture.geometry.tracksTop() - view.picture.scrollY + row.bottom();
        return y > view.picture.geometry.tracksTop() && y < view.getHeight() ? y : Double.NaN;
    }

    // ---- how a track is drawn ----

    /// Shows a slice track with 3 px a depth and no labels, or as usual.
    public void setFlat(String key, boolean flat) {
        tree.setFlat(key, flat);
        view.layoutChanged();
    }

    public boolean isFlat(String key) {
        return tree.flat().contains(key);
    }

    /// Makes a counter 1, 2, 4, 8, 16 or 32 times as high as usual.
    public void setCounterFactor(String key, int factor) {
        tree.setFactor(key, factor);
        view.layoutChanged();
    }

    public int counterFactor(String key) {
        return tree.factor(key);
    }

    public void setCounterLook(String key, CounterLook look) {
        tree.setLook(key, look);
        view.picture.frames.lookChanged(key);
        view.layoutChanged();
    }

    public CounterLook counterLook(String key) {
        return tree.look(key);
    }

    /// What of a counter's samples is drawn: what was asked for, else what suits the counter.
    public CounterMode counterMode(String key) {
        TrackNode node = tree.node(key);
        return node == null ? CounterMode.VALUE : tree.mode(node);
    }

    /// Counters that could be drawn in the row of this one: those of its group.
    public List<TrackNode> overlayCandidates(String key) {
        String parent = tree.parents().get(key);
        List<TrackNode> siblings =
                parent == null ? tree.roots() : tree.node(parent).children();
        List<TrackNode> found = new ArrayList<>();
        for (TrackNode node : siblings) {
            if (node.isCounter() && !node.key().equals(key)) {
                found.add(node);
            }
        }
        return found;
    }

    /// Tries again to load a track that failed.
    public void retry(String key) {
        view.picture.frames.retry(key);
        view.changed();
    }
}
