package traceglass.ingest.perfetto;

import java.nio.charset.StandardCharsets;
import traceglass.ingest.EventSink;
import traceglass.ingest.EventsAhead;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.ArgSetBuilder;
import traceglass.ingest.tracker.ArgsWriter;
import traceglass.ingest.tracker.LongMap;
import traceglass.ingest.tracker.NamePriority;
import traceglass.ingest.tracker.ProcessTracker;
import traceglass.ingest.tracker.TrackCompressor;
import traceglass.ingest.tracker.TrackType;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEvent.LegacyEvent;
import traceglass.store.LongColumn;
import traceglass.store.StringPool;
import traceglass.store.Table;

/// Makes rows of track events, in order of time: slices, instants, counter samples, states, flows. What an event is,
/// its `type` says, or in Chrome's older form the phase of its `legacy_event`, a letter of the Chrome JSON format.
final class TrackEventRows implements EventSink {

    private static final TrackType THREAD_TIME = TrackType.counter("thread_time", null, TrackType.UTID);
    private static final TrackType THREAD_INSTRUCTIONS = TrackType.counter("thread_instructions", null, TrackType.UTID);
    private static final TrackType GLOBAL_INSTANTS = TrackType.slices("legacy_chrome_global_instants");
    private static final TrackType PROCESS_INSTANTS = TrackType.slices("chrome_process_instant", TrackType.UPID);

    private static final int NONE = ProcessTracker.NONE;

    private final ImportContext context;
    private final StringPool strings;
    private final ProcessTracker processes;
    private final TrackEventTracks tracks;
    private final TrackEventArgs args;
    private final ArgsAhead ahead;
    private final TrackEventFields event = new TrackEventFields();
    private final TrackEventExtensions extensions;
    private final TrackEventNames names;
    private final TrackEventLinks links;
    private final ArgsWriter eventArgs = this::writeArgs;
    private final LongMap<Integer> threadTimeTracks = new LongMap<>();
    private final LongMap<Integer> threadInstructionTracks = new LongMap<>();
    private final int threadTimeName;
    private final int threadInstructionsName;
    private final int phaseKey;

    // Of the event at hand.
    private long ts;
    private SequenceState state;
    private final EventSums sums = new EventSums();
    private EventSums timed;
    private int category;
    private int name;
    private long trackUuid;
    private int utid;
    private int upid;
    private int passthroughUtid;
    private boolean onThreadOfSequence;
    private boolean hasSourceId;
    private long sourceId;
    private boolean hasThreadTs;
    private long threadTs;
    private boolean hasInstructions;
    private long instructions;
    private int phaseArg;
    private boolean withPhaseArg;

    TrackEventRows(ImportContext context, TrackEventTracks tracks, TrackEventArgs args) {
        this.context = context;
        this.strings = context.strings();
        this.processes = context.processes();
        this.tracks = tracks;
        this.args = args;
        ahead = args.ahead();
        extensions = new TrackEventExtensions(context);
        names = new TrackEventNames(strings);
        links = new TrackEventLinks(context);
        threadTimeName = strings.intern("thread_time");
        threadInstructionsName = strings.intern("thread_instruction_count");
        phaseKey = strings.intern("legacy_event.phase");
    }

    @Override
    public void event(long time, long place, Object ref) {
        EventBytes bytes = (EventBytes) ref;
        ts = time;
        state = bytes.state;
        timed = bytes.sums(place, sums);
        if (ahead != null) {
            ahead.take(place);
        }
        if (ahead == null || !ahead.isRead(event)) {
            event.read(bytes.buffer, EventBytes.offset(place), EventBytes.length(place));
        }
        if (!importEvent()) {
            context.stats().increment("track_event_parser_errors");
        }
    }

    @Override
    public EventsAhead ahead() {
        return ahead;
    }

