package traceglass.ingest.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import org.apache.commons.compress.archivers.tar.TarConstants;

/// Channel for reading the headers of a tar file. Its reported size is unlimited, so that a truncated last entry is
/// also listed. Headers that would need unbounded memory or stack are reported as damage.
final class TarChannel implements SeekableByteChannel {

    /// Maximum size in bytes of long names and pax headers, which have a few kilobytes at most.
    private static final long MAX_HEADER_BYTES = 1 << 20;
    /// Maximum number of consecutive extension headers, because the library reads them recursively.
    private static final int MAX_EXTENSIONS = 64;

    /// Offset of the type flag in a header, and the type flags of extension headers (tar(5)).
    private static final int TYPE_OFFSET = 156;
    private static final String EXTENSION_TYPES = "LKxXg";

    private final SeekableByteChannel in;
    private final long end;
    private IOException failure;
    private long lastEntryStart;
    /// Number of bytes read since the start of the last header.
    private long bytesSinceHeader;
    private int extensionCount;

    /// @param end offset at which the tar file is considered to end
    TarChannel(SeekableByteChannel in, long end) {
        this.in = in;
        this.end = end;
    }

    /// Returns the offset of the first header of the entry read last.
    long lastEntryStart() {
        return lastEntryStart;
    }

    /// Returns the error of the underlying channel, or null if the content is damaged.
    IOException failure() {
        return failure;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        long oldPosition = in.position();
        boolean isHeader =
                to.remaining() == TarConstants.DEFAULT_RCDSIZE && oldPosition % TarConstants.DEFAULT_RCDSIZE == 0;
        if (isHeader) {
            lastEntryStart = extensionCount == 0 ? oldPosition : lastEntryStart;
            bytesSinceHeader = 0;
        }
        if (oldPosition + to.remaining() > end) {
            return -1;
        }
        int start = to.position();
        int n = fill(to);
        bytesSinceHeader += Math.max(n, 0);
        if (isHeader && n == TarConstants.DEFAULT_RCDSIZE) {
            extensionCount = EXTENSION_TYPES.indexOf(to.get(start + TYPE_OFFSET)) >= 0 ? extensionCount + 1 : 0;
        }
        if (bytesSinceHeader > MAX_HEADER_BYTES || extensionCount > MAX_EXTENSIONS) {
            throw new IOException("header too long");
        }
        return n;
    }

    /// Fills the buffer if possible; a single read may return less.
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
