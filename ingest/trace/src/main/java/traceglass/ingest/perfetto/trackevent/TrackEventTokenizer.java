package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketDefaults;
import traceglass.ingest.perfetto.packet.PendingDeltas;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.perfetto.packet.ResolvedDeltas;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.packet.TrackEventBatch;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;
import traceglass.store.names.StatNames;

/// Reads `TrackEvent` packets in trace order: determines their time, resolves deltas, and queues them.
final class TrackEventTokenizer {

    private static final long COUNTER_VALUES = TrackEventDecoder.COUNTER_VALUE | TrackEventDecoder.DOUBLE_COUNTER_VALUE;

    private final ImportContext context;
    private final TrackEventTracks tracks;
    private final EventSorter.Queue queue;
    private final TrackEventProfiles profiles;
    private final ResolvedDeltas resolved = new ResolvedDeltas();
    private final ClockId monotonic = ClockId.of(ClockId.MONOTONIC);
    private SequenceState lastState;
    private TrackEventDeltas lastDeltas;
    /// Buffer of the last event with resolved deltas, and those of all events in it.
    private byte[] lastBuffer;

    private PendingDeltas lastPendingDeltas;

    // The current event.
    private SequenceState state;
    private long position;
    private int sequenceId;
    private int extraIndex;

    TrackEventTokenizer(ImportContext context, TrackEventTracks tracks, EventSorter.Queue queue) {
        this.context = context;
        this.tracks = tracks;
        this.queue = queue;
        profiles = new TrackEventProfiles(context);
    }

    /// @param packetTs trace time of the packet in ns
    void tokenize(long packetTs, Packet packet) {
        if (!packet.hasSequenceId()) {
            context.logs().recordAt(StatNames.TRACK_EVENT_MISSING_SEQUENCE_ID, packet.position(), null);
            return;
        }
        begin(packet.state(), packet.position(), packet.sequenceId());
        TrackEventDecoder e = packet.event().fields();
        long ts;
        if (e.hasTimestampDeltaUs()) {
            TrackEventDeltas deltas = deltas();
            if (!deltas.isValid()) {
                countForSequence(StatNames.TRACK_EVENT_SKIPPED_TIMESTAMP_DELTA_WITHOUT_VALID_STATE);
                return;
            }
            ts = deltas.addTime(TrackEventDeltas.usToNs(e.timestampDeltaUs()));
        } else if (e.timestampAbsoluteUs() != 0) {
            ts = TrackEventDeltas.usToNs(e.timestampAbsoluteUs());
        } else if (packet.hasTimestamp()) {
            ts = packetTs;
        } else {
            context.logs().recordAt(StatNames.TRACK_EVENT_MISSING_TIMESTAMP, position, null);
            return;
        }
        if (isInvalid(ts)) {
            return;
        }
        if (e.hasTimestampDeltaUs() || e.timestampAbsoluteUs() != 0) {
            long traceTime = context.clocks().toTraceTime(monotonic, ts);
            ts = traceTime == ClockTracker.NONE ? ts : traceTime;
        }
        if (packet.event().legacy().phase() == 'P') {
            profiles.add(packet.event(), state);
        }
        long location = PendingEventBytes.location(packet.fieldOffset(), packet.fieldLength());
        boolean hasDeltas = ResolvedDeltas.areNeededFor(e);
        if (!hasDeltas || addValues(e)) {
            push(ts, location, packet.buffer(), hasDeltas);
        }
    }

    /// Reads a packet that contains a plain event.
    void tokenize(long ts, SequenceState eventState, TrackEventBatch events, int i) {
        begin(eventState, events.position(i), events.sequenceId(i));
        boolean hasDeltas = events.hasValue(i);
        if (!isInvalid(ts) && (!hasDeltas || addValue(events.value(i)))) {
            push(ts, events.location(i), events.buffer(i), hasDeltas);
        }
    }

