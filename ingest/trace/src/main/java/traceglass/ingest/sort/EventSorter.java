package traceglass.ingest.sort;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Merges events from several sources into one time order. Each source (a CPU's ftrace buffer, the track events, …) has
/// a queue that is mostly in order; the unordered parts of queues are sorted, then the queues are merged.
///
/// The order is that of Perfetto's trace processor, because query results depend on it: by time; within a queue, events
/// with equal times keep their order (or are ordered by tie key, see [Queue#push(long, long, long, Object)]); between
/// queues, the queue created first emits all of its events with that time, up to the next event of another queue.
///
/// Memory is bounded if the trace permits it: a service that streams to a file marks flushes and buffer reads, and
/// everything before the second-last one is complete. See [#flushed] and [#readOut].
public final class EventSorter {

    private final List<Queue> queues = new ArrayList<>();
    private final Runnable onOutOfOrder;
    private final Runnable onNegative;
    private long pushed;
    private long window;
    private int flushes;
    private long latest = Long.MIN_VALUE;
    private long maxTs;
    private boolean fullSort;
    private final ArrayList<Block> spare = new ArrayList<>();
    /// Number of blocks taken since the last buffer read, and between the two reads before it.
    private int consumed;
    private int takenBefore;
    private boolean draining;
    private long sortNs;
    private long emitNs;
    private final RunSort.Scratch scratch = new RunSort.Scratch();

    /// @param onOutOfOrder called for each event dropped because a later one was already emitted
    /// @param onNegative called for each event dropped because its time is negative
    public EventSorter(Runnable onOutOfOrder, Runnable onNegative) {
        this.onOutOfOrder = onOutOfOrder;
        this.onNegative = onNegative;
    }

    /// Creates a queue that emits to `sink`.
    public Queue queue(EventSink sink) {
        Queue q = new Queue(sink);
        queues.add(q);
        return q;
    }

    /// Suppresses all output before [#drain], for traces with meaningless flush marks or with events whose time is
    /// only known at the end.
    ///
    /// @return false if events have already been emitted, in which case nothing changes
    public boolean sortAtEndOnly() {
        if (!fullSort && latest != Long.MIN_VALUE) {
            return false;
        }
        fullSort = true;
        return true;
    }

    /// Records that the service flushed all data sources: earlier events are in the trace by the next buffer read.
    public void flushed() {
        flushes++;
    }

    /// Records that the service read its buffers. If there were at least two flushes since the last emission, emits
    /// the events that had been pushed at that time.
    public void readOut() {
        if (fullSort || flushes < 2) {
            return;
        }
        extract(window, Long.MAX_VALUE);
        window = pushed;
        flushes = 0;
        // Keep as many spare blocks as the last two windows needed.
        while (spare.size() > Math.max(consumed, takenBefore)) {
            spare.removeLast();
        }
        takenBefore = consumed;
        consumed = 0;
    }

    /// Emits all events up to a time, of a trace that is still being recorded. Events before that time that arrive
    /// later are dropped.
    ///
    /// @param ts the latest time that is emitted, ns
    public void emitUntil(long ts) {
        extract(Long.MAX_VALUE, ts);
    }

    /// Emits all events. Called once after all input has been read.
    public void drain() {
        draining = true;
        spare.clear();
        extract(Long.MAX_VALUE, Long.MAX_VALUE);
        draining = false;
    }

    /// Returns the largest time pushed so far, in ns.
    public long maxTs() {
        return maxTs;
    }

    private void extract(long limit, long until) {
        long from = System.nanoTime();
        try {
            merge(limit, until);
        } finally {
            queues.forEach(Queue::endAhead);
            emitNs += System.nanoTime() - from;
        }
    }

    /// Returns the time spent emitting events in ns, including sinks and [#sortNs].
    public long emitNs() {
        return emitNs;
    }

    /// Returns the time spent sorting queues, in ns.
    public long sortNs() {
        return sortNs;
    }

    private void merge(long limit, long until) {
        while (true) {
            Queue first = null;
            long min = Long.MAX_VALUE;
            long second = Long.MAX_VALUE;
            for (int i = 0, n = queues.size(); i < n; i++) {
                Queue q = queues.get(i);
                if (q.head == q.tail) {
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

    /// Events of one source, stored in blocks that are reused after their events have been emitted. A growing queue
    /// copies nothing.
    public final class Queue {

        /// Up to this many events with equal times are ordered by insertion sort.
        private static final int FEW_TIES = 32;
        /// Minimum number of events for which prefetching on another thread pays off.
        private static final int FEWEST_AHEAD = 4 * PrefetchListener.BATCH;

        private final EventSink sink;
        private final PrefetchListener ahead;
        /// End (exclusive) of the events announced to `ahead`, if it is beyond the head.
        private int announced;
        private Block[] blocks = new Block[4];
        private int head;
        private int tail;
        private boolean tied;
        private long minTs = Long.MAX_VALUE;
        private long lastTs = Long.MIN_VALUE;
        private int unsortedFrom = -1;

        private Queue(EventSink sink) {
            this.sink = sink;
            ahead = sink.prefetchListener();
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
            int i = tail++;
            Block block = i >> Block.BITS < blocks.length ? blocks[i >> Block.BITS] : null;
            if (block == null) {
                block = addBlock(i >> Block.BITS);
            }
            int at = i & Block.MASK;
            long[] fields = block.fields;
            fields[Block.FIELDS * at] = eventTs;
            fields[Block.FIELDS * at + 1] = pushed++;
            fields[Block.FIELDS * at + 2] = eventData;
            block.ref[at] = eventRef;
            if (tieKey != Long.MAX_VALUE && !tied) {
                startTies();
            }
            if (tied) {
                block.tie[at] = tieKey;
            }
            // With tie keys, an event may belong before the last one with the same time.
            if (eventTs < lastTs || tied && eventTs == lastTs) {
                if (unsortedFrom < 0) {
                    unsortedFrom = i;
                }
            } else {
                lastTs = eventTs;
            }
            if (eventTs < minTs) {
                minTs = eventTs;
            }
            if (eventTs > maxTs) {
                maxTs = eventTs;
            }
        }

        private Block addBlock(int index) {
            if (index >= blocks.length) {
                blocks = Arrays.copyOf(blocks, blocks.length * 2);
            }
            consumed++;
            Block block = takeBlock();
            blocks[index] = block;
            return block;
        }

        private Block takeBlock() {
            Block block = spare.isEmpty() ? new Block() : spare.removeLast();
            if (tied && block.tie == null) {
                block.tie = new long[Block.SIZE];
            }
            return block;
        }

        private void startTies() {
            tied = true;
            for (Block block : blocks) {
                if (block != null) {
                    block.tie = new long[Block.SIZE];
                    Arrays.fill(block.tie, Long.MAX_VALUE);
                }
            }
        }

        /// Emits events from the head while their times are at most `until` and they were pushed before
        /// `limit`. Returns false if there were none.
        private boolean emit(long until, long limit) {
            if (unsortedFrom >= 0) {
                endAhead();
                long from = System.nanoTime();
                sort();
                sortNs += System.nanoTime() - from;
            }
            if (ahead != null) {
                announce(head, limit);
            }
            int start = head;
            int i = head;
            for (; i < tail; i++) {
                Block block = blocks[i >> Block.BITS];
                int at = i & Block.MASK;
                if (at == 0 && ahead != null) {
                    announce(i, limit);
                }
                long t = block.fields[Block.FIELDS * at];
                if (block.fields[Block.FIELDS * at + 1] >= limit || t > until) {
                    break;
                }
                Object r = block.ref[at];
                block.ref[at] = null;
                if (t < latest) {
                    onOutOfOrder.run();
                    if (ahead != null) {
                        ahead.skip();
                    }
                } else {
                    latest = t;
                    sink.event(t, block.fields[Block.FIELDS * at + 2], r);
                }
            }
            head = i;
            if (head == tail) {
                release(tail - 1 >> Block.BITS);
                head = 0;
                tail = 0;
                announced = 0;
                minTs = Long.MAX_VALUE;
                lastTs = Long.MIN_VALUE;
            } else {
                int done = head >> Block.BITS;
                release(done);
                head -= done << Block.BITS;
                tail -= done << Block.BITS;
                announced -= done << Block.BITS;
                minTs = ts(head);
            }
            return i > start;
        }

        /// Announces events that were pushed before `limit` to `ahead`, starting at `next`, the next one to be
        /// emitted.
        private void announce(int next, long limit) {
            if (!draining || tail - next < FEWEST_AHEAD) {
                return;
            }
            announced = Math.max(announced, next);
            while (announced < tail && ahead.hasCapacity()) {
                int i = announced;
                for (int end = Math.min(announced + PrefetchListener.BATCH, tail); i < end; i++) {
                    Block block = blocks[i >> Block.BITS];
                    int at = i & Block.MASK;
                    if (block.fields[Block.FIELDS * at + 1] >= limit) {
                        break;
                    }
                    ahead.add(block.fields[Block.FIELDS * at + 2], block.ref[at]);
                }
                if (i == announced) {
                    return;
                }
                ahead.flush();
                announced = i;
            }
        }

        private void endAhead() {
            if (ahead != null) {
                ahead.discardAll();
                announced = 0;
            }
        }

        /// Releases the first blocks.
        private void release(int count) {
            if (count <= 0) {
                return;
            }
            if (!draining) {
                spare.addAll(Arrays.asList(blocks).subList(0, count));
            }
            System.arraycopy(blocks, count, blocks, 0, blocks.length - count);
            Arrays.fill(blocks, blocks.length - count, blocks.length, null);
        }

        /// Sorts the unordered part with a stable merge of its ascending runs, starting at the position of the
        /// earliest late event.
        private void sort() {
            long earliest = Long.MAX_VALUE;
            for (int i = unsortedFrom; i < tail; i++) {
                earliest = Math.min(earliest, ts(i));
            }
            int from = lowerBound(earliest, head, unsortedFrom);
            int n = tail - from;
            scratch.room(n);
            int bits = 32 - Integer.numberOfLeadingZeros(n);
            // The relative time and the index usually fit into one long: 40 bits of ns are 18 minutes.
            if (maxTs - earliest < 1L << 63 - bits) {
                long[] packed = scratch.keys;
                for (int i = 0; i < n; i++) {
                    packed[i] = ts(from + i) - earliest << bits | i;
                }
                long[] order = RunSort.sort(packed, n, scratch);
                if (tied) {
                    sortTies(order, from, n, bits);
                }
                permute(from, n, order, (1L << bits) - 1);
            } else {
                Integer[] index = new Integer[n];
                Arrays.setAll(index, i -> i);
                Arrays.sort(index, (a, b) -> {
                    int byTime = Long.compare(ts(from + a), ts(from + b));
                    return byTime != 0 || !tied ? byTime : Long.compare(tie(from + a), tie(from + b));
                });
                long[] places = scratch.keys;
                for (int i = 0; i < n; i++) {
                    places[i] = index[i];
                }
                permute(from, n, places, -1);
            }
            lastTs = ts(tail - 1);
            unsortedFrom = -1;
        }

        /// Sorts events with equal times by their tie keys.
        ///
        /// @param order relative time of each event, with its index relative to `from` in the lowest `bits`
        ///     bits; sorted by time
        private void sortTies(long[] order, int from, int n, int bits) {
            int mask = (1 << bits) - 1;
            for (int start = 0; start < n; ) {
                int end = start + 1;
                boolean ordered = true;
                while (end < n && order[end] >> bits == order[start] >> bits) {
                    ordered &= tie(from + ((int) order[end - 1] & mask)) <= tie(from + ((int) order[end] & mask));
                    end++;
                }
                if (!ordered && end - start <= FEW_TIES) {
                    for (int i = start + 1; i < end; i++) {
                        long moved = order[i];
                        long tie = tie(from + ((int) moved & mask));
                        int k = i;
                        for (; k > start && tie(from + ((int) order[k - 1] & mask)) > tie; k--) {
                            order[k] = order[k - 1];
                        }
                        order[k] = moved;
                    }
                } else if (!ordered) {
                    Long[] ties = new Long[end - start];
                    for (int i = start; i < end; i++) {
                        ties[i - start] = order[i];
                    }
                    Arrays.sort(
                            ties,
                            (a, b) ->
                                    Long.compare(tie(from + (a.intValue() & mask)), tie(from + (b.intValue() & mask))));
                    for (int i = start; i < end; i++) {
                        order[i] = ties[i - start];
                    }
                }
                start = end;
            }
        }

        private int lowerBound(long t, int low, int high) {
            while (low < high) {
                int mid = low + high >>> 1;
                if (ts(mid) < t) {
                    low = mid + 1;
                } else {
                    high = mid;
                }
            }
            return low;
        }

        private long ts(int i) {
            return blocks[i >> Block.BITS].fields[Block.FIELDS * (i & Block.MASK)];
        }

        private long tie(int i) {
            return blocks[i >> Block.BITS].tie[i & Block.MASK];
        }

        /// Reorders the last `n` events, which start at `from`. The events are moved to other blocks; a block
        /// whose events have all been moved is filled next. Because events arrive in a few ascending runs,
        /// hardly more blocks are needed than there are runs.
        ///
        /// @param order index of the first, second, … event, in the bits of `mask`
        private void permute(int from, int n, long[] order, long mask) {
            int first = from >> Block.BITS;
            int before = from & Block.MASK;
            Block[] sources = Arrays.copyOfRange(blocks, first, (tail - 1 >> Block.BITS) + 1);
            int[] left = new int[sources.length];
            Arrays.fill(left, Block.SIZE);
            left[left.length - 1] = (tail - 1 & Block.MASK) + 1;
            left[0] -= before;
            Block to = null;
            for (int i = 0; i < n; i++) {
                int at = from + i & Block.MASK;
                if (to == null) {
                    to = takeBlock();
                    to.take(sources[0], before);
                    blocks[first] = to;
                } else if (at == 0) {
                    to = takeBlock();
                    blocks[from + i >> Block.BITS] = to;
                }
                int source = before + (int) (order[i] & mask);
                Block block = sources[source >> Block.BITS];
                to.take(block, source & Block.MASK, at);
                if (--left[source >> Block.BITS] == 0) {
                    spare.add(block);
                }
            }
        }
    }

    /// A fixed-size block of queued events.
    private static final class Block {
        static final int BITS = 10;
        static final int SIZE = 1 << BITS;
        static final int MASK = SIZE - 1;

        static final int FIELDS = 3;

        /// Time, push sequence number and data of each event.
        final long[] fields = new long[FIELDS * SIZE];
        final Object[] ref = new Object[SIZE];
        /// Tie key of each event; null in queues without tie keys.
        long[] tie;

        /// Copies an event from another block.
        void take(Block block, int from, int to) {
            long[] source = block.fields;
            fields[FIELDS * to] = source[FIELDS * from];
            fields[FIELDS * to + 1] = source[FIELDS * from + 1];
            fields[FIELDS * to + 2] = source[FIELDS * from + 2];
            ref[to] = block.ref[from];
            block.ref[from] = null;
            if (tie != null && block.tie != null) {
                tie[to] = block.tie[from];
            }
        }

        /// Copies the first events of another block.
        void take(Block block, int count) {
            for (int i = 0; i < count; i++) {
                take(block, i, i);
            }
        }
    }
}
