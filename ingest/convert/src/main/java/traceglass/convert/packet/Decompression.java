package traceglass.convert.packet;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.trace.Trace;

/// Rewrites a Perfetto trace without compression: packets in compressed bundles become packets of the file, and a
/// compressed file is decompressed. Nothing else changes.
public final class Decompression {

    private static final int PACKET_TAG = Trace.PACKET_FIELD_NUMBER << 3 | ProtoCursor.BYTES;

    private Decompression() {}

    /// Writes the uncompressed trace.
    public static PacketFile.Summary run(Path trace, OutputStream out, ImportProgress progress)
            throws IOException, ConvertProblem {
        ProtoOutput header = new ProtoOutput();
        return PacketFile.read(
                trace,
                (buffer, offset, length) -> {
                    header.clear();
                    header.rawVarint(PACKET_TAG).rawVarint(length).writeTo(out);
                    out.write(buffer, offset, length);
                },
                progress);
    }
}
