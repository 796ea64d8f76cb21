package traceglass.convert.cut;

import traceglass.convert.cut.select.PacketSelector;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.reader.PacketTimes;
import traceglass.ingest.perfetto.trackevent.TrackEventDeltas;
import traceglass.protos.profiling.StreamingProfilePacketDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.ThreadDescriptorDecoder;
import traceglass.protos.trackevent.TrackEventDecoder;

/// Reads packets in file order and determines the kind and the trace time of each.
final class CutPacketReader {

    static final long NO_TIME = PacketTimes.NONE;

    /// State of a sequence whose times are deltas in microseconds (ThreadDescriptor.reference_timestamp_us and
    /// TrackEvent.timestamp_delta_us).
    private static final class DeltaTime {
        boolean isKnown;
        long micros;
    }

    final Packet packet = new Packet();
    final PacketTimes times = new PacketTimes();
    private final LongMap<DeltaTime> deltaTimes = new LongMap<>();
    private final ThreadDescriptorDecoder thread = new ThreadDescriptorDecoder();
    private final StreamingProfilePacketDecoder profile = new StreamingProfilePacketDecoder();
    private long ordinal = -1;
    private PacketKind kind = PacketKind.NO_CONTENT;
    private long ts = NO_TIME;
    private long lastTs = NO_TIME;

    /// Reads the next packet. Returns false if it is malformed.
    boolean read(byte[] buffer, int offset, int length) {
        ordinal++;
        if (!packet.read(buffer, offset, length, 0)) {
            return false;
        }
        if (packet.clearsState() || packet.previousDropped() != 0) {
            deltaTimes.remove(sequenceKey());
        }
        ts = times.read(packet);
        kind = PacketKind.of(packet);
        lastTs = ts;
        if (kind == PacketKind.TRACK_EVENT) {
            ts = eventTime();
            lastTs = ts;
        } else if (kind == PacketKind.STREAMING_PROFILE) {
            readProfile();
        } else if (packet.selectField(TracePacket.THREAD_DESCRIPTOR_FIELD_NUMBER)) {
            readReference();
            PacketKind.of(packet);
        }
        return true;
    }

    private void readReference() {
        packet.decode(thread);
        if (thread.hasReferenceTimestampUs()) {
            DeltaTime time = deltaTimes.computeIfAbsent(sequenceKey(), _ -> new DeltaTime());
            time.isKnown = true;
            time.micros = thread.referenceTimestampUs();
        }
    }

    private long eventTime() {
        TrackEventDecoder event = packet.event().fields();
        if (event.hasTimestampDeltaUs()) {
            DeltaTime time = deltaTimes.get(sequenceKey());
            if (time == null || !time.isKnown) {
                return NO_TIME;
            }
            time.micros += event.timestampDeltaUs();
            return times.monotonicToTraceTime(TrackEventDeltas.usToNs(time.micros));
        }
        if (event.timestampAbsoluteUs() != 0) {
            return times.monotonicToTraceTime(TrackEventDeltas.usToNs(event.timestampAbsoluteUs()));
        }
        return ts;
    }

    /// Sets the times of the first and last sample.
    private void readProfile() {
        DeltaTime time = deltaTimes.computeIfAbsent(sequenceKey(), _ -> new DeltaTime());
        packet.decode(profile);
        for (int i = 0; i < profile.timestampDeltaUsCount(); i++) {
            time.micros += profile.timestampDeltaUs(i);
            lastTs = times.monotonicToTraceTime(TrackEventDeltas.usToNs(time.micros));
            ts = i == 0 ? lastTs : ts;
        }
    }

    /// Returns the packet of samples that was read last.
    StreamingProfilePacketDecoder profile() {
        return profile;
    }

    /// Returns the index in the trace of the packet read last.
    long ordinal() {
        return ordinal;
    }

    /// Returns whether a selection includes the packet, completely or partly. Packets that describe the trace are
    /// always included.
    boolean isSelectedBy(PacketSelector selector) {
        return kind == PacketKind.NO_CONTENT
                || kind == PacketKind.STATE
                || selector.includes(packet, times.defaults(packet));
    }

    PacketKind kind() {
        return kind;
    }

    /// Returns the trace time of the packet in ns, or [#NO_TIME]. For a packet of samples, the time of the first
    /// sample.
    long ts() {
        return ts;
    }

    /// Returns the trace time of the last sample of a packet; otherwise the same as [#ts].
    long lastTs() {
        return lastTs;
    }

    /// Returns a key for the machine and the sequence of the packet.
    long sequenceKey() {
        return (long) packet.machineId() << 32 | packet.sequenceId() & 0xFFFF_FFFFL;
    }
}
