package traceglass.ingest.perfetto;

import traceglass.ingest.EventSorter;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.ClockId;
import traceglass.ingest.tracker.ClockTracker;
import traceglass.protos.trackevent.TrackEvent;

/// Reads `TrackEvent` packets as they come: finds their time, turns differences into values, and queues them.
final class TrackEventTokenizer {

    private final ImportContext context;
    private final TrackEventTracks tracks;
    private final EventSorter.Queue queue;
    private final TrackEventProfiles profiles;
    private final TrackEventFields event = new TrackEventFields();
    private int extraIndex;

    TrackEventTokenizer(ImportContext context, TrackEventTracks tracks, EventSorter.Queue queue) {
        this.context = context;
        this.tracks = tracks;
        this.queue = queue;
        profiles = new TrackEventProfiles(context);
    }

    /// @param packetTs trace time of the packet
    void tokenize(long packetTs, Packet packet) {
        if (!packet.hasSequenceId()) {
            context.logs().recordAt("track_event_missing_sequence_id", packet.position(), null);
            return;
        }
        TrackEventFields e = event;
        e.read(packet.buffer(), packet.fieldOffset(), packet.fieldLength());
        SequenceState state = packet.state();
        TrackEventDeltas deltas = state.get(TrackEventDeltas.KEY);
        long ts;
        if (e.hasDeltaUs) {
            if (!deltas.isValid()) {
                countForSequence("track_event_skipped_timestamp_delta_without_valid_state", packet);
                return;
            }
            ts = deltas.addTime(TrackEventDeltas.times1000(e.deltaUs));
        } else if (e.absoluteUs != 0) {
            ts = TrackEventDeltas.times1000(e.absoluteUs);
        } else if (packet.hasTimestamp()) {
            ts = packetTs;
        } else {
            context.logs().recordAt("track_event_missing_timestamp", packet.position(), null);
            return;
        }
        if (ts < 0) {
            context.logs().recordAt("track_event_invalid_timestamp", packet.position(), null);
            return;
        }
        if (e.hasDeltaUs || e.absoluteUs != 0) {
            long traceTime = context.clocks().toTraceTime(ClockId.of(ClockId.MONOTONIC), ts);
            ts = traceTime == ClockTracker.NONE ? ts : traceTime;
        }
        if (e.hasPhase && e.phase == 'P') {
            profiles.add(e, state);
        }
        EventBytes bytes = values(e, packet, state, deltas);
        if (bytes != null) {
            queue.push(ts, EventBytes.place(packet.fieldOffset(), packet.fieldLength()), bytes);
        }
    }

    /// What travels with the event; null if it was dropped and counted.
    private EventBytes values(TrackEventFields e, Packet packet, SequenceState state, TrackEventDeltas deltas) {
        boolean plain = !e.hasThreadDeltaUs && !e.hasThreadAbsoluteUs && !e.hasInstructionsDelta && !e.hasInstructionsAbsolute
                && e.type != TrackEvent.Type.TYPE_COUNTER_VALUE && e.type != TrackEvent.Type.TYPE_STATE_VALUE
                && e.extraValues.size == 0 && e.extraDoubles.size == 0;
        if (plain) {
            return state.bytesIn(packet.buffer());
        }
        TimedEvent timed = new TimedEvent(packet.buffer(), state);
        if (e.hasThreadDeltaUs) {
            if (!deltas.isValid()) {
                countForSequence("track_event_skipped_thread_time_delta_without_valid_state", packet);
                return null;
            }
            timed.setThreadTs(deltas.addThreadTime(TrackEventDeltas.times1000(e.threadDeltaUs)));
        } else if (e.hasThreadAbsoluteUs) {
            timed.setThreadTs(TrackEventDeltas.times1000(e.threadAbsoluteUs));
        }
        if (e.hasInstructionsDelta) {
            if (!deltas.isValid()) {
                countForSequence("track_event_skipped_thread_instruction_delta_without_valid_state", packet);
                return null;
            }
            timed.setInstructions(deltas.addInstructions(e.instructionsDelta));
        } else if (e.hasInstructionsAbsolute) {
            timed.setInstructions(e.instructionsAbsolute);
        }
        PacketDefaults defaults = state.defaults();
        if (e.type == TrackEvent.Type.TYPE_COUNTER_VALUE && !setCounter(e, packet, state, timed)) {
            return null;
        }
        if (e.type == TrackEvent.Type.TYPE_STATE_VALUE && !e.hasTrackUuid && !defaults.hasTrackUuid()) {
            context.logs().recordAt("track_event_state_missing_track_uuid", packet.position(), null);
            return null;
        }
        extraIndex = 0;
        if (!setExtras(e.extraValues, e.extraUuids, defaults.extraCounterUuids(), false, packet, state, timed)
                || !setExtras(e.extraDoubles, e.extraDoubleUuids, defaults.extraDoubleCounterUuids(), true, packet, state, timed)) {
            return null;
        }
        return timed;
    }

    private boolean setCounter(TrackEventFields e, Packet packet, SequenceState state, TimedEvent timed) {
        if (!e.hasTrackUuid && !state.defaults().hasTrackUuid()) {
            context.logs().recordAt("track_event_counter_missing_track_uuid", packet.position(), null);
            return false;
        }
        long uuid = e.hasTrackUuid ? e.trackUuid : state.defaults().trackUuid();
        if (!e.hasCounterValue && !e.hasDoubleCounterValue) {
            countForTrack("track_event_counter_missing_value", uuid, packet);
            return false;
        }
        if (!tracks.isCounter(uuid)) {
            countForTrack("track_event_counter_invalid_track_uuid", uuid, packet);
            return false;
        }
        timed.setCounter(tracks.absoluteValue(state, uuid, e.hasCounterValue ? e.counterValue : e.doubleCounterValue));
        return true;
    }

    private boolean setExtras(TrackEventFields.Longs values, TrackEventFields.Longs uuids, long[] defaultUuids, boolean doubles,
            Packet packet, SequenceState state, TimedEvent timed) {
        if (values.size == 0) {
            return true;
        }
        if (uuids.size == 0 && defaultUuids.length == 0) {
            countForSequence("track_event_extra_counter_missing_track_uuids", packet);
            return false;
        }
        int known = uuids.size > 0 ? uuids.size : defaultUuids.length;
        for (int i = 0; i < values.size; i++, extraIndex++) {
            long uuid = i >= known ? 0 : uuids.size > 0 ? uuids.values[i] : defaultUuids[i];
            if (uuid == 0) {
                countForSequence("track_event_extra_counter_track_uuid_mismatch", packet);
                return false;
            }
            if (extraIndex >= TimedEvent.MAX_EXTRA_COUNTERS) {
                countForSequence("track_event_extra_counter_exceeds_max", packet);
                return false;
            }
            if (!tracks.isCounter(uuid)) {
                countForTrack("track_event_extra_counter_invalid_track", uuid, packet);
                return false;
            }
            double value = doubles ? Double.longBitsToDouble(values.values[i]) : values.values[i];
            timed.addExtraCounter(tracks.absoluteValue(state, uuid, value));
        }
        return true;
    }

    private void countForTrack(String stat, long uuid, Packet packet) {
        context.logs().recordAt(stat, packet.position(), b -> b.addUint(context.strings().intern("track_uuid"), uuid));
    }

    private void countForSequence(String stat, Packet packet) {
        long id = packet.sequenceId() & 0xFFFF_FFFFL;
        context.logs().recordAt(stat, packet.position(), b -> b.addUint(context.strings().intern("packet_sequence_id"), id));
    }
}