    /// False if the event cannot be placed.
    private boolean importEvent() {
        if (event.type == 0 && !event.hasPhase) {
            return false;
        }
        category = ahead == null ? -1 : ahead.category();
        if (category < 0) {
            category = names.category(event, state);
        }
        name = ahead == null ? -1 : ahead.name();
        if (name < 0) {
            name = names.name(event, state);
        }
        hasThreadTs = timed != null && timed.hasThreadTs();
        threadTs = hasThreadTs ? timed.threadTs() : 0;
        hasInstructions = timed != null && timed.hasInstructions();
        instructions = hasInstructions ? timed.instructions() : 0;
        withPhaseArg = false;
        if (!associate()) {
            return false;
        }
        if (timed != null) {
            threadCounters();
            extraCounters();
        }
        if (event.type == TrackEvent.Type.TYPE_COUNTER_VALUE) {
            return counter();
        }
        if (event.type == TrackEvent.Type.TYPE_STATE_VALUE) {
            return state();
        }
        int phase = event.hasPhase ? event.phase : phaseOfType();
        return switch ((char) phase) {
            case 'B' -> threadBegin();
            case 'E' -> threadEnd();
            case 'X' -> threadComplete();
            case 's', 't', 'f' -> oldFlow((char) phase);
            case 'i', 'I', 'R' -> instant((char) phase);
            case 'b', 'S' -> asyncBegin((char) phase);
            case 'e', 'F' -> asyncEnd();
            case 'n' -> instant((char) phase);
            case 'T', 'p' -> asyncStep((char) phase);
            case 'M' -> metadata();
            default -> raw();
        };
    }

    private int phaseOfType() {
        return switch (event.type) {
            case TrackEvent.Type.TYPE_SLICE_BEGIN_VALUE -> utid != NONE ? 'B' : 'b';
            case TrackEvent.Type.TYPE_SLICE_END_VALUE -> utid != NONE ? 'E' : 'e';
            case TrackEvent.Type.TYPE_INSTANT_VALUE -> utid != NONE ? 'i' : 'n';
            default -> 0;
        };
    }

    /// Finds the thread and process of the event.
    private boolean associate() {
        utid = NONE;
        upid = NONE;
        passthroughUtid = NONE;
        onThreadOfSequence = false;
        hasSourceId = false;
        trackUuid = event.hasTrackUuid
                ? event.trackUuid
                : state.defaults().hasTrackUuid() ? state.defaults().trackUuid() : 0;
        if (trackUuid != 0) {
            TrackEventTracks.Resolved track = tracks.resolve(trackUuid);
            if (track == null) {
                return false;
            }
            associateByTrack(track);
        } else if (!associateBySequence()) {
            return false;
        }
        return !event.hasPhase || adjustToPhase();
    }

    private void associateByTrack(TrackEventTracks.Resolved track) {
        switch (track.scope()) {
            case THREAD -> {
                utid = track.id();
                upid = processes.upidOf(utid);
            }
            case PROCESS -> {
                upid = track.id();
                if (state.hasThread()) {
                    int candidate = threadOfSequence();
                    if (processes.upidOf(candidate) == upid) {
                        passthroughUtid = candidate;
                    }
                }
            }
            case GLOBAL -> {
                if (state.hasThread()) {
                    passthroughUtid = threadOfSequence();
                }
            }
        }
    }

    private int threadOfSequence() {
        return processes.updateThread(state.tid() & 0xFFFF_FFFFL, state.pid() & 0xFFFF_FFFFL);
    }

    private boolean associateBySequence() {
        boolean known = state.hasThread();
        onThreadOfSequence = (!event.hasTrackUuid || !event.hasType) && known
                || event.hasPidOverride
                || event.hasTidOverride && known;
        if (!onThreadOfSequence) {
            return true;
        }
        long pid = state.pid() & 0xFFFF_FFFFL;
        long tid = state.tid();
        if (event.hasPidOverride) {
            pid = event.pidOverride & 0xFFFF_FFFFL;
            tid = TrackEventTracks.syntheticTid(-1, pid);
        }
        if (event.hasTidOverride) {
            tid = event.tidOverride & 0xFFFF_FFFFL;
            if (TrackEventTracks.isSyntheticTid(state.tid())) {
                tid = TrackEventTracks.syntheticTid(tid, pid);
            }
        }
        // Pid and tid 0 are the idle thread's, which writes nothing.
        if (pid == 0 || tid == 0) {
            return false;
        }
        utid = processes.updateThread(tid, pid);
        upid = processes.upidOf(utid);
        return true;
    }

    /// Old phases may mean another track than that of their thread.
    private boolean adjustToPhase() {
        switch ((char) event.phase) {
            case 'b', 'e', 'n', 'S', 'T', 'p', 'F' -> passthroughUtid = utid;
            case 'i', 'I' -> {
                switch (event.instantScope) {
                    case LegacyEvent.InstantEventScope.SCOPE_UNSPECIFIED_VALUE,
                            LegacyEvent.InstantEventScope.SCOPE_THREAD_VALUE -> {
                        return utid != NONE;
                    }
                    case LegacyEvent.InstantEventScope.SCOPE_GLOBAL_VALUE -> {
                        passthroughUtid = utid;
                        utid = NONE;
                    }
                    case LegacyEvent.InstantEventScope.SCOPE_PROCESS_VALUE -> {
                        if (upid == NONE) {
                            return false;
                        }
                        passthroughUtid = utid;
                        utid = NONE;
                    }
                    default -> {}
                }
            }
            default -> {}
        }
        return true;
    }

