package traceglass.ingest.jfr;

import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.track.SliceTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Events that have a duration or are neither samples nor counters: slices and instants on their thread, or on the
/// process if they have no thread.
final class JfrSlices {

    private static final TrackType PROCESS_SLICES =
            TrackCompressor.compressed("jfr_process_slice", TrackType.UPID, TrackType.Dimension.ofString("event"));
    private static final TrackType OVERLAPPING = TrackCompressor.compressed("jfr_thread_slice", TrackType.UTID);
    private static final TrackType VIRTUAL = TrackCompressor.compressed("jfr_virtual_threads", TrackType.UPID);
    /// Maximum number of array elements that become arguments.
    private static final int MAX_ELEMENTS = 64;

    private final ImportContext context;
    private final StringPool strings;
    private final JfrThreads threads;
    private final JfrStacks stacks;
    private final EventSorter.Queue queue;
    private final JfrMonitors monitors;

    /// A slice waiting to be sorted.
    ///
    /// @param args id of the slice's arguments, may be [IntColumn#NULL]
    /// @param contention the wait for a monitor, or null
    private record Slice(Names names, JfrThreads.Thread thread, long dur, int args, int callsite, Wait contention) {}

    /// A wait for a monitor, whose end is sorted separately.
    private static final class Wait {
        final JfrThreads.Thread thread;
        final JfrThreads.Thread owner;
        final long monitor;
        int slice = ProfilerSamples.NONE;

        Wait(JfrThreads.Thread thread, JfrThreads.Thread owner, long monitor) {
            this.thread = thread;
            this.owner = owner;
            this.monitor = monitor;
        }
    }

    /// Name and category of the slices of a type.
    private record Names(int name, int category) {}

    JfrSlices(ImportContext context, JfrThreads threads, JfrStacks stacks) {
        this.context = context;
        this.threads = threads;
        this.stacks = stacks;
        strings = context.strings();
        queue = context.sorter().queue((ts, data, ref) -> {
            if (ref instanceof Wait wait) {
                end(ts, wait);
            } else {
                emit(ts, (Slice) ref);
            }
        });
        monitors = new JfrMonitors(context);
    }

    /// Returns a consumer of events of a type. JDK events are named after their class, as in `jfr print`; events of
    /// programs after their label.
    JfrEvent.Sink sink(JfrType type) {
        String name =
                type.isDefinedByJdk() || type.label == null || type.label.isEmpty() ? type.simpleName() : type.label;
        Names names = new Names(strings.intern(name), strings.intern(String.join("/", type.category)));
        int thread = type.indexOf("eventThread") >= 0 ? type.indexOf("eventThread") : type.indexOf("sampledThread");
        int stack = type.indexOf("stackTrace");
        int owner = type.indexOf("previousOwner");
        int monitor = type.indexOf("address");
        int[] keys = new int[type.fields.size()];
        for (int i = 0; i < keys.length; i++) {
            String field = type.fields.get(i).name();
            boolean isShown = switch (field) {
                case "startTime", "duration", "eventThread", "stackTrace" -> false;
                default -> true;
            };
            keys[i] = isShown ? strings.intern("data." + field) : StringPool.NULL;
        }
        return e -> {
            JfrThreads.Thread t = thread < 0
                    ? null
                    : threads.of(e.chunk, type.fields.get(thread).type(), e.number(thread));
            int args = context.args().write(b -> {
                for (int i = 0; i < keys.length; i++) {
                    if (keys[i] != StringPool.NULL) {
                        addArg(e, i, keys[i], b);
                    }
                }
                if (t != null && t.isVirtual()) {
                    b.addInt(strings.intern("data.virtualThread"), t.javaId());
                }
            });
            JfrThreads.Thread previousOwner = owner < 0 || monitor < 0
                    ? null
                    : threads.of(e.chunk, type.fields.get(owner).type(), e.number(owner));
            boolean isContention = previousOwner != null && previousOwner.utid() != ProfilerSamples.NONE && t != null;
            Wait contention = isContention ? new Wait(t, previousOwner, e.number(monitor)) : null;
            long dur = Math.max(0, e.durationNs());
            // The longest of the slices that begin at the same time is the outermost.
            queue.push(
                    e.startNs(),
                    -dur,
                    0,
                    new Slice(names, t, dur, args, stacks.of(e, stack).callsite(), contention));
            if (contention != null) {
                queue.push(e.startNs() + dur, 0, contention);
            }
        };
    }

    private void end(long ts, Wait wait) {
        if (wait.slice != ProfilerSamples.NONE) {
            monitors.end(wait.slice, ts, wait.thread.utid(), wait.owner.utid(), wait.monitor);
        }
    }

