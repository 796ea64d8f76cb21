package traceglass.ingest.sort;

import java.util.Arrays;

/// The events of a queue that are in memory, stored in blocks that are reused after their events have been emitted. A
/// growing queue copies nothing.
final class QueuedEvents implements RunMerge.Memory {

    /// Up to this many events with equal times are ordered by insertion sort.
    private static final int FEW_TIES = 32;

    private final BlockPool pool;
    private EventBlock[] blocks = new EventBlock[4];
    private int head;
    private int tail;
    private boolean hasTies;
    private long minTs = Long.MAX_VALUE;
    private long lastTs = Long.MIN_VALUE;
    private int unsortedFrom = -1;
    /// The order of the events while all of them are being emitted; null if they are stored in order.
    private MergeOrder order;

    QueuedEvents(BlockPool pool) {
        this.pool = pool;
    }

    /// Adds an event at the end.
    void add(long ts, long sequence, long tie, long data, Object ref) {
        if (order != null) {
            store(order);
        }
        int i = tail++;
        EventBlock block = i >> EventBlock.BITS < blocks.length ? blocks[i >> EventBlock.BITS] : null;
        if (block == null) {
            block = addBlock(i >> EventBlock.BITS);
        }
        int slot = i & EventBlock.MASK;
        long[] fields = block.fields;
        fields[EventBlock.FIELDS * slot] = ts;
        fields[EventBlock.FIELDS * slot + 1] = sequence;
        fields[EventBlock.FIELDS * slot + 2] = data;
        block.ref[slot] = ref;
        if (tie != Long.MAX_VALUE && !hasTies) {
            startTies();
        }
        if (hasTies) {
            block.tie[slot] = tie;
        }
        // With tie keys, an event may belong before the last one with the same time.
        if (ts < lastTs || hasTies && ts == lastTs) {
            if (unsortedFrom < 0) {
                unsortedFrom = i;
            }
        } else {
            lastTs = ts;
        }
        if (ts < minTs) {
            minTs = ts;
        }
    }

    private EventBlock addBlock(int index) {
        if (index >= blocks.length) {
            blocks = Arrays.copyOf(blocks, blocks.length * 2);
        }
        EventBlock block = pool.acquireForNew(hasTies);
        blocks[index] = block;
        return block;
    }

    private void startTies() {
        hasTies = true;
        for (EventBlock block : blocks) {
            if (block != null) {
                block.tie = new long[EventBlock.SIZE];
                Arrays.fill(block.tie, Long.MAX_VALUE);
            }
        }
    }

    /// Index of the first event.
    int head() {
        return head;
    }

    /// Index after the last event.
    int tail() {
        return tail;
    }

    int size() {
        return tail - head;
    }

    /// Returns the time of the earliest event; [Long#MAX_VALUE] if there is none.
    long minTs() {
        return minTs;
    }

    boolean isSorted() {
        return unsortedFrom < 0;
    }

    /// Returns the position of an event.
    ///
    /// @param i index in time order, from [#head]
    int position(int i) {
        return order == null ? i : order.position(i);
    }

    /// Returns the block with the event at a position.
    EventBlock block(int position) {
        return blocks[position >> EventBlock.BITS];
    }

    /// Announces that the first event was emitted; [#release] follows.
    ///
    /// @param position its position
    void onEmitted(int position) {
        if (order != null && order.removeFirst(position)) {
            pool.releaseEmitted(blocks[position >> EventBlock.BITS]);
            blocks[position >> EventBlock.BITS] = null;
        }
    }

    /// Removes the events before an index, which becomes the head. Returns by how much the indexes of the remaining
    /// events decrease.
    int release(int newHead) {
        head = newHead;
        if (head == tail) {
            int end = tail;
            if (order == null) {
                releaseBlocks(tail - 1 >> EventBlock.BITS);
            }
            reset();
            return end;
        }
        if (order != null) {
            minTs = ts(order.position(head));
            return 0;
        }
        int done = head >> EventBlock.BITS;
        releaseBlocks(done);
        head -= done << EventBlock.BITS;
        tail -= done << EventBlock.BITS;
        minTs = ts(head);
        if (unsortedFrom >= 0) {
            // The sink has added events, of which some may come before the first one.
            unsortedFrom -= done << EventBlock.BITS;
            for (int i = unsortedFrom; i < tail; i++) {
                minTs = Math.min(minTs, ts(i));
            }
        }
        return done << EventBlock.BITS;
    }

