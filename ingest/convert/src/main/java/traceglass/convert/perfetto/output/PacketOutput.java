package traceglass.convert.perfetto.output;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Set;
import traceglass.ingest.ImportProgress;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// Writes packets of a trace to a stream, one at a time.
public final class PacketOutput {

    private static final int CHECK = 4096;
    /// The sequence of all packets that don't need one of their own.
    public static final int MAIN_SEQUENCE = 1;
    /// Tag of `Trace.packet`.
    private static final int TAG = Trace.PACKET_FIELD_NUMBER << 3 | 2;

    private final OutputStream out;
    private final ImportProgress progress;
    private final int main;
    /// Sequences of machines for which a packet was written.
    private final Set<Started> started = new HashSet<>();
    private int sequences = MAIN_SEQUENCE;
    private int written;

    private record Started(int machine, int sequence) {}

    /// @param main id of the machine of packets that don't specify one
    public PacketOutput(OutputStream out, ImportProgress progress, int main) {
        this.main = main;
        this.out = out;
        this.progress = progress;
    }

    /// Returns the id of the machine that recorded the trace.
    public int mainMachine() {
        return main;
    }

    /// Writes a packet of the machine that recorded the trace.
    public void write(TracePacket.Builder packet) throws IOException {
        write(packet, main);
    }

    /// Writes a packet of the main sequence of a machine.
    public void write(TracePacket.Builder packet, int machine) throws IOException {
        write(packet, machine, MAIN_SEQUENCE);
    }

    /// Returns the number of a new sequence.
    public int newSequence() {
        return ++sequences;
    }

    /// Writes a packet of a sequence of a machine.
    public void write(TracePacket.Builder packet, int machine, int sequence) throws IOException {
        packet.setTrustedPacketSequenceId(sequence);
        if (machine != 0) {
            packet.setMachineId(machine);
        }
        if (started.add(new Started(machine, sequence))) {
            packet.setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
                    .setFirstPacketOnSequence(true);
        } else {
            packet.setSequenceFlags(TracePacket.SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE);
        }
        out.write(TAG);
        packet.build().writeDelimitedTo(out);
        if (++written % CHECK == 0) {
            progress.check();
        }
    }
}
