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
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;
import traceglass.store.time.TimeSpan;

/// Builds tracks of a running import: scheduling on each CPU, and the slices of the busiest threads, with the track
/// keys of the finished tree.
///
/// Snapshots are triggered by sealed chunks of any table, and by the first rows of the displayed tables. A snapshot
/// copies the required columns on the import's thread, which takes a few milliseconds for a million rows; a separate
/// thread builds tracks from the copy. The interval between snapshots grows with the amount of data, and above a limit
/// there are no more snapshots, so that memory is bounded.
///
/// On machines with few processors the import can wait until the first snapshot is painted, see
/// [LiveTracks#waitForFirstPaint].
public final class LiveTracks {

    /// Delay of the first snapshot.
    private static final long FIRST_AFTER_NS = 200_000_000L;
    private static final long MIN_PAUSE_NS = 600_000_000L;
    /// Minimum pause after a snapshot, as a multiple of the time it took.
    private static final int PAUSE_FACTOR = 12;
    /// Maximum number of rows per table in a snapshot, except for the rows of the current chunk. At twice this
    /// number, snapshots stop: further rows would hardly change the display, and each takes about 60 bytes.
    private static final int MAX_ROWS = 1_000_000;
    /// Delay of the first snapshot if a preview is displayed already: an earlier snapshot would add too little to
    /// it.
    private static final long NEXT_AFTER_NS = 700_000_000L;
    private static final List<String> DISPLAYED_TABLES = List.of(TableNames.Slice.TABLE, TableNames.SchedSlice.TABLE);
    /// Number of rows in a displayed table at which the first snapshot may be taken.
    private static final int FIRST_ROWS = 2048;

    /// Tracks of the part of a trace that has been imported so far. Immutable.
    ///
    /// @param root root node, which is not displayed; its children are the top-level tracks
    /// @param bounds time range from the start of the first event to the end of the last one so far
    /// @param data data of all tracks in the tree, already loaded
    public record Snapshot(TrackNode root, TimeSpan bounds, TrackDataSource data) {}

