package traceglass.app.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// Passes bytes from any number of threads to one reader. A `PipedInputStream` is unsuitable: it fails if the last
/// thread that wrote has ended, and a separate thread writes each response of the server.
final class BlockingPipe {

    private static final byte[] END = new byte[0];

    private final BlockingQueue<byte[]> queue = new LinkedBlockingQueue<>();

    final OutputStream out = new OutputStream() {
        @Override
        public void write(int b) {
            queue.add(new byte[] {(byte) b});
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            if (length > 0) {
                byte[] copy = new byte[length];
                System.arraycopy(bytes, offset, copy, 0, length);
                queue.add(copy);
            }
        }

        @Override
        public void close() {
            queue.add(END);
        }
    };

    final InputStream in = new InputStream() {
        private byte[] current = {};
        private int position;
        private boolean hasEnded;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (position == current.length && !readNext()) {
                return -1;
            }
            int n = Math.min(length, current.length - position);
            System.arraycopy(current, position, bytes, offset, n);
            position += n;
            return n;
        }

        private boolean readNext() throws IOException {
            if (!hasEnded) {
                try {
                    current = queue.take();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new InterruptedIOException();
                }
                position = 0;
                hasEnded = current == END;
            }
            return !hasEnded;
        }
    };
}
