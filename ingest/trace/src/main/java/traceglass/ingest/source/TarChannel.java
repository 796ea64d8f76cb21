package traceglass.ingest.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.commons.compress.archivers.tar.TarConstants;

/// Channel through which the headers of a tar file are read. Its size is unlimited, so that a truncated last entry is
/// listed like the others. Headers that would need unbounded memory or stack are reported as damage.
final class TarChannel implements SeekableByteChannel {

    /// Long names and pax headers have kilobytes at most.
    private static final long MAX_HEADER = 1 << 20;
    /// Limit on extension headers in a row: the library reads each one recursively.
    private static final int MAX_CHAIN = 64;

    /// Offset of the type in a header, and the types of extension headers (tar(5)).
    private static final int TYPE = 156;
    private static final String EXTENSIONS = "LKxXg";

    private final SeekableByteChannel in;
    private final long end;
    private IOException failure;
    private long lastFile;
    /// Bytes that were read since the last header began.
    private long sinceHeader;
    private int chain;

    /// @param end where the tar file is taken to end
    TarChannel(SeekableByteChannel in, long end) {
        this.in = in;
        this.end = end;
    }

    /// Offset of the first header of the entry read last.
    long lastFile() {
        return lastFile;
    }

    /// The error of the underlying channel, or null if the content is damaged.
    IOException failure() {
        return failure;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        long at = in.position();
        boolean header = to.remaining() == TarConstants.DEFAULT_RCDSIZE && at % TarConstants.DEFAULT_RCDSIZE == 0;
        if (header) {
            lastFile = chain == 0 ? at : lastFile;
            sinceHeader = 0;
        }
        if (at + to.remaining() > end) {
            return -1;
        }
        int start = to.position();
        int n = fill(to);
        sinceHeader += Math.max(n, 0);
        if (header && n == TarConstants.DEFAULT_RCDSIZE) {
            chain = EXTENSIONS.indexOf(to.get(start + TYPE)) >= 0 ? chain + 1 : 0;
        }
        if (sinceHeader > MAX_HEADER || chain > MAX_CHAIN) {
            throw new IOException("header too long");
        }
        return n;
    }

    /// Reads as much as there is room: a disk may give less at a time.
    private int fill(ByteBuffer to) throws IOException {
        int start = to.position();
        try {
            int n = in.read(to);
            while (n > 0 && to.hasRemaining()) {
                n = in.read(to);
            }
        } catch (IOException e) {
            failure = e;
            throw e;
        }
        return to.position() > start ? to.position() - start : -1;
    }

    @Override
    public long position() throws IOException {
        return in.position();
    }

    @Override
    public SeekableByteChannel position(long position) throws IOException {
        in.position(position);
        return this;
    }

    @Override
    public long size() {
        return Long.MAX_VALUE;
    }

    @Override
    public int write(ByteBuffer from) {
        throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return in.isOpen();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
