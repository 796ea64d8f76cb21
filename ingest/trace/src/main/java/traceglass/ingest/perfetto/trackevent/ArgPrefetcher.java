package traceglass.ingest.perfetto.trackevent;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import traceglass.ingest.perfetto.args.ArgStrings;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.sort.PrefetchListener;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.store.table.StringPool;

/// Decodes track events, their names and arguments ahead of the importer on a separate thread; they account for a
/// quarter of the importer's work. The thread uses only strings that the importer has already interned and changes
/// nothing that the importer sees. An event with a new string, or with data that depends on the time of the event, is
/// left to the importer. The result therefore does not depend on the progress of the thread.
final class ArgPrefetcher implements PrefetchListener {

    private static final int BATCHES = 4;
    /// Capacity for arguments of a batch; events that exceed it are left to the importer.
    private static final int ARG_CAPACITY = 8 * BATCH_EVENTS;
    /// Number of events that the thread skips if the importer has overtaken it.
    private static final int LEAD = 64;

    /// Consecutive events and their arguments. Owned by the importer until it is passed on; after that, the
    /// importer may access the events before [#done].
    private static final class Batch {
        final long[] data = new long[BATCH_EVENTS];
        final PendingEventBytes[] refs = new PendingEventBytes[BATCH_EVENTS];
        StringPool.Lookup lookup;
        int size;

        final TrackEventRecord events = new TrackEventRecord(BATCH_EVENTS, ARG_CAPACITY);

        /// Number of finished events; written by the prefetch thread.
        volatile int done;
        /// Events before this one are no longer needed; written by the importer.
        volatile int firstNeeded;
    }

    /// Interval at which the queue is polled, in ns: a fraction of the time in which the importer handles the events
    /// that are ready.
    private static final long POLL_NS = 50_000;

    /// Tells the thread to stop.
    private static final Batch END = new Batch();

    private final StringPool strings;
    private final MessageTypes types;
    private final ArgStrings argStrings = ArgStrings.lookupOnly();
    private final Function<ArgStrings, TrackEventFiller> fillers;

    // State of the importer.
    private final Batch[] batches = new Batch[BATCHES];
    private final ArrayDeque<Batch> free = new ArrayDeque<>();
    private final ArrayDeque<Batch> queued = new ArrayDeque<>();
    /// Batches already emitted but still used by the thread.
    private final ArrayDeque<Batch> unfinished = new ArrayDeque<>();
    private Batch nextBatch;
    private Batch current;
    private int next;
    private int ready;
    private int index = -1;
    private Thread thread;
    private Queue<Batch> pendingBatches;
    private volatile boolean hasEnded;

    // State of the prefetch thread.
    private final ArgSetBuilder scratch = new ArgSetBuilder();
    private TrackEventFiller filler;

    /// @param types types of the importer, which do not change while events are emitted
    /// @param fillers creates the decoder of events for the given strings; called on the importer's thread
    ArgPrefetcher(StringPool strings, MessageTypes types, Function<ArgStrings, TrackEventFiller> fillers) {
        this.strings = strings;
        this.types = types;
        this.fillers = fillers;
    }

    @Override
    public boolean hasCapacity() {
        if (free.isEmpty()) {
            unfinished.removeIf(b -> {
                boolean isFinished = b.done == b.size;
                if (isFinished) {
                    free.add(b);
                }
                return isFinished;
            });
        }
        if (free.isEmpty() && batches[BATCHES - 1] == null) {
            int i = 0;
            while (batches[i] != null) {
                i++;
            }
            batches[i] = new Batch();
            free.add(batches[i]);
        }
        return !free.isEmpty();
    }

    @Override
    public void add(long data, Object ref) {
        if (nextBatch == null) {
            nextBatch = free.removeFirst();
            nextBatch.size = 0;
        }
        nextBatch.data[nextBatch.size] = data;
        nextBatch.refs[nextBatch.size++] = (PendingEventBytes) ref;
    }

    @Override
    public void flush() {
        Batch b = nextBatch;
        nextBatch = null;
        b.lookup = strings.lookup();
        b.events.clearLists();
        b.done = 0;
        // The importer is about to reach the first batch.
        b.firstNeeded = current == null && queued.isEmpty() ? LEAD : 0;
        queued.add(b);
        if (filler == null) {
            filler = fillers.apply(argStrings);
        }
        if (thread == null) {
            filler.types().addFrom(types);
            Queue<Batch> queue = new ConcurrentLinkedQueue<>();
            pendingBatches = queue;
            hasEnded = false;
            thread = Thread.ofPlatform().daemon().name("arguments").start(() -> run(queue));
        }
        pendingBatches.add(b);
    }

    @Override
    public void skip() {
        advance(0);
    }

    /// Advances to the next emitted event.
    ///
    /// @param location location as passed to [PrefetchListener#add]
    void advance(long location) {
        index = -1;
        if (current != null && next == current.size) {
            (current.done == current.size ? free : unfinished).add(current);
            current = null;
        }
        if (current == null) {
            current = queued.pollFirst();
            next = 0;
            ready = 0;
            if (current == null) {
                return;
            }
        }
        int i = next++;
        if (i >= ready) {
            ready = current.done;
            if (i >= ready) {
                current.firstNeeded = i + LEAD;
                return;
            }
        }
        if (current.data[i] == location) {
            index = i;
        }
    }

    /// Returns the record that contains the current event; null if the thread has not reached it.
    TrackEventRecord record() {
        return index < 0 ? null : current.events;
    }

    /// Returns the row of the current event in [#record].
    int row() {
        return index;
    }

    /// Returns whether all batches passed on are finished.
    boolean isCaughtUp() {
        return (current == null || current.done == current.size)
                && queued.stream().allMatch(b -> b.done == b.size);
    }

    @Override
    public void discardAll() {
        if (thread == null) {
            return;
        }
        hasEnded = true;
        pendingBatches.add(END);
        boolean isInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        thread = null;
        nextBatch = null;
        current = null;
        index = -1;
        queued.clear();
        unfinished.clear();
        free.clear();
        for (Batch b : batches) {
            if (b != null) {
                Arrays.fill(b.refs, null);
                b.lookup = null;
                free.add(b);
            }
        }
    }

    private void run(Queue<Batch> queue) {
        for (Batch b = next(queue); b != END; b = next(queue)) {
            argStrings.setLookup(b.lookup);
            int size = b.size;
            for (int i = 0; i < size && !hasEnded; i++) {
                b.events.clear(i);
                if (i >= b.firstNeeded) {
                    tryPrefetch(b, i);
                }
                b.refs[i] = null;
                b.done = i + 1;
            }
        }
    }

    /// Waits for the next batch by polling, because waking a thread takes the importer as long as several events. The
    /// thread lives only while events are emitted.
    private static Batch next(Queue<Batch> queue) {
        Batch b;
        while ((b = queue.poll()) == null) {
            LockSupport.parkNanos(POLL_NS);
        }
        return b;
    }

    /// Failures are left to the importer, which reports them.
    private void tryPrefetch(Batch b, int i) {
        try {
            filler.fillAhead(b.events, i, b.refs[i], b.data[i], scratch);
        } catch (RuntimeException | StackOverflowError e) {
            b.events.clear(i);
        }
    }
}
