package traceglass.analysis.live;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import traceglass.analysis.track.TrackDataSource;
import traceglass.analysis.track.TrackNode;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

/// Displays an import while it is running: scheduling on each CPU, and the slices of the busiest threads, with the
/// track keys of the finished tree.
///
/// It listens to finished chunks of tables, and to the first rows of the tables that it displays. At intervals it
/// copies what it needs on the import's thread, which takes a few milliseconds for a million rows, and builds tracks
/// from the copy on a thread of its own. The interval grows with the amount of data, and above a limit the picture is
/// no longer updated until the import is done, so that memory is bounded.
///
/// On machines with few processors the import can wait while the first picture is painted, see
/// [LiveTracks#waitForPicture].
public final class LiveTracks {

    private static final long FIRST_AFTER_NS = 200_000_000L;
    private static final long MIN_PAUSE_NS = 600_000_000L;
    /// Minimum pause after a snapshot, as a multiple of the time it took.
    private static final int PAUSE_FACTOR = 12;
    /// Number of rows of each kind after which the picture is no longer updated: more are hardly visible, and each
    /// takes some 60 bytes.
    private static final int MAX_ROWS = 1_000_000;
    /// Delay of the first snapshot if something is displayed already; a picture with little more data is not worth
    /// building.
    private static final long NEXT_AFTER_NS = 700_000_000L;
    private static final List<String> SHOWN = List.of("__intrinsic_slice", "__intrinsic_sched_slice");
    /// Number of rows of one of these tables that are worth displaying.
    private static final int FIRST_ROWS = 2048;

    /// Displayable state at one moment. Immutable.
    ///
    /// @param root its children are the top level
    /// @param bounds from the first event to the end of the last one so far
    /// @param data data of the tracks of this tree, already loaded
    public record Snapshot(TrackNode root, TimeSpan bounds, TrackDataSource data) {}