    /// How a track is asked for.
    private enum Use {
        BEGIN,
        END,
        INSTANT,
        OWN,
        STATE
    }

    /// The track of the event, -1 if there is none.
    private int track(Use use) {
        boolean sequence = trackUuid == 0 && onThreadOfSequence;
        if (sequence && use == Use.STATE) {
            return -1;
        }
        long sequenceId = trackUuid == 0 ? -1 : state.sequenceId();
        int track = sequence
                ? -1
                : switch (use) {
                    case BEGIN -> tracks.begin(trackUuid, name, sequenceId);
                    case END -> tracks.end(trackUuid, name, sequenceId);
                    case INSTANT -> tracks.instant(trackUuid, name, sequenceId);
                    case OWN -> tracks.own(trackUuid, name, sequenceId);
                    case STATE -> tracks.state(trackUuid, name, sequenceId);
                };
        if (event.hasPhase) {
            switch ((char) event.phase) {
                case 'b', 'S' -> {
                    return asyncTrack(TrackCompressor.AsyncKind.BEGIN);
                }
                case 'e', 'T' -> {
                    return asyncTrack(TrackCompressor.AsyncKind.END);
                }
                case 'n', 'p', 'F' -> {
                    return asyncTrack(TrackCompressor.AsyncKind.INSTANT);
                }
                case 'i', 'I' -> {
                    if (event.instantScope == LegacyEvent.InstantEventScope.SCOPE_GLOBAL_VALUE) {
                        return context.tracks().intern(GLOBAL_INSTANTS, StringPool.NULL, this::fromChrome);
                    }
                    if (event.instantScope == LegacyEvent.InstantEventScope.SCOPE_PROCESS_VALUE) {
                        return context.tracks().intern(PROCESS_INSTANTS, StringPool.NULL, this::fromChrome, upid);
                    }
                }
                default -> {}
            }
        }
        return sequence ? context.tracks().threadTrack(utid) : track;
    }

    private void fromChrome(ArgSetBuilder b) {
        b.addString(strings.intern("source"), strings.intern("chrome"));
    }

    private int asyncTrack(TrackCompressor.AsyncKind kind) {
        boolean ofProcess = event.hasLocalId;
        if (!event.hasUnscopedId && !event.hasGlobalId && !ofProcess || ofProcess && upid == NONE) {
            return -1;
        }
        hasSourceId = true;
        sourceId = event.legacyId;
        boolean old = event.phase == 'S' || event.phase == 'T' || event.phase == 'p' || event.phase == 'F';
        int scope = old ? name : category;
        if (event.idScope != -1) {
            String categoryText = category == StringPool.NULL ? "" : strings.get(category);
            scope = strings.intern(categoryText + ":" + strings.get(names.text(event, event.idScope)));
        }
        return context.compressor().legacyAsync(name, upid == NONE ? 0 : upid, sourceId, ofProcess, scope, kind);
    }

    private boolean counter() {
        int track = track(Use.OWN);
        if (track < 0 || timed == null) {
            return false;
        }
        ArgSetBuilder b = context.args().builder();
        writeArgs(b);
        context.counters().push(ts, timed.counter(), track, context.args().commit(b));
        return true;
    }

    private boolean state() {
        int track = track(Use.STATE);
        if (track < 0) {
            return false;
        }
        int value = StringPool.NULL;
        if (event.hasNameIid) {
            value = Math.max(
                    StringPool.NULL, state.internedString(InternedData.EVENT_NAMES_FIELD_NUMBER, event.nameIid));
        } else if (event.hasName) {
            value = names.text(event, event.name);
        }
        context.states().update(ts, track, value, category, value == StringPool.NULL ? null : eventArgs);
        return true;
    }

    private void threadCounters() {
        if (utid == NONE) {
            return;
        }
        if (hasThreadTs) {
            context.counters()
                    .push(
                            ts,
                            threadTs,
                            threadTimeTracks.computeIfAbsent(
                                    utid, u -> context.tracks().intern(THREAD_TIME, threadTimeName, u)));
        }
        if (hasInstructions) {
            context.counters()
                    .push(
                            ts,
                            instructions,
                            threadInstructionTracks.computeIfAbsent(
                                    utid,
                                    u -> context.tracks().intern(THREAD_INSTRUCTIONS, threadInstructionsName, u)));
        }
    }

