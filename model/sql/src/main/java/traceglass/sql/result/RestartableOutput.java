package traceglass.sql.result;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;

/// Output of results that may be restarted, in bounded memory: a statement may fail in the middle of its rows and
/// succeed with another translation.
///
/// The beginning of a result is held back, so that most restarts are invisible. For longer results only length and
/// checksum of the written bytes are kept: after a restart, the same bytes must be written again, and output
/// continues after them.
public final class RestartableOutput extends OutputStream {
    /// Number of bytes of a result that are held back before the first of them is written.
    static final int MAX_HELD_BYTES = 1 << 20;
    private static final int INITIAL_BYTES = 1 << 13;

    private final OutputStream out;
    private final CRC32C checksum = new CRC32C();
    private byte[] buffer = new byte[INITIAL_BYTES];
    private int used;
    /// Length of the complete rows in `buffer`.
    private int rows;
    /// Number of bytes of this result that were written.
    private long writtenBytes;
    /// Number of bytes written by an earlier attempt that have not been repeated yet.
    private long bytesToRepeat;
    private long checksumToRepeat;

    /// @param out flushed, but not closed, by this output
    public RestartableOutput(OutputStream out) {
        this.out = out;
    }

    /// Starts a result.
    public void begin() {
        used = 0;
        rows = 0;
        writtenBytes = 0;
        bytesToRepeat = 0;
        checksum.reset();
    }

    /// Restarts the current result from its first byte.
    public void restart() {
        used = 0;
        rows = 0;
        // A second attempt may have failed before it reached the length of the first.
        if (bytesToRepeat == 0) {
            bytesToRepeat = writtenBytes;
            checksumToRepeat = checksum.getValue();
        } else {
            bytesToRepeat += writtenBytes;
        }
        writtenBytes = 0;
        checksum.reset();
    }

    /// Marks the end of a row.
    public void row() {
        rows = used;
    }

    /// Marks the end of the result.
    ///
    /// @throws IOException also if it ended before the length already written by an earlier attempt
    public void end() throws IOException {
        writeHeld(used);
        if (bytesToRepeat > 0) {
            throw rowsChanged();
        }
        out.flush();
        begin();
    }

    /// Abandons the result. Nothing is written if all of it is held back; otherwise it ends with a complete row.
    public void abandon() throws IOException {
        if (writtenBytes > 0 && bytesToRepeat == 0) {
            writeHeld(rows);
        }
        out.flush();
        begin();
    }

    @Override
    public void write(int b) throws IOException {
        makeRoom(1);
        buffer[used++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        while (length > 0) {
            int n = Math.min(length, makeRoom(length));
            System.arraycopy(bytes, offset, buffer, used, n);
            used += n;
            offset += n;
            length -= n;
        }
    }

    /// @return the number of the requested bytes for which there is room, at least one
    private int makeRoom(int requested) throws IOException {
        if (buffer.length - used < requested) {
            if (buffer.length < MAX_HELD_BYTES) {
                buffer = java.util.Arrays.copyOf(buffer, (int)
                        Math.min(MAX_HELD_BYTES, Math.max(buffer.length * 4L, (long) used + requested)));
            } else if (used == buffer.length) {
                writeHeld(rows > 0 ? rows : used);
            }
        }
        return buffer.length - used;
    }

    /// Writes the first `n` held bytes, except for those written by an earlier attempt.
    private void writeHeld(int n) throws IOException {
        int from = (int) Math.min(n, bytesToRepeat);
        checksum.update(buffer, 0, from);
        writtenBytes += from;
        bytesToRepeat -= from;
        if (from > 0 && bytesToRepeat == 0 && checksum.getValue() != checksumToRepeat) {
            throw rowsChanged();
        }
        checksum.update(buffer, from, n - from);
        writtenBytes += n - from;
        out.write(buffer, from, n - from);
        System.arraycopy(buffer, n, buffer, 0, used - n);
        used -= n;
        rows = Math.max(0, rows - n);
    }

    private static IOException rowsChanged() {
        return new IOException(
                "the query had to be restarted after many of its rows were written, and these rows have changed"
                        + ". Set the types of the columns with CAST");
    }

    /// Does nothing: held bytes are kept until the result ends.
    @Override
    public void flush() {
        // See end.
    }
}