    private void emit(long ts, Slice s) {
        int track;
        int id;
        if (s.thread != null && s.thread.utid() != ProfilerSamples.NONE) {
            track = context.tracks().threadTrack(s.thread.utid());
            id = context.slices().scopedUnlessOverlap(ts, s.dur, track, s.names.category, s.names.name, null);
            if (id >= 0) {
                monitors.begin(id, s.thread.utid(), ts, s.dur);
            }
            if (id == SliceTracker.OVERLAPS) {
                track = context.compressor()
                        .lanes(OVERLAPPING, StringPool.NULL, null, null, s.thread.utid())
                        .nested(ts, s.dur);
                id = context.slices().scoped(ts, s.dur, track, s.names.category, s.names.name, null);
            }
        } else {
            boolean isVirtual = s.thread != null;
            track = isVirtual
                    ? context.compressor()
                            .lanes(VIRTUAL, strings.intern("Virtual threads"), null, null, threads.upid())
                            .scoped(ts, s.dur)
                    : context.compressor()
                            .lanes(PROCESS_SLICES, s.names.name, null, null, threads.upid(), s.names.name)
                            .scoped(ts, s.dur);
            id = context.slices().scoped(ts, s.dur, track, s.names.category, s.names.name, null);
        }
        if (id < 0) {
            return;
        }
        if (s.args != IntColumn.NULL) {
            context.slices().setArgs(id, s.args);
        }
        if (s.contention != null) {
            s.contention.slice = id;
        }
        if (s.callsite != ProfilerSamples.NONE) {
            Table table = context.storage().table(TableNames.TrackEventCallstacks.TABLE);
            int row = table.addRow();
            table.ints(TableNames.TrackEventCallstacks.SLICE_ID).set(row, id);
            table.ints(TableNames.TrackEventCallstacks.TRACK_ID).set(row, track);
            table.ints(TableNames.TrackEventCallstacks.CALLSITE_ID).set(row, s.callsite);
        }
    }

    private void addArg(JfrEvent e, int field, int key, ArgSetBuilder args) {
        JfrType.Field f = e.type().fields.get(field);
        if (f.isArray()) {
            addElements(e, f, e.at(field), key, args);
        } else if (f.isConstant() || f.type().kind == JfrType.Kind.STRING) {
            int text = e.text(field, strings);
            if (text != StringPool.NULL) {
                args.addString(key, text);
            }
        } else if (f.type().kind == JfrType.Kind.STRUCT) {
            JfrEvent struct = new JfrEvent(e.chunk);
            struct.read(f.type(), e.at(field));
            for (int i = 0; i < f.type().fields.size() && i < MAX_ELEMENTS; i++) {
                JfrType.Field g = f.type().fields.get(i);
                if (!g.isArray() && (g.isConstant() || g.type().kind != JfrType.Kind.STRUCT)) {
                    addArg(struct, i, strings.intern(strings.get(key) + "." + g.name()), args);
                }
            }
        } else {
            addNumber(e, f, e.number(field), key, args);
        }
    }

    private static void addNumber(JfrEvent e, JfrType.Field f, long value, int key, ArgSetBuilder args) {
        switch (f.type().kind) {
            case BOOLEAN -> args.addBool(key, value != 0);
            case FLOAT, DOUBLE -> args.addReal(key, Double.longBitsToDouble(value));
            default -> {
                if (value == JfrEvent.MISSING) {
                    return;
                }
                switch (f.content()) {
                    case TIMESPAN -> args.addInt(key, e.spanNs(f, value));
                    case TIMESTAMP -> args.addInt(key, e.timeNs(f, value));
                    case ADDRESS -> args.addPointer(key, value);
                    default -> args.addInt(key, value);
                }
            }
        }
    }

    private void addElements(JfrEvent e, JfrType.Field f, JfrCursor in, int key, ArgSetBuilder args) {
        int count = Math.min(in.readCount(), MAX_ELEMENTS);
        for (int i = 0; i < count; i++) {
            int text;
            if (f.isConstant()) {
                text = e.chunk.constants.text(f.type(), in.readLong());
            } else {
                long before = in.position();
                String element = e.chunk.constants.text(f.type(), e.chunk.constants.at(before), 0);
                JfrMetadata.skip(in, f.type(), 0);
                text = element == null ? StringPool.NULL : strings.intern(element);
            }
            if (text != StringPool.NULL) {
                args.addString(key, strings.intern(strings.get(key) + "[" + i + "]"), text);
            }
        }
    }
}