    private void extraCounters() {
        if (!timed.hasExtraCounters()) {
            return;
        }
        PacketDefaults defaults = state.defaults();
        int index = 0;
        for (int i = 0; i < event.extraValues.size; i++) {
            extraCounter(
                    event.extraUuids.size > 0 ? event.extraUuids.values[i] : defaults.extraCounterUuids()[i], index++);
        }
        for (int i = 0; i < event.extraDoubles.size; i++) {
            extraCounter(
                    event.extraDoubleUuids.size > 0
                            ? event.extraDoubleUuids.values[i]
                            : defaults.extraDoubleCounterUuids()[i],
                    index++);
        }
    }

    private void extraCounter(long uuid, int index) {
        int track = tracks.ownBeside(uuid, state.sequenceId());
        if (track < 0) {
            return;
        }
        double value = timed.extraCounter(index);
        context.counters().push(ts, value, track);
        int counterName = context.tracks().name(track);
        if (counterName == threadTimeName) {
            hasThreadTs = true;
            threadTs = (long) value;
        } else if (counterName == threadInstructionsName) {
            hasInstructions = true;
            instructions = (long) value;
        }
    }

    private boolean threadBegin() {
        int track = utid == NONE ? -1 : track(Use.BEGIN);
        if (track < 0) {
            return false;
        }
        int slice = context.slices().begin(ts, track, category, name, argsOfEvent());
        if (slice >= 0) {
            if (hasThreadTs) {
                context.slices().setThreadTs(slice, threadTs);
            }
            if (hasInstructions) {
                context.slices().setThreadInstructions(slice, instructions, LongColumn.NULL);
            }
            afterSlice(slice, track, ts);
        }
        return true;
    }

    private boolean threadEnd() {
        int track = utid == NONE ? -1 : track(Use.END);
        if (track < 0) {
            return false;
        }
        int slice = context.slices().end(ts, track, category, name, argsOfEvent());
        if (slice < 0) {
            return true;
        }
        afterSlice(slice, track, context.slices().ts(slice));
        long began = context.slices().threadTs(slice);
        if (began != LongColumn.NULL && hasThreadTs && threadTs != began) {
            context.slices().setThreadDur(slice, threadTs - began);
        }
        long counted = context.slices().threadInstructionCount(slice);
        if (counted != LongColumn.NULL && hasInstructions) {
            long now = timed.hasInstructions() ? timed.instructions() : instructions;
            context.slices().setThreadInstructions(slice, counted, now - counted);
        }
        return true;
    }

    private boolean threadComplete() {
        long duration = event.durationUs * 1000;
        int track = utid == NONE || duration < 0 ? -1 : track(Use.OWN);
        if (track < 0) {
            return false;
        }
        int slice = context.slices().scoped(ts, duration, track, category, name, argsOfEvent());
        if (slice >= 0) {
            if (hasThreadTs) {
                context.slices().setThreadTime(slice, threadTs, event.threadDurationUs * 1000);
            }
            if (hasInstructions) {
                context.slices().setThreadInstructions(slice, instructions, event.instructionsSpent);
            }
            afterSlice(slice, track, ts);
        }
        return true;
    }

    private boolean oldFlow(char phase) {
        if (!event.hasUnscopedId) {
            context.stats().increment("flow_invalid_id");
            return false;
        }
        long flow = context.flows().namedFlow(event.legacyId, category, name);
        int track = track(Use.OWN);
        if (track < 0) {
            return false;
        }
        switch (phase) {
            case 's' -> context.flows().begin(track, flow);
            case 't' -> context.flows().step(track, flow);
            default -> context.flows().end(track, flow, event.bindToEnclosing, false);
        }
        return true;
    }

    private boolean instant(char phase) {
        int track = track(Use.INSTANT);
        if (track < 0) {
            return false;
        }
        if (phase == 'R') {
            setPhaseArg(phase);
        }
        int slice = context.slices().scoped(ts, 0, track, category, name, argsOfEvent());
        if (slice < 0) {
            return true;
        }
        if (utid != NONE && phase != 'n') {
            if (hasThreadTs) {
                context.slices().setThreadTime(slice, threadTs, 0);
            }
            if (hasInstructions) {
                context.slices().setThreadInstructions(slice, instructions, 0);
            }
        }
        afterSlice(slice, track, ts);
        return true;
    }

