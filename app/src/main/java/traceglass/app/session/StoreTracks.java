package traceglass.app.session;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import traceglass.analysis.load.MinimapData;
import traceglass.analysis.load.StoreTrackData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.analysis.tree.FirstTracks;
import traceglass.analysis.tree.TrackTreeBuilder;
import traceglass.store.TraceStore;

/// The tracks of a store: their tree, their data, their place by what is on them, and the minimap.
///
/// @param minimap lanes of [#BUCKETS]
record StoreTracks(TraceSession.Tracks tracks, StoreTrackData data, TrackLookup index, MinimapData minimap) {

    static final int BUCKETS = 1200;
    /// Tracks that are read before they are asked for: as many as a window of 1,000 px has room for where all are
    /// low.
    private static final int FIRST = 40;

    /// Asks the store by some queries over whole tables; not for the JavaFX thread.
    static StoreTracks read(TraceStore store) throws SQLException {
        CompletableFuture<TrackNode> tree = new CompletableFuture<>();
        StoreTrackData data = new StoreTrackData(store);
        StoreTrackData source = data;
        FutureTask<MinimapData> minimap = new FutureTask<>(() -> source.minimap(BUCKETS, () -> processes(tree.join())));
        // The tree keeps one processor busy.
        Thread.ofPlatform().daemon().name("open-minimap").start(minimap);
        try {
            TrackNode root = TrackTreeBuilder.build(store);
            tree.complete(root);
            // Whoever is about to draw them finds them read, or begun. Until then there is a window to
            // make.
            FirstTracks.of(root.children(), FIRST).forEach(data::load);
            StoreTracks all = new StoreTracks(
                    new TraceSession.Tracks(root.children(), store.bounds(), data),
                    data,
                    TrackLookup.of(root.children()),
                    minimap.get());
            data = null;
            return all;
        } catch (ExecutionException e) {
            throw switch (e.getCause()) {
                case Error error -> throw error;
                case RuntimeException runtime -> throw runtime;
                case SQLException sql -> sql;
                default -> new SQLException(e.getCause().getMessage(), e.getCause());
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted", e);
        } finally {
            // Where the tree could not be built, nobody may wait for it.
            tree.cancel(true);
            if (data != null) {
                data.close();
            }
        }
    }

    /// Waits for what a window would show first, and lets everything go.
    void practise() {
        try {
            // What cannot be read is no matter here.
            FirstTracks.of(tracks.roots(), FIRST)
                    .forEach(node -> data.load(node).handle((_, _) -> null).join());
        } finally {
            data.close();
        }
    }

    /// Processes in the order of the tree, by the keys of their groups.
    private static List<Long> processes(TrackNode root) {
        List<Long> upids = new ArrayList<>();
        processes(root, upids);
        return upids;
    }

    private static void processes(TrackNode node, List<Long> upids) {
        if (node.source() instanceof TrackSource.ProcessSched(long upid)) {
            upids.add(upid);
        } else if (node.key().matches("process/\\d+")) {
            upids.add(Long.parseLong(node.key().substring("process/".length())));
        }
        node.children().forEach(c -> processes(c, upids));
    }
}
