package traceglass.sql.result;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/// Output of results whose query may fail after its first rows. The beginning of a result is held back, so that nothing
/// is written of a query that fails early; a longer result ends with a complete row. Memory is bounded.
public final class ResultOutput extends OutputStream {
    /// Number of bytes of a result that are held back before the first of them is written.
    static final int MAX_HELD_BYTES = 1 << 20;
    private static final int INITIAL_BYTES = 1 << 13;

    private final OutputStream out;
    private byte[] buffer = new byte[INITIAL_BYTES];
    private int used;
    /// Length of the complete rows in `buffer`.
    private int rows;
    private boolean hasWritten;

    /// @param out flushed, but not closed, by this output
    public ResultOutput(OutputStream out) {
        this.out = out;
    }

    /// Starts a result.
    public void begin() {
        used = 0;
        rows = 0;
        hasWritten = false;
    }

    /// Marks the end of a row.
    public void row() {
        rows = used;
    }

    /// Marks the end of the result.
    public void end() throws IOException {
        writeHeld(used);
        out.flush();
        begin();
    }

    /// Abandons the result. Nothing is written if all of it is held back; otherwise it ends with a complete row.
    public void abandon() throws IOException {
        if (hasWritten) {
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
                buffer = Arrays.copyOf(buffer, (int)
                        Math.min(MAX_HELD_BYTES, Math.max(buffer.length * 4L, (long) used + requested)));
            } else if (used == buffer.length) {
                writeHeld(rows > 0 ? rows : used);
            }
        }
        return buffer.length - used;
    }

    /// Writes the first `n` held bytes.
    private void writeHeld(int n) throws IOException {
        hasWritten |= n > 0;
        out.write(buffer, 0, n);
        System.arraycopy(buffer, n, buffer, 0, used - n);
        used -= n;
        rows = Math.max(0, rows - n);
    }

    /// Does nothing: held bytes are kept until the result ends.
    @Override
    public void flush() {
        // The bytes are written at the end of the result.
    }
}