    private boolean asyncBegin(char phase) {
        int track = track(Use.BEGIN);
        if (track < 0) {
            return false;
        }
        if (phase == 'S') {
            setPhaseArg(phase);
        }
        int slice = context.slices().begin(ts, track, category, name, argsOfEvent());
        if (slice >= 0) {
            afterSlice(slice, track, ts);
        }
        return true;
    }

    private boolean asyncEnd() {
        int track = track(Use.END);
        if (track < 0) {
            return false;
        }
        int slice = context.slices().end(ts, track, category, name, argsOfEvent());
        if (slice >= 0) {
            afterSlice(slice, track, context.slices().ts(slice));
        }
        return true;
    }

    /// Steps of async slices become instants: where they end cannot be told.
    private boolean asyncStep(char phase) {
        int track = track(Use.INSTANT);
        if (track < 0) {
            return false;
        }
        setPhaseArg(phase);
        int slice = context.slices().scoped(ts, 0, track, category, name, argsOfEvent());
        if (slice >= 0) {
            args.addCallstack(slice, track, event);
        }
        return true;
    }

    private void setPhaseArg(char phase) {
        withPhaseArg = true;
        phaseArg = strings.intern(String.valueOf(phase));
    }

    /// What writes the arguments of the event; null if it has none, as most that end a slice.
    private ArgsWriter argsOfEvent() {
        if (event.isBare()
                && (ahead == null || !ahead.hasArgs())
                && !hasSourceId
                && !withPhaseArg
                && passthroughUtid == NONE) {
            args.forgetCallstack();
            return null;
        }
        return eventArgs;
    }

    private void writeArgs(ArgSetBuilder b) {
        if (hasRowsOfItsOwn()) {
            args.forgetCallstack();
            return;
        }
        args.write(b, event, state, ts, utid, upid, hasSourceId, sourceId, passthroughUtid);
        if (withPhaseArg) {
            b.addString(phaseKey, phaseArg);
        }
    }

    /// Whether the event is one that an extension makes rows of: its slice has no arguments.
    private boolean hasRowsOfItsOwn() {
        return event.extensions.size > 0
                && !event.hasPhase
                && event.type <= TrackEvent.Type.TYPE_INSTANT_VALUE
                && extensions.handle(event);
    }

    /// Adds what hangs on the slice: flows, work on a GPU and callstacks.
    private void afterSlice(int slice, int track, long start) {
        links.add(event, slice, start);
        if (event.extensions.size > 0 && !event.hasPhase) {
            extensions.slice(event, slice, start);
        }
        args.addCallstack(slice, track, event);
    }

    private boolean metadata() {
        if (name == StringPool.NULL) {
            return false;
        }
        String text = strings.get(name);
        boolean thread = text.equals("thread_name");
        if (!thread && !text.equals("process_name")) {
            raw();
            return true;
        }
        if ((thread ? utid : upid) == NONE || event.annotations.size == 0) {
            return false;
        }
        long place = event.annotations.values[0];
        ProtoCursor c = new ProtoCursor().enter(event.buffer, EventBytes.offset(place), EventBytes.length(place));
        int value = StringPool.NULL;
        while (c.next()) {
            if (c.field() == DebugAnnotation.STRING_VALUE_FIELD_NUMBER && c.length() > 0) {
                value = c.asStringId(strings);
            }
        }
        if (value == StringPool.NULL) {
            return true;
        }
        if (thread) {
            processes.setThreadName(utid, value, NamePriority.OfThread.TRACK_DESCRIPTOR_THREAD_TYPE);
        } else {
            processes.setProcessName(upid, value, NamePriority.OfProcess.TRACK_DESCRIPTOR);
        }
        return true;
    }

    /// Events that have no other form are kept as they are, in `__intrinsic_chrome_raw`.
    private boolean raw() {
        if (utid == NONE) {
            return false;
        }
        Table table = context.storage().table("__intrinsic_chrome_raw");
        int row = table.addRow();
        table.longs("ts").set(row, ts);
        table.strings("name").set(row, strings.intern("track_event.legacy_event"));
        table.ints("utid").set(row, utid);
        table.ints("arg_set_id").set(row, context.args().write(b -> {
            b.addString(strings.intern("legacy_event.category"), category);
            b.addString(strings.intern("legacy_event.name"), name);
            byte[] phase = {(byte) event.phase};
            b.addString(phaseKey, strings.intern(new String(phase, StandardCharsets.ISO_8859_1)));
            LegacyEventArgs.write(
                    b, strings, event, hasThreadTs ? threadTs : null, hasInstructions ? instructions : null);
            writeArgs(b);
        }));
        return true;
    }
}
