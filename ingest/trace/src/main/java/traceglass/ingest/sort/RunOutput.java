package traceglass.ingest.sort;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/// Writes the sorted events of one queue to a file. Events are stored in blocks that are read as a whole; no event
/// spans two blocks.
public final class RunOutput {

    /// Size in bytes of a block's header, which holds the block's length.
    static final int HEADER_SIZE = 4;
    private static final int MAX_BLOCK_BYTES = 1 << 15;
    private static final int MIN_BLOCK_BYTES = 1 << 11;
    /// Number of bytes reserved before each event for its length.
    private static final int LENGTH_BYTES = 4;

    private final FileChannel channel;
    private final int blockSize;
    private byte[] block;
    private int used = HEADER_SIZE;
    private long lastTs;
    private long lastSequence;
    private long end;

    /// @param bytes expected size of the run; short runs have small blocks, because each run that is being
    ///     merged needs memory for a block
    RunOutput(FileChannel channel, long position, long bytes) {
        this.channel = channel;
        end = position;
        blockSize = (int) Math.clamp(bytes >> 5, MIN_BLOCK_BYTES, MAX_BLOCK_BYTES);
        block = new byte[blockSize * 2];
    }

    /// Ends the previous event and starts a new one, whose payload is written next.
    void begin(long ts, long sequence, long tie) throws IOException {
        if (used >= blockSize) {
            flush();
        }
        writeVarint(ts - lastTs);
        writeSigned(sequence - lastSequence);
        // Most events have no tie key.
        writeVarint(tie == Long.MAX_VALUE ? 0 : 1);
        if (tie != Long.MAX_VALUE) {
            writeSigned(tie);
        }
        lastTs = ts;
        lastSequence = sequence;
    }

    /// Writes the payload of an event, preceded by its length.
    void writePayload(EventCodec codec, long data, Object ref) {
        ensureRoom(LENGTH_BYTES);
        int start = used + LENGTH_BYTES;
        used = start;
        codec.write(data, ref, this);
        int length = used - start;
        block[start - 4] = (byte) (length >>> 24);
        block[start - 3] = (byte) (length >>> 16);
        block[start - 2] = (byte) (length >>> 8);
        block[start - 1] = (byte) length;
    }

    /// Copies the payload of the current event of another run.
    void copy(RunInput from) {
        ensureRoom(LENGTH_BYTES);
        int length = from.payloadLength();
        block[used] = (byte) (length >>> 24);
        block[used + 1] = (byte) (length >>> 16);
        block[used + 2] = (byte) (length >>> 8);
        block[used + 3] = (byte) length;
        used += LENGTH_BYTES;
        writeBytes(from.buffer(), from.position(), length);
    }

    /// Writes a number that is usually small and non-negative.
    public void writeVarint(long v) {
        ensureRoom(10);
        while ((v & ~0x7fL) != 0) {
            block[used++] = (byte) (v | 0x80);
            v >>>= 7;
        }
        block[used++] = (byte) v;
    }

    /// Writes a number whose absolute value is usually small.
    public void writeSigned(long v) {
        writeVarint(zigzag(v));
    }

    /// Writes a number that may have any value.
    public void writeFixed(long v) {
        ensureRoom(8);
        for (int shift = 0; shift < 64; shift += 8) {
            block[used++] = (byte) (v >>> shift);
        }
    }

    /// Writes bytes without their length.
    public void writeBytes(byte[] from, int offset, int length) {
        ensureRoom(length);
        System.arraycopy(from, offset, block, used, length);
        used += length;
    }

    private static long zigzag(long v) {
        return v << 1 ^ v >> 63;
    }

    private void ensureRoom(int bytes) {
        if (used + bytes > block.length) {
            block = Arrays.copyOf(block, Math.max(block.length * 2, Math.addExact(used, bytes)));
        }
    }

    private void flush() throws IOException {
        int length = used - HEADER_SIZE;
        ByteBuffer out = ByteBuffer.wrap(block, 0, used).putInt(0, length);
        while (out.hasRemaining()) {
            end += channel.write(out, end);
        }
        used = HEADER_SIZE;
        lastTs = 0;
        lastSequence = 0;
        if (block.length > blockSize * 4) {
            block = new byte[blockSize * 2];
        }
    }

    /// Writes the last block and returns the end of the run in the file.
    long finish() throws IOException {
        if (used > HEADER_SIZE) {
            flush();
        }
        return end;
    }
}
