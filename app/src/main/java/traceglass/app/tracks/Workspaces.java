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
import traceglass.render.TrackControls;
import traceglass.render.item.Branch;
import traceglass.render.item.ScrollPlace;
import traceglass.render.item.TrackState;

/// The workspaces of one timeline: trees of tracks that a person put together, over the same data. The trace's own tree
/// stays as it is; what is done in one tree is not done in the others. Used on the JavaFX thread.
public final class Workspaces {

    private final TimelineView view;
    private final TrackControls tracks;
    private final ReadOnlyObjectWrapper<List<Workspace>> all = new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyObjectWrapper<Workspace> current = new ReadOnlyObjectWrapper<>();
    private final Map<Integer, ScrollPlace> places = new HashMap<>();
    /// What was done to the trace's own tree, while another is shown.
    private TrackState own = TrackState.NONE;
    private ScrollPlace ownPlace;
    private int lastId;

    public Workspaces(TimelineView view) {
        this.view = view;
        this.tracks = view.tracks();
    }

    /// All of them in the order in which they were made.
    public ReadOnlyObjectProperty<List<Workspace>> allProperty() {
        return all.getReadOnlyProperty();
    }

    public List<Workspace> all() {
        return all.get();
    }

    /// The one that is shown, or null for the trace's own tree.
    public ReadOnlyObjectProperty<Workspace> currentProperty() {
        return current.getReadOnlyProperty();
    }

    public Workspace current() {
        return current.get();
    }

    /// For another trace: there are none. The timeline shows the trace's own tree by then.
    public void forget() {
        places.clear();
        own = TrackState.NONE;
        ownPlace = null;
        current.set(null);
        all.set(List.of());
        tracks.setFilterPrompt(null);
    }

    /// The workspace of a name, in any case.
    public Optional<Workspace> named(String name) {
        return all().stream()
                .filter(w -> w.name().equalsIgnoreCase(name.strip()))
                .findFirst();
    }

    /// Makes one; where another has this name, with a number behind it.
    public Workspace create(String name, List<Branch> tree) {
        String wanted = name.isBlank() ? "Workspace" : name.strip();
        String unique = wanted;
        for (int n = 2; named(unique).isPresent(); n++) {
            unique = wanted + " " + n;
        }
        Workspace made = new Workspace(++lastId, unique, tree, TrackState.NONE);
        List<Workspace> list = new ArrayList<>(all());
        list.add(made);
        all.set(List.copyOf(list));
        return made;
    }

    /// Shows one, or the trace's own tree for null. What was done to the tree that is left comes back with it.
    public void show(Workspace wanted) {
        Workspace next = wanted == null ? null : byId(wanted.id());
        Workspace old = current();
        if (old == null && next == null || old != null && next != null && old.id() == next.id()) {
            return;
        }
        if (old == null) {
            own = tracks.state();
            ownPlace = view.scrollPlace();
        } else {
            places.put(old.id(), view.scrollPlace());
            replace(byId(old.id()).withState(tracks.state()));
        }
        display(next);
    }

    private void display(Workspace next) {
        current.set(next);
        tracks.setFilterPrompt(next == null ? null : next.name());
        tracks.showTree(next == null ? null : next.tree(), next == null ? own : next.state());
        view.scrollTo(next == null ? ownPlace : places.get(next.id()));
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

    /// Gives one another name; nothing happens where that is blank or another has it.
    ///
    /// @return whether it has the name now
    public boolean rename(Workspace workspace, String name) {
        boolean free = named(name).map(w -> w.id() == workspace.id()).orElse(true);
        if (name.isBlank() || !free || byId(workspace.id()) == null) {
            return false;
        }
        replace(byId(workspace.id()).withName(name.strip()));
        if (current() != null) {
            tracks.setFilterPrompt(current().name());
        }
        return true;
    }

    /// Takes one away. Where it was shown, the trace's own tree is shown again.
    public void remove(Workspace workspace) {
        if (current() != null && current().id() == workspace.id()) {
            show(null);
        }
        places.remove(workspace.id());
        all.set(all().stream().filter(w -> w.id() != workspace.id()).toList());
    }

    /// Adds to a workspace what it does not have.
    ///
    /// @return the workspace with it
    public Workspace add(Workspace workspace, List<Branch> more) {
        return setTree(workspace, Branches.merged(byId(workspace.id()).tree(), more));
    }

    private Workspace setTree(Workspace workspace, List<Branch> tree) {
        Workspace changed = byId(workspace.id()).withTree(tree);
        replace(changed);
        if (current() != null && current().id() == changed.id()) {
            tracks.updateTree(tree);
        }
        return changed;
    }

    // ---- the workspace that is shown ----

    /// Takes a track or a group out of the workspace that is shown.
    public void takeOut(String key) {
        if (current() != null) {
            setTree(current(), Branches.without(current().tree(), key, shown()));
        }
    }

    private Map<String, TrackNode> shown() {
        Map<String, TrackNode> nodes = new HashMap<>();
        tracks.nodes(n -> true).forEach(n -> nodes.put(n.key(), n));
        return nodes;
    }

    /// Makes a group at the end of the workspace that is shown; returns its key, or null where none is shown.
    public String addGroup(String name) {
        if (current() == null || name.isBlank()) {
            return null;
        }
        int number = 1;
        while (Branches.find(current().tree(), Branch.OWN + number) != null) {
            number++;
        }
        Branch group = new Branch(Branch.OWN + number, name.strip(), List.of());
        setTree(current(), Branches.merged(current().tree(), List.of(group)));
        return group.key();
    }

    /// Puts a track or a group of the workspace that is shown into a group made by hand.
    public void moveInto(String key, String group) {
        TrackNode node = tracks.node(key);
        if (current() == null
                || node == null
                || key.equals(group)
                || Branches.find(current().tree(), group) == null) {
            return;
        }
        Branch there = Branches.find(current().tree(), key);
        Branch moved = there == null ? Branches.whole(node) : there;
        if (Branches.find(moved.children(), group) == null) {
            setTree(current(), Branches.into(Branches.without(current().tree(), key, shown()), group, moved));
        }
    }

    /// Gives a group made by hand another name.
    public void renameGroup(String group, String name) {
        if (current() != null && !name.isBlank()) {
            setTree(current(), Branches.renamed(current().tree(), group, name.strip()));
        }
    }

    /// Groups made by hand in the workspace that is shown.
    public List<Branch> groups() {
        return current() == null ? List.of() : Branches.ownGroups(current().tree());
    }

    // ---- keeping them ----

    /// What was done to the trace's own tree, whichever is shown.
    public TrackState ownState() {
        return current() == null ? tracks.state() : own;
    }

    /// Brings the trace's own tree to a state that was kept, and shows it.
    public void restoreOwn(TrackState state) {
        if (current() == null) {
            tracks.restore(state);
        } else {
            own = state;
            ownPlace = null;
            display(null);
        }
    }

    /// All of them, each with what was done to it by now.
    List<Workspace> kept() {
        return all().stream()
                .map(w -> current() != null && current().id() == w.id() ? w.withState(tracks.state()) : w)
                .toList();
    }

    /// Takes the place of all there were.
    ///
    /// @param shown place of the one to show, or −1 for the trace's own tree
    void restore(List<Workspace> list, int shown) {
        show(null);
        places.clear();
        List<Workspace> taken = new ArrayList<>();
        for (Workspace w : list) {
            taken.add(new Workspace(++lastId, w.name(), w.tree(), w.state()));
        }
        all.set(List.copyOf(taken));
        if (shown >= 0 && shown < taken.size()) {
            show(taken.get(shown));
        }
    }
}
