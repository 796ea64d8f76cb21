package traceglass.analysis.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.sched.MinimapData;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

/// Tests minimaps of traces whose events have no durations.
class ActivityLanesTest {

    private static final int BUCKETS = 10;

    @TempDir
    Path dir;

    private final TraceStorage storage = new TraceStorage();

    private List<MinimapData.Lane> lanes() throws Exception {
        try (TraceStore store = StoreWriter.start(
                                storage, StoreOptions.uncached().withTempDir(dir), null)
                        .finish();
                StoreTrackData data = new StoreTrackData(store)) {
            MinimapData map = data.withContext(from -> ActivityLanes.read(from, new TimeSpan(0, 999), BUCKETS));
            assertEquals(map.lanes().isEmpty(), ActivityLanes.isBlank(map));
            return map.lanes();
        }
    }

    private void addSample(int track, long ts, double value) {
        Table counters = storage.table("__intrinsic_counter");
        int row = counters.addRow();
        counters.ints("track_id").set(row, track);
        counters.longs("ts").set(row, ts);
        counters.doubles("value").set(row, value);
    }

    private void addLine(String source, long ts) {
        Table logs = storage.table("__intrinsic_logs");
        int row = logs.addRow();
        logs.longs("ts").set(row, ts);
        logs.strings("log_source").set(row, storage.strings().intern(source));
    }

    @Test
    void aCounterIsShownBetweenItsLowestAndHighestValue() throws Exception {
        addSample(3, 0, 100);
        addSample(3, 310, 200);
        addSample(3, 350, 150);
        addSample(3, 999, 100);
        addSample(3, 500, Double.NaN);
        addSample(4, 0, 7);
        addSample(4, 500, 7);
        List<MinimapData.Lane> lanes = lanes();
        assertEquals(1, lanes.size(), "a counter that never changes has no lane");
        float[] load = lanes.getFirst().load();
        assertEquals(0, load[2], 1e-6);
        assertEquals(.75, load[3], 1e-6, "the mean of both samples");
        assertEquals(.5, load[6], 1e-6, "the value holds until the next sample");
        assertEquals(0, load[9], 1e-6);
    }

    @Test
    void onlyTheMostFrequentCountersHaveLanes() throws Exception {
        for (int track = 0; track < 20; track++) {
            for (int i = 0; i <= 10 + track; i++) {
                addSample(track, 10L * i, i);
            }
        }
        assertEquals(
                List.of(
                        "counter 12",
                        "counter 13",
                        "counter 14",
                        "counter 15",
                        "counter 16",
                        "counter 17",
                        "counter 18",
                        "counter 19"),
                lanes().stream().map(MinimapData.Lane::name).toList());
    }

    @Test
    void logLinesAreCountedPerBucket() throws Exception {
        addLine("android_logcat", 0);
        addLine("android_logcat", 10);
        addLine("android_logcat", 20);
        addLine("android_logcat", 30);
        addLine("android_logcat", 510);
        addLine("journald", 999);
        List<MinimapData.Lane> lanes = lanes();
        assertEquals(2, lanes.size());
        assertEquals(1, lanes.getFirst().load()[0], 1e-6);
        assertEquals(.5, lanes.getFirst().load()[5], 1e-6, "the square root of a quarter");
        assertEquals(1, lanes.getLast().load()[9], 1e-6);
    }

    @Test
    void instantsAreCountedIfThereIsNothingElse() throws Exception {
        Table slices = storage.table("__intrinsic_slice");
        int row = slices.addRow();
        slices.longs("ts").set(row, 450);
        slices.ints("track_id").set(row, 0);
        slices.ints("depth").set(row, 0);
        assertEquals(1, lanes().getFirst().load()[4], 1e-6);
    }

    @Test
    void lanesWithoutAnyLoadAreBlank() {
        assertTrue(ActivityLanes.isBlank(
                new MinimapData(0, 1, List.of(new MinimapData.Lane("process 1", new float[BUCKETS])))));
        assertFalse(ActivityLanes.isBlank(new MinimapData(
                0, 1, List.of(new MinimapData.Lane("process 1", new float[] {0, .1f})))));
    }
}
