package traceglass.ingest.winscopefiles;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.perfetto.PerfettoImporter;
import traceglass.store.names.StatNames;

/// Imports files from `/data/misc/wmtrace` (extension `.winscope` or `.pb`), each of which contains one kind of data.
public final class WinscopeFileImporter implements Importer {

    @Override
    public String id() {
        return "winscope";
    }

    @Override
    public String displayName() {
        return "Winscope file";
    }

    @Override
    public int priority() {
        return 43;
    }

    @Override
    public boolean sniff(byte[] head) {
        return FileKind.of(head) != null;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        FileKind kind = FileKind.of(input.head());
        if (kind == null) {
            throw new TraceProblem(input.name() + " is not a Winscope dump");
        }
        if (kind.problem != null) {
            throw new TraceProblem(input.name() + kind.problem);
        }
        FilePackets packets = new FilePackets(input.asStream(), kind);
        // Not closed here: the packets are read from the input, which the caller closes.
        new PerfettoImporter().read(new TraceInput(input.name(), packets, input.progress()), context);
        if (packets.isTruncated()) {
            context.logs().recordAt(StatNames.WINSCOPE_FILE_TRUNCATED, input.position(), null);
        }
    }
}
