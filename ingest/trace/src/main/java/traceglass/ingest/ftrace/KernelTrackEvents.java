package traceglass.ingest.ftrace;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.ingest.tracker.track.TrackType.Dimension;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses tracepoints whose field names define slices or counters, without a specific parser: `track_event_type`
/// and `slice_name`, or `counter_value`; then `track_name`, and a field that selects the track's scope (`scope_tgid`,
/// `scope_cpu`, `scope_…`; without one, the thread).
final class KernelTrackEvents {

    private enum Scope {
        TID,
        TGID,
        CPU,
        CUSTOM
    }

    private static final Dimension TRACEPOINT = Dimension.ofString("tracepoint");
    private static final Dimension NAME = Dimension.ofString("name");
    private static final Dimension[] SCOPES = {TrackType.UTID, TrackType.UPID, TrackType.CPU, Dimension.ofInt("scope")};
    private static final TrackType[] SLICES = new TrackType[SCOPES.length];
    private static final TrackType[] COUNTERS = new TrackType[SCOPES.length];
    private static final String[] SCOPE_NAMES = {"thread", "process", "cpu", "custom"};

    static {
        for (int i = 0; i < SCOPES.length; i++) {
            SLICES[i] = TrackType.slices("kernel_trackevent_" + SCOPE_NAMES[i] + "_slice", SCOPES[i], TRACEPOINT, NAME);
            COUNTERS[i] = TrackType.counter(
                    "kernel_trackevent_" + SCOPE_NAMES[i] + "_counter", null, SCOPES[i], TRACEPOINT, NAME);
        }
    }

    /// Field numbers of a tracepoint by meaning; 0 for missing fields.
    private static final class Form {
        int tracepoint;
        int type;
        int sliceName;
        int trackName;
        int value;
        int scopeField;
        Scope scope = Scope.TID;

        boolean isSlice() {
            return type != 0 && sliceName != 0;
        }
    }

    private final ImportContext context;
    private final Map<Integer, Form> forms = new HashMap<>();

    KernelTrackEvents(ImportContext context) {
        this.context = context;
    }

    private static boolean isNumber(int type) {
        // TYPE_INT64, TYPE_UINT64, TYPE_INT32, TYPE_UINT32
        return type == 3 || type == 4 || type == 5 || type == 13;
    }

    /// Determines whether events with this description are slices or counters.
    void describe(int id, GenericEvents.DescribedEvent event) {
        Form form = new Form();
        form.tracepoint = event.nameId();
        for (int i = 1; i < event.fields().length; i++) {
            GenericEvents.Field field = event.fields()[i];
            if (field == null) {
                continue;
            }
            String name = context.strings().get(field.nameId());
            boolean isNumber = isNumber(field.type());
            boolean isText = field.type() == 9;
            if (name.equals("track_event_type") && isNumber) {
                form.type = i;
            } else if (name.equals("slice_name") && isText) {
                form.sliceName = i;
            } else if (name.equals("track_name") && isText) {
                form.trackName = i;
            } else if (name.equals("counter_value") && isNumber) {
                form.value = i;
            } else if (name.startsWith("scope_") && isNumber) {
                form.scopeField = i;
                form.scope =
                        name.equals("scope_tgid") ? Scope.TGID : name.equals("scope_cpu") ? Scope.CPU : Scope.CUSTOM;
            }
        }
        if (form.isSlice() || form.value != 0) {
            forms.put(id, form);
        }
    }

    void handleEvent(KernelEvent e) {
        Form form = forms.get(e.id());
        if (form == null) {
            return;
        }
        e.decode();
        if (!handleEvent(e, form)) {
            context.stats().increment(StatNames.KERNEL_TRACKEVENT_FORMAT_ERROR);
        }
    }

    /// Returns false if a required field is missing.
    private boolean handleEvent(KernelEvent e, Form form) {
        int trackName = form.tracepoint;
        if (form.trackName != 0) {
            if (!e.has(form.trackName)) {
                return false;
            }
            trackName = e.stringId(form.trackName);
        }
        long scope = 0;
        if (form.scopeField != 0) {
            if (!e.has(form.scopeField)) {
                return false;
            }
            scope = e.asLong(form.scopeField);
        }
        long owner = switch (form.scope) {
            case TID -> context.processes().thread(e.tid());
            case TGID -> context.processes().process(scope);
            case CPU -> scope & 0xFFFF_FFFFL;
            case CUSTOM -> scope;
        };
        TrackType type = (form.isSlice() ? SLICES : COUNTERS)[form.scope.ordinal()];
        int track = context.tracks().intern(type, trackName, owner, form.tracepoint, trackName);
        return form.isSlice() ? addSlice(e, form, track) : setCounter(e, form, track);
    }

    private boolean addSlice(KernelEvent e, Form form, int track) {
        if (!e.has(form.sliceName) || !e.has(form.type)) {
            return false;
        }
        int name = e.stringId(form.sliceName);
        switch ((char) (e.asLong(form.type) & 0xff)) {
            case 'B' -> context.slices().begin(e.ts(), track, StringPool.NULL, name, null);
            case 'E' -> context.slices().end(e.ts(), track, StringPool.NULL, StringPool.NULL, null);
            case 'I' -> context.slices().scoped(e.ts(), 0, track, StringPool.NULL, name, null);
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean setCounter(KernelEvent e, Form form, int track) {
        if (!e.has(form.value)) {
            return false;
        }
        context.counters().push(e.ts(), e.asLong(form.value), track);
        return true;
    }
}
