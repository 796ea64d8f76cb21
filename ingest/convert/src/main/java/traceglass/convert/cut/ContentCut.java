package traceglass.convert.cut;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.UUID;
import traceglass.convert.cut.DeltaSums.Quantity;
import traceglass.convert.cut.select.PacketSelector;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.perfetto.reader.PacketTimes;
import traceglass.ingest.perfetto.trackevent.TrackEventDeltas;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.android.AndroidLogEventDecoder;
import traceglass.protos.android.AndroidLogPacket;
import traceglass.protos.power.PowerRails;
import traceglass.protos.profiling.PerfSample;
import traceglass.protos.profiling.StreamingProfilePacket;
import traceglass.protos.system.ProcessStats;
import traceglass.protos.system.ProcessStatsDecoder;
import traceglass.protos.system.ProcessStatsProcessDecoder;
import traceglass.protos.trace.TraceUuid;
import traceglass.protos.trace.TraceUuidDecoder;

/// Rewrites packets that contain several events with their own times, or values of several processes.
final class ContentCut {

    private static final long NS_PER_MS = 1_000_000;

    private final CutPlan plan;
    private final PacketSelector selector;
    private final ClockId boottime = ClockId.of(ClockId.BOOTTIME);
    private final ClockId realtime = ClockId.of(ClockId.REALTIME);
    private final AndroidLogEventDecoder logEntry = new AndroidLogEventDecoder();
    private final ProcessStatsDecoder stats = new ProcessStatsDecoder();
    private final ProcessStatsProcessDecoder process = new ProcessStatsProcessDecoder();
    private final ProtoCursor cursor = new ProtoCursor();
    private final ProtoCursor nested = new ProtoCursor();
    private final PackedCursor packed = new PackedCursor();

    ContentCut(CutPlan plan, PacketSelector selector) {
        this.plan = plan;
        this.selector = selector;
    }

    /// Returns whether a log entry belongs to a selected process.
    static boolean isSelected(PacketSelector selector, CutPacketReader reader, AndroidLogEventDecoder entry) {
        return !entry.hasPid() || selector.includesPid(reader.packet, entry.pid());
    }

