package traceglass.ingest.perfetto.trackevent;

import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.packet.PacketDefaults;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.perfetto.packet.ResolvedDeltas;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.sort.PrefetchListener;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trackevent.DebugAnnotationDecoder;
import traceglass.protos.trackevent.LegacyEventDecoder;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes the rows of track events in time order: slices, instants, counter samples, states, flows. The kind of event
/// is given by its `type`, or in Chrome's legacy format by the phase of its `legacy_event`, a letter of the Chrome JSON
/// format.
final class TrackEventRows implements EventSink {

    private static final TrackType THREAD_TIME = TrackType.counter("thread_time", null, TrackType.UTID);
    private static final TrackType THREAD_INSTRUCTIONS = TrackType.counter("thread_instructions", null, TrackType.UTID);

    private static final int NONE = ProcessTracker.NONE;

    private final ImportContext context;
    private final StringPool strings;
    private final ProcessTracker processes;
    private final TrackEventTracks tracks;
    private final TrackEventArgs args;
    private final ArgPrefetcher prefetcher;
    private final TrackEventReader reader;
    private final TrackEventDecoder event;
    private final LegacyEventDecoder legacy;
    private final TrackEventExtensions extensions;
    private final TrackEventTarget target;
    private final TrackEventLinks links;
    private final ArgsWriter eventArgs = this::writeArgs;
    private final LongMap<Integer> threadTimeTracks = new LongMap<>();
    private final LongMap<Integer> threadInstructionTracks = new LongMap<>();
    private final int threadTimeName;
    private final int threadInstructionsName;
    private final int phaseKey;

    /// Events before this time are skipped.
    private long firstTs = Long.MIN_VALUE;

    // State of the current event.
    private long ts;
    private SequenceState state;
    private final ResolvedDeltas resolved = new ResolvedDeltas();
    private ResolvedDeltas timed;
    private int category;
    private int name;
    private boolean hasThreadTs;
    private long threadTs;
    private boolean hasInstructions;
    private long instructions;
    private int phaseArg;
    private boolean withPhaseArg;

    TrackEventRows(
            ImportContext context, TrackEventTracks tracks, TrackEventArgs args, TrackEventExtensions extensions) {
        this.context = context;
        this.strings = context.strings();
        this.processes = context.processes();
        this.tracks = tracks;
        this.args = args;
        prefetcher = args.prefetcher();
        reader = args.reader();
        event = reader.message().fields();
        legacy = reader.message().legacy();
        this.extensions = extensions;
        target = new TrackEventTarget(context, tracks, reader);
        links = new TrackEventLinks(context);
        threadTimeName = strings.intern("thread_time");
        threadInstructionsName = strings.intern("thread_instruction_count");
        phaseKey = strings.intern("legacy_event.phase");
    }

    @Override
    public void handleEvent(long time, long location, Object ref) {
        PendingEventBytes bytes = (PendingEventBytes) ref;
        ts = time;
        state = bytes.state;
        timed = bytes.deltas(location, resolved);
        if (time < firstTs) {
            reader.skip(location);
            context.stats().increment(StatNames.TRACK_EVENT_DROPPED_PACKETS_OUTSIDE_OF_RANGE_OF_INTEREST);
            return;
        }
        if (!reader.read(bytes, location) || !importEvent()) {
            context.stats().increment(StatNames.TRACK_EVENT_PARSER_ERRORS);
        }
    }

    /// Skips the events before a time.
    void cropBefore(long time) {
        firstTs = time;
    }

    @Override
    public PrefetchListener prefetchListener() {
        return prefetcher;
    }

