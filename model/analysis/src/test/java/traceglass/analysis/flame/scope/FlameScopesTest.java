package traceglass.analysis.flame.scope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.samples.SampleTrack;
import traceglass.analysis.select.Selection;
import traceglass.analysis.testing.SliceTrace;
import traceglass.analysis.track.TrackNode;
import traceglass.store.TraceStore;
import traceglass.store.table.Table;
import traceglass.store.time.TimeSpan;

/// Tests the flame graphs that are available for a selected range.
class FlameScopesTest {

    private static final TimeSpan TRACE = new TimeSpan(0, 1000);

    @TempDir
    Path folder;

    /// A process 0 with two threads, and a thread of no process.
    private static SliceTrace threads() {
        SliceTrace trace = new SliceTrace();
        Table processes = trace.storage().table("__intrinsic_process");
        int process = processes.addRow();
        processes.longs("pid").set(process, 10);
        Table threads = trace.storage().table("__intrinsic_thread");
        for (int i = 0; i < 3; i++) {
            int thread = threads.addRow();
            threads.longs("tid").set(thread, 20 + i);
            if (i < 2) {
                threads.ints("upid").set(thread, process);
            }
        }
        return trace;
    }

    private List<FlameScope> of(SampleTrack... tracks) throws Exception {
        List<TrackNode> nodes = List.of(tracks).stream()
                .map(t -> TrackNode.of("key", t, "name"))
                .toList();
        try (TraceStore store = threads().store(folder);
                Connection c = store.connection()) {
            return FlameScopes.of(new TraceQueries(c), new Selection.Area(100, 200, nodes), TRACE);
        }
    }

    private static List<String> titles(List<FlameScope> scopes) {
        return scopes.stream().map(FlameScope::title).toList();
    }

    @Test
    void samplesOfAThreadOfferItsProcessAndAllProcesses() throws Exception {
        List<FlameScope> scopes = of(SampleTrack.ofThread("linux.perf", "perf_sample", 1));
        assertEquals(
                List.of(
                        "Selected range",
                        "Selected range, all threads",
                        "Selected range, all processes",
                        "Whole trace, these tracks",
                        "Whole trace"),
                titles(scopes));
        assertEquals(List.of(1L), scopes.getFirst().threads());
        assertEquals(List.of(0L), scopes.get(1).processes());
        assertEquals(List.of(), scopes.get(1).threads());
        assertNull(scopes.get(2).slices());
        assertEquals(100, scopes.get(2).start());
        assertEquals(1001, scopes.get(3).end());
        assertEquals(List.of(1L), scopes.get(3).threads());
    }

    @Test
    void threadWithoutProcessOffersNoOtherThreads() throws Exception {
        assertEquals(
                List.of("Selected range", "Selected range, all processes", "Whole trace, these tracks", "Whole trace"),
                titles(of(SampleTrack.ofThread("linux.perf", "perf_sample", 2))));
    }

    @Test
    void slicesAloneOfferNoSamples() throws Exception {
        assertEquals(List.of("Selected range", "Whole trace, these tracks", "Whole trace"), titles(of()));
    }
}
