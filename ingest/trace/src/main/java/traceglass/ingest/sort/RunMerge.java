package traceglass.ingest.sort;

import java.io.IOException;

/// Merges the runs of a queue that are on disk with its events in memory. While all events are being emitted, upcoming
/// ones are decoded in advance, so that a [PrefetchListener] can prepare them.
final class RunMerge {

    /// The queue's sorted events that are in memory.
    interface Memory {

        /// Returns whether there are no events in memory.
        boolean isEmpty();

        /// Returns whether the first event in memory comes before the current event of a run.
        boolean isBefore(RunInput run);

        long ts();

        long sequence();

        long data();

        /// Removes the first event and returns its object.
        Object removeFirst();
    }

    /// Maximum number of decoded events if they are prefetched.
    private static final int CAPACITY = 4 * PrefetchListener.BATCH_EVENTS;

    private final QueueRuns runs;
    private final PrefetchListener prefetchListener;
    private final Memory memory;
    private final long[] times;
    private final long[] sequences;
    private final long[] data;
    private final Object[] refs;
    private int from;
    private int count;
    private long removedData;
    private Object removedRef;

    /// @param prefetchListener listener for decoded events, or null
    RunMerge(EventCodec codec, PrefetchListener prefetchListener, Memory memory) {
        runs = new QueueRuns(codec);
        this.prefetchListener = prefetchListener;
        this.memory = memory;
        int capacity = prefetchListener == null ? 0 : CAPACITY;
        times = new long[capacity];
        sequences = new long[capacity];
        data = new long[capacity];
        refs = new Object[capacity];
    }

    void add(RunInput run) {
        runs.add(run);
    }

    void mergeRuns(int level, RunFile file) throws IOException {
        runs.merge(level, file);
    }

    /// Returns whether all events of the runs have been removed. There may still be events in memory.
    boolean isEmpty() {
        return count == 0 && runs.isEmpty();
    }

    /// Returns whether there is a next event, in a run or in memory.
    ///
    /// @param isDraining whether all events are being emitted without a pause. Otherwise, an event that is added
    ///     later may come before the next one.
    boolean hasNext(boolean isDraining) throws IOException {
        if (prefetchListener != null
                && isDraining
                && count <= CAPACITY - 2 * PrefetchListener.BATCH_EVENTS
                && prefetchListener.hasCapacity()) {
            prefetch(prefetchListener);
        }
        return count > 0 || !runs.isEmpty() || !memory.isEmpty();
    }

    private void prefetch(PrefetchListener listener) throws IOException {
        int added = 0;
        for (; added < PrefetchListener.BATCH_EVENTS && !(runs.isEmpty() && memory.isEmpty()); added++) {
            int slot = from + count & CAPACITY - 1;
            times[slot] = nextTs();
            sequences[slot] = nextSequence();
            removeNext();
            data[slot] = removedData;
            refs[slot] = removedRef;
            count++;
            listener.add(data[slot], refs[slot]);
        }
        if (added > 0) {
            listener.flush();
        }
    }

    /// Returns the time of the next event.
    long ts() {
        return count > 0 ? times[from] : nextTs();
    }

    /// Returns the sequence number of the next event.
    long sequence() {
        return count > 0 ? sequences[from] : nextSequence();
    }

    /// Removes the next event; [#data] and [#ref] then return it.
    void remove() throws IOException {
        if (count == 0) {
            removeNext();
            return;
        }
        removedData = data[from];
        removedRef = refs[from];
        refs[from] = null;
        from = from + 1 & CAPACITY - 1;
        count--;
    }

    long data() {
        return removedData;
    }

    /// Returns the object of the event removed last, and releases it.
    Object ref() {
        Object ref = removedRef;
        removedRef = null;
        return ref;
    }

    private boolean isNextInMemory() {
        return runs.isEmpty() || !memory.isEmpty() && memory.isBefore(runs.first());
    }

    private long nextTs() {
        return isNextInMemory() ? memory.ts() : runs.first().ts();
    }

    private long nextSequence() {
        return isNextInMemory() ? memory.sequence() : runs.first().sequence();
    }

    private void removeNext() throws IOException {
        if (isNextInMemory()) {
            removedData = memory.data();
            removedRef = memory.removeFirst();
        } else {
            RunInput run = runs.decodeFirst();
            removedData = run.data();
            removedRef = run.ref();
            runs.advance();
        }
    }

    /// Returns the time of the earliest event of the runs; [Long#MAX_VALUE] if there is none.
    long minTs() {
        if (count > 0) {
            return times[from];
        }
        return runs.isEmpty() ? Long.MAX_VALUE : runs.first().ts();
    }
}
