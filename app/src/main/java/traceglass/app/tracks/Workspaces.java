package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import traceglass.analysis.track.TrackNode;
import traceglass.render.TimelineView;
import traceglass.render.action.TrackControls;
import traceglass.render.item.Branch;
import traceglass.render.item.ScrollPosition;
import traceglass.render.item.TrackState;

/// Workspaces of a timeline: user-defined track trees over the same data. Each tree, including the trace's own, has
/// independent view state. Used on the JavaFX thread.
public final class Workspaces {

    private final TimelineView view;
    private final TrackControls tracks;
    private final ReadOnlyObjectWrapper<List<Workspace>> all = new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyObjectWrapper<Workspace> current = new ReadOnlyObjectWrapper<>();
    private final Map<Integer, ScrollPosition> scrollPositions = new HashMap<>();
    /// View state of the trace's own tree while a workspace is shown.
    private TrackState allTracksState = TrackState.NONE;
    private ScrollPosition allTracksScrollPosition;
    private int lastId;

    public Workspaces(TimelineView view) {
        this.view = view;
        this.tracks = view.tracks();
    }

    /// All workspaces in creation order.
    public ReadOnlyObjectProperty<List<Workspace>> allProperty() {
        return all.getReadOnlyProperty();
    }

    public List<Workspace> all() {
        return all.get();
    }

    /// The current workspace, or null for the trace's own tree.
    public ReadOnlyObjectProperty<Workspace> currentProperty() {
        return current.getReadOnlyProperty();
    }

    public Workspace current() {
        return current.get();
    }

    /// Removes all workspaces when another trace is opened. The timeline must already show the trace's own tree.
    public void clear() {
        scrollPositions.clear();
        allTracksState = TrackState.NONE;
        allTracksScrollPosition = null;
        current.set(null);
        all.set(List.of());
        tracks.setFilterPrompt(null);
    }

    /// The workspace with this name, ignoring case.
    public Optional<Workspace> findByName(String name) {
        return all().stream()
                .filter(w -> w.name().equalsIgnoreCase(name.strip()))
                .findFirst();
    }

    /// Creates a workspace; appends a number to the name if it is taken.
    public Workspace create(String name, List<Branch> tree) {
        String base = name.isBlank() ? TrackTreeTexts.DEFAULT_WORKSPACE : name.strip();
        String unique = base;
        for (int n = 2; findByName(unique).isPresent(); n++) {
            unique = base + " " + n;
        }
        Workspace created = new Workspace(++lastId, unique, tree, TrackState.NONE);
        List<Workspace> list = new ArrayList<>(all());
        list.add(created);
        all.set(List.copyOf(list));
        return created;
    }

    /// Shows a workspace, or the trace's own tree for null. Stores the view state of the tree shown before and
    /// restores the view state of the new one.
    public void show(Workspace workspace) {
        Workspace next = workspace == null ? null : byId(workspace.id());
        Workspace old = current();
        if (old == null && next == null || old != null && next != null && old.id() == next.id()) {
            return;
        }
        if (old == null) {
            allTracksState = tracks.state();
            allTracksScrollPosition = view.scrollPosition();
        } else {
            scrollPositions.put(old.id(), view.scrollPosition());
            replace(byId(old.id()).withState(tracks.state()));
        }
        display(next);
    }

    private void display(Workspace next) {
        current.set(next);
        tracks.setFilterPrompt(next == null ? null : next.name());
        tracks.showTree(next == null ? null : next.tree(), next == null ? allTracksState : next.state());
        view.scrollTo(next == null ? allTracksScrollPosition : scrollPositions.get(next.id()));
    }

    private Workspace byId(int id) {
        return all().stream().filter(w -> w.id() == id).findFirst().orElse(null);
    }

    private void replace(Workspace changed) {
        all.set(all().stream().map(w -> w.id() == changed.id() ? changed : w).toList());
        if (current() != null && current().id() == changed.id()) {
            current.set(changed);
        }
    }

    /// Renames a workspace; ignored if the name is blank or taken.
    ///
    /// @return whether the workspace has that name now
    public boolean rename(Workspace workspace, String name) {
        boolean isFree = findByName(name).map(w -> w.id() == workspace.id()).orElse(true);
        if (name.isBlank() || !isFree || byId(workspace.id()) == null) {
            return false;
        }
        replace(byId(workspace.id()).withName(name.strip()));
        if (current() != null) {
            tracks.setFilterPrompt(current().name());
        }
        return true;
    }

