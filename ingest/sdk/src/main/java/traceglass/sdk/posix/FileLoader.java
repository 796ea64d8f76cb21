package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Reads whole files into a reused array, for files of `/proc` and `/sys` that are read many times a second. Paths are
/// bytes, as in Linux. Not thread-safe.
public final class FileLoader {

    private static final int CHUNK_BYTES = 64 << 10;
    private static final int MAX_BYTES = 64 << 20;

    private final FileCalls calls = new FileCalls();
    private final MemorySegment memory = calls.allocate(CHUNK_BYTES);
    private byte[] bytes = new byte[CHUNK_BYTES];
    private int size;

    /// Reads a file.
    ///
    /// @return false if it cannot be read, for example because its process has ended
    public boolean load(byte[] path, int length) {
        int fd = calls.open(path, length, false);
        if (fd < 0) {
            return fail();
        }
        size = 0;
        long n;
        do {
            n = calls.read(fd, memory);
        } while (n > 0 && append((int) n));
        calls.close(fd);
        return n == 0 || fail();
    }

    public boolean load(byte[] path) {
        return load(path, path.length);
    }

    /// Opens a file to be read repeatedly with [#reload].
    ///
    /// @return its descriptor, or a negated error number
    public int open(byte[] path) {
        return calls.open(path, path.length, false);
    }

    /// Reads an open file from its start.
    public boolean reload(int file) {
        size = 0;
        long n;
        do {
            n = calls.readAt(file, memory, size);
        } while (n > 0 && append((int) n));
        return n == 0 || fail();
    }

    /// Closes a file that [#open] opened.
    public void close(int file) {
        calls.close(file);
    }

    /// Reads the target of a symbolic link.
    public boolean loadLink(byte[] path, int length) {
        size = 0;
        long n = calls.readLink(path, length, memory);
        return n >= 0 && append((int) n) || fail();
    }

    /// Returns the device of a file (`st_dev` of `stat`), or a negated error number.
    public long device(byte[] path, int length) {
        return calls.device(path, length);
    }

    private boolean append(int n) {
        if (size > MAX_BYTES - n) {
            return false;
        }
        if (bytes.length - size < n) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + n));
        }
        MemorySegment.copy(memory, JAVA_BYTE, 0, bytes, size, n);
        size += n;
        return true;
    }

    private boolean fail() {
        size = 0;
        return false;
    }

    /// Returns the array whose first [#size] bytes were read. It is overwritten by the next file.
    public byte[] bytes() {
        return bytes;
    }

    public int size() {
        return size;
    }
}
