package traceglass.analysis.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.analysis.timeline.TrackTreeBuilder;
import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackNode;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

class LiveTracksTest {

    @TempDir
    Path dir;

    @Test
    void showsARunningImportWithTheKeysOfTheFinishedTree() throws Exception {
        TraceStorage storage = new TraceStorage();
        BlockingQueue<LiveTracks.Snapshot> shown = new LinkedBlockingQueue<>();
        LiveTracks live = LiveTracks.watch(storage, shown::add);
        StoreWriter writer = StoreWriter.start(storage, StoreOptions.uncached().withTempDir(dir), null);
        int utid = addThread(storage);
        int track = addTrack(storage, utid);
        int rows = 0;
        LiveTracks.Snapshot first = null;
        long until = System.nanoTime() + 20_000_000_000L;
        while (first == null && System.nanoTime() < until) {
            addEvents(storage, rows, utid, track);
            rows++;
            if (rows % 4096 == 0) {
                // The first snapshot may have fewer rows.
                LiveTracks.Snapshot newest = shown.poll(5, TimeUnit.MILLISECONDS);
                first = newest != null && slices(newest) > Table.CHUNK_ROWS / 2 ? newest : null;
            }
        }
        assertNotNull(first);
        TrackNode cpu = first.root().children().get(0).children().get(0);
        SliceData runs = (SliceData) first.data().load(cpu).get();
        assertTrue(runs.size() > 0);
        assertEquals("worker · app", runs.names()[0]);
        TrackNode thread = first.root().children().get(1).children().get(0);
        SliceData work = (SliceData) first.data().load(thread).get();
        assertTrue(work.size() > Table.CHUNK_ROWS / 2, () -> work.size() + " slices");
        assertEquals(3, work.names().length);
        assertEquals(first.bounds().end(), runs.end()[runs.size() - 1]);
        live.stop();
        try (TraceStore store = writer.finish()) {
            TrackNode whole = TrackTreeBuilder.build(store);
            assertEquals(whole.children().get(0).children().get(0).key(), cpu.key());
            assertTrue(whole.children().stream()
                    .flatMap(g -> g.children().stream())
                    .anyMatch(n -> n.key().equals(thread.key())));
        }
    }

    private static int addThread(TraceStorage storage) {
        Table processes = storage.table("__intrinsic_process");
        int upid = processes.addRow();
        processes.longs("pid").set(upid, 7);
        processes.strings("name").set(upid, storage.strings().intern("app"));
        Table threads = storage.table("__intrinsic_thread");
        int utid = threads.addRow();
        threads.longs("tid").set(utid, 7);
        threads.strings("name").set(utid, storage.strings().intern("worker"));
        threads.ints("upid").set(utid, upid);
        return utid;
    }

    private static int addTrack(TraceStorage storage, int utid) {
        Table tracks = storage.table("__intrinsic_track");
        int track = tracks.addRow();
        tracks.ints("utid").set(track, utid);
        tracks.strings("event_type").set(track, storage.strings().intern("slice"));
        tracks.strings("type").set(track, storage.strings().intern("thread_execution"));
        return track;
    }

    private static void addEvents(TraceStorage storage, int row, int utid, int track) {
        Table sched = storage.table("__intrinsic_sched_slice");
        Table slices = storage.table("__intrinsic_slice");
        Table counters = storage.table("__intrinsic_counter");
        int s = sched.addRow();
        sched.longs("ts").set(s, row * 10L);
        sched.longs("dur").set(s, 10);
        sched.ints("utid").set(s, utid);
        sched.ints("ucpu").set(s, 0);
        int e = slices.addRow();
        slices.longs("ts").set(e, row * 10L);
        slices.longs("dur").set(e, 5);
        slices.ints("track_id").set(e, track);
        slices.ints("depth").set(e, 0);
        slices.strings("name").set(e, storage.strings().intern("work " + row % 3));
        counters.longs("ts").set(counters.addRow(), row);
    }

    @Test
    void aPartlyWrittenRowIsSkipped() throws Exception {
        TraceStorage storage = new TraceStorage();
        BlockingQueue<LiveTracks.Snapshot> shown = new LinkedBlockingQueue<>();
        LiveTracks live = LiveTracks.watch(storage, shown::add);
        Table sched = storage.table("__intrinsic_sched_slice");
        for (int i = 0; i < 3; i++) {
            int row = sched.addRow();
            sched.longs("ts").set(row, 100 + 10 * i);
            sched.longs("dur").set(row, 10);
            sched.ints("ucpu").set(row, 0);
        }
        sched.addRow();
        Table slices = storage.table("__intrinsic_slice");
        slices.longs("ts").set(slices.addRow(), 105);
        slices.addRow();
        Table counters = storage.table("__intrinsic_counter");
        LiveTracks.Snapshot first = null;
        long until = System.nanoTime() + 20_000_000_000L;
        for (int chunk = 1; first == null && System.nanoTime() < until; chunk++) {
            for (int i = 0; i < Table.CHUNK_ROWS; i++) {
                counters.longs("ts").set(counters.addRow(), i);
            }
            counters.seal(chunk << Table.CHUNK_BITS);
            first = shown.poll(50, TimeUnit.MILLISECONDS);
        }
        live.stop();
        assertNotNull(first);
        assertEquals(new TimeSpan(100, 130), first.bounds());
    }