    /// Imports the current event; returns false if it has no valid process, thread or track.
    private boolean importEvent() {
        category = reader.category();
        name = reader.name();
        hasThreadTs = timed != null && timed.hasThreadTs();
        threadTs = hasThreadTs ? timed.threadTs() : 0;
        hasInstructions = timed != null && timed.hasInstructions();
        instructions = hasInstructions ? timed.instructions() : 0;
        withPhaseArg = false;
        if (!target.find(state)) {
            return false;
        }
        if (timed != null) {
            addThreadCounters();
            addExtraCounters();
        }
        if (reader.type() == TrackEvent.Type.TYPE_COUNTER_VALUE) {
            return importCounter();
        }
        if (reader.type() == TrackEvent.Type.TYPE_STATE_VALUE) {
            return importState();
        }
        int phase = legacy.hasPhase() ? legacy.phase() : phaseOfType();
        return switch ((char) phase) {
            case 'B' -> beginThreadSlice();
            case 'E' -> endThreadSlice();
            case 'X' -> addThreadSlice();
            case 's', 't', 'f' -> importOldFlow((char) phase);
            case 'i', 'I', 'R' -> importInstant((char) phase);
            case 'b', 'S' -> beginAsyncSlice((char) phase);
            case 'e', 'F' -> endAsyncSlice();
            case 'n' -> importInstant((char) phase);
            case 'T', 'p' -> addAsyncStep((char) phase);
            case 'M' -> importMetadata();
            default -> importRaw();
        };
    }

    private int phaseOfType() {
        return switch (reader.type()) {
            case TrackEvent.Type.TYPE_SLICE_BEGIN_VALUE -> target.utid != NONE ? 'B' : 'b';
            case TrackEvent.Type.TYPE_SLICE_END_VALUE -> target.utid != NONE ? 'E' : 'e';
            case TrackEvent.Type.TYPE_INSTANT_VALUE -> target.utid != NONE ? 'i' : 'n';
            default -> 0;
        };
    }

    private boolean importCounter() {
        int track = target.track(TrackEventTarget.Purpose.OWN, category, name);
        if (track < 0 || timed == null) {
            return false;
        }
        ArgSetBuilder b = context.args().builder();
        writeArgs(b);
        context.counters().push(ts, timed.counter(), track, context.args().commit(b));
        return true;
    }

    private boolean importState() {
        int track = target.track(TrackEventTarget.Purpose.STATE, category, name);
        if (track < 0) {
            return false;
        }
        int value = StringPool.NULL;
        if (event.hasNameIid()) {
            value = Math.max(
                    StringPool.NULL, state.internedString(InternedData.EVENT_NAMES_FIELD_NUMBER, event.nameIid()));
        } else if (event.hasName()) {
            value = strings.intern(event.buffer(), event.nameOffset(), event.nameLength());
        }
        context.states().update(ts, track, value, category, value == StringPool.NULL ? null : eventArgs);
        return true;
    }

    private void addThreadCounters() {
        if (target.utid == NONE) {
            return;
        }
        if (hasThreadTs) {
            context.counters()
                    .push(
                            ts,
                            threadTs,
                            threadTimeTracks.computeIfAbsent(
                                    target.utid, u -> context.tracks().intern(THREAD_TIME, threadTimeName, u)));
        }
        if (hasInstructions) {
            context.counters()
                    .push(
                            ts,
                            instructions,
                            threadInstructionTracks.computeIfAbsent(
                                    target.utid,
                                    u -> context.tracks().intern(THREAD_INSTRUCTIONS, threadInstructionsName, u)));
        }
    }

    private void addExtraCounters() {
        if (!timed.hasExtraCounters()) {
            return;
        }
        PacketDefaults defaults = state.defaults();
        int index = 0;
        boolean hasTracks = event.extraCounterTrackUuidsCount() > 0;
        for (int i = 0; i < reader.extraValues(); i++) {
            addExtraCounter(hasTracks ? event.extraCounterTrackUuids(i) : defaults.extraCounterUuids()[i], index++);
        }
        hasTracks = event.extraDoubleCounterTrackUuidsCount() > 0;
        for (int i = 0; i < event.extraDoubleCounterValuesCount(); i++) {
            addExtraCounter(
                    hasTracks ? event.extraDoubleCounterTrackUuids(i) : defaults.extraDoubleCounterUuids()[i], index++);
        }
    }