    private void begin(SequenceState eventState, long tracePosition, int sequence) {
        state = eventState;
        position = tracePosition;
        sequenceId = sequence;
    }

    private boolean isInvalid(long ts) {
        if (ts < 0) {
            context.logs().recordAt(StatNames.TRACK_EVENT_INVALID_TIMESTAMP, position, null);
        }
        return ts < 0;
    }

    /// Queues the current event, with [#resolved] if it has any.
    private void push(long ts, long location, byte[] buffer, boolean hasDeltas) {
        PendingEventBytes bytes = state.bytesIn(buffer);
        if (!hasDeltas) {
            queue.push(ts, location, bytes);
            return;
        }
        long storedLocation =
                PendingEventBytes.isLarge(location) ? -1 : bytes.store(location, resolved, pendingDeltasIn(buffer));
        if (storedLocation == -1) {
            bytes = new PendingEventBytes(buffer, state);
            storedLocation = bytes.store(location, resolved);
        }
        queue.push(ts, storedLocation, bytes);
    }

    private PendingDeltas pendingDeltasIn(byte[] buffer) {
        if (buffer != lastBuffer) {
            lastBuffer = buffer;
            lastPendingDeltas = new PendingDeltas();
        }
        return lastPendingDeltas;
    }

    private TrackEventDeltas deltas() {
        if (state != lastState) {
            lastDeltas = state.get(TrackEventDeltas.KEY);
            lastState = state;
        }
        return lastDeltas;
    }

    /// Computes [#resolved] for the event; returns false if it was dropped and counted.
    private boolean addValues(TrackEventDecoder e) {
        resolved.clear();
        if (e.hasThreadTimeDeltaUs()) {
            TrackEventDeltas deltas = deltas();
            if (!deltas.isValid()) {
                countForSequence(StatNames.TRACK_EVENT_SKIPPED_THREAD_TIME_DELTA_WITHOUT_VALID_STATE);
                return false;
            }
            resolved.setThreadTs(deltas.addThreadTime(TrackEventDeltas.usToNs(e.threadTimeDeltaUs())));
        } else if (e.hasThreadTimeAbsoluteUs()) {
            resolved.setThreadTs(TrackEventDeltas.usToNs(e.threadTimeAbsoluteUs()));
        }
        if (e.hasThreadInstructionCountDelta()) {
            TrackEventDeltas deltas = deltas();
            if (!deltas.isValid()) {
                countForSequence(StatNames.TRACK_EVENT_SKIPPED_THREAD_INSTRUCTION_DELTA_WITHOUT_VALID_STATE);
                return false;
            }
            resolved.setInstructions(deltas.addInstructions(e.threadInstructionCountDelta()));
        } else if (e.hasThreadInstructionCountAbsolute()) {
            resolved.setInstructions(e.threadInstructionCountAbsolute());
        }
        PacketDefaults defaults = state.defaults();
        if (e.type() == TrackEvent.Type.TYPE_COUNTER_VALUE && !setCounter(e)) {
            return false;
        }
        if (e.type() == TrackEvent.Type.TYPE_STATE_VALUE && !e.hasTrackUuid() && !defaults.hasTrackUuid()) {
            context.logs().recordAt(StatNames.TRACK_EVENT_STATE_MISSING_TRACK_UUID, position, null);
            return false;
        }
        extraIndex = 0;
        return addExtras(e) && addExtraDoubles(e);
    }

    private boolean setCounter(TrackEventDecoder e) {
        if (!e.hasTrackUuid() && !state.defaults().hasTrackUuid()) {
            context.logs().recordAt(StatNames.TRACK_EVENT_COUNTER_MISSING_TRACK_UUID, position, null);
            return false;
        }
        long uuid = e.hasTrackUuid() ? e.trackUuid() : state.defaults().trackUuid();
        if (!e.hasAny(COUNTER_VALUES)) {
            countForTrack(StatNames.TRACK_EVENT_COUNTER_MISSING_VALUE, uuid);
            return false;
        }
        TrackReservation.Counter counter = tracks.counter(uuid);
        if (counter == null) {
            countForTrack(StatNames.TRACK_EVENT_COUNTER_INVALID_TRACK_UUID, uuid);
            return false;
        }
        resolved.setCounter(absolute(counter, uuid, e.hasCounterValue() ? e.counterValue() : e.doubleCounterValue()));
        return true;
    }

