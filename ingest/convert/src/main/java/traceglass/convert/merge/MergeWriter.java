package traceglass.convert.merge;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import traceglass.convert.packet.PacketFile;
import traceglass.convert.packet.ProtoOutput;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.reader.PacketTimes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.RemoteClockSync;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TracingServiceEventDecoder;

/// Second pass over the traces: writes their packets.
final class MergeWriter {

    /// Largest accepted error in ns between two synchronizations due to different clock rates.
    private static final double MAX_ERROR_NS = 0.4;

    /// Id of a clock that no trace has. It is added to the readings written here, so that they don't contain the
    /// same set of clocks as the snapshots of the trace. Readers assume that a clock was set back if a snapshot of
    /// the same clocks has an earlier time than a previous one.
    private static final int SYNC_CLOCK = 0x7467_6D67;

    private static final int MAX_SYNCS = 20_000;

    /// Packets that describe the whole trace and may occur only once in a file.
    private static final Set<Integer> TRACE_DESCRIPTIONS = Set.of(
            TracePacket.TRACE_UUID_FIELD_NUMBER,
            TracePacket.SERVICE_EVENT_FIELD_NUMBER,
            TracePacket.UI_STATE_FIELD_NUMBER);

    /// Makes ids of different traces differ: each additional trace uses a multiple of it.
    private static final long SALT = 0x9E37_79B9_7F4A_7C15L;

    private final List<MergeScan> scans;
    private final OutputStream out;
    private final ProtoOutput packetOut = new ProtoOutput();
    private final ProtoOutput header = new ProtoOutput();
    private final Set<Integer> usedSequences;
    private final Set<Integer> usedMachines;
    private int nextSequence = 1;
    private int nextMachine = 1;

    MergeWriter(List<MergeScan> scans, OutputStream out) {
        this.scans = scans;
        this.out = out;
        usedSequences = new HashSet<>(scans.getFirst().sequences);
        usedMachines = new HashSet<>(scans.getFirst().machines);
        usedMachines.add(0);
    }

    /// Returns the receiver of the packets of the first trace. They are copied unchanged, except that packets with
    /// which a service reports that all earlier events have been written are skipped: readers would drop earlier
    /// events of the other traces.
    PacketFile.Sink mainSink() {
        Packet packet = new Packet();
        TracingServiceEventDecoder event = new TracingServiceEventDecoder();
        return (buffer, offset, length) -> {
            if (packet.read(buffer, offset, length, 0)
                    && packet.selectField(TracePacket.SERVICE_EVENT_FIELD_NUMBER)
                    && reportsAllDataWritten(packet.decode(event))) {
                return;
            }
            packetOut.clear();
            packetOut.raw(buffer, offset, length);
            flush();
        };
    }

    private static boolean reportsAllDataWritten(TracingServiceEventDecoder event) {
        return event.hasAllDataSourcesFlushed() || event.hasReadTracingBuffersCompleted();
    }

    /// Writes packets that complete the clocks of the first trace. Called after its last packet.
    void finishMain() throws IOException {
        MergeScan main = scans.getFirst();
        TracePacket.Builder snapshot = bootClockSnapshot(main, main.first);
        if (snapshot != null) {
            write(snapshot, main.mainMachine());
        }
        write(bootTimePacket(main), main.mainMachine());
    }

    /// Returns a packet that makes readers convert a time of the boot clock. After that, readers no longer change the
    /// trace clock to a clock of this machine.
    private static TracePacket.Builder bootTimePacket(MergeScan scan) {
        return TracePacket.newBuilder().setTimestamp(boottime(scan, scan.first)).setTimestampClockId(ClockId.BOOTTIME);
    }

    private static long boottime(MergeScan scan, long ts) {
        long value = scan.boottime(ts);
        return value == PacketTimes.NONE ? ts : value;
    }

    /// Returns a snapshot that relates the boot clock to the trace clock, or null if the trace does that itself.
    private static TracePacket.@Nullable Builder bootClockSnapshot(MergeScan scan, long ts) {
        if (scan.boottime(ts) != PacketTimes.NONE || scan.clocks.isEmpty()) {
            return null;
        }
        Map.Entry<Integer, long[]> known = scan.clocks.entrySet().iterator().next();
        TracePacket.Builder packet = TracePacket.newBuilder();
        ClockSnapshot.Builder snapshot = packet.getClockSnapshotBuilder();
        snapshot.addClocksBuilder().setClockId(ClockId.BOOTTIME).setTimestamp(known.getValue()[1]);
        snapshot.addClocksBuilder().setClockId(known.getKey()).setTimestamp(known.getValue()[0]);
        return packet;
    }