    private static int slices(LiveTracks.Snapshot snapshot) throws Exception {
        return snapshot.data()
                .load(snapshot.root().children().get(1).children().get(0))
                .get()
                .size();
    }

    /// Adds more rows than are required for a first snapshot.
    private static void addRuns(TraceStorage storage) {
        Table sched = storage.table("__intrinsic_sched_slice");
        for (int i = 0; i < 3000; i++) {
            int row = sched.addRow();
            sched.longs("ts").set(row, 100 + 10L * i);
            sched.longs("dur").set(row, 10);
            sched.ints("ucpu").set(row, 0);
        }
    }

    @Test
    void showsTheFirstRowsBeforeAnyChunkIsFull() throws Exception {
        TraceStorage storage = new TraceStorage();
        BlockingQueue<LiveTracks.Snapshot> shown = new LinkedBlockingQueue<>();
        LiveTracks live = LiveTracks.watch(storage, shown::add, 0);
        addRuns(storage);
        LiveTracks.Snapshot first = shown.poll(20, TimeUnit.SECONDS);
        live.stop();
        assertNotNull(first);
        assertEquals(new TimeSpan(100, 100 + 10L * 2048), first.bounds());
    }

    /// Fills chunks of counters on the calling thread until the import is stopped. Only the first rows belong to a
    /// table that is displayed.
    private static void importUntil(BooleanSupplier isEnough, TraceStorage storage, AtomicInteger chunks) {
        addRuns(storage);
        Table counters = storage.table("__intrinsic_counter");
        while (!isEnough.getAsBoolean()) {
            for (int i = 0; i < Table.CHUNK_ROWS; i++) {
                counters.longs("ts").set(counters.addRow(), i);
            }
            int sealed = (chunks.get() + 1) << Table.CHUNK_BITS;
            counters.seal(sealed);
            chunks.incrementAndGet();
        }
    }

    @Test
    void anImportWaitsOnceForTheFirstPaint() throws Exception {
        TraceStorage storage = new TraceStorage();
        BlockingQueue<LiveTracks.Snapshot> shown = new LinkedBlockingQueue<>();
        LiveTracks live = LiveTracks.watch(storage, shown::add, 0);
        CompletableFuture<Void> painted = new CompletableFuture<>();
        live.waitForFirstPaint(painted, TimeUnit.MINUTES.toNanos(5));
        AtomicInteger chunks = new AtomicInteger();
        AtomicBoolean hasEnded = new AtomicBoolean();
        Thread importer = Thread.ofPlatform().daemon().start(() -> importUntil(hasEnded::get, storage, chunks));
        assertNotNull(shown.poll(20, TimeUnit.SECONDS));
        waitFor(() -> importer.getState() == Thread.State.TIMED_WAITING);
        int before = chunks.get();
        Thread.sleep(100);
        assertEquals(before, chunks.get());
        painted.complete(null);
        waitFor(() -> chunks.get() > before + 3);
        hasEnded.set(true);
        importer.join(20_000);
        live.stop();
    }

    @Test
    void anImportWaitsForTheFirstPaintForALimitedTime() throws Exception {
        TraceStorage storage = new TraceStorage();
        BlockingQueue<LiveTracks.Snapshot> shown = new LinkedBlockingQueue<>();
        LiveTracks live = LiveTracks.watch(storage, shown::add, 0);
        live.waitForFirstPaint(new CompletableFuture<>(), TimeUnit.MILLISECONDS.toNanos(20));
        AtomicInteger chunks = new AtomicInteger();
        AtomicInteger expectedChunks = new AtomicInteger(Integer.MAX_VALUE);
        Thread importer = Thread.ofPlatform()
                .daemon()
                .start(() -> importUntil(() -> chunks.get() > expectedChunks.get(), storage, chunks));
        assertNotNull(shown.poll(20, TimeUnit.SECONDS));
        expectedChunks.set(chunks.get() + 3);
        importer.join(20_000);
        assertFalse(importer.isAlive());
        live.stop();
    }

    private static void waitFor(BooleanSupplier condition) throws InterruptedException {
        long until = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertTrue(System.nanoTime() < until);
            Thread.sleep(2);
        }
    }
}
