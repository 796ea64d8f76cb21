package traceglass.app.session;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import traceglass.model.store.TraceStore;
import traceglass.model.track.FirstTracks;
import traceglass.model.track.MinimapData;
import traceglass.model.track.StoreTrackData;
import traceglass.model.track.TrackNode;
import traceglass.model.track.TrackSource;
import traceglass.model.track.TrackTreeBuilder;

/// The tracks of a store: their tree, their data, their place by what is on them, and the minimap.
///
/// @param minimap lanes of [#BUCKETS]
record StoreTracks(TraceSession.Tracks tracks, StoreTrackData data, TrackIndex index, MinimapData minimap) {

    static final int BUCKETS = 1200;
    /// Tracks that are read before they are asked for: as many as a window of 1,000 px has room for.
    private static final int FIRST = 28;

    /// Asks the store by some queries over whole tables; not for the JavaFX thread.
    static StoreTracks read(TraceStore store) throws SQLException {
        TrackNode root = TrackTreeBuilder.build(store);
        StoreTrackData data = new StoreTrackData(store);
        // Whoever is about to draw them finds them read, or begun. Until then there is a window to make or a minimap to read.
        FirstTracks.of(root.children(), FIRST).forEach(data::load);
        List<Long> processes = new ArrayList<>();
        processes(root, processes);
        MinimapData minimap = MinimapData.read(store, BUCKETS, processes);
        return new StoreTracks(new TraceSession.Tracks(root.children(), store.bounds(), data), data, TrackIndex.of(root.children()), minimap);
    }

    /// Processes in the order of the tree, by the keys of their groups.
    private static void processes(TrackNode node, List<Long> upids) {
        if (node.source() instanceof TrackSource.ProcessSched(long upid)) {
            upids.add(upid);
        } else if (node.key().matches("process/\\d+")) {
            upids.add(Long.parseLong(node.key().substring("process/".length())));
        }
        node.children().forEach(c -> processes(c, upids));
    }
}
