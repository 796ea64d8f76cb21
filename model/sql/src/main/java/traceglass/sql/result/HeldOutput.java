package traceglass.sql.result;

import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;

/// Output of results that may have to begin anew, in bounded memory: a statement may fail in the midst of its rows, and
/// be understood when it is read otherwise.
///
/// The beginning of a result is held back, so that most results begin anew unseen. Of a longer one only the length and
/// a checksum of what has been passed on are kept: begun anew, it must be the same up to there, and is passed on from
/// there.
public final class HeldOutput extends OutputStream {
    /// Bytes of a result that are held back before the first of them is passed on.
    static final int HELD = 1 << 20;
    private static final int FIRST = 1 << 13;

    private final OutputStream out;
    private final CRC32C checksum = new CRC32C();
    private byte[] held = new byte[FIRST];
    private int used;
    /// What follows the last whole row in `held`.
    private int rows;
    /// Bytes of this result that were passed on.
    private long passed;
    /// Bytes of this result that were passed on by an attempt before, and did not come again yet.
    private long awaited;
    private long awaitedChecksum;

    /// @param out is flushed, not closed, by this output
    public HeldOutput(OutputStream out) {
        this.out = out;
    }

    /// Begins a result.
    public void begin() {
        used = 0;
        rows = 0;
        passed = 0;
        awaited = 0;
        checksum.reset();
    }

    /// The result that was begun comes once more, from its first byte.
    public void restart() {
        used = 0;
        rows = 0;
        // A second attempt may have failed before it came as far as the first.
        if (awaited == 0) {
            awaited = passed;
            awaitedChecksum = checksum.getValue();
        } else {
            awaited += passed;
        }
        passed = 0;
        checksum.reset();
    }

    /// What was written so far is whole rows.
    public void row() {
        rows = used;
    }

    /// The result is complete.
    ///
    /// @throws IOException also when it ended before what had been passed on of an attempt before
    public void end() throws IOException {
        pass(used);
        if (awaited > 0) {
            throw differs();
        }
        out.flush();
        begin();
    }

    /// The result will not be completed. Of one that is held back nothing is seen; one whose beginning was passed
    /// on ends with a whole row.
    public void giveUp() throws IOException {
        if (passed > 0 && awaited == 0) {
            pass(rows);
        }
        out.flush();
        begin();
    }

    @Override
    public void write(int b) throws IOException {
        room(1);
        held[used++] = (byte) b;
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        while (length > 0) {
            int n = Math.min(length, room(length));
            System.arraycopy(bytes, offset, held, used, n);
            used += n;
            offset += n;
            length -= n;
        }
    }

    /// @return how many of the wanted bytes there is room for, at least one
    private int room(int wanted) throws IOException {
        if (held.length - used < wanted) {
            if (held.length < HELD) {
                held = java.util.Arrays.copyOf(held, (int)
                        Math.min(HELD, Math.max(held.length * 4L, (long) used + wanted)));
            } else if (used == held.length) {
                pass(rows > 0 ? rows : used);
            }
        }
        return held.length - used;
    }

    /// Passes on the first `n` bytes of what is held, but for those that were passed on by an attempt before.
    private void pass(int n) throws IOException {
        int from = (int) Math.min(n, awaited);
        checksum.update(held, 0, from);
        passed += from;
        awaited -= from;
        if (from > 0 && awaited == 0 && checksum.getValue() != awaitedChecksum) {
            throw differs();
        }
        checksum.update(held, from, n - from);
        passed += n - from;
        out.write(held, from, n - from);
        System.arraycopy(held, n, held, 0, used - n);
        used -= n;
        rows = Math.max(0, rows - n);
    }

    private static IOException differs() {
        return new IOException(
                "the query had to be read in another way after many of its rows, and then those before were others"
                        + " too. Give the columns their types with CAST");
    }

    /// Does nothing: what is held back stays so until the result ends.
    @Override
    public void flush() {
        // See end.
    }
}
