package traceglass.analysis.track;

import java.util.concurrent.CompletableFuture;

/// Source of the timeline's data: the store, or a running import.
public interface TrackDataSource {

    /// Loads all events of the track, off the caller's thread. Repeated calls for the same node return the same
    /// data while it is cached. The future fails with a message that can be shown on the track.
    CompletableFuture<TrackData> load(TrackNode node);

    /// Returns whether tracks may be prefetched from it: not while an import replaces them every second.
    default boolean supportsPrefetch() {
        return false;
    }

    /// Loads a track with low priority, after all requested ones.
    default CompletableFuture<TrackData> prefetch(TrackNode node) {
        return load(node);
    }

    /// Raises the priority of a track that was requested with [#prefetch].
    default void prioritize(TrackNode node) {}

    /// Reads the category of an event, empty if it has none or it is unknown. It is not in [TrackData], because
    /// only tooltips need it.
    ///
    /// @param node track of the event
    /// @param id id in the table of the track
    default CompletableFuture<String> category(TrackNode node, long id) {
        return CompletableFuture.completedFuture("");
    }
}
