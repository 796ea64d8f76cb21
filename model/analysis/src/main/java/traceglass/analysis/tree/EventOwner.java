package traceglass.analysis.tree;

import java.util.Optional;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;

/// Whose events a track of [TrackSource.Events] shows, as far as a selection of the track has a use for that.
public sealed interface EventOwner {

    /// Samples of the callstacks of a thread.
    record ThreadSamples(long utid) implements EventOwner {}

    /// Samples of the callstacks of all threads of a process.
    record ProcessSamples(long upid) implements EventOwner {}

    /// Profiles of a native heap.
    ///
    /// @param heap its name, `libc.malloc` for instance
    record HeapProfile(long upid, String heap) implements EventOwner {}

    /// Dumps of a Java heap.
    record HeapGraph(long upid) implements EventOwner {}

    /// Whose events a track shows; empty when nobody asks.
    static Optional<EventOwner> of(TrackNode node) {
        if (!(node.source() instanceof TrackSource.Events)) {
            return Optional.empty();
        }
        // Keys of these tracks are made in EventTracks: samples/SOURCE/thread|process/ID and heap/UPID/NAME.
        String[] parts = node.key().split("/", 4);
        try {
            if (parts[0].equals("heap") && parts.length >= 3) {
                String heap = node.key().substring(parts[0].length() + parts[1].length() + 2);
                long upid = Long.parseLong(parts[1]);
                return Optional.of(heap.isEmpty() ? new HeapGraph(upid) : new HeapProfile(upid, heap));
            }
            if (parts[0].equals("samples") && parts.length == 4) {
                long id = Long.parseLong(parts[3]);
                return Optional.of(parts[2].equals("thread") ? new ThreadSamples(id) : new ProcessSamples(id));
            }
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }
}
