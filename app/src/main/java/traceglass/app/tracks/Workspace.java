package traceglass.app.tracks;

import java.util.List;
import traceglass.render.item.Branch;
import traceglass.render.item.TrackState;

/// A tree of tracks that a person put together, with a name. Immutable.
///
/// @param id tells it from the others of a window, whatever it is called
/// @param name for people; no other of the window has it
/// @param tree what is in it
/// @param state what was done to it when it was last left: which groups are open, what is pinned, renamed, moved
public record Workspace(int id, String name, List<Branch> tree, TrackState state) {

    public Workspace {
        tree = List.copyOf(tree);
    }

    Workspace withName(String other) {
        return new Workspace(id, other, tree, state);
    }

    Workspace withTree(List<Branch> other) {
        return new Workspace(id, name, other, state);
    }

    Workspace withState(TrackState other) {
        return new Workspace(id, name, tree, other);
    }
}
