package traceglass.ingest.source;

import java.io.IOException;
import java.io.InputStream;

/// A decompressed stream that ends at damage or if it turns out to be a decompression bomb.
final class DamageTolerantStream extends InputStream {

    private final InputStream in;
    private final String name;
    private final String type;
    private volatile String problem;
    private volatile long count;
    private final Expansion expansion;

    DamageTolerantStream(InputStream in, String name, String type, Expansion expansion) {
        this.in = in;
        this.name = name;
        this.type = type;
        this.expansion = expansion;
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        return read(single, 0, 1) < 0 ? -1 : single[0] & 0xff;
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // One thread reads; others observe the count.
    public int read(byte[] b, int off, int len) throws IOException {
        if (problem != null) {
            return -1;
        }
        int n;
        try {
            n = in.read(b, off, len);
        } catch (SourceReadException e) {
            throw e;
        } catch (IOException e) {
            problem = SourceReadException.reason(e);
            return -1;
        }
        if (n > 0) {
            count += n;
            expansion.add(n);
            if (expansion.isBomb()) {
                problem = "it expands to more than " + Expansion.MAX_RATIO + " times its size";
                return -1;
            }
        }
        return n;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    @Override
    public String toString() {
        return type + " " + name;
    }

    /// Returns why the stream ended early, or null.
    String problem() {
        return problem;
    }

    /// Returns the number of bytes read so far.
    long count() {
        return count;
    }
}
