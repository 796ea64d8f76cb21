package traceglass.convert.perfetto;

import java.io.IOException;
import java.io.OutputStream;
import traceglass.ingest.ImportProgress;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// Writes packets of a trace to a stream, one at a time.
final class PacketOutput {

    private static final int CHECK = 4096;
    private static final int SEQUENCE = 1;
    /// `Trace.packet` as a field of bytes.
    private static final int TAG = Trace.PACKET_FIELD_NUMBER << 3 | 2;

    private final OutputStream out;
    private final ImportProgress progress;
    private boolean isStarted;
    private int written;

    PacketOutput(OutputStream out, ImportProgress progress) {
        this.out = out;
        this.progress = progress;
    }

    /// Writes a packet of the only sequence.
    void write(TracePacket.Builder packet) throws IOException {
        packet.setTrustedPacketSequenceId(SEQUENCE);
        if (isStarted) {
            packet.setSequenceFlags(TracePacket.SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE);
        } else {
            packet.setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
                    .setFirstPacketOnSequence(true);
            isStarted = true;
        }
        out.write(TAG);
        packet.build().writeDelimitedTo(out);
        if (++written % CHECK == 0) {
            progress.check();
        }
    }
}
