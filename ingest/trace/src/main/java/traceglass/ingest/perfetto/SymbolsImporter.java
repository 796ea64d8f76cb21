package traceglass.ingest.perfetto;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.perfetto.reader.PerfettoTraceReader;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// Imports module symbols from a separate file in a trace archive. The file is a Perfetto trace whose first packet is
/// `module_symbols`. It is read after the trace whose addresses it symbolizes.
public final class SymbolsImporter implements Importer {

    private static final long PACKET_TAG = Trace.PACKET_FIELD_NUMBER << 3 | MessageDecoder.BYTES;
    private static final long SYMBOLS_TAG = (long) TracePacket.MODULE_SYMBOLS_FIELD_NUMBER << 3 | MessageDecoder.BYTES;
    /// Maximum size in bytes of the three varints that [#sniff] reads: two tags and the length between them.
    private static final int MAX_HEADER_BYTES = 30;

    @Override
    public String id() {
        return "symbols";
    }

    @Override
    public String displayName() {
        return "Perfetto symbols";
    }

    @Override
    public int priority() {
        return 210;
    }

    @Override
    public int archivePriority() {
        return 3;
    }

    @Override
    public boolean sniff(byte[] head) {
        int end = Math.min(head.length, MAX_HEADER_BYTES);
        long[] values = new long[3];
        int offset = 0;
        for (int i = 0; i < values.length; i++) {
            int shift = 0;
            boolean hasMore = true;
            while (hasMore) {
                if (offset >= end || shift > 63) {
                    return false;
                }
                values[i] |= (head[offset] & 0x7fL) << shift;
                hasMore = head[offset++] < 0;
                shift += 7;
            }
        }
        return values[0] == PACKET_TAG && values[1] > 0 && values[2] == SYMBOLS_TAG;
    }

    @Override
    public boolean sortsAtEnd() {
        return false;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        PerfettoTraceReader.read(input, context, PacketParsers.ALL);
    }
}
