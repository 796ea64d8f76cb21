package traceglass.ingest.sort;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// Merges events from several sources into one time order. Each source (a CPU's ftrace buffer, the track events, …)
/// has a queue that is mostly in order; the unordered parts of queues are sorted, then the queues are merged.
///
/// Events are ordered by time, and events with equal times as in Perfetto's trace processor, because query results
/// depend on it. Within a queue, they keep their order (or the order of their tie keys, see
/// [Queue#push(long, long, long, Object)]). Between queues, the queue that was created first emits all of its events
/// with that time before the other queues do.
///
/// Memory is bounded if the trace permits it: a service that streams to a file marks flushes and buffer reads, and
/// everything before the second-last one is complete. See [#markFlushed] and [#markBuffersRead]. Otherwise, the events
/// of queues with an [EventCodec] are written to sorted runs on disk, see [#spillTo].
public final class EventSorter implements AutoCloseable {

    /// Size of an event in a block, in bytes.
    private static final int BYTES_IN_BLOCK = 36;
    /// Expected size of an event on disk, in bytes.
    private static final long EXPECTED_BYTES = 100;

    private final List<Queue> queues = new ArrayList<>();
    private final Runnable onOutOfOrder;
    private final Runnable onNegative;
    private long pushed;
    private long window;
    private int flushes;
    private long latest = Long.MIN_VALUE;
    private long maxTs;
    private boolean isFullSort;
    private final BlockPool pool = new BlockPool();
    private boolean isDraining;
    private Stopwatch sorting = new Stopwatch();
    private Stopwatch emitting = new Stopwatch();
    private boolean isDiscarding;
    /// Space for files on disk; null to keep all events in memory.
    private SortSpace space;
    /// Memory used by the events in queues with a codec, in bytes; at most `spillAt`.
    private long bytes;
    private long spillAt = Long.MAX_VALUE;

    /// @param onOutOfOrder called for each event dropped because a later one was already emitted
    /// @param onNegative called for each event dropped because its time is negative
    public EventSorter(Runnable onOutOfOrder, Runnable onNegative) {
        this.onOutOfOrder = onOutOfOrder;
        this.onNegative = onNegative;
    }

    /// Creates a queue that emits to `sink`.
    public Queue queue(EventSink sink) {
        return queue(sink, null);
    }

    /// Creates a queue that emits to `sink`, and whose events may be written to disk while they wait.
    ///
    /// @param codec writes and reads the events of this queue only; null to keep them in memory
    public Queue queue(EventSink sink, EventCodec codec) {
        Queue q = new Queue(isDiscarding ? (ts, data, ref) -> {} : sink, codec);
        queues.add(q);
        return q;
    }

    /// Discards the events of all queues created after this call once they are in order, to measure what happens
    /// before and while they are ordered.
    public void discardEvents() {
        isDiscarding = true;
    }

    /// Measures the steps of this sorter with other stopwatches.
    ///
    /// @param sortingStopwatch runs while queues are sorted or written to disk
    /// @param emittingStopwatch runs while events are emitted, including sinks and sorting
    public void measureWith(Stopwatch sortingStopwatch, Stopwatch emittingStopwatch) {
        sorting = sortingStopwatch;
        emitting = emittingStopwatch;
    }

    /// Returns the number of events pushed so far, except those with a negative time.
    public long pushed() {
        return pushed;
    }

    /// From now on, writes events to disk when they need more memory than this space allows. The order of
    /// events does not depend on it. After a disk error, [Queue#push] and the methods that emit throw an
    /// [UncheckedIOException].
    public void spillTo(SortSpace sortSpace) {
        space = sortSpace;
        spillAt = sortSpace.bytes();
    }

    /// Deletes the files that hold events.
    @Override
    public void close() {
        if (space != null) {
            space.close();
        }
    }

    /// Suppresses all output before [#drain], for traces with meaningless flush marks or with events whose time is
    /// only known at the end.
    ///
    /// @return false if events have already been emitted, in which case nothing changes
    public boolean sortAtEndOnly() {
        if (!isFullSort && latest != Long.MIN_VALUE) {
            return false;
        }
        isFullSort = true;
        return true;
    }

    /// Records that the service flushed all data sources: earlier events are in the trace by the next buffer read.
    public void markFlushed() {
        flushes++;
    }

    /// Records that the service read its buffers. If there were at least two flushes since the last emission, emits
    /// the events that had been pushed at that time.
    public void markBuffersRead() {
        if (isFullSort || flushes < 2) {
            return;
        }
        extract(window, Long.MAX_VALUE);
        window = pushed;
        flushes = 0;
        pool.endWindow();
    }

