package traceglass.ingest.perfetto;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Perfetto's protobuf traces: a `Trace` message, whose only field is `TracePacket`.
public final class PerfettoImporter implements Importer {

    private static final byte PACKET_TAG = 1 << 3 | ProtoCursor.BYTES;

    @Override
    public String id() {
        return "proto";
    }

    @Override
    public String displayName() {
        return "Perfetto trace";
    }

    @Override
    public int priority() {
        return 230;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length > 0 && head[0] == PACKET_TAG;
    }

    @Override
    public int archivePriority() {
        return 0;
    }

    @Override
    public boolean sortsAtEnd() {
        return false;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        context.processes().zeroIsIdle();
        PerfettoTrace trace = new PerfettoTrace(context);
        trace.read(input);
    }
}