    /// Returns the displayed value of a counter: multiplied by its unit multiplier, and added to the running
    /// total if it is delta-encoded.
    private double absolute(TrackReservation.Counter counter, long uuid, double value) {
        double v = counter.unitMultiplier() > 0 ? value * counter.unitMultiplier() : value;
        return counter.isIncremental() ? deltas().addToCounter(uuid, v) : v;
    }

    private boolean addExtras(TrackEventDecoder e) {
        long[] defaults = state.defaults().extraCounterUuids();
        int uuidCount = e.extraCounterTrackUuidsCount();
        for (int i = 0; i < e.extraCounterValuesCount(); i++) {
            long uuid = uuidCount > 0
                    ? i < uuidCount ? e.extraCounterTrackUuids(i) : 0
                    : i < defaults.length ? defaults[i] : 0;
            if (!hasUuids(uuidCount, defaults) || !addExtra(uuid, e.extraCounterValues(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean addExtraDoubles(TrackEventDecoder e) {
        long[] defaults = state.defaults().extraDoubleCounterUuids();
        int uuidCount = e.extraDoubleCounterTrackUuidsCount();
        for (int i = 0; i < e.extraDoubleCounterValuesCount(); i++) {
            long uuid = uuidCount > 0
                    ? i < uuidCount ? e.extraDoubleCounterTrackUuids(i) : 0
                    : i < defaults.length ? defaults[i] : 0;
            if (!hasUuids(uuidCount, defaults) || !addExtra(uuid, e.extraDoubleCounterValues(i))) {
                return false;
            }
        }
        return true;
    }

    /// Returns whether the tracks of extra counters are known from the event or its sequence; counts the event if
    /// not.
    private boolean hasUuids(int uuidCount, long[] defaults) {
        boolean isKnown = uuidCount > 0 || defaults.length > 0;
        if (!isKnown) {
            countForSequence(StatNames.TRACK_EVENT_EXTRA_COUNTER_MISSING_TRACK_UUIDS);
        }
        return isKnown;
    }

    /// Computes [#resolved] for an event with one value of the sequence's first extra counter; returns false if it
    /// was dropped and counted.
    private boolean addValue(long value) {
        resolved.clear();
        extraIndex = 0;
        long[] defaults = state.defaults().extraCounterUuids();
        return hasUuids(0, defaults) && addExtra(defaults[0], value);
    }

    private boolean addExtra(long uuid, double value) {
        if (uuid == 0) {
            countForSequence(StatNames.TRACK_EVENT_EXTRA_COUNTER_TRACK_UUID_MISMATCH);
            return false;
        }
        if (extraIndex >= ResolvedDeltas.MAX_EXTRA_COUNTERS) {
            countForSequence(StatNames.TRACK_EVENT_EXTRA_COUNTER_EXCEEDS_MAX);
            return false;
        }
        TrackReservation.Counter counter = tracks.counter(uuid);
        if (counter == null) {
            countForTrack(StatNames.TRACK_EVENT_EXTRA_COUNTER_INVALID_TRACK, uuid);
            return false;
        }
        resolved.addExtraCounter(absolute(counter, uuid, value));
        extraIndex++;
        return true;
    }

    private void countForTrack(String stat, long uuid) {
        context.logs().recordAt(stat, position, b -> b.addUint(context.strings().intern("track_uuid"), uuid));
    }

    private void countForSequence(String stat) {
        long id = sequenceId & 0xFFFF_FFFFL;
        context.logs().recordAt(stat, position, b -> b.addUint(context.strings().intern("packet_sequence_id"), id));
    }
}