    /// Removes all events and frees their memory.
    void clear() {
        Arrays.fill(blocks, null);
        reset();
    }

    private void reset() {
        head = 0;
        tail = 0;
        minTs = Long.MAX_VALUE;
        lastTs = Long.MIN_VALUE;
        unsortedFrom = -1;
        order = null;
    }

    private void releaseBlocks(int count) {
        if (count <= 0) {
            return;
        }
        for (int i = 0; i < count; i++) {
            // Blocks before the first event are missing after [#store].
            if (blocks[i] != null) {
                pool.releaseEmitted(blocks[i]);
            }
        }
        System.arraycopy(blocks, count, blocks, 0, blocks.length - count);
        Arrays.fill(blocks, blocks.length - count, blocks.length, null);
    }

    @Override
    public boolean isEmpty() {
        return head == tail;
    }

    @Override
    public boolean isBefore(RunInput run) {
        if (ts() != run.ts()) {
            return ts() < run.ts();
        }
        long tie = tieOf(head);
        return tie != run.tie() ? tie < run.tie() : sequence() < run.sequence();
    }

    /// Returns the tie key of an event; [Long#MAX_VALUE] if it has none.
    long tieOf(int i) {
        return hasTies ? tie(i) : Long.MAX_VALUE;
    }

    @Override
    public long ts() {
        return ts(head);
    }

    @Override
    public long sequence() {
        return block(head).fields[EventBlock.FIELDS * (head & EventBlock.MASK) + 1];
    }

    @Override
    public long data() {
        return block(head).fields[EventBlock.FIELDS * (head & EventBlock.MASK) + 2];
    }

    @Override
    public Object removeFirst() {
        EventBlock block = block(head);
        int slot = head++ & EventBlock.MASK;
        Object ref = block.ref[slot];
        block.ref[slot] = null;
        return ref;
    }

    /// Returns whether two events are in order. Events with the same time and tie key keep their order.
    ///
    /// @param a position of the event that should come first
    boolean isInOrder(int a, int b) {
        long aTs = ts(a);
        long bTs = ts(b);
        return aTs != bTs ? aTs < bTs : !hasTies || tie(a) <= tie(b);
    }

    /// Returns whether the event at position `a` comes before the one at `b`, which has the same time.
    boolean isBefore(int a, int b) {
        if (hasTies && tie(a) != tie(b)) {
            return tie(a) < tie(b);
        }
        return a < b;
    }

    /// Starts to emit all events: their order is determined on the way. Takes less memory than [#sort].
    void startMerging() {
        order = new MergeOrder(this, head, tail);
        unsortedFrom = -1;
    }

    /// Stores the remaining events in their order, because others follow. Indexes remain valid.
    private void store(MergeOrder merged) {
        EventBlock[] stored = new EventBlock[blocks.length];
        lastTs = Long.MIN_VALUE;
        for (int i = merged.first(); i < tail; i++) {
            int index = i >> EventBlock.BITS;
            if (stored[index] == null) {
                stored[index] = pool.acquire(hasTies);
            }
            int position = merged.position(i);
            lastTs = ts(position);
            stored[index].moveFrom(block(position), position & EventBlock.MASK, i & EventBlock.MASK);
            merged.removeFirst(position);
        }
        blocks = stored;
        order = null;
    }

