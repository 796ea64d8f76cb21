package traceglass.service.metatrace;

import java.util.ArrayList;
import java.util.List;
import traceglass.sdk.posix.Posix;

/// Records the service's own activity in a ring; old records that no reader has read are overwritten. While there are
/// no readers, it costs one field read. Thread-safe.
public final class Metatrace {

    /// Receives records.
    public interface Sink {

        /// Reports that records before the next one were overwritten.
        void onLost(long count);

        /// Receives an event.
        ///
        /// @param startNs start in boot time
        /// @param thread the kernel's id of the thread
        void onEvent(MetatraceEvent event, long startNs, long durationNs, int thread);

        void onCounter(MetatraceCounter counter, long timeNs, int value, int thread);
    }

    private static final int EVENT_CAPACITY = 1 << 14;
    private static final MetatraceEvent[] EVENTS = MetatraceEvent.values();
    private static final MetatraceCounter[] COUNTERS = MetatraceCounter.values();

    private final List<Reader> readers = new ArrayList<>();
    private final ThreadLocal<Integer> threads = ThreadLocal.withInitial(() -> Posix.isSupported()
            ? Posix.threadId()
            : (int) Thread.currentThread().threadId());
    private volatile boolean isOn;
    /// Time, duration or value, and kind with thread id of each record. Empty until there is a reader.
    private long[] times = {};

    private long[] values = {};
    private long[] kinds = {};
    private long written;

    /// Returns the start time of an event to pass to [#end]; 0 if nothing is recorded.
    public long begin() {
        return isOn ? now() : 0;
    }

    /// Records an event that ends now.
    ///
    /// @param begin result of [#begin]
    public void end(MetatraceEvent event, long begin) {
        if (begin != 0 && isOn) {
            add(begin, now() - begin, event.ordinal());
        }
    }

    /// Records a counter value.
    public void count(MetatraceCounter counter, long value) {
        if (isOn) {
            add(now(), value, -1 - counter.ordinal());
        }
    }

    private static long now() {
        return Posix.isSupported() ? Posix.clockNs(Posix.CLOCK_BOOTTIME) : System.nanoTime();
    }

    private void add(long time, long value, int kind) {
        int thread = threads.get();
        synchronized (readers) {
            if (times.length > 0) {
                int i = (int) (written++ & EVENT_CAPACITY - 1);
                times[i] = time;
                values[i] = value;
                kinds[i] = (long) kind << Integer.SIZE | thread & 0xffff_ffffL;
            }
        }
    }

    /// Returns a reader of all records from now on, and starts recording if it is the first reader.
    public Reader open() {
        synchronized (readers) {
            if (times.length == 0) {
                times = new long[EVENT_CAPACITY];
                values = new long[EVENT_CAPACITY];
                kinds = new long[EVENT_CAPACITY];
            }
            Reader reader = new Reader(written);
            readers.add(reader);
            isOn = true;
            return reader;
        }
    }

    /// A read position in the ring. Not thread-safe.
    public final class Reader implements AutoCloseable {

        private long next;

        private Reader(long next) {
            this.next = next;
        }

        /// Passes the records since the last call to a sink.
        public void read(Sink sink) {
            long lost;
            long[] events;
            synchronized (readers) {
                lost = Math.max(0, written - EVENT_CAPACITY - next);
                next += lost;
                int count = (int) (written - next);
                events = new long[3 * count];
                for (int i = 0; i < count; i++) {
                    int from = (int) (next + i & EVENT_CAPACITY - 1);
                    events[3 * i] = times[from];
                    events[3 * i + 1] = values[from];
                    events[3 * i + 2] = kinds[from];
                }
                next = written;
            }
            if (lost > 0) {
                sink.onLost(lost);
            }
            for (int i = 0; i < events.length; i += 3) {
                deliver(events[i], events[i + 1], events[i + 2], sink);
            }
        }

        private static void deliver(long time, long value, long kindAndThread, Sink sink) {
            int kind = (int) (kindAndThread >> Integer.SIZE);
            int thread = (int) kindAndThread;
            if (kind >= 0) {
                sink.onEvent(EVENTS[kind], time, value, thread);
            } else {
                sink.onCounter(COUNTERS[-1 - kind], time, (int) Math.min(Integer.MAX_VALUE, value), thread);
            }
        }

        /// Stops recording if this is the last reader.
        @Override
        public void close() {
            synchronized (readers) {
                readers.remove(this);
                isOn = !readers.isEmpty();
                if (!isOn) {
                    times = new long[0];
                    values = new long[0];
                    kinds = new long[0];
                }
            }
        }
    }
}
