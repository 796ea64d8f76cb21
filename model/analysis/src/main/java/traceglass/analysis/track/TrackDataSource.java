package traceglass.analysis.track;

import java.util.concurrent.CompletableFuture;

/// Gives the timeline its data. Implementations answer from the store or from an import that is still going on.
public interface TrackDataSource {

    /// All events of the track, loaded off the caller's thread. Asking again for the same node gives the same data
    /// while it is kept. The future fails with what went wrong, in words that can be shown on the track.
    CompletableFuture<TrackData> load(TrackNode node);

    /// Whether tracks that nobody has asked for yet are worth reading from it: not while an import makes others of
    /// them every second.
    default boolean readsAhead() {
        return false;
    }

    /// As [#load], for a track that nobody waits for: it comes after all that somebody does wait for.
    default CompletableFuture<TrackData> ahead(TrackNode node) {
        return load(node);
    }

    /// Somebody waits now for what was asked for with [#ahead].
    default void hurry(TrackNode node) {}

    /// The category of an event, empty where it has none or nobody knows. It is not in [TrackData], because only
    /// tooltips ask for it.
    ///
    /// @param node the track that the event is on
    /// @param id in the table of the track
    default CompletableFuture<String> category(TrackNode node, long id) {
        return CompletableFuture.completedFuture("");
    }
}
