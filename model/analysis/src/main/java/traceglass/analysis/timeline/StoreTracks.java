package traceglass.analysis.timeline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import traceglass.analysis.sched.MinimapData;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.analysis.tree.FirstTracks;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.time.TimeSpan;

/// The tracks of a store: their tree, their data, their place by what is on them, and the minimap.
///
/// @param roots top level of the tree
/// @param bounds start and end of the trace
/// @param data reads the tracks; to be closed with the trace
/// @param index finds a track by what is on it
/// @param minimap lanes of [#BUCKETS]
public record StoreTracks(
        List<TrackNode> roots, TimeSpan bounds, StoreTrackData data, TrackLookup index, MinimapData minimap) {

    /// Columns of the minimap.
    public static final int BUCKETS = 1200;
    /// Tracks that are read before they are asked for: as many as a window of 1,000 px has room for where all are
    /// low.
    private static final int FIRST = 40;

    /// Asks the store by some queries over whole tables; not for the JavaFX thread.
    public static StoreTracks read(TraceStore store) throws QueryException {
        CompletableFuture<TrackNode> tree = new CompletableFuture<>();
        StoreTrackData data = new StoreTrackData(store);
        StoreTrackData source = data;
        FutureTask<MinimapData> minimap = new FutureTask<>(() ->
                source.with(from -> MinimapData.read(from, store.bounds(), BUCKETS, () -> processes(tree.join()))));
        // The tree keeps one processor busy.
        Thread.ofPlatform().daemon().name("open-minimap").start(minimap);
        try {
            TrackNode root = TrackTreeBuilder.build(store);
            tree.complete(root);
            // Whoever is about to draw them finds them read, or begun. Until then there is a window to
            // make.
            FirstTracks.of(root.children(), FIRST).forEach(data::load);
            StoreTracks all = new StoreTracks(
                    root.children(), store.bounds(), data, TrackLookup.of(root.children()), minimap.get());
            data = null;
            return all;
        } catch (ExecutionException e) {
            throw switch (e.getCause()) {
                case Error error -> throw error;
                case RuntimeException runtime -> throw runtime;
                case Throwable other -> new QueryException(other.getMessage(), other);
            };
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new QueryException("interrupted", e);
        } finally {
            // Where the tree could not be built, nobody may wait for it.
            tree.cancel(true);
            if (data != null) {
                data.close();
            }
        }
    }

    /// Waits for what a window would show first, and lets everything go.
    public void practise() {
        try {
            // What cannot be read is no matter here.
            FirstTracks.of(roots, FIRST)
                    .forEach(node -> data.load(node).handle((_, _) -> null).join());
        } finally {
            data.close();
        }
    }

    /// Processes in the order of the tree, by their groups.
    private static List<Long> processes(TrackNode root) {
        List<Long> upids = new ArrayList<>();
        processes(root, upids);
        return upids;
    }

    private static void processes(TrackNode node, List<Long> upids) {
        if (node.isProcess()) {
            upids.add(node.kind().owner().upid());
        }
        node.children().forEach(c -> processes(c, upids));
    }
}