    private final TraceStorage storage;
    private final Consumer<Snapshot> shown;
    private final ExecutorService builder = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "live-tracks");
        thread.setDaemon(true);
        // The import has priority.
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    });
    private final AtomicBoolean busy = new AtomicBoolean();
    private final List<LiveSnapshot.RunChunk> runChunks = new ArrayList<>();
    private final List<LiveSnapshot.SliceChunk> sliceChunks = new ArrayList<>();
    private volatile long nextNs;
    private volatile boolean stopped;
    private volatile boolean published;
    /// Null if the import does not wait for it, or no longer.
    private volatile Future<?> picture;
    private long longestWaitNs;

    private LiveTracks(TraceStorage storage, Consumer<Snapshot> shown, long firstAfterNs) {
        this.storage = storage;
        this.shown = shown;
        nextNs = System.nanoTime() + firstAfterNs;
    }

    /// Starts to watch a storage that is still empty. Call before registering listeners that release its chunks.
    ///
    /// @param shown receives each snapshot, on a thread of this class
    public static LiveTracks watch(TraceStorage storage, Consumer<Snapshot> shown) {
        return watch(storage, shown, FIRST_AFTER_NS);
    }

    /// Returns tracks of the beginning of a trace, from a storage that is no longer written to. Its ids differ from
    /// those of the whole trace, so its track keys have a prefix: pins and events of a track must not apply to a
    /// different one.
    public static Snapshot preview(TraceStorage storage) {
        return new LiveTree(new LiveSnapshot(storage, List.of(), List.of(), true), "glimpse/").build();
    }

    /// Starts to watch a storage while something is displayed already, such as the result of [#preview], so that
    /// the first snapshot can wait longer.
    public static LiveTracks watchOn(TraceStorage storage, Consumer<Snapshot> shown) {
        LiveTracks live = new LiveTracks(storage, shown, NEXT_AFTER_NS);
        for (Table table : storage.tables()) {
            table.onSeal(live::sealed);
        }
        return live;
    }

    /// @param firstAfterNs delay of the first snapshot; shorter imports are displayed only when done
    static LiveTracks watch(TraceStorage storage, Consumer<Snapshot> shown, long firstAfterNs) {
        LiveTracks live = new LiveTracks(storage, shown, firstAfterNs);
        for (Table table : storage.tables()) {
            table.onSeal(live::sealed);
        }
        // A trace's first chunk is full only after half a second, and is not always one of a displayed table.
        for (String table : SHOWN) {
            storage.table(table).onFirstRows(FIRST_ROWS, live::snapshotIfDue);
        }
        return live;
    }

    /// Makes the import wait once, from its first snapshot until that is on screen: with one or two processors the
    /// import would slow down painting and the creation of the window. Call before the import starts.
    ///
    /// @param painted completed when the first snapshot is on screen, or is no longer waited for
    /// @param longestNs maximum time to wait
    public void waitForPicture(Future<?> painted, long longestNs) {
        longestWaitNs = longestNs;
        picture = painted;
    }

    /// Stops snapshots; call it when the import is done or aborted.
    public void stop() {
        stopped = true;
        builder.shutdownNow();
    }

    /// Called on the import's thread whenever 32,768 rows of any table are finished: keeps the chunk before it is
    /// released, and takes a snapshot if it is due.
    private void sealed(Table table) {
        if (stopped) {
            return;
        }
        if (table.name().equals("__intrinsic_slice")) {
            takeSlices(table);
        } else if (table.name().equals("__intrinsic_sched_slice")) {
            takeRuns(table);
        }
        snapshotIfDue();
    }

    private void waitForPicture() {
        Future<?> awaited = picture;
        picture = null;
        try {
            awaited.get(longestWaitNs, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            // No picture is waited for anymore.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void snapshotIfDue() {
        if (published && picture != null) {
            waitForPicture();
        }
        if (!stopped && System.nanoTime() - nextNs >= 0) {
            checkpoint();
        }
    }

    private void takeSlices(Table slices) {
        int sealedChunks = slices.sealed() >> Table.CHUNK_BITS;
        while (sliceChunks.size() < sealedChunks && sliceChunks.size() << Table.CHUNK_BITS < MAX_ROWS) {
            int chunk = sliceChunks.size();
            sliceChunks.add(new LiveSnapshot.SliceChunk(
                    slices.longs("ts").chunk(chunk),
                    slices.longs("dur").chunk(chunk),
                    slices.ints("track_id").chunk(chunk),
                    slices.strings("name").chunk(chunk),
                    slices.ints("depth").chunk(chunk)));
        }
        slices.holdChunks(sliceChunks.size());
    }

    private void takeRuns(Table runs) {
        int sealedChunks = runs.sealed() >> Table.CHUNK_BITS;
        while (runChunks.size() < sealedChunks && runChunks.size() << Table.CHUNK_BITS < MAX_ROWS) {
            int chunk = runChunks.size();
            runChunks.add(new LiveSnapshot.RunChunk(
                    runs.longs("ts").chunk(chunk),
                    runs.longs("dur").chunk(chunk),
                    runs.ints("ucpu").chunk(chunk),
                    runs.ints("utid").chunk(chunk)));
        }
        runs.holdChunks(runChunks.size());
    }

    private void checkpoint() {
        Table slices = storage.table("__intrinsic_slice");
        Table runs = storage.table("__intrinsic_sched_slice");
        if (Math.max(runs.rowCount(), slices.rowCount()) > 2 * MAX_ROWS
                || runs.rowCount() + slices.rowCount() == 0
                || !busy.compareAndSet(false, true)) {
            return;
        }
        // Beyond the limit, chunks were not kept and have been released.
        boolean withRest = slices.firstChunk() <= sliceChunks.size() && runs.firstChunk() <= runChunks.size();
        long start = System.nanoTime();
        LiveSnapshot snapshot = new LiveSnapshot(storage, runChunks, sliceChunks, withRest);
        builder.execute(() -> {
            try {
                Snapshot tracks = new LiveTree(snapshot, "").build();
                if (!stopped) {
                    published = true;
                    shown.accept(tracks);
                }
            } finally {
                long took = System.nanoTime() - start;
                nextNs = System.nanoTime() + Math.max(MIN_PAUSE_NS, PAUSE_FACTOR * took);
                busy.set(false);
            }
        });
    }
}
