package traceglass.analysis.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.query.TraceQueries;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

class FirstViewTest {

    private static final long HOUR = 3_600_000_000_000L;

    @TempDir
    Path dir;

    private final TraceStorage storage = new TraceStorage();

    private void addSlice(long ts, long dur) {
        Table slices = storage.table("__intrinsic_slice");
        int row = slices.addRow();
        slices.longs("ts").set(row, ts);
        slices.longs("dur").set(row, dur);
    }

    private TimeSpan firstView() throws Exception {
        try (TraceStore store = StoreWriter.start(
                        storage, StoreOptions.uncached().withTempDir(dir), null)
                .finish()) {
            return TraceQueries.query(store, q -> FirstView.read(q, store.bounds()));
        }
    }

    private void addMetadata(String name, long value) {
        Table metadata = storage.table("__intrinsic_metadata");
        int row = metadata.addRow();
        metadata.strings("name").set(row, storage.strings().intern(name));
        metadata.longs("int_value").set(row, value);
    }

    @Test
    void showsTheTimeInWhichTheTraceWasRecorded() throws Exception {
        addSlice(0, 1000);
        addMetadata("tracing_started_ns", 300);
        addMetadata("tracing_disabled_ns", 900);
        assertEquals(new TimeSpan(300, 900), firstView());
    }

    @Test
    void showsTheWholeTraceIfNearlyAllOfItWasRecorded() throws Exception {
        addSlice(0, 1000);
        addMetadata("tracing_started_ns", 50);
        addMetadata("tracing_disabled_ns", 980);
        assertEquals(new TimeSpan(0, 1000), firstView());
    }

    @Test
    void showsTheWholeTraceIfOnlyATinyPartOfItWasRecorded() throws Exception {
        addSlice(0, 1000);
        addMetadata("tracing_started_ns", 975);
        addMetadata("tracing_disabled_ns", 980);
        assertEquals(new TimeSpan(0, 1000), firstView());
    }

    @Test
    void leavesOutAnEventFarBeforeAllOthers() throws Exception {
        addSlice(0, 10);
        for (int i = 0; i < 500; i++) {
            addSlice(100 * HOUR + i * 1_000_000L, 500_000);
        }
        TimeSpan view = firstView();
        assertTrue(view.start() > 99 * HOUR, () -> "starts at " + view.start());
        assertTrue(view.start() <= 100 * HOUR && view.end() >= 100 * HOUR + 499_000_000L, view::toString);
        assertTrue(view.durNs() < 1_000_000_000L, view::toString);
    }

    @Test
    void leavesOutAnEventFarAfterAllOthers() throws Exception {
        for (int i = 0; i < 500; i++) {
            addSlice(1000 + i * 1_000_000L, 500_000);
        }
        addSlice(5 * HOUR, 10);
        TimeSpan view = firstView();
        assertTrue(view.start() == 1000 && view.durNs() < 1_000_000_000L, view::toString);
    }

    @Test
    void showsAllOfAnEvenlyFilledTrace() throws Exception {
        for (int i = 0; i < 500; i++) {
            addSlice(i * 1_000_000L, 500_000);
        }
        assertEquals(new TimeSpan(0, 499_500_000), firstView());
    }

    @Test
    void showsAllOfAFewEvents() throws Exception {
        addSlice(0, 10);
        addSlice(HOUR, 10);
        addSlice(HOUR + 10, 10);
        assertEquals(new TimeSpan(0, HOUR + 20), firstView());
    }
}
