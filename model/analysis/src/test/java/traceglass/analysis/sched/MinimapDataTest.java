package traceglass.analysis.sched;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.timeline.StoreTrackData;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

/// Minimaps of traces without scheduling data.
class MinimapDataTest {

    @TempDir
    Path dir;

    private final TraceStorage storage = new TraceStorage();

    @BeforeEach
    void addAThread() {
        storage.table("__intrinsic_process").addRow();
        Table threads = storage.table("__intrinsic_thread");
        threads.ints("upid").set(threads.addRow(), 0);
    }

    private void addSample(long ts) {
        Table samples = storage.table("__intrinsic_profiler_sample");
        int row = samples.addRow();
        samples.longs("ts").set(row, ts);
        samples.ints("task_context_id").set(row, 0);
    }

    private MinimapData read() throws Exception {
        try (TraceStore store = StoreWriter.start(
                                storage, StoreOptions.uncached().withTempDir(dir), null)
                        .finish();
                StoreTrackData data = new StoreTrackData(store)) {
            return data.withContext(from -> MinimapData.read(from, new TimeSpan(0, 1000), 10, () -> List.of(0L)));
        }
    }

    @Test
    void samplesFillTheBucketsInWhichTheyWereTaken() throws Exception {
        Table contexts = storage.table("__intrinsic_profiler_task_context");
        contexts.ints("utid").set(contexts.addRow(), 0);
        for (long ts = 0; ts < 300; ts += 20) {
            addSample(ts);
        }
        addSample(800);
        MinimapData map = read();
        assertEquals(1, map.lanes().size());
        float[] load = map.lanes().getFirst().load();
        assertEquals(1, load[0], 1e-6);
        assertEquals(1, load[2], 1e-6);
        assertTrue(load[3] < .3, "" + load[3]);
        assertEquals(0, load[5], 1e-6);
        assertEquals(.2, load[8], 1e-6);
    }

    @Test
    void slicesOfAProcessFillItsLane() throws Exception {
        Table tracks = storage.table("__intrinsic_track");
        tracks.ints("upid").set(tracks.addRow(), 0);
        Table slices = storage.table("__intrinsic_slice");
        int row = slices.addRow();
        slices.longs("ts").set(row, 100);
        slices.longs("dur").set(row, 150);
        slices.ints("track_id").set(row, 0);
        slices.ints("depth").set(row, 0);
        float[] load = read().lanes().getFirst().load();
        assertEquals(0, load[0], 1e-6);
        assertEquals(1, load[1], 1e-6);
        assertEquals(.5, load[2], 1e-6);
    }

    @Test
    void aTraceWithoutEventsHasNoLanes() throws Exception {
        assertEquals(List.of(), read().lanes());
    }
}
