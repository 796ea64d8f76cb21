package traceglass.ingest.spans;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Collects the spans of a file in any order, and writes them in time order. Each span and each of its events
/// becomes a slice on a lane of its service. Flows lead to spans from linked spans, and from parents in which they
/// are not nested. Failed spans have a special color.
public final class SpanWriter implements EventSink {

    private static final String ERROR_COLOR = "terrible";
    private static final int IS_EVENT = 1 << 31;
    /// Tie keys, so that the ends of spans come before the starts of others.
    private static final long AT_END = 0;
    private static final long AT_START = 1L << 61;

    /// Maximum length of a chain of parents with the same start that is followed.
    private static final int MAX_SAME_START = 64;

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final Resources resources;
    private final SpanIndex index = new SpanIndex();
    private final SpanLanes lanes;
    private final Columns.Longs starts = new Columns.Longs();
    private final Columns.Longs durations = new Columns.Longs();
    private final Columns.Longs parentIds = new Columns.Longs();
    private final Columns.Ints names = new Columns.Ints();
    private final Columns.Ints categories = new Columns.Ints();
    private final Columns.Ints argSets = new Columns.Ints();
    private final Columns.Ints resourceOfSpan = new Columns.Ints();
    private final Columns.Ints rows = new Columns.Ints();
    /// Ordinal of the kind, plus 16 if the span failed.
    private final Columns.Ints flags = new Columns.Ints();
    private final Columns.Ints eventSpans = new Columns.Ints();
    private final Columns.Ints eventNames = new Columns.Ints();
    private final Columns.Ints eventArgs = new Columns.Ints();
    private final Columns.Ints linkFrom = new Columns.Ints();
    private final Columns.Longs linkTraces = new Columns.Longs();
    private final Columns.Longs linkIds = new Columns.Longs();
    /// Id of the span added last, to which the following events belong.
    private String lastId = "";
    private int count;
    private int eventCount;
    private int linkCount;

    /// Creates a writer whose times are read from the real-time clock.
    public SpanWriter(ImportContext context) {
        this.context = context;
        strings = context.strings();
        resources = new Resources(context);
        lanes = new SpanLanes(context);
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.of(ClockId.REALTIME);
        clocks.useOnly(clock);
        queue = context.sorter().queue(this);
        context.session().atInputEnd(resources::createProcesses);
        context.session().atEnd(this::writeFlows);
        context.session().atEnd(this::orderServices);
    }

    ImportContext context() {
        return context;
    }

    /// Returns the services to which the spans refer.
    public Resources resources() {
        return resources;
    }

    /// Returns the number of spans so far, which is the index of the next one.
    public int count() {
        return count;
    }

    /// Sets the category of all spans from an index on.
    public void setCategory(int from, String category) {
        int id = strings.intern(category);
        for (int i = from; i < count; i++) {
            categories.set(i, id);
        }
    }

    /// Adds a span and returns its index; returns -1 if it is a duplicate or has no valid time.
    public int add(Span span) {
        long trace = SpanIndex.hash(span.traceId);
        long id = SpanIndex.hash(span.id);
        long ts = context.clocks().defaultToTraceTime(span.ts);
        if (ts == ClockTracker.NONE || span.ts <= 0) {
            context.stats().increment(StatNames.SPANS_WITHOUT_TIME);
            return -1;
        }
        if (isDuplicate(span, trace, id, ts)) {
            context.stats().increment(StatNames.SPANS_DUPLICATE);
            return -1;
        }
        int i = count++;
        lastId = span.id;
        index.add(i, trace, id);
        starts.set(i, ts);
        durations.set(i, span.dur < 0 ? Span.UNFINISHED : span.dur);
        parentIds.set(i, SpanIndex.hash(span.parentId));
        names.set(i, strings.intern(span.name));
        categories.set(i, strings.intern(span.category));
        resourceOfSpan.set(i, span.resource);
        rows.set(i, -1);
        flags.set(i, span.kind.ordinal() | (span.isError ? 16 : 0));
        argSets.set(i, args(span));
        // The longer of two spans with the same start is the outer one.
        long length = span.dur < 0 ? Long.MAX_VALUE >> 2 : Math.min(span.dur, Long.MAX_VALUE >> 2);
        queue.push(ts, AT_START + (Long.MAX_VALUE >> 2) - length, i, null);
        return i;
    }

    private boolean isDuplicate(Span span, long trace, long id, long ts) {
        for (int i = index.last(trace, id); i != SpanIndex.NONE; i = index.previous(i)) {
            if (resourceOfSpan.get(i) == span.resource
                    && (flags.get(i) & 15) == span.kind.ordinal()
                    && starts.get(i) == ts) {
                return true;
            }
        }
        return false;
    }

    private int args(Span span) {
        ArgSetBuilder args = context.args().builder();
        Attributes.add(args, strings, span.args);
        addText(args, "otel.trace_id", span.traceId);
        addText(args, "otel.span_id", span.id);
        addText(args, "otel.parent_span_id", span.parentId);
        addText(args, "otel.kind", span.kind.text);
        if (span.isError) {
            addText(args, "otel.status", "error");
        }
        return context.args().commit(args);
    }

    private void addText(ArgSetBuilder args, String key, String value) {
        if (!value.isEmpty()) {
            args.addString(strings.intern(key), strings.intern(value));
        }
    }