    /// Writes the relation between the clocks of an additional trace and the first trace. Returns the receiver
    /// of its packets.
    PacketFile.Sink additionalSink(int index, MergeAlignment alignment) throws IOException {
        MergeScan scan = scans.get(index);
        Map<Integer, Integer> sequences = new HashMap<>();
        for (int id : scan.sequences) {
            while (!usedSequences.add(nextSequence)) {
                nextSequence++;
            }
            sequences.put(id, nextSequence);
        }
        Map<Integer, Integer> machines = new HashMap<>();
        for (int id : scan.machines) {
            while (!usedMachines.add(nextMachine)) {
                nextMachine++;
            }
            machines.put(id, nextMachine);
        }
        writeSyncs(scan, alignment, machines.getOrDefault(scan.mainMachine(), nextMachine));
        IdRewriter ids = new IdRewriter(sequences, machines, SALT * index);
        SnapshotOrder order = new SnapshotOrder();
        Packet packet = new Packet();
        ProtoCursor cursor = new ProtoCursor();
        return (buffer, offset, length) -> {
            if (!packet.read(buffer, offset, length, 0) || describesWholeTrace(packet) || order.goesBack(packet)) {
                return;
            }
            packetOut.clear();
            if (packet.has(TracePacket.REMOTE_CLOCK_SYNC_FIELD_NUMBER)) {
                byte[] shifted = shiftedSync(scan, alignment, packet);
                ids.write(cursor.enter(shifted, 0, shifted.length), packetOut);
            } else {
                ids.write(cursor.enter(buffer, offset, length), packetOut);
            }
            flush();
        };
    }

    private static boolean describesWholeTrace(Packet packet) {
        for (int i = 0; i < packet.fieldCount(); i++) {
            if (TRACE_DESCRIPTIONS.contains(packet.fieldAt(i))) {
                return true;
            }
        }
        return false;
    }

    private void writeSyncs(MergeScan scan, MergeAlignment alignment, int machine) throws IOException {
        MergeScan main = scans.getFirst();
        long span = scan.last - scan.first;
        double error = Math.abs(alignment.rate() - 1) * span;
        int steps = (int) Math.clamp(Math.ceil(error / MAX_ERROR_NS), 1, MAX_SYNCS);
        for (int i = 0; i < steps; i++) {
            long start = scan.first + Math.round((double) span / steps * i);
            long middle = scan.first + Math.round((double) span / steps * (i + 0.5));
            long client = boottime(scan, start);
            long clientMiddle = boottime(scan, middle);
            long hostMiddle = boottime(main, alignment.apply(middle));
            long host = client + hostMiddle - clientMiddle;
            // Readers treat 0 as a missing value.
            int shift = client == 0 || host == 0 ? (client == -1 || host == -1 ? 2 : 1) : 0;
            TracePacket.Builder packet = TracePacket.newBuilder();
            // Readers use the mean of two exchanges.
            for (int exchange = 0; exchange < 2; exchange++) {
                RemoteClockSync.SyncedClocks.Builder clocks =
                        packet.getRemoteClockSyncBuilder().addSyncedClocksBuilder();
                clocks.getClientClocksBuilder()
                        .addClocksBuilder()
                        .setClockId(ClockId.BOOTTIME)
                        .setTimestamp(client + shift);
                clocks.getClientClocksBuilder()
                        .addClocksBuilder()
                        .setClockId(SYNC_CLOCK)
                        .setTimestamp(client + shift);
                clocks.getHostClocksBuilder()
                        .addClocksBuilder()
                        .setClockId(ClockId.BOOTTIME)
                        .setTimestamp(host + shift);
            }
            write(packet, machine);
        }
        write(bootTimePacket(scan), machine);
        TracePacket.Builder snapshot = bootClockSnapshot(scan, scan.first);
        if (snapshot != null) {
            write(snapshot, machine);
        }
        if (!scan.hasSnapshot) {
            // Make the boot clock the default clock.
            TracePacket.Builder packet = TracePacket.newBuilder();
            packet.getClockSnapshotBuilder()
                    .addClocksBuilder()
                    .setClockId(ClockId.BOOTTIME)
                    .setTimestamp(boottime(scan, scan.first));
            write(packet, machine);
        }
    }

    /// Converts a packet that relates the clocks of a machine to the recording machine of its trace, so that it
    /// relates them to the recording machine of the first trace.
    private static byte[] shiftedSync(MergeScan scan, MergeAlignment alignment, Packet packet) throws IOException {
        TracePacket.Builder shifted =
                TracePacket.newBuilder().mergeFrom(packet.buffer(), packet.offset(), packet.length());
        long offset = alignment.offsetAt(scan.first);
        for (RemoteClockSync.SyncedClocks.Builder clocks :
                shifted.getRemoteClockSyncBuilder().getSyncedClocksBuilderList()) {
            for (ClockSnapshot.Clock.Builder clock :
                    clocks.getHostClocksBuilder().getClocksBuilderList()) {
                clock.setTimestamp(clock.getTimestamp() + offset);
            }
        }
        return shifted.build().toByteArray();
    }

    private void write(TracePacket.Builder packet, int machine) throws IOException {
        if (machine != 0) {
            packet.setMachineId(machine);
        }
        packetOut.clear();
        byte[] bytes = packet.build().toByteArray();
        packetOut.raw(bytes, 0, bytes.length);
        flush();
    }

    private void flush() throws IOException {
        header.clear();
        header.bytes(Trace.PACKET_FIELD_NUMBER, packetOut.buffer(), 0, packetOut.size());
        header.writeTo(out);
    }
}
