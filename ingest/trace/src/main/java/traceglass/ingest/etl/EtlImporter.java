package traceglass.ingest.etl;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;

/// Imports event traces of Windows as written by xperf, WPR, PerfView, UIforETW, logman and tracelog.
public final class EtlImporter implements Importer {

    private static final int MIN_BUFFER_BYTES = 512;
    private static final int MAX_BUFFER_BYTES = 16 << 20;
    private static final int EVENT_MARKER = 0xc0;
    private static final int LAST_SYSTEM_TYPE = 4;

    @Override
    public String id() {
        return "etl";
    }

    @Override
    public String displayName() {
        return "Windows event trace (ETL)";
    }

    @Override
    public int priority() {
        return 42;
    }

    /// Accepts a buffer header followed by the log file header event, whose group and type are 0.
    @Override
    public boolean sniff(byte[] head) {
        if (head.length < EtlBuffer.HEADER_SIZE + EtlEvent.SYSTEM_HEADER_SIZE) {
            return false;
        }
        EtlPayload p = new EtlPayload().moveTo(head, 0, head.length, true);
        long size = p.uint(0);
        int type = p.ubyte(EtlBuffer.HEADER_SIZE + 2);
        return size >= MIN_BUFFER_BYTES
                && size <= MAX_BUFFER_BYTES
                && size % MIN_BUFFER_BYTES == 0
                && type >= 1
                && type <= LAST_SYSTEM_TYPE
                && p.ubyte(EtlBuffer.HEADER_SIZE + 3) == EVENT_MARKER
                && p.ushort(EtlBuffer.HEADER_SIZE + 4) > EtlEvent.SYSTEM_HEADER_SIZE
                && p.ushort(EtlBuffer.HEADER_SIZE + 6) == 0;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        EtlReader reader = new EtlReader(context);
        EtlBuffer buffer;
        EtlBufferInput buffers = new EtlBufferInput(input, context);
        while ((buffer = buffers.next()) != null) {
            reader.read(buffer);
        }
        if (!reader.hasHeader()) {
            throw new TraceProblem(input.name() + " ends within its first buffer. It has no events.");
        }
        context.session().atEnd(reader::finish);
    }
}
