package traceglass.ingest.nettrace;

import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Events that libraries and programs write with an `EventSource`: counters, activities that start and stop, and other
/// events as instants on their thread.
final class SourceEvents {

    private static final TrackType COUNTER = TrackType.counter(
            "dotnet_counter",
            null,
            TrackType.UPID,
            TrackType.Dimension.ofString("provider"),
            TrackType.Dimension.ofString("counter"));
    private static final TrackType ACTIVITY =
            TrackCompressor.compressed("dotnet_activity", TrackType.UPID, TrackType.Dimension.ofString("activity"));
    private static final TrackType WITHOUT_THREAD =
            TrackType.slices("dotnet_process_event", TrackType.UPID, TrackType.Dimension.ofString("provider"));
    private static final int OPCODE_START = 1;
    private static final int OPCODE_STOP = 2;
    private static final String START = "Start";
    private static final String STOP = "Stop";

    private final ImportContext context;
    private final StringPool strings;
    private final NettraceEvents events;
    private final MethodNames methods;

    SourceEvents(ImportContext context, NettraceEvents events, MethodNames methods) {
        this.context = context;
        this.events = events;
        this.methods = methods;
        strings = context.strings();
    }

    /// Adds the callstack of a slice, if both are known.
    static void addCallsite(ImportContext context, int slice, int track, int callsite) {
        if (slice >= 0 && callsite >= 0) {
            Table table = context.storage().table(TableNames.TrackEventCallstacks.TABLE);
            int row = table.addRow();
            table.ints(TableNames.TrackEventCallstacks.SLICE_ID).set(row, slice);
            table.ints(TableNames.TrackEventCallstacks.TRACK_ID).set(row, track);
            table.ints(TableNames.TrackEventCallstacks.CALLSITE_ID).set(row, callsite);
        }
    }

    /// Returns a consumer of the events of a type.
    NettraceEvents.Sink sink(EventTypeInfo type) {
        if (type.name.equals("EventCounters")) {
            return (e, payload) -> addCounter(type, e, FieldValues.read(type, payload));
        }
        boolean starts = type.opcode == OPCODE_START || type.opcode == 0 && type.name.endsWith(START);
        boolean stops = type.opcode == OPCODE_STOP || type.opcode == 0 && type.name.endsWith(STOP);
        String name = type.name.isEmpty() ? type.provider + " " + type.eventId : type.name;
        NettraceEvents.Sink instants = instants(type, name);
        if (!starts && !stops) {
            return instants;
        }
        String suffix = starts ? START : STOP;
        String activity = name.endsWith(suffix) && name.length() > suffix.length()
                ? name.substring(0, name.length() - suffix.length())
                : name;
        return (e, payload) -> {
            if (e.activityHigh() == 0 && e.activityLow() == 0) {
                instants.onEvent(e, payload);
            } else {
                addActivity(type, e, strings.intern(activity), starts, FieldValues.read(type, payload));
            }
        };
    }

    /// Returns a consumer that shows events as instants on their thread.
    NettraceEvents.Sink instants(EventTypeInfo type, String name) {
        int nameId = strings.intern(name);
        int category = strings.intern(type.provider);
        return (e, payload) -> {
            int utid = events.utid(e);
            int upid = events.upid(e.pid());
            int args = args(FieldValues.read(type, payload));
            events.push(e, ts -> {
                int track = utid == ProcessTracker.NONE
                        ? context.tracks().intern(WITHOUT_THREAD, category, upid, category)
                        : context.tracks().threadTrack(utid);
                int slice = context.slices().scoped(ts, 0, track, category, nameId, null);
                if (slice >= 0 && args != IntColumn.NULL) {
                    context.slices().setArgs(slice, args);
                }
                addCallsite(context, slice, track, methods.callsite(e.stack()));
            });
        };
    }

    private int args(Map<String, Object> values) {
        return values.isEmpty() ? IntColumn.NULL : context.args().write(b -> addArgs(b, values));
    }

    private void addArgs(ArgSetBuilder b, Map<String, Object> values) {
        values.forEach((name, value) -> {
            int key = strings.intern(name);
            switch (value) {
                case String text -> b.addString(key, strings.intern(text));
                case Long number -> b.addInt(key, number);
                case Double number -> b.addReal(key, number);
                case Boolean isTrue -> b.addBool(key, isTrue);
                default -> throw new IllegalStateException(value.toString());
            }
        });
    }

    private void addActivity(
            EventTypeInfo type, NettraceEvents.Event e, int name, boolean starts, Map<String, Object> values) {
        int upid = events.upid(e.pid());
        int category = strings.intern(type.provider);
        long cookie = e.activityHigh() * 31 + e.activityLow();
        events.push(e, ts -> {
            TrackCompressor.Lanes lanes = context.compressor().lanes(ACTIVITY, name, null, null, upid, name);
            if (starts) {
                context.slices().begin(ts, lanes.begin(cookie), category, name, b -> addArgs(b, values));
            } else {
                context.slices().end(ts, lanes.end(cookie), category, name, b -> addArgs(b, values));
            }
        });
    }

    /// Adds a value of an `EventCounter`: the mean over an interval, or the increment.
    private void addCounter(EventTypeInfo type, NettraceEvents.Event e, Map<String, Object> values) {
        Object name = find(values, "Name");
        Object shown = find(values, "DisplayName");
        Object value = find(values, "Mean");
        if (value == null) {
            value = find(values, "Increment");
        }
        if (!(name instanceof String id) || !(value instanceof Number number)) {
            context.stats().increment(StatNames.NETTRACE_INVALID_EVENT);
            return;
        }
        Object units = find(values, "DisplayUnits");
        int unit = units instanceof String text && !text.isEmpty() ? strings.intern(text) : StringPool.NULL;
        int nameId = strings.intern(shown instanceof String text && !text.isEmpty() ? text : id);
        int key = strings.intern(id);
        int provider = strings.intern(type.provider);
        int upid = events.upid(e.pid());
        events.push(e, ts -> {
            int track = context.tracks().internCounter(COUNTER, nameId, unit, null, upid, provider, key);
            context.counters().push(ts, number.doubleValue(), track);
        });
    }

    private static Object find(Map<String, Object> values, String name) {
        for (Map.Entry<String, Object> v : values.entrySet()) {
            if (v.getKey().equals(name) || v.getKey().endsWith("." + name)) {
                return v.getValue();
            }
        }
        return null;
    }
}
