package traceglass.ingest.etl;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;

/// Events of providers, on one track per provider and thread: slices if their opcodes mark a start and an end, instants
/// otherwise. Self-describing events have their names and fields; those with a schema elsewhere have numbers and raw
/// data.
final class EtlProviderEvents {

    private static final TrackType EVENTS =
            TrackCompressor.compressed("etw_event", TrackType.UTID, TrackType.Dimension.ofString("provider"));
    private static final int START = 1;
    private static final int STOP = 2;
    private static final int MAX_HEX = 128;

    private final ImportContext context;
    private final SelfDescription description;
    private final EtlPayload traits = new EtlPayload();
    private final Map<Start, Open> started = new HashMap<>();
    private final Set<String> ended = new HashSet<>();
    private final Map<String, String> namesOfProviders = new HashMap<>();
    /// Number of the last slice opened; identifies the slice and selects its lane.
    private long slices;

    /// Key shared by the start and the end of a slice. Without an activity, it includes the thread.
    private record Start(String provider, int task, String name, String activity, long tid) {}

    private record Open(long slice, TrackCompressor.Lanes lanes, int nameId) {}

    EtlProviderEvents(ImportContext context) {
        this.context = context;
        description = new SelfDescription(context);
    }

    /// Records which slices have an end event, before the events are read in time order. A start event without an end
    /// becomes an instant.
    void scan(EtlEvent e) {
        if (e.opcode == STOP) {
            ended.add(e.provider + e.task);
        }
    }

    void read(long ts, EtlEvent e) {
        String described = description.readName(e);
        String provider = provider(e);
        String name = described != null ? described : EtlProviders.event(e.provider, e.id);
        String eventName = name != null ? name : provider + " " + e.id;
        int utid = thread(e);
        int category = context.strings().intern(provider);
        TrackCompressor.Lanes lanes = context.compressor().lanes(EVENTS, category, null, null, utid, category);
        ArgsWriter args = b -> write(b, e, described != null);
        Start key = new Start(e.provider, e.task, stem(eventName), e.activity, e.activity == null ? e.tid : 0);
        if (e.opcode == STOP) {
            Open open = started.remove(key);
            if (open != null) {
                context.slices().end(ts, open.lanes.end(open.slice), category, open.nameId, args);
                return;
            }
        }
        boolean isStart = e.opcode == START && ended.contains(e.provider + e.task);
        int nameId = context.strings().intern(isStart ? stem(eventName) : eventName);
        if (isStart) {
            Open open = new Open(slices++, lanes, nameId);
            context.slices().begin(ts, lanes.begin(open.slice), category, nameId, args);
            Open previous = started.put(key, open);
            if (previous != null) {
                context.slices().end(ts, previous.lanes.end(previous.slice), category, previous.nameId, null);
            }
            return;
        }
        context.slices().scoped(ts, 0, lanes.scoped(ts, 0), category, nameId, args);
    }

    private int thread(EtlEvent e) {
        ProcessTracker processes = context.processes();
        if (e.tid < 0) {
            return processes.thread(0);
        }
        return e.pid < 0
                ? processes.thread(e.tid)
                : processes.threadWithParent(e.tid, processes.processWithoutMainThread(e.pid), false);
    }

    /// Returns a name without the word that marks a start or an end.
    private static String stem(String name) {
        for (String end : new String[] {"Start", "Stop", "Begin", "End"}) {
            if (name.endsWith(end) && name.length() > end.length()) {
                return name.substring(0, name.length() - end.length());
            }
        }
        return name;
    }

    /// Returns the provider's name: from the event, from the list of well-known ones, or its GUID.
    private String provider(EtlEvent e) {
        if (e.moveToTraits(traits)) {
            String name = traits.ascii(2);
            if (!name.isEmpty()) {
                namesOfProviders.put(e.provider, name);
                return name;
            }
        }
        return namesOfProviders.computeIfAbsent(e.provider, EtlProviders::name);
    }

    private void write(ArgSetBuilder b, EtlEvent e, boolean describesItself) {
        b.addString(key("provider"), key(e.provider));
        b.addUint(key("id"), e.id);
        b.addUint(key("version"), e.version);
        b.addUint(key("level"), e.level);
        b.addUint(key("opcode"), e.opcode);
        if (e.form == EtlEvent.Form.PROVIDER) {
            b.addUint(key("task"), e.task);
            b.addPointer(key("keywords"), e.keywords);
        }
        if (e.activity != null) {
            b.addString(key("activity"), key(e.activity));
        }
        if (describesItself) {
            description.write(b);
        } else if (e.payload.length() > 0) {
            b.addString(key("data"), key(e.payload.hex(0, e.payload.length(), MAX_HEX)));
        }
    }

    private int key(String text) {
        return context.strings().intern(text);
    }

    /// Ends the remaining slices at the end of the trace, as for other formats.
    void finish() {
        started.clear();
    }
}
