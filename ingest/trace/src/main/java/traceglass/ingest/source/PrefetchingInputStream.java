package traceglass.ingest.source;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// Reads a stream a few blocks ahead on a separate thread, so that decompression and parsing run in parallel.
final class PrefetchingInputStream extends InputStream {

    private static final int BLOCK_SIZE = 1 << 20;
    private static final int BLOCKS = 4;
    /// Longest time to wait for a source that may never return from a read, such as a pipe.
    private static final Duration MAX_WAIT = Duration.ofSeconds(2);

    /// A block of bytes, or the end of the stream (`length` is -1) with the error that ended it, or null.
    private record Block(byte[] bytes, int length, IOException problem) {}

    private final InputStream in;
    private final BlockingQueue<Block> full = new ArrayBlockingQueue<>(BLOCKS);
    private final BlockingQueue<byte[]> empty = new ArrayBlockingQueue<>(BLOCKS + 2);
    private final Thread thread;
    private volatile boolean isClosed;
    private Block current;
    private int position;

    PrefetchingInputStream(InputStream in, String name) {
        this.in = in;
        for (int i = 0; i < BLOCKS + 1; i++) {
            empty.add(new byte[BLOCK_SIZE]);
        }
        thread = Thread.ofPlatform().daemon().name("unpack " + name).start(this::run);
    }

    private void run() {
        try {
            while (!isClosed) {
                byte[] block = empty.poll(100, TimeUnit.MILLISECONDS);
                if (block != null && !fill(block)) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// Reads the next block and passes it on; returns false at the end of the stream.
    private boolean fill(byte[] block) throws InterruptedException {
        int n = 0;
        IOException problem = null;
        try {
            // Don't use readNBytes, because the bytes decompressed before damage must be kept.
            while (n < BLOCK_SIZE && !isClosed) {
                int k = in.read(block, n, BLOCK_SIZE - n);
                if (k < 0) {
                    break;
                }
                n += k;
            }
        } catch (IOException e) {
            problem = e;
        } catch (RuntimeException | Error e) {
            problem = new IOException("decompression failed: " + e.getMessage(), e);
        }
        if (n > 0) {
            put(new Block(block, n, null));
        }
        if (problem == null && n == BLOCK_SIZE) {
            return true;
        }
        put(new Block(null, -1, problem));
        return false;
    }

    private void put(Block block) throws InterruptedException {
        while (!isClosed && !full.offer(block, 100, TimeUnit.MILLISECONDS)) {
            // The queue is full: wait for the importer.
        }
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        if (len == 0) {
            return 0;
        }
        while (current == null || current.length() >= 0 && position == current.length()) {
            if (current != null) {
                empty.offer(current.bytes());
            }
            try {
                current = full.take();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException();
            }
            position = 0;
        }
        if (current.length() < 0) {
            if (current.problem() != null) {
                throw current.problem();
            }
            return -1;
        }
        int n = Math.min(len, current.length() - position);
        System.arraycopy(current.bytes(), position, b, off, n);
        position += n;
        return n;
    }

    /// Waits until the thread no longer reads from the stream: a read that fails because it is interrupted or the
    /// stream is closed would look like damage.
    @Override
    public void close() throws IOException {
        isClosed = true;
        full.clear();
        boolean isInterrupted = false;
        try {
            if (!thread.join(MAX_WAIT)) {
                thread.interrupt();
            }
        } catch (InterruptedException e) {
            isInterrupted = true;
            thread.interrupt();
        }
        in.close();
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
