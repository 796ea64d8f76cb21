package traceglass.service.ipc;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;

/// Bounded pipe of bytes between two threads. A writer waits while the pipe is full.
final class BytePipe {

    private static final int CAPACITY_BYTES = 256 << 10;

    private final byte[] ring = new byte[CAPACITY_BYTES];
    private int start;
    private int size;
    private boolean isClosed;

    /// Writes all bytes.
    ///
    /// @throws ClosedChannelException if the pipe is closed
    synchronized void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            while (size == CAPACITY_BYTES && !isClosed) {
                await();
            }
            if (isClosed) {
                throw new ClosedChannelException();
            }
            int end = (start + size) % CAPACITY_BYTES;
            int count = Math.min(bytes.remaining(), Math.min(CAPACITY_BYTES - size, CAPACITY_BYTES - end));
            bytes.get(ring, end, count);
            size += count;
            notifyAll();
        }
    }

    /// Waits for bytes and reads as many as fit.
    ///
    /// @return the number of bytes; -1 if the pipe is closed and empty
    synchronized int read(ByteBuffer buffer) throws IOException {
        while (size == 0 && !isClosed) {
            await();
        }
        if (size == 0) {
            return -1;
        }
        int total = 0;
        while (buffer.hasRemaining() && size > 0) {
            int count = Math.min(buffer.remaining(), Math.min(size, CAPACITY_BYTES - start));
            buffer.put(ring, start, count);
            start = (start + count) % CAPACITY_BYTES;
            size -= count;
            total += count;
        }
        notifyAll();
        return total;
    }

    @SuppressWarnings("WaitNotInLoop") // The callers check their conditions in loops.
    private void await() throws IOException {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            InterruptedIOException interrupted = new InterruptedIOException("interrupted");
            interrupted.initCause(e);
            throw interrupted;
        }
    }

    /// Ends the pipe. Written data can still be read.
    synchronized void close() {
        isClosed = true;
        notifyAll();
    }

    synchronized boolean isClosed() {
        return isClosed;
    }
}
