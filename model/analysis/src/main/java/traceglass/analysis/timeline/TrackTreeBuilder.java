package traceglass.analysis.timeline;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import traceglass.analysis.processes.ProcessTracks;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.SliceProbe;
import traceglass.analysis.tree.TraceContents;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;

/// Builds the track tree of a trace, with the order and groups of Perfetto's UI.
public final class TrackTreeBuilder {

    /// Tracks that fill a window of usual size.
    private static final int TRACKS_OF_A_WINDOW = 24;

    private TrackTreeBuilder() {}

    /// Builds the tree and returns its root, whose children are the top level. Reads the store with about twenty
    /// queries; do not call on the JavaFX thread.
    public static TrackNode build(TraceStore store) throws QueryException {
        try (Connection connection = store.connection()) {
            List<TrackProvider> providers = Subjects.tracks();
            List<SliceProbe> probes =
                    providers.stream().flatMap(p -> p.probes().stream()).toList();
            return build(TraceContents.read(RowQueries.on(connection), probes), providers);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    private static TrackNode build(TraceContents contents, List<TrackProvider> providers) throws SQLException {
        TreeDraft tree = new TreeDraft();
        for (TrackProvider provider : providers) {
            provider.addTo(tree, contents);
        }
        for (TrackProvider provider : providers) {
            provider.finish(tree, contents);
        }
        for (DraftNode group : tree.root().children()) {
            if (group.isGroup() && group.hasOnlyName()) {
                group.setSideText(group.countOfTracks());
            }
        }
        List<DraftNode> nonEmpty = tree.root().children().stream()
                .filter(c -> !c.isGroup() || !c.isEmpty())
                .toList();
        if (nonEmpty.size() == 1) {
            nonEmpty.getFirst().expand();
        }
        if (nonEmpty.stream().noneMatch(TrackTreeBuilder::hasInitialContent)) {
            expandFirst(nonEmpty);
        }
        return tree.root().build();
    }

    /// Returns whether a track of this node, or its summary, is drawn before anyone expands a group.
    private static boolean hasInitialContent(DraftNode node) {
        if (!node.isGroup() || !node.isExpanded()) {
            return !node.isGroup() || node.hasSummary();
        }
        return node.children().stream().anyMatch(TrackTreeBuilder::hasInitialContent);
    }

    /// Expands groups from the top until they fill a window, because a window that shows only headings looks empty.
    /// Kernel threads come last, because they are rarely of interest.
    private static void expandFirst(List<DraftNode> groups) {
        List<DraftNode> order = new ArrayList<>(groups);
        order.sort(Comparator.comparing(g -> g.key.equals(ProcessTracks.KERNEL_THREADS)));
        int count = 0;
        for (DraftNode group : order) {
            if (count >= TRACKS_OF_A_WINDOW) {
                return;
            }
            group.expand();
            group.descendants().filter(DraftNode::isGroup).forEach(DraftNode::expand);
            count += group.trackCount();
        }
    }
}
