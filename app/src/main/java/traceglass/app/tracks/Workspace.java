package traceglass.app.tracks;

import java.util.List;
import traceglass.render.item.Branch;
import traceglass.render.item.TrackState;

/// Named track tree assembled by the user. Immutable.
///
/// @param id unique in the window, independent of the name
/// @param name display name, unique in the window
/// @param tree content
/// @param state view state when the workspace was last left: expanded groups, pinned, renamed and moved tracks
public record Workspace(int id, String name, List<Branch> tree, TrackState state) {

    public Workspace {
        tree = List.copyOf(tree);
    }

    Workspace withName(String newName) {
        return new Workspace(id, newName, tree, state);
    }

    Workspace withTree(List<Branch> newTree) {
        return new Workspace(id, name, newTree, state);
    }

    Workspace withState(TrackState newState) {
        return new Workspace(id, name, tree, newState);
    }
}
