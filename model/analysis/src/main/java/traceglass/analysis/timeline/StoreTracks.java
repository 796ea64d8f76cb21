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

/// Tracks of a store: the tree, their data, the track index, and the minimap.
///
/// @param roots top level of the tree
/// @param bounds start and end of the trace
/// @param data reads the tracks; to be closed with the trace
/// @param index finds a track by its content
/// @param minimap lanes of [#BUCKETS]
public record StoreTracks(
        List<TrackNode> roots, TimeSpan bounds, StoreTrackData data, TrackLookup index, MinimapData minimap) {

    /// Number of buckets of the minimap.
    public static final int BUCKETS = 1200;
    /// Number of tracks that are loaded in advance: as many as fit into a window 1,000 px high if all have the
    /// smallest height.
    private static final int PRELOADED_TRACKS = 40;

    /// Reads the store with some queries over whole tables; do not call on the JavaFX thread.
    public static StoreTracks read(TraceStore store) throws QueryException {
        CompletableFuture<TrackNode> tree = new CompletableFuture<>();
        StoreTrackData data = new StoreTrackData(store);
        StoreTrackData source = data;
        FutureTask<MinimapData> minimap = new FutureTask<>(() -> source.withContext(context -> {
            MinimapData load = MinimapData.read(context, store.bounds(), BUCKETS, () -> addProcesses(tree.join()));
            return ActivityLanes.isBlank(load) ? ActivityLanes.read(context, store.bounds(), BUCKETS) : load;
        }));
        // The tree keeps one processor busy.
        Thread.ofPlatform().daemon().name("open-minimap").start(minimap);
        try {
            TrackNode root = TrackTreeBuilder.build(store);
            tree.complete(root);
            // Start to load the tracks that are drawn first, while the window is created.
            FirstTracks.of(root.children(), PRELOADED_TRACKS).forEach(data::load);
            StoreTracks tracks = new StoreTracks(
                    root.children(), store.bounds(), data, TrackLookup.of(root.children()), minimap.get());
            data = null;
            return tracks;
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
            // If the tree could not be built, nothing may wait for it.
            tree.cancel(true);
            if (data != null) {
                data.close();
            }
        }
    }

    /// Loads the tracks that a window shows first and then releases everything, as a warm-up.
    public void warmUp() {
        try {
            // Unreadable tracks do not matter here.
            FirstTracks.of(roots, PRELOADED_TRACKS)
                    .forEach(node -> data.load(node).handle((_, _) -> null).join());
        } finally {
            data.close();
        }
    }

    /// Returns the processes in the order of their groups in the tree.
    private static List<Long> addProcesses(TrackNode root) {
        List<Long> upids = new ArrayList<>();
        addProcesses(root, upids);
        return upids;
    }

    private static void addProcesses(TrackNode node, List<Long> upids) {
        if (node.isProcess()) {
            upids.add(node.kind().owner().upid());
        }
        node.children().forEach(c -> addProcesses(c, upids));
    }
}