    private final TraceStorage storage;
    private final Consumer<Snapshot> receiver;
    private final ExecutorService builder = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "live-tracks");
        thread.setDaemon(true);
        // The import has priority.
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    });
    private final AtomicBoolean isBusy = new AtomicBoolean();
    private final List<LiveSnapshot.RunChunk> runChunks = new ArrayList<>();
    private final List<LiveSnapshot.SliceChunk> sliceChunks = new ArrayList<>();
    private volatile long nextNs;
    private volatile boolean isStopped;
    private volatile boolean isPublished;
    /// Completes when the first snapshot is on screen; null if the import does not wait for that, or has waited.
    private volatile Future<?> firstPaint;
    private long longestWaitNs;

    private LiveTracks(TraceStorage storage, Consumer<Snapshot> receiver, long firstAfterNs) {
        this.storage = storage;
        this.receiver = receiver;
        nextNs = System.nanoTime() + firstAfterNs;
    }

    /// Starts watching a storage that is still empty. Must be called before listeners are added that release
    /// chunks.
    ///
    /// @param receiver receives each snapshot, on a thread of this class
    public static LiveTracks watch(TraceStorage storage, Consumer<Snapshot> receiver) {
        return watch(storage, receiver, FIRST_AFTER_NS);
    }

    /// Returns the tracks of a storage that holds only the beginning of a trace and is complete. Ids differ from
    /// those of the whole trace, so track keys have a prefix that prevents pins and selections from applying to
    /// other tracks.
    public static Snapshot preview(TraceStorage storage) {
        return new LiveTree(new LiveSnapshot(storage, List.of(), List.of(), true), "preview/").build();
    }

    /// Starts watching like [#watch] while a preview is already displayed, so that the first snapshot can be
    /// later.
    public static LiveTracks watchAfterPreview(TraceStorage storage, Consumer<Snapshot> receiver) {
        LiveTracks live = new LiveTracks(storage, receiver, NEXT_AFTER_NS);
        for (Table table : storage.tables()) {
            table.onSeal(live::onSealed);
        }
        return live;
    }

    /// @param firstAfterNs delay of the first snapshot; shorter imports have none
    static LiveTracks watch(TraceStorage storage, Consumer<Snapshot> receiver, long firstAfterNs) {
        LiveTracks live = new LiveTracks(storage, receiver, firstAfterNs);
        for (Table table : storage.tables()) {
            table.onSeal(live::onSealed);
        }
        // The first chunk is sealed only after about half a second, and may belong to a table that is not
        // displayed.
        for (String table : DISPLAYED_TABLES) {
            storage.table(table).onFirstRows(FIRST_ROWS, live::snapshotIfDue);
        }
        return live;
    }

    /// Makes the import wait until the first snapshot is on screen: with one or two processors, the import would
    /// slow down the creation of the window and painting. Must be called before the import starts.
    ///
    /// @param painted completes when the first snapshot is on screen, or when the import must not wait for it
    /// @param longestNs maximum time to wait
    public void waitForFirstPaint(Future<?> painted, long longestNs) {
        longestWaitNs = longestNs;
        firstPaint = painted;
    }

    /// Stops snapshots; call it when the import is done or aborted.
    public void stop() {
        isStopped = true;
        builder.shutdownNow();
    }

    /// Called on the import's thread whenever a chunk of 32,768 rows of any table is complete. Keeps the chunk,
    /// which other listeners release later, and takes a snapshot if one is due.
    private void onSealed(Table table) {
        if (isStopped) {
            return;
        }
        if (table.name().equals(TableNames.Slice.TABLE)) {
            takeSlices(table);
        } else if (table.name().equals(TableNames.SchedSlice.TABLE)) {
            takeRuns(table);
        }
        snapshotIfDue();
    }

    private void waitForFirstPaint() {
        Future<?> awaited = firstPaint;
        firstPaint = null;
        try {
            awaited.get(longestWaitNs, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            // The import continues without waiting any longer.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void snapshotIfDue() {
        if (isPublished && firstPaint != null) {
            waitForFirstPaint();
        }
        if (!isStopped && System.nanoTime() - nextNs >= 0) {
            takeSnapshot();
        }
    }

    private void takeSlices(Table slices) {
        int sealedChunks = slices.sealed() >> Table.CHUNK_BITS;
        while (sliceChunks.size() < sealedChunks && sliceChunks.size() << Table.CHUNK_BITS < MAX_ROWS) {
            int chunk = sliceChunks.size();
            sliceChunks.add(new LiveSnapshot.SliceChunk(
                    slices.longs(TableNames.Slice.TS).chunk(chunk),
                    slices.longs(TableNames.Slice.DUR).chunk(chunk),
                    slices.ints(TableNames.Slice.TRACK_ID).chunk(chunk),
                    slices.strings(TableNames.Slice.NAME).chunk(chunk),
                    slices.ints(TableNames.Slice.DEPTH).chunk(chunk)));
        }
        slices.holdChunks(sliceChunks.size());
    }

    private void takeRuns(Table runs) {
        int sealedChunks = runs.sealed() >> Table.CHUNK_BITS;
        while (runChunks.size() < sealedChunks && runChunks.size() << Table.CHUNK_BITS < MAX_ROWS) {
            int chunk = runChunks.size();
            runChunks.add(new LiveSnapshot.RunChunk(
                    runs.longs(TableNames.SchedSlice.TS).chunk(chunk),
                    runs.longs(TableNames.SchedSlice.DUR).chunk(chunk),
                    runs.ints(TableNames.SchedSlice.UCPU).chunk(chunk),
                    runs.ints(TableNames.SchedSlice.UTID).chunk(chunk)));
        }
        runs.holdChunks(runChunks.size());
    }

    private void takeSnapshot() {
        Table slices = storage.table(TableNames.Slice.TABLE);
        Table runs = storage.table(TableNames.SchedSlice.TABLE);
        if (Math.max(runs.rowCount(), slices.rowCount()) > 2 * MAX_ROWS
                || runs.rowCount() + slices.rowCount() == 0
                || !isBusy.compareAndSet(false, true)) {
            return;
        }
        // Above the limit, chunks between the kept ones and the current one have been released.
        boolean includesRest = slices.firstChunk() <= sliceChunks.size() && runs.firstChunk() <= runChunks.size();
        long start = System.nanoTime();
        LiveSnapshot snapshot = new LiveSnapshot(storage, runChunks, sliceChunks, includesRest);
        builder.execute(() -> {
            try {
                Snapshot tracks = new LiveTree(snapshot, "").build();
                if (!isStopped) {
                    isPublished = true;
                    receiver.accept(tracks);
                }
            } finally {
                long durationNs = System.nanoTime() - start;
                nextNs = System.nanoTime() + Math.max(MIN_PAUSE_NS, PAUSE_FACTOR * durationNs);
                isBusy.set(false);
            }
        });
    }
}
