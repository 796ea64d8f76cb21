package traceglass.ingest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;

/// One trace as an importer reads it: a stream of bytes already freed of its containers, with its first bytes to look
/// at. Reading reports progress and ends with [ImportCancelled] when the import is to stop.
public final class TraceInput implements AutoCloseable {

    /// How many bytes [#head] offers at most: enough for any format's mark, and for some text lines.
    public static final int HEAD = 16 * 1024;

    private final String name;
    private final InputStream in;
    private final ImportProgress progress;
    private final byte[] head;
    private int headRead;
    private long position;

    /// @param name file name, or the entry's name in an archive
    /// @param in the bytes; closed by [#close]. Text in UTF-16 is read as text in UTF-8
    public TraceInput(String name, InputStream in, ImportProgress progress) throws IOException {
        this.name = name;
        this.progress = progress;
        byte[] first = in.readNBytes(HEAD);
        if (Utf16Stream.isMarked(first)) {
            this.in = new Utf16Stream(new SequenceInputStream(new ByteArrayInputStream(first), in));
            this.head = this.in.readNBytes(HEAD);
        } else {
            this.in = in;
            this.head = first;
        }
    }

    /// Of the import that this is read for.
    public ImportProgress progress() {
        return progress;
    }

    public String name() {
        return name;
    }

    /// The first bytes, up to [#HEAD] of them; not consumed by looking.
    public byte[] head() {
        return head;
    }

    /// Bytes given out so far.
    public long position() {
        return position;
    }

    /// Reads up to `length` bytes; returns how many, -1 at the end. Reads as much as it can, so a short count means
    /// the end.
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

    /// The whole rest as a stream, for importers of text.
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
