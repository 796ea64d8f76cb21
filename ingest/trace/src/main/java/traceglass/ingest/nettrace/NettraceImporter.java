package traceglass.ingest.nettrace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.tracker.clock.ClockId;

/// Imports .NET event traces. The layout is defined in `NetTraceFormat.md` of the TraceEvent library.
public final class NettraceImporter implements Importer {

    private static final byte[] MAGIC = "Nettrace".getBytes(StandardCharsets.US_ASCII);
    /// Type of the first object of a heap snapshot.
    private static final byte[] HEAP = "GCHeapDump".getBytes(StandardCharsets.US_ASCII);

    private static final int HEAP_OFFSET = 39;
    private static final byte[] NETPERF_MAGIC = "!FastSerialization.1".getBytes(StandardCharsets.US_ASCII);

    @Override
    public String id() {
        return "nettrace";
    }

    @Override
    public String displayName() {
        return ".NET event trace";
    }

    @Override
    public int priority() {
        return 44;
    }

    @Override
    public boolean sniff(byte[] head) {
        return startsWith(head, 0, MAGIC) || startsWith(head, 4, NETPERF_MAGIC);
    }

    private static boolean startsWith(byte[] head, int offset, byte[] magic) {
        return head.length >= offset + magic.length
                && Arrays.equals(head, offset, offset + magic.length, magic, 0, magic.length);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        if (startsWith(input.head(), HEAP_OFFSET, HEAP)) {
            throw new TraceProblem(
                    input.name() + " is a heap snapshot of .NET (gcdump), which is not supported. PerfView"
                            + " shows its objects; `dotnet-gcdump report` prints the sizes of its types.");
        }
        if (startsWith(input.head(), 4, NETPERF_MAGIC)) {
            throw new TraceProblem(input.name()
                    + " is a trace of .NET Core 2 (netperf), which is not supported. Record with dotnet-trace of .NET"
                    + " Core 3 or newer, or open it in PerfView.");
        }
        context.clocks().useOnly(ClockId.of(ClockId.REALTIME));
        new NettraceReader(context).read(input);
    }
}
