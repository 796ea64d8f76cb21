package traceglass.analysis.track.info;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import traceglass.analysis.sched.CpuTrack;
import traceglass.analysis.sched.ThreadStates;
import traceglass.analysis.slices.SliceTrack;
import traceglass.analysis.track.TrackNode;

/// Tests the lookup of tree nodes by thread, CPU or track.
class TrackLookupTest {

    @Test
    void findsTracksByCpuThreadOrTrackId() {
        TrackNode slices = TrackNode.of("slices", new SliceTrack(List.of(3L, 8L), 1), "work");
        TrackNode states = TrackNode.of("states", new ThreadStates(5), "main").withChildren(List.of(slices));
        TrackLookup lookup = TrackLookup.of(List.of(TrackNode.of("cpu", new CpuTrack(5, 2), "CPU 2"), states));
        assertEquals(Optional.of("cpu"), lookup.cpu(5));
        assertEquals(Optional.of("states"), lookup.thread(5));
        assertEquals(Optional.of("slices"), lookup.track(8));
        assertEquals(Optional.empty(), lookup.track(5));
        assertEquals(Optional.empty(), lookup.process(5));
        assertTrue(lookup.contains("slices"));
        assertFalse(lookup.contains("work"));
    }
}
