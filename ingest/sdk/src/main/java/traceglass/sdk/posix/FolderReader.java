package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Reads the entries of folders one by one without creating objects: call [#open], then [#next] until it
/// returns false. Not thread-safe.
public final class FolderReader implements AutoCloseable {

    // Values of `type`. Some file systems report 0 (unknown).
    public static final int FOLDER = 4;
    public static final int FILE = 8;
    public static final int LINK = 10;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.nativeOrder());
    // Offsets in a `linux_dirent64`.
    private static final int LENGTH_OFFSET = 16;
    private static final int TYPE_OFFSET = 18;
    private static final int NAME_OFFSET = 19;
    private static final int BUFFER_BYTES = 32 << 10;

    private final FileCalls calls = new FileCalls();
    private final MemorySegment memory = calls.allocate(BUFFER_BYTES);
    private final byte[] bytes = new byte[BUFFER_BYTES];
    private int fd = -1;
    private int entry;
    private int next;
    private int size;
    private int nameEnd;

    /// Opens a folder. The previous one must be closed.
    ///
    /// @return false if it can't be read
    public boolean open(byte[] path, int length) {
        close();
        fd = calls.open(path, length, true);
        next = 0;
        size = 0;
        return fd >= 0;
    }

    public boolean open(byte[] path) {
        return open(path, path.length);
    }

    /// Moves to the next entry, skipping `.` and `..`. Closes the folder at its end and returns false.
    public boolean next() {
        do {
            if (next == size && !fill()) {
                close();
                return false;
            }
            entry = next;
            next += (short) SHORT.get(bytes, entry + LENGTH_OFFSET) & 0xffff;
            nameEnd = nameStart();
            while (bytes[nameEnd] != 0) {
                nameEnd++;
            }
        } while (isDotEntry());
        return true;
    }

    private boolean fill() {
        if (fd < 0) {
            return false;
        }
        size = (int) Math.max(0, calls.readEntries(fd, memory));
        MemorySegment.copy(memory, JAVA_BYTE, 0, bytes, 0, size);
        next = 0;
        return size > 0;
    }

    private boolean isDotEntry() {
        int length = nameEnd - nameStart();
        return bytes[nameStart()] == '.' && (length == 1 || length == 2 && bytes[nameStart() + 1] == '.');
    }

    /// Returns the array that contains the name. It is overwritten by the next entry.
    public byte[] bytes() {
        return bytes;
    }

    /// Returns the offset of the name in [#bytes].
    public int nameStart() {
        return entry + NAME_OFFSET;
    }

    /// Returns the offset after the name in [#bytes].
    public int nameEnd() {
        return nameEnd;
    }

    public long inode() {
        return (long) LONG.get(bytes, entry);
    }

    /// Returns the type of the entry: [#FOLDER], [#FILE], [#LINK] or another `d_type` of Linux.
    public int type() {
        return bytes[entry + TYPE_OFFSET];
    }

    /// Returns the name as a decimal number, or -1 if it is not a number.
    public int number() {
        long number = 0;
        for (int i = nameStart(); i < nameEnd; i++) {
            int digit = bytes[i] - '0';
            number = 10 * number + digit;
            if (digit < 0 || digit > 9 || number > Integer.MAX_VALUE) {
                return -1;
            }
        }
        return (int) number;
    }

    @Override
    public void close() {
        if (fd >= 0) {
            calls.close(fd);
            fd = -1;
        }
    }
}
