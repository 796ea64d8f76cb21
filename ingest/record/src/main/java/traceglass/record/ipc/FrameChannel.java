package traceglass.record.ipc;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import org.jspecify.annotations.Nullable;

/// Frames on a byte channel: a 4-byte little-endian length, then that many bytes of an `IPCFrame`. One thread reads;
/// any thread can write.
final class FrameChannel implements AutoCloseable {

    /// The service sends frames of up to 128 KiB; a far larger length is not a frame.
    static final int MAX_FRAME_BYTES = 16 << 20;
    private static final int HEADER_SIZE = 4;

    private final ByteChannel channel;
    private ByteBuffer in =
            ByteBuffer.allocate(256 << 10).order(ByteOrder.LITTLE_ENDIAN).flip();

    FrameChannel(ByteChannel channel) {
        this.channel = channel;
    }

    /// Sends one frame.
    void send(byte[] frame) throws IOException {
        ByteBuffer out = ByteBuffer.allocate(HEADER_SIZE + frame.length).order(ByteOrder.LITTLE_ENDIAN);
        out.putInt(frame.length).put(frame).flip();
        synchronized (channel) {
            while (out.hasRemaining()) {
                channel.write(out);
            }
        }
    }

    /// Waits for the next frame. Its bytes are `[position, limit)` of the buffer and valid until the next call.
    ///
    /// @return null if the other side has closed the connection between two frames
    @Nullable
    ByteBuffer receive() throws IOException {
        if (!fill(HEADER_SIZE)) {
            return null;
        }
        int length = in.getInt(in.position());
        if (length < 0 || length > MAX_FRAME_BYTES) {
            throw new IOException(ServiceTexts.invalidFrame(Integer.toUnsignedString(length)));
        }
        if (!fill(HEADER_SIZE + length)) {
            throw new EOFException(ServiceTexts.CLOSED_IN_FRAME);
        }
        in.position(in.position() + HEADER_SIZE);
        ByteBuffer frame = ByteBuffer.wrap(in.array(), in.position(), length);
        in.position(in.position() + length);
        return frame;
    }

    /// Fills the buffer with at least this many bytes.
    private boolean fill(int bytes) throws IOException {
        if (in.remaining() >= bytes) {
            return true;
        }
        if (in.capacity() < bytes) {
            in = ByteBuffer.allocate(Integer.highestOneBit(bytes) * 2)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(in)
                    .flip();
        }
        in.compact();
        try {
            while (in.position() < bytes) {
                if (channel.read(in) < 0) {
                    if (in.position() == 0) {
                        return false;
                    }
                    throw new EOFException(ServiceTexts.CLOSED_IN_FRAME);
                }
            }
        } finally {
            in.flip();
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