    /// Emits all events up to a time, for a trace that is still being recorded. Events before that time that arrive
    /// later are dropped.
    ///
    /// @param ts latest time that is emitted, in ns
    public void emitUntil(long ts) {
        extract(Long.MAX_VALUE, ts);
    }

    /// Emits all events. Called once after all input has been read.
    public void drain() {
        isDraining = true;
        pool.setDraining(true);
        extract(Long.MAX_VALUE, Long.MAX_VALUE);
        isDraining = false;
        pool.setDraining(false);
    }

    /// Returns the largest time pushed so far, in ns.
    public long maxTs() {
        return maxTs;
    }

    private void extract(long limit, long until) {
        emitting.start();
        long spillable = spillableEvents();
        spillAt = Long.MAX_VALUE;
        try {
            merge(limit, until);
        } finally {
            queues.forEach(Queue::discardPrefetched);
            emitting.stop();
        }
        if (space != null) {
            spillAt = space.bytes();
            bytes = spillable == 0 ? 0 : (long) ((double) bytes * spillableEvents() / spillable);
        }
    }

    /// Returns the number of events in memory that could be written to disk.
    private long spillableEvents() {
        long events = 0;
        for (Queue q : queues) {
            events += q.codec == null ? 0 : q.events.size();
        }
        return events;
    }

