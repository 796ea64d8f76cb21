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

/// Shows an import while it goes on: who ran on each CPU, and the slices of the busiest threads, under the keys that
/// the finished tree has too.
///
/// It listens to the tables that fill up, and to those that are shown from their first rows on. From time to time it
/// copies on the import's thread what it needs, a few milliseconds for a million rows, and makes tracks of that on a
/// thread of its own. The more there is, the rarer; and from some size on the picture stays as it is until the import
/// is done, so that memory stays bounded.
///
/// Where processors are few, the import can wait while its first picture is painted, see [LiveTracks#waitForPicture].
public final class LiveTracks {

    private static final long FIRST_AFTER_NS = 200_000_000L;
    private static final long LEAST_PAUSE_NS = 600_000_000L;
    /// Pause after a snapshot, in times of what it took to make.
    private static final int PAUSE_FACTOR = 12;
    /// Rows of each kind from which on the picture stays: as many as are seen anyway, at some 60 bytes each.
    private static final int MOST_ROWS = 1_000_000;
    /// Where there is a picture already, one of a tenth of a second more would not be worth making.
    private static final long NEXT_AFTER_NS = 700_000_000L;
    private static final List<String> SHOWN = List.of("__intrinsic_slice", "__intrinsic_sched_slice");
    /// Rows of one of those that are worth showing.
    private static final int FIRST_ROWS = 2048;

    /// What can be shown at one moment. Immutable.
    ///
    /// @param root its children are the top level
    /// @param bounds from the first event to the end of the last so far
    /// @param data the tracks of this tree, already there
    public record Snapshot(TrackNode root, TimeSpan bounds, TrackDataSource data) {}

    private final TraceStorage storage;
    private final Consumer<Snapshot> shown;
    private final ExecutorService builder = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "live-tracks");
        thread.setDaemon(true);
        // The import comes first.
        thread.setPriority(Thread.MIN_PRIORITY);
        return thread;
    });
    private final AtomicBoolean busy = new AtomicBoolean();
    private final List<LiveSnapshot.RunChunk> runChunks = new ArrayList<>();
    private final List<LiveSnapshot.SliceChunk> sliceChunks = new ArrayList<>();
    private volatile long nextNs;
    private volatile boolean stopped;
    private volatile boolean given;
    /// Null when the import does not wait for it, or no longer.
    private volatile Future<?> picture;
    private long longestWaitNs;

    private LiveTracks(TraceStorage storage, Consumer<Snapshot> shown, long firstAfterNs) {
        this.storage = storage;
        this.shown = shown;
        nextNs = System.nanoTime() + firstAfterNs;
    }

    /// Starts to watch a storage that is still empty. Must come before anybody who lets its chunks go.
    ///
    /// @param shown is given each snapshot, on a thread of this class
    public static LiveTracks watch(TraceStorage storage, Consumer<Snapshot> shown) {
        return watch(storage, shown, FIRST_AFTER_NS);
    }

    /// What can be shown of the beginning of a trace, which nobody writes to any more. Its ids are not those of the
    /// whole trace: tracks have keys that none of it has, so that what is kept for one, its pin or its events, does
    /// not go to another.
    public static Snapshot glimpse(TraceStorage storage) {
        return new LiveTree(new LiveSnapshot(storage, List.of(), List.of(), true), "glimpse/").build();
    }

    /// Starts to watch a storage of which something is shown already, as by [#glimpse], so that less is not worth
    /// showing.
    public static LiveTracks watchOn(TraceStorage storage, Consumer<Snapshot> shown) {
        LiveTracks live = new LiveTracks(storage, shown, NEXT_AFTER_NS);
        for (Table table : storage.tables()) {
            table.onSeal(live::sealed);
        }
        return live;
    }

    /// @param firstAfterNs what is over sooner than that is not shown before it is
    static LiveTracks watch(TraceStorage storage, Consumer<Snapshot> shown, long firstAfterNs) {
        LiveTracks live = new LiveTracks(storage, shown, firstAfterNs);
        for (Table table : storage.tables()) {
            table.onSeal(live::sealed);
        }
        // A trace's first chunk is full only after half a second, and what fills it is not always what is
        // shown.
        for (String table : SHOWN) {
            storage.table(table).onFirstRows(FIRST_ROWS, live::look);
        }
        return live;
    }

    /// Lets the import wait from its first snapshot on until that is on the screen, once: with one or two
    /// processors it would take them from who paints, and from a window that is only being made. To be called
    /// before the import begins.
    ///
    /// @param painted done when the first snapshot is on the screen, or nobody waits for it any more
    /// @param longestNs after which the import goes on all the same
    public void waitForPicture(Future<?> painted, long longestNs) {
        longestWaitNs = longestNs;
        picture = painted;
    }

    /// No snapshot is given after this; call it when the import is done or given up.
    public void stop() {
        stopped = true;
        builder.shutdownNow();
    }

    /// On the import's thread, whenever 32,768 rows of any table are done: takes rows before they are let go, and
    /// sees to the time.
    private void sealed(Table table) {
        if (stopped) {
            return;
        }
        if (table.name().equals("__intrinsic_slice")) {
            takeSlices(table);
        } else if (table.name().equals("__intrinsic_sched_slice")) {
            takeRuns(table);
        }
        look();
    }

    private void waitForPicture() {
        Future<?> awaited = picture;
        picture = null;
        try {
            awaited.get(longestWaitNs, TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            // There is none to wait for.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        if (given && picture != null) {
            waitForPicture();
        }
        if (!stopped && System.nanoTime() - nextNs >= 0) {
            checkpoint();
        }
    }

    private void takeSlices(Table slices) {
        int sealedChunks = slices.sealed() >> Table.CHUNK_BITS;
        while (sliceChunks.size() < sealedChunks && sliceChunks.size() << Table.CHUNK_BITS < MOST_ROWS) {
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
        while (runChunks.size() < sealedChunks && runChunks.size() << Table.CHUNK_BITS < MOST_ROWS) {
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
        if (Math.max(runs.rowCount(), slices.rowCount()) > 2 * MOST_ROWS
                || runs.rowCount() + slices.rowCount() == 0
                || !busy.compareAndSet(false, true)) {
            return;
        }
        // Beyond the limit chunks were not taken, and are gone.
        boolean withRest = slices.firstChunk() <= sliceChunks.size() && runs.firstChunk() <= runChunks.size();
        long start = System.nanoTime();
        LiveSnapshot snapshot = new LiveSnapshot(storage, runChunks, sliceChunks, withRest);
        builder.execute(() -> {
            try {
                Snapshot tracks = new LiveTree(snapshot, "").build();
                if (!stopped) {
                    given = true;
                    shown.accept(tracks);
                }
            } finally {
                long took = System.nanoTime() - start;
                nextNs = System.nanoTime() + Math.max(LEAST_PAUSE_NS, PAUSE_FACTOR * took);
                busy.set(false);
            }
        });
    }
}
