package traceglass.analysis.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.analysis.logs.LogTrack;
import traceglass.analysis.memory.HeapGraphTrack;
import traceglass.analysis.memory.HeapTrack;
import traceglass.analysis.track.FlameInputs;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackKind;

class SampleTrackTest {

    /// Returns the inputs that the track adds to a flame graph.
    private static List<String> flame(TrackKind kind) {
        List<String> calls = new ArrayList<>();
        kind.addFlameInputs(new FlameInputs() {
            @Override
            public void addSlices(List<Long> trackIds) {
                calls.add("slices " + trackIds);
            }

            @Override
            public void addThread(long utid) {
                calls.add("thread " + utid);
            }

            @Override
            public void addProcess(long upid) {
                calls.add("process " + upid);
            }

            @Override
            public void addHeap(long upid, String heap) {
                calls.add("heap " + upid + " " + heap);
            }

            @Override
            public void addDumps(long upid) {
                calls.add("dumps " + upid);
            }
        });
        return calls;
    }

    @Test
    void addsSamplesOfAThreadOrAProcess() {
        TrackKind thread = SampleTrack.ofThread("linux.perf", "perf_sample", 17);
        assertEquals(Owner.thread(17), thread.owner());
        assertEquals(List.of(new RowKey("stack_sample", "utid", 17)), thread.rows());
        assertEquals(List.of("thread 17"), flame(thread));
        assertTrue(thread.query().sql().endsWith("s.source = 'linux.perf' AND x.utid = 17"));
        TrackKind process = SampleTrack.ofProcess("chrome", "cpu_profile_stack_sample", 3);
        assertEquals(Owner.process(3), process.owner());
        assertEquals(List.of(new RowKey("stack_sample", "upid", 3)), process.rows());
        assertEquals(List.of("process 3"), flame(process));
    }

    @Test
    void heapTracksAddTheirHeapsToFlameGraphs() {
        assertEquals(List.of("heap 4 a/b"), flame(new HeapTrack(4, "a/b")));
        assertEquals(List.of("dumps 4"), flame(new HeapGraphTrack(4)));
        assertEquals(List.of(), flame(LogTrack.ofAll("android")));
    }
}
