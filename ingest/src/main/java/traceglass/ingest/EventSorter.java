package traceglass.ingest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Puts events of several sources into one order of time. Each source (a CPU's ftrace buffer, the track events, …) is a queue
/// that is mostly in order by itself; queues are sorted where they are not, then merged.
///
/// The order is that of Perfetto's trace processor, as answers depend on it: by time; within a queue, events of one time stay as
/// they came (or by their tie key, see [Queue#push(long, long, long, Object)]); between queues, all events of one time come from
/// the queue that was made first, up to the time at which another queue goes on.
///
/// Memory is bounded where a trace says so: a service that streams to a file marks flushes and read-outs, and what came before
/// the last but one is complete. See [#flushed] and [#readOut].
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

    /// @param onOutOfOrder called for each event dropped because later ones were already given out
    /// @param onNegative   called for each event dropped because its time is negative
    public EventSorter(Runnable onOutOfOrder, Runnable onNegative) {
        this.onOutOfOrder = onOutOfOrder;
        this.onNegative = onNegative;
    }

    /// A new queue whose events go to `sink`.
    public Queue queue(EventSink sink) {
        Queue q = new Queue(sink);
        queues.add(q);
        return q;
    }

    /// Nothing is given out before [#drain]: for traces whose flush marks mean nothing, and for those with events whose time is
    /// known only at the end.
    ///
    /// @return false if events were given out already, and nothing changes
    public boolean sortAtEndOnly() {
        if (!fullSort && latest != Long.MIN_VALUE) {
            return false;
        }
        fullSort = true;
        return true;
    }

    /// The service flushed all data sources: what happened before is in the trace by the next read-out.
    public void flushed() {
        flushes++;
    }

    /// The service wrote its buffers out. After two flushes, everything that had been pushed at the read-out before is given out.
    public void readOut() {
        if (fullSort || flushes < 2) {
            return;
        }
        extract(window);
        window = pushed;
        flushes = 0;
    }

    /// Gives out everything; called once all input was read.
    public void drain() {
        extract(Long.MAX_VALUE);
    }

    /// Largest time pushed so far, ns.
    public long maxTs() {
        return maxTs;
    }

    /// Events held back now.
    public long pending() {
        long n = 0;
        for (Queue q : queues) {
            n += q.size();
        }
        return n;
    }

    private void extract(long limit) {
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
            if (first == null || !first.giveOut(second, limit)) {
                return;
            }
        }
    }

    /// Events of one source.
    public final class Queue {

        private final EventSink sink;
        private long[] ts = new long[64];
        private long[] order = new long[64];
        private long[] data = new long[64];
        private Object[] ref = new Object[64];
        private long[] tie;
        private int head;
        private int tail;
        private long minTs = Long.MAX_VALUE;
        private long lastTs = Long.MIN_VALUE;
        private int unsortedFrom = -1;

        private Queue(EventSink sink) {
            this.sink = sink;
        }

        /// Adds an event. Negative times are dropped and counted.
        ///
        /// @param eventTs   trace time, ns
        /// @param eventData whatever the sink needs, e.g. a position in `eventRef`
        /// @param eventRef  whatever the sink needs
        public void push(long eventTs, long eventData, Object eventRef) {
            push(eventTs, Long.MAX_VALUE, eventData, eventRef);
        }

        /// Adds an event that stands before those of the same time and queue with a larger tie key.
        public void push(long eventTs, long tieKey, long eventData, Object eventRef) {
            if (eventTs < 0) {
                onNegative.run();
                return;
            }
            if (tail == ts.length) {
                makeRoom();
            }
            int i = tail++;
            ts[i] = eventTs;
            order[i] = pushed++;
            data[i] = eventData;
            ref[i] = eventRef;
            if (tieKey != Long.MAX_VALUE && tie == null) {
                tie = new long[ts.length];
                Arrays.fill(tie, Long.MAX_VALUE);
            }
            if (tie != null) {
                tie[i] = tieKey;
            }
            // With tie keys an event of the same time may have to go before the last one.
            if (eventTs < lastTs || tie != null && eventTs == lastTs) {
                if (unsortedFrom < 0) {
                    unsortedFrom = i;
                }
            } else {
                lastTs = eventTs;
            }
            minTs = Math.min(minTs, eventTs);
            maxTs = Math.max(maxTs, eventTs);
        }

        private int size() {
            return tail - head;
        }

        private void makeRoom() {
            int n = size();
            if (head > ts.length / 2) {
                System.arraycopy(ts, head, ts, 0, n);
                System.arraycopy(order, head, order, 0, n);
                System.arraycopy(data, head, data, 0, n);
                System.arraycopy(ref, head, ref, 0, n);
                Arrays.fill(ref, n, tail, null);
                if (tie != null) {
                    System.arraycopy(tie, head, tie, 0, n);
                }
                unsortedFrom = unsortedFrom < 0 ? -1 : unsortedFrom - head;
                head = 0;
                tail = n;
            } else {
                int bigger = ts.length + Math.max(64, ts.length >> 1);
                ts = Arrays.copyOf(ts, bigger);
                order = Arrays.copyOf(order, bigger);
                data = Arrays.copyOf(data, bigger);
                ref = Arrays.copyOf(ref, bigger);
                if (tie != null) {
                    tie = Arrays.copyOf(tie, bigger);
                }
            }
        }

        /// Gives out from the front while times are at most `until` and events were pushed before `limit`; false if none was.
        private boolean giveOut(long until, long limit) {
            if (unsortedFrom >= 0) {
                sort();
            }
            int start = head;
            int i = head;
            for (; i < tail; i++) {
                long t = ts[i];
                if (order[i] >= limit || t > until) {
                    break;
                }
                Object r = ref[i];
                ref[i] = null;
                if (t < latest) {
                    onOutOfOrder.run();
                } else {
                    latest = t;
                    sink.event(t, data[i], r);
                }
            }
            head = i;
            if (head == tail) {
                head = 0;
                tail = 0;
                minTs = Long.MAX_VALUE;
                lastTs = Long.MIN_VALUE;
            } else {
                minTs = ts[head];
            }
            return i > start;
        }

        /// Sorts what is out of order: a stable merge of the ascending runs that the events came in, from the place where the
        /// earliest latecomer belongs.
        private void sort() {
            long earliest = Long.MAX_VALUE;
            for (int i = unsortedFrom; i < tail; i++) {
                earliest = Math.min(earliest, ts[i]);
            }
            int from = lowerBound(earliest, head, unsortedFrom);
            int n = tail - from;
            int[] index = new int[n];
            for (int i = 0; i < n; i++) {
                index[i] = from + i;
            }
            mergeRuns(index);
            ts = permuted(ts, index, from);
            order = permuted(order, index, from);
            data = permuted(data, index, from);
            if (tie != null) {
                tie = permuted(tie, index, from);
            }
            Object[] refs = new Object[ref.length];
            System.arraycopy(ref, head, refs, head, from - head);
            for (int i = 0; i < n; i++) {
                refs[from + i] = ref[index[i]];
            }
            ref = refs;
            lastTs = ts[tail - 1];
            unsortedFrom = -1;
        }

        private int lowerBound(long t, int low, int high) {
            while (low < high) {
                int mid = low + high >>> 1;
                if (ts[mid] < t) {
                    low = mid + 1;
                } else {
                    high = mid;
                }
            }
            return low;
        }

        private long[] permuted(long[] a, int[] index, int from) {
            long[] out = new long[a.length];
            System.arraycopy(a, head, out, head, from - head);
            for (int i = 0; i < index.length; i++) {
                out[from + i] = a[index[i]];
            }
            return out;
        }

        private boolean inOrder(int a, int b) {
            if (ts[a] != ts[b]) {
                return ts[a] < ts[b];
            }
            return tie == null || tie[a] <= tie[b];
        }

        private void mergeRuns(int[] index) {
            int n = index.length;
            int[] starts = new int[16];
            int runs = 0;
            for (int i = 0; i < n; i++) {
                if (i == 0 || !inOrder(index[i - 1], index[i])) {
                    if (runs == starts.length) {
                        starts = Arrays.copyOf(starts, runs * 2);
                    }
                    starts[runs++] = i;
                }
            }
            int[] from = index;
            int[] to = new int[n];
            while (runs > 1) {
                int merged = 0;
                for (int r = 0; r < runs; r += 2) {
                    int a = starts[r];
                    int b = r + 1 < runs ? starts[r + 1] : n;
                    int end = r + 2 < runs ? starts[r + 2] : n;
                    merge(from, to, a, b, end);
                    starts[merged++] = a;
                }
                runs = merged;
                int[] swap = from;
                from = to;
                to = swap;
            }
            if (from != index) {
                System.arraycopy(from, 0, index, 0, n);
            }
        }

        private void merge(int[] from, int[] to, int a, int b, int end) {
            if (b == end || inOrder(from[b - 1], from[b])) {
                System.arraycopy(from, a, to, a, end - a);
                return;
            }
            int i = a;
            int j = b;
            int k = a;
            while (i < b && j < end) {
                to[k++] = inOrder(from[i], from[j]) ? from[i++] : from[j++];
            }
            System.arraycopy(from, i, to, k, b - i);
            k += b - i;
            System.arraycopy(from, j, to, k, end - j);
        }
    }
}
