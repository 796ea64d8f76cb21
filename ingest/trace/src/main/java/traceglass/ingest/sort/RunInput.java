package traceglass.ingest.sort;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/// Reads a run written by [RunOutput], event by event.
public final class RunInput {

    private final RunFile file;
    private final long end;
    private long next;
    private byte[] block = new byte[0];
    private int position;

    private long ts;
    private long sequence;
    private long tie;
    private int payload;
    private int payloadLength;

    private long data;
    private Object ref;
    private Object cache;

    RunInput(RunFile file, long start, long end) {
        this.file = file;
        next = start;
        this.end = end;
    }

    /// Moves to the next event. At the end of the run, releases the file and returns false.
    boolean next() throws IOException {
        position = payload + payloadLength;
        if (position >= block.length) {
            if (next == end) {
                block = new byte[0];
                cache = null;
                file.release();
                return false;
            }
            readBlock();
        }
        ts += varint();
        sequence += signed();
        tie = varint() == 0 ? Long.MAX_VALUE : signed();
        payloadLength = (block[position] & 0xff) << 24
                | (block[position + 1] & 0xff) << 16
                | (block[position + 2] & 0xff) << 8
                | block[position + 3] & 0xff;
        payload = position + 4;
        position = payload;
        return true;
    }

    private void readBlock() throws IOException {
        FileChannel channel = file.channel();
        ByteBuffer header = ByteBuffer.allocate(RunOutput.HEADER_SIZE);
        readFully(channel, header, next);
        // A new array for each block, because events that have been read refer to it.
        block = new byte[header.getInt(0)];
        readFully(channel, ByteBuffer.wrap(block), next + RunOutput.HEADER_SIZE);
        next += RunOutput.HEADER_SIZE + block.length;
        position = 0;
        ts = 0;
        sequence = 0;
    }

    private static void readFully(FileChannel channel, ByteBuffer buffer, long position) throws IOException {
        long from = position;
        while (buffer.hasRemaining()) {
            int n = channel.read(buffer, from);
            if (n < 0) {
                throw new EOFException("a file with sorted events is truncated");
            }
            from += n;
        }
    }

    /// Decodes the current event; [#data] and [#ref] return it.
    void decode(EventCodec codec) {
        position = payload;
        codec.read(this);
    }

    RunFile file() {
        return file;
    }

    long ts() {
        return ts;
    }

    long sequence() {
        return sequence;
    }

    long tie() {
        return tie;
    }

    int payloadLength() {
        return payloadLength;
    }

    long data() {
        return data;
    }

    Object ref() {
        return ref;
    }

    /// Returns whether the current event comes before the current event of another run of the same queue.
    boolean isBefore(RunInput other) {
        if (ts != other.ts) {
            return ts < other.ts;
        }
        return tie != other.tie ? tie < other.tie : sequence < other.sequence;
    }

    /// Reads a number written by [RunOutput#writeVarint].
    public long varint() {
        long v = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = block[position++];
            v |= (b & 0x7fL) << shift;
            if (b >= 0) {
                return v;
            }
        }
    }

    /// Reads a number written by [RunOutput#writeSigned].
    public long signed() {
        long v = varint();
        return v >>> 1 ^ -(v & 1);
    }

    /// Reads a number written by [RunOutput#writeFixed].
    public long fixed() {
        long v = 0;
        for (int shift = 0; shift < 64; shift += 8) {
            v |= (block[position++] & 0xffL) << shift;
        }
        return v;
    }

    /// Returns the array that contains the bytes at [#position]. It is never overwritten.
    public byte[] buffer() {
        return block;
    }

    /// Returns the position in [#buffer] of the next byte to read.
    public int position() {
        return position;
    }

    /// Returns the number of bytes of the current event from [#position] on.
    public int remaining() {
        return payload + payloadLength - position;
    }

    /// Sets the decoded event.
    public void setEvent(long eventData, Object eventRef) {
        data = eventData;
        ref = eventRef;
    }

    /// Returns the object last passed to [#setCache] for this run, or null.
    public Object cache() {
        return cache;
    }

    /// Stores an object that the codec can reuse for later events of this run.
    public void setCache(Object object) {
        cache = object;
    }
}
