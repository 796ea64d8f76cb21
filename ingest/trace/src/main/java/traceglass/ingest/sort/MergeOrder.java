package traceglass.ingest.sort;

import java.util.Arrays;

/// The time order of a queue's unordered events, determined while they are emitted: the ascending runs in which they
/// arrived are merged with a heap. The events stay where they are, so that the order takes 4 bytes for each upcoming
/// event and 16 for each run, instead of 16 for each event.
///
/// Only runs that overlap in time are in the heap; in a trace, these are about as many as there are writing threads.
final class MergeOrder {

    /// Events are ordered this many at a time.
    private static final int STEP = PrefetchListener.BATCH_EVENTS;

    private final QueuedEvents events;
    /// Index of the first event in the order.
    private int first;
    /// Index after the last event whose position is known.
    private int known;
    /// Positions of the events from `first` to `known`; a ring buffer whose size is a power of two.
    private int[] positions = new int[4 * STEP];
    /// Number of events in each block that were not removed.
    private final int[] left;

    /// Start of each run, ordered by the first event; then the end of each run in the same order.
    private int[] starts = new int[64];
    private int[] ends;
    private int runs;
    /// Next run that is not in the heap.
    private int nextRun;
    /// Time of the first event of this run.
    private long nextTs;

    /// The heap: for each run, the position of its next event, its time, and the end of the run.
    private int[] heads = new int[64];
    private long[] times = new long[64];
    private int[] limits = new int[64];
    private int size;

    /// Determines the order of the events from `head` to `tail`.
    MergeOrder(QueuedEvents events, int head, int tail) {
        this.events = events;
        first = head;
        known = head;
        left = new int[(tail - 1 >> EventBlock.BITS) + 1];
        Arrays.fill(left, EventBlock.SIZE);
        left[left.length - 1] = (tail - 1 & EventBlock.MASK) + 1;
        left[head >> EventBlock.BITS] -= head & EventBlock.MASK;
        findRuns(head, tail);
        nextTs = events.ts(starts[0]);
    }

    private void findRuns(int head, int tail) {
        int[] found = starts;
        found[runs++] = head;
        long previous = events.ts(head);
        for (int i = head + 1; i < tail; i++) {
            long ts = events.ts(i);
            if (ts < previous || ts == previous && !events.isInOrder(i - 1, i)) {
                if (runs == found.length) {
                    found = Arrays.copyOf(found, runs * 2);
                }
                found[runs++] = i;
            }
            previous = ts;
        }
        int[] ordered = sortedByFirstEvent(found);
        ends = new int[runs];
        for (int r = 0; r < runs; r++) {
            int next = Arrays.binarySearch(found, 0, runs, ordered[r]) + 1;
            ends[r] = next < runs ? found[next] : tail;
        }
        starts = ordered;
    }

    /// Returns the starts of the runs ordered by their first events, by merging ascending sequences of starts.
    private int[] sortedByFirstEvent(int[] found) {
        int[] from = Arrays.copyOf(found, runs);
        int[] to = new int[runs];
        for (int width = 1; width < runs; width *= 2) {
            for (int start = 0; start < runs; start += 2 * width) {
                merge(from, to, start, Math.min(start + width, runs), Math.min(start + 2 * width, runs));
            }
            int[] swap = from;
            from = to;
            to = swap;
        }
        return from;
    }

    private void merge(int[] from, int[] to, int start, int middle, int end) {
        int a = start;
        int b = middle;
        for (int i = start; i < end; i++) {
            to[i] = b == end || a < middle && events.isInOrder(from[a], from[b]) ? from[a++] : from[b++];
        }
    }

    /// Returns the position of an event that was not removed.
    ///
    /// @param index index in the order
    int position(int index) {
        if (index >= known) {
            findNext(index + 1);
        }
        return positions[index & positions.length - 1];
    }

    private void findNext(int end) {
        int target = known + Math.max(STEP, end - known);
        if (target - first > positions.length) {
            grow(target - first);
        }
        int mask = positions.length - 1;
        while (known < target && (size > 0 || nextRun < runs)) {
            positions[known++ & mask] = next();
        }
    }

    private void grow(int needed) {
        int[] larger = new int[Integer.highestOneBit(needed - 1) << 1];
        for (int i = first; i < known; i++) {
            larger[i & larger.length - 1] = positions[i & positions.length - 1];
        }
        positions = larger;
    }

    /// Removes the next event from its run and returns its position.
    private int next() {
        while (nextRun < runs && (size == 0 || startsNextRun())) {
            addNextRun();
        }
        int position = heads[0];
        if (position + 1 < limits[0]) {
            siftDown(position + 1, events.ts(position + 1), limits[0]);
        } else {
            size--;
            siftDown(heads[size], times[size], limits[size]);
        }
        return position;
    }

    /// Returns whether the next run starts before the first event in the heap.
    private boolean startsNextRun() {
        return nextTs < times[0] || nextTs == times[0] && events.isBefore(starts[nextRun], heads[0]);
    }

    private void addNextRun() {
        if (size == heads.length) {
            heads = Arrays.copyOf(heads, size * 2);
            times = Arrays.copyOf(times, size * 2);
            limits = Arrays.copyOf(limits, size * 2);
        }
        int position = starts[nextRun];
        int i = size++;
        while (i > 0) {
            int parent = i - 1 >> 1;
            if (times[parent] < nextTs || times[parent] == nextTs && events.isBefore(heads[parent], position)) {
                break;
            }
            move(parent, i);
            i = parent;
        }
        put(i, position, nextTs, ends[nextRun]);
        nextRun++;
        if (nextRun < runs) {
            nextTs = events.ts(starts[nextRun]);
        }
    }

    /// Places a run in the heap, whose root is free.
    private void siftDown(int head, long ts, int limit) {
        int i = 0;
        int child = 1;
        while (child < size) {
            if (child + 1 < size && isBefore(child + 1, child)) {
                child++;
            }
            if (ts < times[child] || ts == times[child] && events.isBefore(head, heads[child])) {
                break;
            }
            move(child, i);
            i = child;
            child = 2 * i + 1;
        }
        put(i, head, ts, limit);
    }

    private boolean isBefore(int a, int b) {
        return times[a] < times[b] || times[a] == times[b] && events.isBefore(heads[a], heads[b]);
    }

    private void move(int from, int to) {
        heads[to] = heads[from];
        times[to] = times[from];
        limits[to] = limits[from];
    }

    private void put(int i, int head, long ts, int limit) {
        heads[i] = head;
        times[i] = ts;
        limits[i] = limit;
    }

    /// Returns the index of the first event that was not removed.
    int first() {
        return first;
    }

    /// Removes the first event.
    ///
    /// @param position its position
    /// @return whether its block contains no more events
    boolean removeFirst(int position) {
        first++;
        return --left[position >> EventBlock.BITS] == 0;
    }
}