    /// Removes a workspace. If it was shown, the trace's own tree is shown again.
    public void remove(Workspace workspace) {
        if (current() != null && current().id() == workspace.id()) {
            show(null);
        }
        scrollPositions.remove(workspace.id());
        all.set(all().stream().filter(w -> w.id() != workspace.id()).toList());
    }

    /// Adds branches that the workspace does not contain yet.
    ///
    /// @return the changed workspace
    public Workspace add(Workspace workspace, List<Branch> added) {
        return setTree(workspace, BranchTrees.merged(byId(workspace.id()).tree(), added));
    }

    private Workspace setTree(Workspace workspace, List<Branch> tree) {
        Workspace changed = byId(workspace.id()).withTree(tree);
        replace(changed);
        if (current() != null && current().id() == changed.id()) {
            tracks.updateTree(tree);
        }
        return changed;
    }

    // ---- current workspace ----

    /// Removes a track or a group from the current workspace.
    public void removeTrack(String key) {
        if (current() != null) {
            setTree(current(), BranchTrees.without(current().tree(), key, shown()));
        }
    }

    private Map<String, TrackNode> shown() {
        Map<String, TrackNode> nodes = new HashMap<>();
        tracks.nodes(n -> true).forEach(n -> nodes.put(n.key(), n));
        return nodes;
    }

    /// Appends an empty group to the current workspace.
    ///
    /// @return key of the group, or null if no workspace is shown
    public String addGroup(String name) {
        if (current() == null || name.isBlank()) {
            return null;
        }
        int number = 1;
        while (BranchTrees.find(current().tree(), Branch.USER_GROUP + number) != null) {
            number++;
        }
        Branch group = new Branch(Branch.USER_GROUP + number, name.strip(), List.of());
        setTree(current(), BranchTrees.merged(current().tree(), List.of(group)));
        return group.key();
    }

    /// Moves a track or group of the current workspace into a custom group.
    public void moveInto(String key, String group) {
        TrackNode node = tracks.node(key);
        if (current() == null
                || node == null
                || key.equals(group)
                || BranchTrees.find(current().tree(), group) == null) {
            return;
        }
        Branch existing = BranchTrees.find(current().tree(), key);
        Branch moved = existing == null ? BranchTrees.fullBranch(node) : existing;
        if (BranchTrees.find(moved.children(), group) == null) {
            setTree(
                    current(),
                    BranchTrees.withAdded(BranchTrees.without(current().tree(), key, shown()), group, moved));
        }
    }

    /// Renames a custom group.
    public void renameGroup(String group, String name) {
        if (current() != null && !name.isBlank()) {
            setTree(current(), BranchTrees.renamed(current().tree(), group, name.strip()));
        }
    }

    /// Custom groups of the current workspace.
    public List<Branch> groups() {
        return current() == null
                ? List.of()
                : BranchTrees.customGroups(current().tree());
    }

    // ---- persistence ----

    /// View state of the trace's own tree, regardless of the tree shown.
    public TrackState allTracksState() {
        return current() == null ? tracks.state() : allTracksState;
    }

    /// Restores the stored state of the trace's own tree and shows the tree.
    public void restoreAllTracksState(TrackState state) {
        if (current() == null) {
            tracks.restore(state);
        } else {
            allTracksState = state;
            allTracksScrollPosition = null;
            display(null);
        }
    }

    /// All workspaces with their current view state.
    List<Workspace> withCurrentState() {
        return all().stream()
                .map(w -> current() != null && current().id() == w.id() ? w.withState(tracks.state()) : w)
                .toList();
    }

    /// Replaces all workspaces.
    ///
    /// @param shown index of the one to show, or −1 for the trace's own tree
    void restore(List<Workspace> list, int shown) {
        show(null);
        scrollPositions.clear();
        List<Workspace> restored = new ArrayList<>();
        for (Workspace w : list) {
            restored.add(new Workspace(++lastId, w.name(), w.tree(), w.state()));
        }
        all.set(List.copyOf(restored));
        if (shown >= 0 && shown < restored.size()) {
            show(restored.get(shown));
        }
    }
}
