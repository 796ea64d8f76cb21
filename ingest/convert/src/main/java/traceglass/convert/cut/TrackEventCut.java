package traceglass.convert.cut;

import java.util.HashMap;
import java.util.Map;
import traceglass.convert.cut.DeltaSums.Quantity;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketDefaults;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trackevent.CounterDescriptorDecoder;
import traceglass.protos.trackevent.TrackDescriptorDecoder;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEvent.LegacyEvent;
import traceglass.protos.trackevent.TrackEventDecoder;

/// Rewrites track events: adjusts their time and values that are deltas (track_event/track_event.proto).
final class TrackEventCut {

    private static final long NS_PER_US = 1000;

    private final Map<Long, Boolean> incremental = new HashMap<>();
    private final LegacyFlows flows = new LegacyFlows();
    /// Whether the step of a flow in the current event becomes a start.
    private boolean startsFlow;
    private final ProtoCursor event = new ProtoCursor();
    private final ProtoCursor nested = new ProtoCursor();

    /// Reads whether the track that a packet describes is an incremental counter.
    void describe(Packet packet) {
        TrackDescriptorDecoder track = packet.decode(new TrackDescriptorDecoder());
        boolean isIncremental = track.hasCounter()
                && track.counter(new CounterDescriptorDecoder()).isIncremental();
        incremental.put(track.uuid(), isIncremental);
    }

    private boolean isIncremental(long uuid) {
        return Boolean.TRUE.equals(incremental.get(uuid));
    }

    /// Adds the deltas of an event that is not written to the sums.
    void skip(CutPacketReader reader, DeltaSums sums) {
        flows.omit(reader.packet);
        TrackEventDecoder header = reader.packet.event().fields();
        if (header.hasTimestampDeltaUs()) {
            sums.add(Quantity.TIMESTAMP_US, header.timestampDeltaUs());
        }
        if (header.hasThreadTimeDeltaUs()) {
            sums.add(Quantity.THREAD_TIME_US, header.threadTimeDeltaUs());
        }
        if (header.hasThreadInstructionCountDelta()) {
            sums.add(Quantity.THREAD_INSTRUCTIONS, header.threadInstructionCountDelta());
        }
        PacketDefaults defaults = reader.times.defaults(reader.packet);
        if (header.hasCounterValue() || header.hasDoubleCounterValue()) {
            long uuid = header.hasTrackUuid() ? header.trackUuid() : defaults.trackUuid();
            if (isIncremental(uuid)) {
                sums.add(uuid, header.hasCounterValue() ? header.counterValue() : header.doubleCounterValue());
            }
        }
        for (int i = 0; i < header.extraCounterValuesCount(); i++) {
            long uuid = extraUuid(header, defaults, i);
            if (isIncremental(uuid)) {
                sums.add(uuid, header.extraCounterValues(i));
            }
        }
        for (int i = 0; i < header.extraDoubleCounterValuesCount(); i++) {
            long uuid = extraDoubleUuid(header, defaults, i);
            if (isIncremental(uuid)) {
                sums.add(uuid, header.extraDoubleCounterValues(i));
            }
        }
    }

    private static long extraUuid(TrackEventDecoder header, PacketDefaults defaults, int i) {
        int count = header.extraCounterTrackUuidsCount();
        long[] others = defaults.extraCounterUuids();
        return count > 0 ? i < count ? header.extraCounterTrackUuids(i) : 0 : i < others.length ? others[i] : 0;
    }

    private static long extraDoubleUuid(TrackEventDecoder header, PacketDefaults defaults, int i) {
        int count = header.extraDoubleCounterTrackUuidsCount();
        long[] others = defaults.extraDoubleCounterUuids();
        return count > 0 ? i < count ? header.extraDoubleCounterTrackUuids(i) : 0 : i < others.length ? others[i] : 0;
    }

    /// Returns whether the written event differs from the original one.
    boolean changes(CutPacketReader reader, DeltaSums sums, long shift) {
        startsFlow = flows.becomesStart(reader.packet);
        return !sums.isEmpty() || shift != 0 || startsFlow;
    }

