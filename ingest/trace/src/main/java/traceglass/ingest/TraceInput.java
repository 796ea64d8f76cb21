package traceglass.ingest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/// Input of one trace for an importer: an unpacked byte stream whose first bytes can be inspected. Reading reports
/// progress and throws [ImportCanceled] once the import is canceled.
public final class TraceInput implements AutoCloseable {

    /// Maximum number of bytes in [#head]: enough for any format's magic number and for a few lines of text.
    public static final int MAX_HEAD_BYTES = 16 * 1024;
    /// Length of UTF-8's byte order mark, in bytes.
    private static final int BYTE_ORDER_MARK_SIZE = 3;

    private final String name;
    private final InputStream in;
    private final ImportProgress progress;
    private final Path file;
    private final Path outerFile;
    private final byte[] head;
    private int headRead;
    private long position;

    /// @param name file name, or the path of the archive entry
    /// @param in the bytes, closed by [#close]; UTF-16 text is converted to UTF-8, and a byte order mark is dropped
    public TraceInput(String name, InputStream in, ImportProgress progress) throws IOException {
        this(name, in, progress, null, null);
    }

    /// @param file the file with exactly these bytes, null if there is none
    public TraceInput(String name, InputStream in, ImportProgress progress, Path file) throws IOException {
        this(name, in, progress, file, file);
    }

    /// @param file the file with exactly these bytes; null if there is none
    /// @param outerFile the file with these bytes, which may be compressed; null for a file of an archive
    public TraceInput(String name, InputStream in, ImportProgress progress, Path file, Path outerFile)
            throws IOException {
        this.name = name;
        this.file = file;
        this.outerFile = outerFile;
        this.progress = progress;
        byte[] first = in.readNBytes(MAX_HEAD_BYTES);
        boolean isMarked = Utf16Stream.isMarked(first);
        if (isMarked || Utf16Stream.isUnmarked(first)) {
            this.in = new Utf16Stream(new SequenceInputStream(new ByteArrayInputStream(first), in), isMarked);
            this.head = this.in.readNBytes(MAX_HEAD_BYTES);
        } else {
            this.in = in;
            this.head = hasByteOrderMark(first) ? withoutByteOrderMark(first, in) : first;
        }
    }

    private static boolean hasByteOrderMark(byte[] first) {
        return first.length >= BYTE_ORDER_MARK_SIZE
                && first[0] == (byte) 0xef
                && first[1] == (byte) 0xbb
                && first[2] == (byte) 0xbf;
    }

    private static byte[] withoutByteOrderMark(byte[] first, InputStream in) throws IOException {
        byte[] following = in.readNBytes(BYTE_ORDER_MARK_SIZE);
        byte[] head = Arrays.copyOfRange(first, BYTE_ORDER_MARK_SIZE, first.length + following.length);
        System.arraycopy(following, 0, head, first.length - BYTE_ORDER_MARK_SIZE, following.length);
        return head;
    }

    /// Returns the progress of the import that reads this input.
    public ImportProgress progress() {
        return progress;
    }

    public String name() {
        return name;
    }

    /// Returns the file with exactly these bytes, for formats that need random access or have further files next to
    /// it; null for the content of compressed files and archives.
    public Path file() {
        return file;
    }

    /// Returns the file with these bytes, which may be compressed, for formats that have further files next to it;
    /// null for the content of archives.
    public Path outerFile() {
        return outerFile;
    }

    /// Returns the first bytes, at most [#MAX_HEAD_BYTES], without consuming them. Not a copy.
    public byte[] head() {
        return head;
    }

    /// Returns the number of bytes read so far.
    public long position() {
        return position;
    }

    /// Reads up to `length` bytes and returns their number, -1 at the end. Fills the buffer if possible, so a
    /// smaller number means the end of the input.
    public int read(byte[] buffer, int offset, int length) throws IOException {
        progress.check();
        int n = Math.min(length, head.length - headRead);
        if (n > 0) {
            System.arraycopy(head, headRead, buffer, offset, n);
            headRead += n;
        }
        if (n < length) {
            n += in.readNBytes(buffer, offset + n, length - n);
        }
        position += n;
        return n == 0 && length > 0 ? -1 : n;
    }

    /// Counts all bytes of [#file] as read, for readers that open it themselves.
    public void countFileAsRead() throws IOException {
        position = Files.size(file);
    }

    /// Returns the unread bytes as a stream, for importers of text formats.
    public InputStream asStream() {
        return new InputStream() {
            private final byte[] one = new byte[1];

            @Override
            public int read() throws IOException {
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] b, int off, int len) throws IOException {
                return len == 0 ? 0 : TraceInput.this.read(b, off, len);
            }
        };
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    @Override
    public String toString() {
        return name + " " + Arrays.toString(Arrays.copyOf(head, Math.min(8, head.length)));
    }
}
