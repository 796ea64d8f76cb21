package traceglass.analysis.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.TrackSource;

class EventOwnerTest {

    private static Optional<EventOwner> of(String key, TrackSource source) {
        return EventOwner.of(
                new TrackNode(key, TrackKind.SLICES, "a track", "", List.of(), "", "", false, source, List.of()));
    }

    private static Optional<EventOwner> of(String key) {
        return of(key, new TrackSource.Events("a_table", "SELECT 1"));
    }

    @Test
    void knowsWhoseSamplesAndHeapsATrackShows() {
        assertEquals(Optional.of(new EventOwner.ThreadSamples(17)), of("samples/linux.perf/thread/17"));
        assertEquals(Optional.of(new EventOwner.ProcessSamples(3)), of("samples/chrome/process/3"));
        assertEquals(Optional.of(new EventOwner.HeapProfile(4, "libc.malloc")), of("heap/4/libc.malloc"));
        assertEquals(Optional.of(new EventOwner.HeapProfile(4, "a/b")), of("heap/4/a/b"));
        assertEquals(Optional.of(new EventOwner.HeapGraph(4)), of("heap/4/"));
    }

    @Test
    void saysNothingOfOtherTracks() {
        assertEquals(Optional.empty(), of("logs/android"));
        assertEquals(Optional.empty(), of("smaps/4"));
        assertEquals(Optional.empty(), of("heap/x/y"));
        assertEquals(Optional.empty(), of("heap/4/", new TrackSource.None()));
    }
}
