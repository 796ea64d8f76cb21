package traceglass.ingest.ghc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.names.StatNames;

/// Imports event logs of Haskell programs (`+RTS -l`). All numbers are big-endian. The header lists the types of
/// events with their sizes, so that events of unknown types can be skipped. The events follow: type, time in ns
/// since the start, and content, preceded by its length if that varies. The events of one capability form blocks.
public final class GhcEventLogImporter implements Importer {

    private static final int HEADER_BEGIN = 0x68647262;
    private static final int TYPES_BEGIN = 0x68657462;
    private static final int TYPE_BEGIN = 0x65746200;
    private static final int DATA_BEGIN = 0x64617462;
    private static final int DATA_END = 0xffff;
    private static final int VARIABLE = 0xffff;
    private static final int UNKNOWN = -1;
    private static final int BLOCK_MARKER = 18;
    /// Size of a block marker, which counts as part of its block.
    private static final int MARKER_SIZE = 24;

    @Override
    public String id() {
        return "ghc_eventlog";
    }

    @Override
    public String displayName() {
        return "GHC event log";
    }

    @Override
    public int priority() {
        return 44;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= 2 * Integer.BYTES
                && ByteBuffer.wrap(head).getInt(0) == HEADER_BEGIN
                && ByteBuffer.wrap(head).getInt(Integer.BYTES) == TYPES_BEGIN;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        Reader reader = new Reader(input, new GhcProgram(context));
        if (!reader.readHeader()) {
            throw new TraceProblem(
                    input.name() + " ends within the header of a GHC event log, or the header is damaged");
        }
        if (!reader.readEvents()) {
            context.logs().recordAt(StatNames.GHC_EVENTLOG_TRUNCATED, input.position(), null);
        }
        reader.program.finishReading();
    }

    /// State of reading one file.
    private static final class Reader {

        private final TraceInput input;
        private final GhcProgram program;
        private final int[] sizes = new int[1 << Short.SIZE];
        private final byte[] bytes = new byte[1 << Short.SIZE];
        private final ByteBuffer fields = ByteBuffer.wrap(bytes);
        private int capability = GhcProgram.NO_CAPABILITY;
        private long blockEnd = Long.MAX_VALUE;

        Reader(TraceInput input, GhcProgram program) {
            this.input = input;
            this.program = program;
            Arrays.fill(sizes, UNKNOWN);
        }

        private boolean fill(int length) throws IOException {
            fields.clear();
            return length == 0 || input.read(bytes, 0, length) == length;
        }

        private boolean skip(long length) throws IOException {
            long remaining = length;
            while (remaining > 0) {
                int step = (int) Math.min(remaining, bytes.length);
                if (!fill(step)) {
                    return false;
                }
                remaining -= step;
            }
            return true;
        }

        /// Reads the types of events. Returns whether the events follow.
        boolean readHeader() throws IOException {
            if (!fill(2 * Integer.BYTES)) {
                return false;
            }
            while (fill(Integer.BYTES) && fields.getInt() == TYPE_BEGIN) {
                if (!fill(8)) {
                    return false;
                }
                int type = Short.toUnsignedInt(fields.getShort());
                sizes[type] = Short.toUnsignedInt(fields.getShort());
                if (!skip(Integer.toUnsignedLong(fields.getInt()))
                        || !fill(Integer.BYTES)
                        || !skip(Integer.toUnsignedLong(fields.getInt()))
                        || !fill(Integer.BYTES)) {
                    return false;
                }
            }
            // The ends of the types and of the header precede the start of the events.
            return fill(2 * Integer.BYTES) && fields.getInt(Integer.BYTES) == DATA_BEGIN;
        }

        /// Reads the events. Returns whether the log is complete.
        boolean readEvents() throws IOException {
            while (fill(Short.BYTES)) {
                int type = Short.toUnsignedInt(fields.getShort());
                if (type == DATA_END) {
                    return true;
                }
                if (sizes[type] == UNKNOWN || !fill(Long.BYTES)) {
                    return false;
                }
                long ns = fields.getLong();
                int size = sizes[type];
                if (size == VARIABLE) {
                    if (!fill(Short.BYTES)) {
                        return false;
                    }
                    size = Short.toUnsignedInt(fields.getShort());
                }
                if (!fill(size)) {
                    return false;
                }
                if (type == BLOCK_MARKER && size >= MARKER_SIZE - Short.BYTES - Long.BYTES) {
                    blockEnd = input.position() + Integer.toUnsignedLong(fields.getInt(0)) - MARKER_SIZE;
                    capability = fields.getShort(12);
                } else {
                    program.handleEvent(ns, type, capability, ByteBuffer.wrap(bytes, 0, size));
                }
                if (input.position() >= blockEnd) {
                    blockEnd = Long.MAX_VALUE;
                    capability = GhcProgram.NO_CAPABILITY;
                }
            }
            return false;
        }
    }
}
