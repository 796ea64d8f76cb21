package traceglass.analysis.live.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.sched.MinimapData;
import traceglass.analysis.timeline.StoreTrackData;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

/// Minimaps of running recordings.
class LiveMinimapTest {

    private static final TimeSpan BOUNDS = new TimeSpan(1000, 1999);
    private static final int BUCKETS = 10;

    @TempDir
    Path dir;

    private final TraceStorage storage = new TraceStorage();

    private void addRun(int ucpu, long ts, long dur) {
        Table slices = storage.table("__intrinsic_sched_slice");
        int row = slices.addRow();
        slices.longs("ts").set(row, ts);
        slices.longs("dur").set(row, dur);
        slices.ints("utid").set(row, 0);
        slices.ints("ucpu").set(row, ucpu);
    }

    private MinimapData readLive(TraceStore store) throws Exception {
        try (var connection = store.connection()) {
            return LiveMinimap.read(connection, BOUNDS, BUCKETS);
        }
    }

    private TraceStore store() throws Exception {
        return StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), null)
                .finish();
    }

    @Test
    void anEventFillsAllBucketsThatItOverlaps() throws Exception {
        addRun(0, 1050, 300);
        addRun(1, 1000, 20);
        addRun(1, 1600, -1);
        try (TraceStore store = store()) {
            MinimapData map = readLive(store);
            assertEquals(2, map.lanes().size());
            assertArrayEquals(
                    new float[] {.5f, 1, 1, .5f, 0, 0, 0, 0, 0, 0},
                    map.lanes().getFirst().load(),
                    1e-3f);
            assertArrayEquals(
                    new float[] {.2f, 0, 0, 0, 0, 0, 1, 1, 1, .99f},
                    map.lanes().getLast().load(),
                    1e-3f);
        }
    }

    @Test
    void equalsTheMinimapOfTheCompleteTrace() throws Exception {
        for (int i = 0; i < 40; i++) {
            addRun(i % 3, 1000 + 20 * i + i % 7, 1 + i * 5 % 90);
        }
        try (TraceStore store = store();
                StoreTrackData data = new StoreTrackData(store)) {
            MinimapData readLive = readLive(store);
            MinimapData complete = data.withContext(
                    from -> MinimapData.read(from, new TimeSpan(BOUNDS.start(), BOUNDS.end() + 1), BUCKETS, List::of));
            assertEquals(complete.lanes().size(), readLive.lanes().size());
            for (int lane = 0; lane < complete.lanes().size(); lane++) {
                assertArrayEquals(
                        complete.lanes().get(lane).load(),
                        readLive.lanes().get(lane).load(),
                        .02f);
            }
        }
    }

    @Test
    void countersFillTheMinimapIfNothingElseIsRecorded() throws Exception {
        Table counters = storage.table("__intrinsic_counter");
        for (int i = 0; i < 10; i++) {
            int row = counters.addRow();
            counters.ints("track_id").set(row, 0);
            counters.longs("ts").set(row, 1000 + 100 * i);
            counters.doubles("value").set(row, i);
        }
        try (TraceStore store = store()) {
            assertEquals(1, readLive(store).lanes().getFirst().load()[9], 1e-6);
        }
    }
}
