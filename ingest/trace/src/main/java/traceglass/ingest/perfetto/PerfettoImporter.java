package traceglass.ingest.perfetto;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.perfetto.reader.PerfettoTraceReader;
import traceglass.ingest.text.TextHead;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.trace.Trace;

/// Imports Perfetto's protobuf traces: a `Trace` message, whose only field is `TracePacket`.
public final class PerfettoImporter implements Importer {

    private static final byte PACKET_TAG = Trace.PACKET_FIELD_NUMBER << 3 | MessageDecoder.BYTES;
    /// Length from which on every trace has a control character: the length of a field or the number of a packet
    /// sequence.
    private static final int MIN_CHECKED_BYTES = 16;

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
        // The packet tag alone is a line feed, with which text may start, so the first field of the first packet must
        // be valid as well.
        if (head.length > MIN_CHECKED_BYTES && !TextHead.of(head).isEmpty()) {
            return false;
        }
        int p = 0;
        while (p < head.length && head[p] == PACKET_TAG) {
            long length = 0;
            int shift = 0;
            for (p++; p < head.length && shift < 63; p++, shift += 7) {
                length |= (head[p] & 0x7fL) << shift;
                if (head[p] >= 0) {
                    break;
                }
            }
            if (p == head.length) {
                // A file of nothing but a line feed is text.
                return p > 1;
            }
            p++;
            if (length > 0) {
                int wire = p < head.length ? head[p] & 7 : MessageDecoder.VARINT;
                boolean isField = p == head.length || (head[p] & 0xff) > 7;
                return isField && (wire <= MessageDecoder.BYTES || wire == MessageDecoder.FIXED32);
            }
        }
        return p > 0 && p == head.length;
    }

    @Override
    public int archivePriority() {
        return 0;
    }

    @Override
    public boolean sortsAtEnd() {
        return false;
    }

    /// Creates a reader for a trace whose packets arrive while it is recorded.
    public PerfettoTraceReader begin(ImportContext context) {
        context.processes().mapZeroToIdle();
        return PerfettoTraceReader.open(context, PacketParsers.ALL);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        context.processes().mapZeroToIdle();
        PerfettoTraceReader.read(input, context, PacketParsers.ALL);
    }
}
