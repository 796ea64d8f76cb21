package traceglass.analysis.tree;

import java.sql.SQLException;
import java.util.List;

/// Puts the tracks of one subject into the tree.
public interface TrackProvider {

    /// Slices that tell that there is something for it.
    default List<SliceProbe> probes() {
        return List.of();
    }

    /// Adds them. Of nodes with the same place the one that was added first comes first.
    void addTo(TreeDraft tree, TraceFacts facts) throws SQLException;

    /// Completes its groups, once all tracks are in the tree.
    default void finish(TreeDraft tree, TraceFacts facts) {}
}
