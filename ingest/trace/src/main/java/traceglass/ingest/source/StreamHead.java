package traceglass.ingest.source;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/// Stream limited to the first bytes of another stream.
final class StreamHead extends FilterInputStream {

    private long left;

    StreamHead(InputStream in, long bytes) {
        super(in);
        left = bytes;
    }

    @Override
    public int read() throws IOException {
        int b = left > 0 ? in.read() : -1;
        left -= b >= 0 ? 1 : 0;
        return b;
    }

    @Override
    public int read(byte[] b, int off, int len) throws IOException {
        if (left <= 0 && len > 0) {
            return -1;
        }
        int n = in.read(b, off, (int) Math.min(len, left));
        left -= Math.max(0, n);
        return n;
    }

    @Override
    public long skip(long n) throws IOException {
        long skipped = in.skip(Math.min(n, left));
        left -= skipped;
        return skipped;
    }

    @Override
    public int available() throws IOException {
        return (int) Math.min(in.available(), left);
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