    private void spill() {
        sorting.start();
        try {
            space.spill(queues);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        bytes = 0;
        pool.clear();
        sorting.stop();
    }

    /// Returns the time spent emitting events in ns, including sinks and [#sortNs].
    public long emitNs() {
        return emitting.ns();
    }

    /// Returns the time spent sorting queues, in ns.
    public long sortNs() {
        return sorting.ns();
    }

    private void merge(long limit, long until) {
        while (true) {
            Queue first = null;
            long min = Long.MAX_VALUE;
            long second = Long.MAX_VALUE;
            for (int i = 0, n = queues.size(); i < n; i++) {
                Queue q = queues.get(i);
                if (q.isEmpty()) {
                    continue;
                }
                if (first == null || q.minTs < min) {
                    second = min;
                    min = q.minTs;
                    first = q;
                } else if (q.minTs < second) {
                    second = q.minTs;
                }
            }
            if (first == null || !first.emit(Math.min(second, until), limit)) {
                return;
            }
        }
    }

    /// Events of one source.
    public final class Queue {

        /// Minimum number of events for which prefetching on another thread pays off.
        private static final int MIN_PREFETCHED = 4 * PrefetchListener.BATCH_EVENTS;

        private final EventSink sink;
        private final PrefetchListener prefetchListener;
        private final EventCodec codec;
        /// Runs on disk; null if no events are on disk.
        private RunMerge merge;
        /// Index after the last event announced to `prefetchListener`; valid only if it is after the head.
        private int announced;
        private final QueuedEvents events = new QueuedEvents(pool);
        private long minTs = Long.MAX_VALUE;

        private Queue(EventSink sink, EventCodec codec) {
            this.sink = sink;
            this.codec = codec;
            prefetchListener = sink.prefetchListener();
        }

        /// Adds an event. An event with a negative time is dropped and counted.
        ///
        /// @param eventTs trace time in ns
        /// @param eventData any number the sink needs, e.g. an offset in `eventRef`
        /// @param eventRef any object the sink needs, or null
        public void push(long eventTs, long eventData, Object eventRef) {
            push(eventTs, Long.MAX_VALUE, eventData, eventRef);
        }

        /// Adds an event that is ordered before events of this queue with the same time and a larger tie key.
        public void push(long eventTs, long tieKey, long eventData, Object eventRef) {
            if (eventTs < 0) {
                onNegative.run();
                return;
            }
            events.add(eventTs, pushed++, tieKey, eventData, eventRef);
            minTs = Math.min(minTs, eventTs);
            if (eventTs > maxTs) {
                maxTs = eventTs;
            }
            if (codec != null) {
                bytes += BYTES_IN_BLOCK + codec.size(eventData, eventRef);
                if (bytes > spillAt) {
                    EventSorter.this.spill();
                }
            }
        }

        boolean isEmpty() {
            return events.isEmpty() && (merge == null || merge.isEmpty());
        }

        /// Emits events from the head while their times are at most `until` and they were pushed before
        /// `limit`. Returns false if there were none.
        private boolean emit(long until, long limit) {
            if (!events.isSorted()) {
                if (merge == null) {
                    discardPrefetched();
                }
                sorting.start();
                if (isDraining && merge == null) {
                    events.startMerging();
                } else {
                    events.sort(maxTs);
                }
                sorting.stop();
            }
            if (merge != null) {
                return emitMerged(until, limit);
            }
            if (prefetchListener != null) {
                announce(events.head(), limit);
            }
            int start = events.head();
            int i = start;
            // The sink may add events to this queue.
            for (; i < events.tail() && events.isSorted(); i++) {
                if ((i & EventBlock.MASK) == 0 && prefetchListener != null) {
                    announce(i, limit);
                }
                int position = events.position(i);
                EventBlock block = events.block(position);
                int slot = position & EventBlock.MASK;
                long t = block.fields[EventBlock.FIELDS * slot];
                if (block.fields[EventBlock.FIELDS * slot + 1] >= limit || t > until) {
                    break;
                }
                Object r = block.ref[slot];
                long data = block.fields[EventBlock.FIELDS * slot + 2];
                block.ref[slot] = null;
                events.onEmitted(position);
                if (t < latest) {
                    onOutOfOrder.run();
                    if (prefetchListener != null) {
                        prefetchListener.skip();
                    }
                } else {
                    latest = t;
                    sink.handleEvent(t, data, r);
                }
            }
            releaseEmitted(i);
            return i > start;
        }

        private void releaseEmitted(int newHead) {
            announced -= events.release(newHead);
            if (events.isEmpty()) {
                announced = 0;
            }
            minTs = events.minTs();
        }

        /// Emits events like [#emit], for a queue with events on disk.
        private boolean emitMerged(long until, long limit) {
            boolean hasAny = false;
            try {
                while (merge.hasNext(isDraining) && merge.ts() <= until && merge.sequence() < limit) {
                    hasAny = true;
                    long t = merge.ts();
                    merge.remove();
                    if (t < latest) {
                        onOutOfOrder.run();
                        if (prefetchListener != null) {
                            prefetchListener.skip();
                        }
                    } else {
                        latest = t;
                        sink.handleEvent(t, merge.data(), merge.ref());
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            releaseEmitted(events.head());
            minTs = Math.min(minTs, merge.minTs());
            if (merge.isEmpty()) {
                merge = null;
            }
            return hasAny;
        }

        /// Writes the events in memory to a file.
        void spill(RunFile file) throws IOException {
            if (codec == null || events.isEmpty()) {
                return;
            }
            if (!events.isSorted()) {
                events.sort(maxTs);
            }
            RunOutput run = file.begin(events.size() * EXPECTED_BYTES);
            for (int i = events.head(); i < events.tail(); i++) {
                EventBlock block = events.block(i);
                int slot = EventBlock.FIELDS * (i & EventBlock.MASK);
                run.begin(block.fields[slot], block.fields[slot + 1], events.tieOf(i));
                run.writePayload(codec, block.fields[slot + 2], block.ref[i & EventBlock.MASK]);
            }
            events.clear();
            announced = 0;
            if (merge == null) {
                merge = new RunMerge(codec, prefetchListener, events);
            }
            merge.add(file.finish(run));
            minTs = merge.minTs();
        }

        /// Merges the runs in the files of a level.
        void mergeRuns(int level, RunFile file) throws IOException {
            if (merge != null) {
                merge.mergeRuns(level, file);
            }
        }

        /// Announces events that were pushed before `limit` to `prefetchListener`, starting at `next`, which is the
        /// next event to be emitted.
        private void announce(int next, long limit) {
            if (events.tail() - next < MIN_PREFETCHED) {
                return;
            }
            announced = Math.max(announced, next);
            while (announced < events.tail() && prefetchListener.hasCapacity()) {
                int i = announced;
                for (int end = Math.min(announced + PrefetchListener.BATCH_EVENTS, events.tail()); i < end; i++) {
                    int position = events.position(i);
                    EventBlock block = events.block(position);
                    int slot = position & EventBlock.MASK;
                    if (block.fields[EventBlock.FIELDS * slot + 1] >= limit) {
                        break;
                    }
                    prefetchListener.add(block.fields[EventBlock.FIELDS * slot + 2], block.ref[slot]);
                }
                if (i == announced) {
                    return;
                }
                prefetchListener.flush();
                announced = i;
            }
        }

        private void discardPrefetched() {
            if (prefetchListener != null) {
                prefetchListener.discardAll();
                announced = 0;
            }
        }
    }
}
