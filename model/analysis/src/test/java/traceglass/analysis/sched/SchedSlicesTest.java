package traceglass.analysis.sched;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.timeline.StoreTrackData;
import traceglass.analysis.track.RowQueries;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackNode;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class SchedSlicesTest {

    private static final int CPUS = 4;
    private static final int PROCESSES = 6;
    private static final int THREADS = 30;

    @TempDir
    Path dir;

    private final TraceStorage storage = new TraceStorage();

    @BeforeEach
    void addRows() {
        Random random = new Random(3);
        Table processes = storage.table("__intrinsic_process");
        for (int upid = 0; upid < PROCESSES; upid++) {
            int row = processes.addRow();
            processes.longs("pid").set(row, 100 + upid);
            processes.strings("name").set(row, storage.strings().intern("app" + upid % 4));
        }
        Table threads = storage.table("__intrinsic_thread");
        for (int utid = 0; utid < THREADS; utid++) {
            int row = threads.addRow();
            threads.longs("tid").set(row, 100 + utid);
            threads.strings("name").set(row, storage.strings().intern("thread" + utid % 9));
            threads.ints("is_idle").set(row, utid == 0 ? 1 : 0);
            // Some belong to no known process.
            if (utid > 3) {
                threads.ints("upid").set(row, utid % PROCESSES);
            }
        }
        Table sched = storage.table("__intrinsic_sched_slice");
        long[] free = new long[CPUS];
        for (int i = 0; i < 5_000; i++) {
            int cpu = random.nextInt(CPUS);
            long dur = 1 + random.nextInt(1_000);
            int row = sched.addRow();
            sched.longs("ts").set(row, free[cpu]);
            sched.longs("dur").set(row, i > 4_990 ? -1 : dur);
            sched.ints("utid").set(row, random.nextInt(THREADS));
            if (i % 500 != 7) {
                sched.ints("ucpu").set(row, cpu);
                sched.ints("priority").set(row, 90 + random.nextInt(40));
            }
            free[cpu] += dur + random.nextInt(200);
        }
    }

    /// A recording adds rows between counting and reading.
    @Test
    void readsRowsAddedBetweenCountingAndReading() throws Exception {
        try (TraceStore store = StoreWriter.start(
                                storage, StoreOptions.uncached().withTempDir(dir), null)
                        .finish();
                Connection connection = store.connection()) {
            RowQueries queries = RowQueries.on(connection);
            SchedSlices.Rows expected = new SchedSlices().rows(queries);
            String added = " WHERE id < 3000";
            RowQueries growing = (sql, row) -> queries.forEachRow(
                    sql.contains("sum(runs)") ? "SELECT count(*) FROM sched_slice" + added : sql, row);
            SchedSlices.Rows rows = new SchedSlices().rows(growing);
            assertEquals(5_000, rows.size());
            assertArrayEquals(Arrays.copyOf(expected.ts(), 5_000), Arrays.copyOf(rows.ts(), 5_000));
            assertArrayEquals(Arrays.copyOf(expected.rank(), 5_000), Arrays.copyOf(rows.rank(), 5_000));
        }
    }

    @Test
    void tracksAreTheSameWithAndWithoutCache() throws Exception {
        try (TraceStore store = StoreWriter.start(
                                storage, StoreOptions.uncached().withTempDir(dir), null)
                        .finish();
                StoreTrackData cached = new StoreTrackData(store);
                StoreTrackData uncached = new StoreTrackData(store)) {
            uncached.withContext(from -> from.shared(SchedSlices.class, () -> new SchedSlices(4_999)));
            int events = 0;
            List<TrackNode> nodes = new ArrayList<>();
            for (int cpu = 0; cpu < CPUS; cpu++) {
                nodes.add(node("cpu" + cpu, new CpuTrack(cpu, cpu)));
            }
            for (int upid = 0; upid < PROCESSES; upid++) {
                nodes.add(node("process" + upid, new ProcessSched(upid)));
            }
            for (TrackNode node : nodes) {
                SliceData a = (SliceData) cached.load(node).get();
                SliceData b = (SliceData) uncached.load(node).get();
                events += a.size();
                assertTrue(a.size() > 400, node.key());
                assertArrayEquals(b.rowStart(), a.rowStart(), node.key());
                assertEquals(events(b), events(a), node.key());
            }
            assertTrue(events > 8_000);
            assertMinimap(minimap(store, uncached), minimap(store, cached));
        }
    }

    private static MinimapData minimap(TraceStore store, StoreTrackData data) throws Exception {
        return data.withContext(from -> MinimapData.read(from, store.bounds(), 50, List::of));
    }

    private static void assertMinimap(MinimapData expected, MinimapData actual) {
        assertEquals(CPUS, actual.lanes().size());
        for (int i = 0; i < CPUS; i++) {
            assertEquals(expected.lanes().get(i).name(), actual.lanes().get(i).name());
            assertArrayEquals(
                    expected.lanes().get(i).load(), actual.lanes().get(i).load(), 1e-5f);
            assertTrue(actual.lanes().get(i).load()[10] > .3);
        }
    }

    private static TrackNode node(String key, TrackKind kind) {
        return TrackNode.of(key, kind, key);
    }

    /// Returns events sorted by time, then by id.
    private static List<String> events(SliceData data) {
        List<long[]> order = new ArrayList<>();
        for (int row = 0; row < data.rows(); row++) {
            for (int i = data.rowStart()[row]; i < data.rowStart()[row + 1]; i++) {
                order.add(new long[] {row, data.ts()[i], data.id()[i], i});
            }
        }
        order.sort((a, b) -> a[0] != b[0]
                ? Long.compare(a[0], b[0])
                : a[1] != b[1] ? Long.compare(a[1], b[1]) : Long.compare(a[2], b[2]));
        return order.stream()
                .map(o -> {
                    int i = (int) o[3];
                    return o[0] + " " + data.id()[i] + " " + data.ts()[i] + " " + data.end()[i] + " "
                            + data.names()[data.name()[i]] + " " + data.colorKeys()[data.color()[i]] + " "
                            + data.flags()[i];
                })
                .toList();
    }
}
