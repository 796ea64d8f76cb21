package traceglass.analysis.timeline;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import traceglass.analysis.subject.Subjects;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.tree.DraftNode;
import traceglass.analysis.tree.SliceProbe;
import traceglass.analysis.tree.TraceFacts;
import traceglass.analysis.tree.TrackProvider;
import traceglass.analysis.tree.TreeDraft;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;

/// Builds the track tree of a trace, with the order and groups of Perfetto's UI.
public final class TrackTreeBuilder {

    private TrackTreeBuilder() {}

    /// Builds the tree and returns its root, whose children are the top level. Reads the store with about twenty
    /// queries; do not call on the JavaFX thread.
    public static TrackNode build(TraceStore store) throws QueryException {
        try (Connection connection = store.connection()) {
            List<TrackProvider> providers = Subjects.tracks();
            List<SliceProbe> probes =
                    providers.stream().flatMap(p -> p.probes().stream()).toList();
            return build(TraceFacts.read(RowQueries.on(connection), probes), providers);
        } catch (SQLException e) {
            throw new QueryException(e);
        }
    }

    private static TrackNode build(TraceFacts facts, List<TrackProvider> providers) throws SQLException {
        TreeDraft tree = new TreeDraft();
        for (TrackProvider provider : providers) {
            provider.addTo(tree, facts);
        }
        for (TrackProvider provider : providers) {
            provider.finish(tree, facts);
        }
        for (DraftNode group : tree.root().children()) {
            if (group.isGroup() && group.hasOnlyName()) {
                group.facts(group.countOfTracks());
            }
        }
        List<DraftNode> filled = tree.root().children().stream()
                .filter(c -> !c.isGroup() || !c.isEmpty())
                .toList();
        if (filled.size() == 1) {
            filled.getFirst().expanded();
        }
        return tree.root().build();
    }
}
