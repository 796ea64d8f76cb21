package traceglass.ingest.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Stream limited to the first bytes of another stream.
final class StreamHead extends FilterInputStream {

    private long remaining;

    StreamHead(InputStream in, long bytes) {
        super(in);
        remaining = bytes;
    }

    @Override
    public int read() throws IOException {
        int b = remaining > 0 ? in.read() : -1;
        remaining -= b >= 0 ? 1 : 0;
        return b;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        if (remaining <= 0 && len > 0) {
            return -1;
        }
        int n = in.read(b, off, (int) Math.min(len, remaining));
        remaining -= Math.max(0, n);
        return n;
    }

    @Override
    public long skip(long n) throws IOException {
        long skipped = in.skip(Math.min(n, remaining));
        remaining -= skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(in.available(), remaining);
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