    /// Writes the event of the packet as a field.
    ///
    /// @param shift nanoseconds to add to the time of the event if it does not use the time of the packet
    void write(CutPacketReader reader, DeltaSums sums, long shift, ProtoOutput out) {
        TrackEventDecoder header = reader.packet.event().fields();
        PacketDefaults defaults = reader.times.defaults(reader.packet);
        int message = out.begin(reader.packet.field());
        int extra = 0;
        int extraDouble = 0;
        for (reader.packet.enter(event); event.next(); ) {
            switch (event.field()) {
                case TrackEvent.TIMESTAMP_DELTA_US_FIELD_NUMBER -> {
                    long micros = shift / NS_PER_US;
                    out.varint(event.field(), event.asLong() + sums.remove(Quantity.TIMESTAMP_US) + micros);
                    sums.add(Quantity.TIMESTAMP_US, -micros);
                }
                case TrackEvent.TIMESTAMP_ABSOLUTE_US_FIELD_NUMBER ->
                    out.varint(event.field(), event.asLong() + shift / NS_PER_US);
                case TrackEvent.THREAD_TIME_DELTA_US_FIELD_NUMBER ->
                    out.varint(event.field(), event.asLong() + sums.remove(Quantity.THREAD_TIME_US));
                case TrackEvent.THREAD_INSTRUCTION_COUNT_DELTA_FIELD_NUMBER ->
                    out.varint(event.field(), event.asLong() + sums.remove(Quantity.THREAD_INSTRUCTIONS));
                case TrackEvent.COUNTER_VALUE_FIELD_NUMBER -> {
                    long uuid = header.hasTrackUuid() ? header.trackUuid() : defaults.trackUuid();
                    out.varint(event.field(), event.asLong() + (isIncremental(uuid) ? sums.remove(uuid) : 0));
                }
                case TrackEvent.DOUBLE_COUNTER_VALUE_FIELD_NUMBER -> {
                    long uuid = header.hasTrackUuid() ? header.trackUuid() : defaults.trackUuid();
                    double sum = event.asDouble() + (isIncremental(uuid) ? sums.removeDouble(uuid) : 0);
                    out.fixed64(event.field(), Double.doubleToRawLongBits(sum));
                }
                case TrackEvent.EXTRA_COUNTER_VALUES_FIELD_NUMBER ->
                    extra = writeExtras(header, defaults, sums, extra, out);
                case TrackEvent.EXTRA_DOUBLE_COUNTER_VALUES_FIELD_NUMBER ->
                    extraDouble = writeExtraDoubles(header, defaults, sums, extraDouble, out);
                case TrackEvent.LEGACY_EVENT_FIELD_NUMBER -> {
                    if (startsFlow || reader.packet.event().legacy().phase() == 'X' && shift != 0) {
                        writeLegacy(reader.packet.event().legacy().phase() == 'X' ? shift : 0, out);
                    } else {
                        out.copy(event);
                    }
                }
                default -> out.copy(event);
            }
        }
        out.end(message);
    }

    /// Writes all extra counter values at their first field. Returns the number of written values.
    private int writeExtras(
            TrackEventDecoder header, PacketDefaults defaults, DeltaSums sums, int written, ProtoOutput out) {
        int n = header.extraCounterValuesCount();
        for (int i = written; i < n; i++) {
            long uuid = extraUuid(header, defaults, i);
            long value = header.extraCounterValues(i) + (isIncremental(uuid) ? sums.remove(uuid) : 0);
            out.varint(TrackEvent.EXTRA_COUNTER_VALUES_FIELD_NUMBER, value);
        }
        return n;
    }

    private int writeExtraDoubles(
            TrackEventDecoder header, PacketDefaults defaults, DeltaSums sums, int written, ProtoOutput out) {
        int n = header.extraDoubleCounterValuesCount();
        for (int i = written; i < n; i++) {
            long uuid = extraDoubleUuid(header, defaults, i);
            double value = header.extraDoubleCounterValues(i) + (isIncremental(uuid) ? sums.removeDouble(uuid) : 0);
            out.fixed64(TrackEvent.EXTRA_DOUBLE_COUNTER_VALUES_FIELD_NUMBER, Double.doubleToRawLongBits(value));
        }
        return n;
    }

    /// Writes the legacy part of an event.
    ///
    /// @param shift nanoseconds by which the start of a complete event is moved
    private void writeLegacy(long shift, ProtoOutput out) {
        int message = out.begin(event.field());
        for (nested.enter(event); nested.next(); ) {
            if (nested.field() == LegacyEvent.DURATION_US_FIELD_NUMBER && shift != 0) {
                out.varint(nested.field(), Math.max(0, nested.asLong() - shift / NS_PER_US));
            } else if (startsFlow && nested.wire() == ProtoCursor.VARINT) {
                out.varint(nested.field(), LegacyFlows.startValue(nested.field(), nested.asLong()));
            } else {
                out.copy(nested);
            }
        }
        out.end(message);
    }
}