    /// Adds an event of the span added last. The event's arguments include the span, because the event may be drawn
    /// inside another span.
    public void addEvent(int span, long time, String name, Map<String, Object> attributes) {
        long ts = context.clocks().defaultToTraceTime(time);
        if (ts == ClockTracker.NONE || time <= 0) {
            context.stats().increment(StatNames.SPANS_WITHOUT_TIME);
            return;
        }
        int i = eventCount++;
        eventSpans.set(i, span);
        eventNames.set(i, strings.intern(name));
        ArgSetBuilder args = context.args().builder();
        Attributes.add(args, strings, attributes);
        addText(args, "otel.span_id", lastId);
        eventArgs.set(i, context.args().commit(args));
        queue.push(ts, ts == end(span) ? AT_END : Long.MAX_VALUE - 1, i | IS_EVENT, null);
    }

    /// Adds a link to a span from another span that caused it.
    public void addLink(int span, String traceId, String id) {
        int i = linkCount++;
        linkFrom.set(i, span);
        linkTraces.set(i, SpanIndex.hash(traceId));
        linkIds.set(i, SpanIndex.hash(id));
    }

    private long end(int span) {
        long dur = durations.get(span);
        return dur < 0 || starts.get(span) > Long.MAX_VALUE - dur ? Long.MAX_VALUE : starts.get(span) + dur;
    }

    @Override
    public void handleEvent(long ts, long data, Object ref) {
        int i = (int) data;
        if (i < 0) {
            writeEvent(ts, i & ~IS_EVENT);
        } else if (rows.get(i) < 0) {
            placeSpan(i);
        }
    }

    /// Places a span after its ancestors that start at the same time.
    private void placeSpan(int span) {
        int[] chain = new int[MAX_SAME_START];
        int n = 0;
        int next = span;
        while (next >= 0 && rows.get(next) < 0 && starts.get(next) == starts.get(span) && n < chain.length) {
            chain[n++] = next;
            next = parent(next);
        }
        while (n > 0) {
            write(chain[--n]);
        }
    }

    private void write(int span) {
        if (rows.get(span) >= 0) {
            return;
        }
        int parent = parent(span);
        int upid = resources.upid(resourceOfSpan.get(span));
        boolean mayNest = parent >= 0 && rows.get(parent) >= 0 && resources.upid(resourceOfSpan.get(parent)) == upid;
        int track = lanes.place(upid, span, mayNest ? parent : -1, starts.get(span), end(span));
        long dur = durations.get(span);
        int row = dur < 0
                ? context.slices().begin(starts.get(span), track, categories.get(span), names.get(span), null)
                : context.slices().scoped(starts.get(span), dur, track, categories.get(span), names.get(span), null);
        rows.set(span, row);
        if (row < 0) {
            return;
        }
        if (argSets.get(span) != IntColumn.NULL) {
            context.slices().setArgs(row, argSets.get(span));
        }
        if ((flags.get(span) & 16) != 0) {
            Table colors = context.storage().table(TableNames.SliceColor.TABLE);
            int color = colors.addRow();
            colors.ints(TableNames.SliceColor.SLICE_ID).set(color, row);
            colors.strings(TableNames.SliceColor.NAME).set(color, strings.intern(ERROR_COLOR));
        }
    }

    private void writeEvent(long ts, int event) {
        int span = eventSpans.get(event);
        int upid = resources.upid(resourceOfSpan.get(span));
        int track = lanes.trackAt(upid, span, ts);
        int row = context.slices().scoped(ts, 0, track, categories.get(span), eventNames.get(event), null);
        if (row >= 0 && eventArgs.get(event) != IntColumn.NULL) {
            context.slices().setArgs(row, eventArgs.get(event));
        }
    }

    /// Returns the parent of a span, or -1. If the receiver of a call has the same id as the sender, the sender
    /// is the parent. If several spans have the parent's id, the parent is the one in the same service or the
    /// receiver.
    private int parent(int span) {
        long trace = index.trace(span);
        boolean isReceiver = Span.Kind.of(flags.get(span) & 15).isReceiver();
        if (isReceiver) {
            for (int i = index.last(trace, index.id(span)); i != SpanIndex.NONE; i = index.previous(i)) {
                if (i != span && !Span.Kind.of(flags.get(i) & 15).isReceiver()) {
                    return i;
                }
            }
        }
        int best = -1;
        for (int i = index.last(trace, parentIds.get(span)); i != SpanIndex.NONE; i = index.previous(i)) {
            if (i == span) {
                continue;
            }
            if (resourceOfSpan.get(i) == resourceOfSpan.get(span)) {
                return i;
            }
            best = best < 0 || Span.Kind.of(flags.get(i) & 15).isReceiver() ? i : best;
        }
        return best;
    }

    private void writeFlows() {
        for (int i = 0; i < count; i++) {
            int parent = parent(i);
            if (parent >= 0 && !lanes.isNested(i)) {
                addFlow(parent, i);
            }
        }
        for (int i = 0; i < linkCount; i++) {
            int from = index.last(linkTraces.get(i), linkIds.get(i));
            if (from != SpanIndex.NONE) {
                addFlow(from, linkFrom.get(i));
            }
        }
    }

    private void orderServices() {
        ServiceOrder order = new ServiceOrder();
        Integer[] byTime = new Integer[count];
        Arrays.setAll(byTime, i -> i);
        Arrays.sort(byTime, Comparator.comparingLong(starts::get));
        for (int span : byTime) {
            int parent = parent(span);
            order.add(
                    resources.upid(resourceOfSpan.get(span)),
                    starts.get(span),
                    parent < 0 ? -1 : resources.upid(resourceOfSpan.get(parent)));
        }
        List<Integer> upids = order.upids();
        for (int i = 0; i < upids.size() && upids.size() > 1; i++) {
            context.processes().setProcessSortIndex(upids.get(i), i, false);
        }
    }

    private void addFlow(int from, int to) {
        if (from != to && rows.get(from) >= 0 && rows.get(to) >= 0) {
            context.flows().add(rows.get(from), rows.get(to));
        }
    }
}
