package traceglass.ingest.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PrefetchingInputStreamTest {

    /// Endless stream that notices whether it is closed, or its thread is interrupted, during a read.
    private static final class SlowSource extends InputStream {
        final CountDownLatch secondRead = new CountDownLatch(1);
        private int reads;
        volatile boolean isClosed;
        volatile boolean wasDisturbed;

        @Override
        public int read() {
            return read(new byte[1], 0, 1) - 1;
        }

        @Override
        public int read(byte[] b, int off, int len) {
            if (++reads == 2) {
                secondRead.countDown();
                try {
                    Thread.sleep(50);
                } catch (InterruptedException e) {
                    wasDisturbed = true;
                }
            }
            wasDisturbed |= isClosed;
            return len;
        }

        @Override
        public void close() {
            isClosed = true;
        }
    }

    @Test
    void closingDoesNotDisturbTheThread() throws Exception {
        SlowSource source = new SlowSource();
        try (PrefetchingInputStream in = new PrefetchingInputStream(source, "a")) {
            assertEquals(0, in.read());
            source.secondRead.await();
        }
        assertTrue(source.isClosed);
        assertFalse(source.wasDisturbed);
    }

    @Test
    void keepsTheBytesBeforeAFailure() throws Exception {
        int bytes = (3 << 20) + 5;
        CountDownLatch failed = new CountDownLatch(1);
        InputStream source = new InputStream() {
            private int left = bytes;

            @Override
            public int read() {
                return read(new byte[1], 0, 1) - 1;
            }

            @Override
            public int read(byte[] b, int off, int len) {
                if (left == 0) {
                    failed.countDown();
                    throw new IllegalStateException("bad code");
                }
                int n = Math.min(left, len);
                left -= n;
                return n;
            }
        };
        try (PrefetchingInputStream in = new PrefetchingInputStream(source, "a")) {
            failed.await();
            // Lets the thread report the failure first.
            Thread.sleep(20);
            byte[] buffer = new byte[1 << 16];
            int read = 0;
            while (read < bytes) {
                read += in.read(buffer);
            }
            assertEquals(bytes, read);
            IOException e = assertThrows(IOException.class, in::read);
            assertEquals("decompression failed: bad code", e.getMessage());
        }
    }
}