    /// Writes a log packet with the entries in the range; writes nothing if there are none
    /// (android/android_log.proto).
    void writeLogs(CutPacketReader reader, ProtoOutput out) {
        boolean isInRange = false;
        int message = out.begin(reader.packet.field());
        for (reader.packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() != AndroidLogPacket.EVENTS_FIELD_NUMBER) {
                out.copy(cursor);
                isInRange |= plan.contains(reader.ts());
                continue;
            }
            logEntry.decode(cursor.buffer(), cursor.offset(), cursor.length());
            if (!isSelected(selector, reader, logEntry)) {
                continue;
            }
            long ts = logEntry.hasTimestamp()
                    ? reader.times.toTraceTime(realtime, logEntry.timestamp())
                    : PacketTimes.NONE;
            if (ts == PacketTimes.NONE || plan.contains(ts)) {
                out.copy(cursor);
                isInRange = true;
            }
        }
        out.end(message);
        if (!isInRange) {
            out.clear();
        }
    }

    /// Writes the values of selected processes. For a packet before the range, only values that no later packet
    /// replaces are written. Writes nothing if there are none.
    void writeProcessStats(CutPacketReader reader, ProtoOutput out) {
        boolean isEmpty = true;
        boolean isBefore = reader.ts() != CutPacketReader.NO_TIME && reader.ts() < plan.start;
        int message = out.begin(reader.packet.field());
        reader.packet.decode(stats);
        for (int i = 0; i < stats.processesCount(); i++) {
            stats.processes(i, process);
            if (selector.includesPid(reader.packet, process.pid())
                    && (!isBefore
                            || Objects.equals(plan.processStats.get(ProcessStatsKey.of(process)), reader.ordinal()))) {
                out.bytes(
                        ProcessStats.PROCESSES_FIELD_NUMBER,
                        stats.buffer(),
                        stats.processesOffset(i),
                        stats.processesLength(i));
                isEmpty = false;
            }
        }
        out.end(message);
        if (isEmpty) {
            out.clear();
        }
    }

    /// Adds the time deltas of samples that are not written to the sums.
    void skipProfile(CutPacketReader reader, DeltaSums sums) {
        sums.add(Quantity.TIMESTAMP_US, total(reader));
    }

    /// Writes the counts of a sample before the range. Its callstack is omitted, because it was taken outside the
    /// range.
    void writeCounts(CutPacketReader reader, ProtoOutput out) {
        int message = out.begin(reader.packet.field());
        for (reader.packet.enter(cursor); cursor.next(); ) {
            switch (cursor.field()) {
                case PerfSample.CPU_FIELD_NUMBER,
                        PerfSample.PID_FIELD_NUMBER,
                        PerfSample.TID_FIELD_NUMBER,
                        PerfSample.TIMEBASE_COUNT_FIELD_NUMBER,
                        PerfSample.FOLLOWER_COUNTS_FIELD_NUMBER -> out.copy(cursor);
                default -> {}
            }
        }
        out.end(message);
    }

    /// Writes a profile packet with the dumps of selected processes.
    void writeProfiles(CutPacketReader reader, ProtoOutput out) {
        if (selector.filtersContent(reader.packet.field())) {
            selector.writeSelectedDumps(reader.packet, out);
        }
    }

    /// Writes the samples in the range. Time deltas of other samples are added to the next sample.
    void writeProfile(CutPacketReader reader, DeltaSums sums, ProtoOutput out) {
        if (reader.lastTs() < plan.start || reader.ts() >= plan.end) {
            sums.add(Quantity.TIMESTAMP_US, total(reader));
            return;
        }
        int message = out.begin(reader.packet.field());
        long micros = 0;
        int from = 0;
        int to = Integer.MAX_VALUE;
        long total = total(reader);
        for (int i = 0; i < reader.profile().timestampDeltaUsCount(); i++) {
            long delta = reader.profile().timestampDeltaUs(i);
            micros += delta;
            long ts = reader.lastTs() - TrackEventDeltas.usToNs(total - micros);
            if (ts < plan.start) {
                from = i + 1;
                sums.add(Quantity.TIMESTAMP_US, delta);
            } else if (ts >= plan.end) {
                to = Math.min(to, i);
                sums.add(Quantity.TIMESTAMP_US, delta);
            } else {
                out.varint(
                        StreamingProfilePacket.TIMESTAMP_DELTA_US_FIELD_NUMBER,
                        delta + sums.remove(Quantity.TIMESTAMP_US));
            }
        }
        copyCallstacks(reader, from, to, out);
        out.end(message);
    }

    private void copyCallstacks(CutPacketReader reader, int from, int to, ProtoOutput out) {
        int i = 0;
        for (reader.packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() == StreamingProfilePacket.CALLSTACK_IID_FIELD_NUMBER) {
                for (packed.enter(cursor); packed.nextVarint(); i++) {
                    if (i >= from && i < to) {
                        out.varint(cursor.field(), packed.asLong());
                    }
                }
            } else if (cursor.field() != StreamingProfilePacket.TIMESTAMP_DELTA_US_FIELD_NUMBER) {
                out.copy(cursor);
            }
        }
    }

    private static long total(CutPacketReader reader) {
        long total = 0;
        for (int i = 0; i < reader.profile().timestampDeltaUsCount(); i++) {
            total += reader.profile().timestampDeltaUs(i);
        }
        return total;
    }

    /// Writes the energy of power rails. The device buffers values, so some can be from before the range; these
    /// get the start of the range as their time (power/power_rails.proto).
    void writePowerRails(CutPacketReader reader, ProtoOutput out) {
        int message = out.begin(reader.packet.field());
        for (reader.packet.enter(cursor); cursor.next(); ) {
            if (cursor.field() != PowerRails.ENERGY_DATA_FIELD_NUMBER) {
                out.copy(cursor);
                continue;
            }
            int data = out.begin(cursor.field());
            for (nested.enter(cursor); nested.next(); ) {
                long ts = nested.field() == PowerRails.EnergyData.TIMESTAMP_MS_FIELD_NUMBER
                        ? reader.times.toTraceTime(boottime, nested.asLong() * NS_PER_MS)
                        : plan.start;
                if (ts == PacketTimes.NONE || ts >= plan.start) {
                    out.copy(nested);
                } else if (plan.contains(reader.ts())) {
                    out.varint(nested.field(), nested.asLong() + (plan.start - ts) / NS_PER_MS);
                }
                // The value uses the time of its packet, which is moved to the start.
            }
            out.end(data);
        }
        out.end(message);
    }

    /// Writes a new UUID of the trace, derived from the original one and the range.
    void writeUuid(CutPacketReader reader, ProtoOutput out) {
        TraceUuidDecoder original = reader.packet.decode(new TraceUuidDecoder());
        String text = new UUID(original.msb(), original.lsb()) + " " + plan.start + " " + plan.end + selector;
        UUID id = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
        int message = out.begin(reader.packet.field());
        out.varint(TraceUuid.MSB_FIELD_NUMBER, id.getMostSignificantBits());
        out.varint(TraceUuid.LSB_FIELD_NUMBER, id.getLeastSignificantBits());
        out.end(message);
    }
}
