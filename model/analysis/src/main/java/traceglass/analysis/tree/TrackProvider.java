package traceglass.analysis.tree;

import java.sql.SQLException;
import java.util.List;

/// Adds the tracks of one subject to the tree.
public interface TrackProvider {

    /// Probes for slices that its tracks require.
    default List<SliceProbe> probes() {
        return List.of();
    }

    /// Adds the tracks. Nodes at the same position are sorted by insertion order.
    void addTo(TreeDraft tree, TraceContents contents) throws SQLException;

    /// Completes its groups after all tracks have been added.
    default void finish(TreeDraft tree, TraceContents contents) {}
}