    private void addExtraCounter(long uuid, int index) {
        int track = tracks.extraCounterTrack(uuid, state.sequenceId());
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

    private boolean beginThreadSlice() {
        int track = target.utid == NONE ? -1 : target.track(TrackEventTarget.Purpose.BEGIN, category, name);
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
            addLinkedData(slice, track, ts);
        }
        return true;
    }

    private boolean endThreadSlice() {
        int track = target.utid == NONE ? -1 : target.track(TrackEventTarget.Purpose.END, category, name);
        if (track < 0) {
            return false;
        }
        int slice = context.slices().end(ts, track, category, name, argsOfEvent());
        if (slice < 0) {
            return true;
        }
        addLinkedData(slice, track, context.slices().ts(slice));
        long threadStart = context.slices().threadTs(slice);
        if (threadStart != LongColumn.NULL && hasThreadTs && threadTs != threadStart) {
            context.slices().setThreadDur(slice, threadTs - threadStart);
        }
        long counted = context.slices().threadInstructionCount(slice);
        if (counted != LongColumn.NULL && hasInstructions) {
            long now = timed.hasInstructions() ? timed.instructions() : instructions;
            context.slices().setThreadInstructions(slice, counted, now - counted);
        }
        return true;
    }

    private boolean addThreadSlice() {
        long duration = legacy.durationUs() * 1000;
        int track =
                target.utid == NONE || duration < 0 ? -1 : target.track(TrackEventTarget.Purpose.OWN, category, name);
        if (track < 0) {
            return false;
        }
        int slice = context.slices().scoped(ts, duration, track, category, name, argsOfEvent());
        if (slice >= 0) {
            if (hasThreadTs) {
                context.slices().setThreadTime(slice, threadTs, legacy.threadDurationUs() * 1000);
            }
            if (hasInstructions) {
                context.slices().setThreadInstructions(slice, instructions, legacy.threadInstructionDelta());
            }
            addLinkedData(slice, track, ts);
        }
        return true;
    }

    private boolean importOldFlow(char phase) {
        if (!legacy.hasUnscopedId()) {
            context.stats().increment(StatNames.FLOW_INVALID_ID);
            return false;
        }
        long flow = context.flows().namedFlow(reader.message().legacyId(), category, name);
        int track = target.track(TrackEventTarget.Purpose.OWN, category, name);
        if (track < 0) {
            return false;
        }
        switch (phase) {
            case 's' -> context.flows().begin(track, flow);
            case 't' -> context.flows().step(track, flow);
            default -> context.flows().end(track, flow, legacy.bindToEnclosing(), false);
        }
        return true;
    }

    private boolean importInstant(char phase) {
        int track = target.track(TrackEventTarget.Purpose.INSTANT, category, name);
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
        if (target.utid != NONE && phase != 'n') {
            if (hasThreadTs) {
                context.slices().setThreadTime(slice, threadTs, 0);
            }
            if (hasInstructions) {
                context.slices().setThreadInstructions(slice, instructions, 0);
            }
        }
        addLinkedData(slice, track, ts);
        return true;
    }

    private boolean beginAsyncSlice(char phase) {
        int track = target.track(TrackEventTarget.Purpose.BEGIN, category, name);
        if (track < 0) {
            return false;
        }
        if (phase == 'S') {
            setPhaseArg(phase);
        }
        int slice = context.slices().begin(ts, track, category, name, argsOfEvent());
        if (slice >= 0) {
            addLinkedData(slice, track, ts);
        }
        return true;
    }

    private boolean endAsyncSlice() {
        int track = target.track(TrackEventTarget.Purpose.END, category, name);
        if (track < 0) {
            return false;
        }
        int slice = context.slices().end(ts, track, category, name, argsOfEvent());
        if (slice >= 0) {
            addLinkedData(slice, track, context.slices().ts(slice));
        }
        return true;
    }

