package traceglass.ingest.nettrace;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.store.names.StatNames;

/// Splits a trace into blocks: objects of `FastSerialization` in versions 4 and 5, plain blocks in version 6.
final class NettraceReader {

    private static final int BUFFER_SIZE = 1 << 16;
    private static final int MAX_BLOCK_BYTES = 1 << 28;
    private static final int MAX_NAME_BYTES = 256;
    private static final int TAG_NULL = 1;
    private static final int TAG_BEGIN = 5;
    private static final int TAG_END = 6;
    private static final int LAST_MAJOR = 6;

    private final ImportContext context;
    private InputStream in;
    private long position;

    NettraceReader(ImportContext context) {
        this.context = context;
    }

    void read(TraceInput input) throws IOException, TraceProblem {
        in = new BufferedInputStream(input.asStream(), BUFFER_SIZE);
        skip(8);
        NettraceBlocks blocks = null;
        try {
            int reserved = readInt();
            if (reserved == 0) {
                int major = readInt();
                readInt();
                if (major != LAST_MAJOR) {
                    throw new TraceProblem(input.name() + " has version " + major
                            + " of the nettrace format; versions 4 to 6 are supported. Please report this.");
                }
                blocks = new NettraceBlocks(context, major);
                readBlocks(blocks);
            } else {
                skip(reserved & 0xff);
                blocks = new NettraceBlocks(context, 4);
                readObjects(blocks);
            }
        } catch (EOFException e) {
            context.logs().recordAt(StatNames.NETTRACE_TRUNCATED, position, null);
        } catch (NettraceFormatException e) {
            context.logs().recordAt(StatNames.NETTRACE_INVALID_BLOCK, position, null);
        }
        if (blocks != null) {
            blocks.finish();
        }
    }

    private int readByte() throws IOException {
        int b = in.read();
        if (b < 0) {
            throw new EOFException();
        }
        position++;
        return b;
    }

    private int readInt() throws IOException {
        return readByte() | readByte() << 8 | readByte() << 16 | readByte() << 24;
    }

    private void skip(long count) throws IOException {
        in.skipNBytes(count);
        position += count;
    }

    private byte[] readBytes(int size) throws IOException {
        byte[] bytes = in.readNBytes(size);
        position += bytes.length;
        return bytes;
    }

    private void readBlocks(NettraceBlocks blocks) throws IOException {
        while (true) {
            int header = readInt();
            int kind = header >>> 24;
            if (kind == NettraceBlocks.END) {
                return;
            }
            readBlock(blocks, kind, header & 0xff_ffff);
        }
    }

    private void readBlock(NettraceBlocks blocks, int kind, int size) throws IOException {
        long start = position;
        byte[] data = readBytes(size);
        try {
            blocks.add(kind, data);
        } catch (NettraceFormatException e) {
            if (data.length == size) {
                context.logs().recordAt(StatNames.NETTRACE_INVALID_BLOCK, start, null);
            }
        }
        if (data.length < size) {
            throw new EOFException();
        }
    }

    private void expect(int tag) throws IOException {
        int actual = readByte();
        if (actual != tag) {
            throw new NettraceFormatException("unexpected tag " + actual);
        }
    }

    private void readObjects(NettraceBlocks blocks) throws IOException {
        while (true) {
            int tag = readByte();
            if (tag == TAG_NULL) {
                return;
            }
            if (tag != TAG_BEGIN) {
                throw new NettraceFormatException("unexpected tag " + tag);
            }
            expect(TAG_BEGIN);
            expect(TAG_NULL);
            readInt();
            readInt();
            int length = readInt();
            if (length < 0 || length > MAX_NAME_BYTES) {
                throw new NettraceFormatException("invalid size of a name: " + length);
            }
            String name = new String(readBytes(length), StandardCharsets.UTF_8);
            expect(TAG_END);
            if (name.equals("Trace")) {
                readBlock(blocks, NettraceBlocks.TRACE, NettraceBlocks.TRACE_SIZE);
            } else {
                int size = readInt();
                if (size < 0 || size > MAX_BLOCK_BYTES) {
                    throw new NettraceFormatException("invalid size of a block: " + size);
                }
                skip(-position & 3);
                readBlock(blocks, NettraceBlocks.kind(name), size);
            }
            expect(TAG_END);
        }
    }
}
