package traceglass.ingest.tracedat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.RecordedEvents;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stats.DataLosses;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;

/// Merges the events of all CPUs and buffers in time order, so that only a few pages are in memory at a time.
final class EventMerge {

    /// Number of events after which the events pushed so far are emitted.
    private static final int EVENTS_PER_FLUSH = 1 << 16;
    private static final int OFFSET_BITS = 26;
    private static final int OFFSET_MASK = (1 << OFFSET_BITS) - 1;

    private final ImportContext context;
    private final Recording recording;
    private final SpooledBytes bytes;
    private final RecordedEvents rows;
    private final EventSorter.Queue queue;
    private final TimeConversion times;

    /// Events of a CPU, and the trace time of the current event.
    private static final class Source {
        final TraceDatCpu events;
        final PageSource pages;
        final int order;
        ClockId clock;
        long ts;

        Source(TraceDatCpu events, PageSource pages, int order) {
            this.events = events;
            this.pages = pages;
            this.order = order;
        }
    }

    EventMerge(ImportContext context, Recording recording, SpooledBytes bytes) {
        this.context = context;
        this.recording = recording;
        this.bytes = bytes;
        rows = new RecordedEvents(context, recording.formats);
        times = new TimeConversion(context, recording);
        queue = context.sorter().queue(this::write);
    }

    void read() throws IOException {
        List<Source> sources = new ArrayList<>();
        PriorityQueue<Source> next = new PriorityQueue<>(
                (a, b) -> a.ts != b.ts ? Long.compare(a.ts, b.ts) : Integer.compare(a.order, b.order));
        boolean isRelated = false;
        for (Recording.Buffer buffer : recording.buffers) {
            ClockId clock = null;
            for (Recording.CpuData data : buffer.cpus()) {
                Source s = source(buffer, data, sources);
                if (s.events.next()) {
                    if (!isRelated) {
                        times.relateToWallClock(s.events.ts());
                        isRelated = true;
                    }
                    clock = clock == null ? times.clockOf(buffer, s.events.ts()) : clock;
                    s.clock = clock;
                    add(s, next);
                }
            }
        }
        merge(next);
        for (Source s : sources) {
            if (s.pages.isTruncated()) {
                context.logs().record(StatNames.TRACE_DAT_TRUNCATED, null);
            }
        }
    }

    private Source source(Recording.Buffer buffer, Recording.CpuData data, List<Source> sources) {
        PageSource pages = new PageSource(bytes, recording, buffer, data);
        Source[] self = new Source[1];
        TraceDatCpu events = new TraceDatCpu(
                recording, data, pages, (cpu, from, to, count) -> onLost(self[0], cpu, from, to, count));
        self[0] = new Source(events, pages, sources.size());
        sources.add(self[0]);
        return self[0];
    }

    private void merge(PriorityQueue<Source> next) throws IOException {
        int count = 0;
        while (!next.isEmpty()) {
            Source s = next.poll();
            TraceDatCpu e = s.events;
            if (e.length() <= OFFSET_MASK >>> 6) {
                long location = ((long) e.cpu() << OFFSET_BITS | e.offset()) << 20 | e.length();
                queue.push(s.ts, location, e.page());
            }
            if (++count % EVENTS_PER_FLUSH == 0) {
                context.progress().check();
                context.sorter().markFlushed();
                context.sorter().markBuffersRead();
            }
            if (e.next()) {
                add(s, next);
            }
        }
    }

    /// Queues a source by the time of its current event. Events whose trace time is unknown are skipped.
    private void add(Source s, PriorityQueue<Source> next) throws IOException {
        do {
            s.ts = times.toTraceTime(s.clock, s.events.ts(), s.events.cpu());
            if (s.ts != ClockTracker.NONE) {
                next.add(s);
                return;
            }
        } while (s.events.next());
    }

    private void onLost(Source s, int cpu, long from, long to, long count) {
        context.stats().set(StatNames.FTRACE_CPU_HAS_DATA_LOSS, cpu, 1);
        if (s != null && s.clock != null) {
            long start = from == 0 ? LongColumn.NULL : times.toTraceTime(s.clock, from, cpu);
            context.losses()
                    .addForCpu(DataLosses.Source.FTRACE, cpu, start, times.toTraceTime(s.clock, to, cpu), count);
        }
    }

    private void write(long ts, long location, Object page) {
        int length = (int) location & (1 << 20) - 1;
        int offset = (int) (location >>> 20) & OFFSET_MASK;
        int cpu = (int) (location >>> 20 + OFFSET_BITS);
        if (!rows.add(ts, cpu, (byte[]) page, offset, length)) {
            context.stats().increment(StatNames.TRACE_DAT_UNKNOWN_EVENT);
        }
    }
}