    /// Steps of async slices become instants, because their ends are unknown.
    private boolean addAsyncStep(char phase) {
        int track = target.track(TrackEventTarget.Purpose.INSTANT, category, name);
        if (track < 0) {
            return false;
        }
        setPhaseArg(phase);
        int slice = context.slices().scoped(ts, 0, track, category, name, argsOfEvent());
        if (slice >= 0) {
            args.addCallstack(slice, track);
        }
        return true;
    }

    private void setPhaseArg(char phase) {
        withPhaseArg = true;
        phaseArg = strings.intern(String.valueOf(phase));
    }

    /// Returns the writer of the event's arguments; null if it has none, like most events that end a slice.
    private ArgsWriter argsOfEvent() {
        if (reader.isBare() && !target.hasSourceId && !withPhaseArg && target.passthroughUtid == NONE) {
            args.clearCallstack();
            return null;
        }
        return eventArgs;
    }

    private void writeArgs(ArgSetBuilder b) {
        if (isHandledByExtension()) {
            args.clearCallstack();
            return;
        }
        args.write(b, state, ts, target.utid, target.upid, target.hasSourceId, target.sourceId, target.passthroughUtid);
        if (withPhaseArg) {
            b.addString(phaseKey, phaseArg);
        }
    }

    /// Returns whether an extension creates rows for the event, whose slice then has no arguments.
    private boolean isHandledByExtension() {
        return reader.message().hasExtensions()
                && !legacy.hasPhase()
                && reader.type() <= TrackEvent.Type.TYPE_INSTANT_VALUE
                && extensions.hasHandler(event);
    }

    /// Adds data linked with the slice: flows, GPU work and callstacks.
    private void addLinkedData(int slice, int track, long start) {
        links.add(reader, slice, start);
        if (reader.message().hasExtensions() && !legacy.hasPhase()) {
            extensions.onSlice(event, slice, start);
        }
        args.addCallstack(slice, track);
    }

    private boolean importMetadata() {
        if (name == StringPool.NULL) {
            return false;
        }
        String text = strings.get(name);
        boolean isThread = text.equals("thread_name");
        if (!isThread && !text.equals("process_name")) {
            importRaw();
            return true;
        }
        if ((isThread ? target.utid : target.upid) == NONE || event.debugAnnotationsCount() == 0) {
            return false;
        }
        DebugAnnotationDecoder annotation = event.debugAnnotations(0, new DebugAnnotationDecoder());
        if (annotation.stringValueLength() == 0) {
            return true;
        }
        int value = annotation.stringValueId(strings);
        if (isThread) {
            processes.setThreadName(target.utid, value, NamePriority.OfThread.TRACK_DESCRIPTOR_THREAD_TYPE);
        } else {
            processes.setProcessName(target.upid, value, NamePriority.OfProcess.TRACK_DESCRIPTOR);
        }
        return true;
    }

    /// Writes events without another representation to `__intrinsic_chrome_raw`.
    private boolean importRaw() {
        if (target.utid == NONE) {
            return false;
        }
        Table table = context.storage().table(TableNames.ChromeRaw.TABLE);
        int row = table.addRow();
        table.longs(TableNames.ChromeRaw.TS).set(row, ts);
        table.strings(TableNames.ChromeRaw.NAME).set(row, strings.intern("track_event.legacy_event"));
        table.ints(TableNames.ChromeRaw.UTID).set(row, target.utid);
        table.ints(TableNames.ChromeRaw.ARG_SET_ID).set(row, context.args().write(b -> {
            b.addString(strings.intern("legacy_event.category"), category);
            b.addString(strings.intern("legacy_event.name"), name);
            byte[] phase = {(byte) legacy.phase()};
            b.addString(phaseKey, strings.intern(new String(phase, StandardCharsets.ISO_8859_1)));
            LegacyEventArgs.write(
                    b, strings, reader.message(), hasThreadTs ? threadTs : null, hasInstructions ? instructions : null);
            writeArgs(b);
        }));
        return true;
    }
}