    /// Sorts the unordered part with a stable merge of its ascending runs, starting at the position of the
    /// earliest late event.
    void sort(long maxTs) {
        long earliest = Long.MAX_VALUE;
        for (int i = unsortedFrom; i < tail; i++) {
            earliest = Math.min(earliest, ts(i));
        }
        int from = lowerBound(earliest, head, unsortedFrom);
        int n = tail - from;
        pool.startSort(n);
        int bits = 32 - Integer.numberOfLeadingZeros(n);
        // The relative time and the index usually fit into one long: 40 bits of ns are 18 minutes.
        if (maxTs - earliest < 1L << 63 - bits) {
            long[] packed = pool.scratch().keys;
            for (int i = 0; i < n; i++) {
                packed[i] = ts(from + i) - earliest << bits | i;
            }
            long[] order = RunSort.sort(packed, n, pool.scratch());
            if (hasTies) {
                sortTies(order, from, n, bits);
            }
            permute(from, n, order, (1L << bits) - 1);
        } else {
            Integer[] index = new Integer[n];
            Arrays.setAll(index, i -> i);
            Arrays.sort(index, (a, b) -> {
                int timeOrder = Long.compare(ts(from + a), ts(from + b));
                return timeOrder != 0 || !hasTies ? timeOrder : Long.compare(tie(from + a), tie(from + b));
            });
            long[] keys = pool.scratch().keys;
            for (int i = 0; i < n; i++) {
                keys[i] = index[i];
            }
            permute(from, n, keys, -1);
        }
        pool.endSort();
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
            boolean isOrdered = true;
            while (end < n && order[end] >> bits == order[start] >> bits) {
                isOrdered &= tie(from + ((int) order[end - 1] & mask)) <= tie(from + ((int) order[end] & mask));
                end++;
            }
            if (!isOrdered && end - start <= FEW_TIES) {
                for (int i = start + 1; i < end; i++) {
                    long moved = order[i];
                    long tie = tie(from + ((int) moved & mask));
                    int k = i;
                    for (; k > start && tie(from + ((int) order[k - 1] & mask)) > tie; k--) {
                        order[k] = order[k - 1];
                    }
                    order[k] = moved;
                }
            } else if (!isOrdered) {
                Long[] ties = new Long[end - start];
                for (int i = start; i < end; i++) {
                    ties[i - start] = order[i];
                }
                Arrays.sort(
                        ties,
                        (a, b) -> Long.compare(tie(from + (a.intValue() & mask)), tie(from + (b.intValue() & mask))));
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

    long ts(int i) {
        return blocks[i >> EventBlock.BITS].fields[EventBlock.FIELDS * (i & EventBlock.MASK)];
    }

    private long tie(int i) {
        return blocks[i >> EventBlock.BITS].tie[i & EventBlock.MASK];
    }

    /// Reorders the last `n` events, which start at `from`. The events are moved to other blocks; a block
    /// whose events have all been moved is filled next. Because events arrive in a few ascending runs,
    /// only a few more blocks are needed than there are runs.
    ///
    /// @param order index of the first, second, … event, in the bits of `mask`
    private void permute(int from, int n, long[] order, long mask) {
        int first = from >> EventBlock.BITS;
        int before = from & EventBlock.MASK;
        EventBlock[] sources = Arrays.copyOfRange(blocks, first, (tail - 1 >> EventBlock.BITS) + 1);
        int[] left = new int[sources.length];
        Arrays.fill(left, EventBlock.SIZE);
        left[left.length - 1] = (tail - 1 & EventBlock.MASK) + 1;
        left[0] -= before;
        EventBlock to = null;
        for (int i = 0; i < n; i++) {
            int slot = from + i & EventBlock.MASK;
            if (to == null) {
                to = pool.acquire(hasTies);
                to.moveFrom(sources[0], before);
                blocks[first] = to;
            } else if (slot == 0) {
                to = pool.acquire(hasTies);
                blocks[from + i >> EventBlock.BITS] = to;
            }
            int source = before + (int) (order[i] & mask);
            EventBlock block = sources[source >> EventBlock.BITS];
            to.moveFrom(block, source & EventBlock.MASK, slot);
            if (--left[source >> EventBlock.BITS] == 0) {
                pool.releaseMoved(block);
            }
        }
    }
}
