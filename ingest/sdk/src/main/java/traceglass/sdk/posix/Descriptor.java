package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static traceglass.sdk.posix.PosixCalls.call;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/// An open file descriptor. Its owner closes it.
public final class Descriptor implements Closeable {

    private static final int SEEK_START = 0;
    private static final int SEEK_CURRENT = 1;
    private static final int SEEK_END = 2;
    private static final int CREATE_NEW_READ_WRITE = 0x80000 | 0x80 | 0x40 | 2;
    private static final int OWNER_ONLY = 0b110_000_000;
    private static final int READABLE_BY_ALL = 0b110_100_100;

    private final int number;
    private final AtomicBoolean isClosed = new AtomicBoolean();

    Descriptor(int number) {
        this.number = number;
    }

    /// Creates a file that does not exist yet.
    public static Descriptor create(String path) throws IOException {
        Posix.require();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            Descriptor file = new Descriptor((int) call("open", state ->
                    (int) PosixCalls.OPEN.invokeExact(state, name, CREATE_NEW_READ_WRITE, OWNER_ONLY)));
            try {
                call("fchmod", state -> (int) PosixCalls.FCHMOD.invokeExact(state, file.number, READABLE_BY_ALL));
            } catch (IOException e) {
                file.discard();
                throw e;
            }
            return file;
        }
    }

    int number() {
        return number;
    }

    /// Writes all bytes at the file's position.
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(Math.max(1, length));
            MemorySegment.copy(bytes, offset, memory, JAVA_BYTE, 0, length);
            long done = 0;
            while (done < length) {
                long from = done;
                done += call("write", state ->
                        (long) PosixCalls.WRITE.invokeExact(state, number, memory.asSlice(from), length - from));
            }
        }
    }

    /// Reads bytes at the file's position; fewer than requested at its end.
    public byte[] read(int length) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(Math.max(1, length));
            long n = call("read", state -> (long) PosixCalls.READ.invokeExact(state, number, memory, (long) length));
            return memory.asSlice(0, n).toArray(JAVA_BYTE);
        }
    }

    /// Reads bytes at an offset; fewer than requested at the end of the file.
    public byte[] readAt(long offset, int length) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(Math.max(1, length));
            long n = call("pread", state ->
                    (long) PosixCalls.PREAD.invokeExact(state, number, memory, (long) length, offset));
            return memory.asSlice(0, n).toArray(JAVA_BYTE);
        }
    }

    /// Writes buffered data to the disk.
    public void sync() throws IOException {
        call("fdatasync", state -> (int) PosixCalls.FDATASYNC.invokeExact(state, number));
    }

    /// Returns the size of the file in bytes. The position does not change.
    public long size() throws IOException {
        long position = position();
        long size = seek(0, SEEK_END);
        seek(position, SEEK_START);
        return size;
    }

    /// Returns the file offset of the next write.
    public long position() throws IOException {
        return seek(0, SEEK_CURRENT);
    }

    /// Truncates the file, or extends it with zeros.
    public void truncate(long size) throws IOException {
        call("ftruncate", state -> (int) PosixCalls.FTRUNCATE.invokeExact(state, number, size));
    }

    private long seek(long offset, int from) throws IOException {
        return call("lseek", state -> (long) PosixCalls.LSEEK.invokeExact(state, number, offset, from));
    }

    @Override
    public void close() throws IOException {
        if (isClosed.compareAndSet(false, true)) {
            PosixCalls.close(number);
        }
    }

    /// Closes a descriptor and ignores failures. For descriptors through which nothing was written.
    public void discard() {
        try {
            close();
        } catch (IOException e) {
            // Linux closes the descriptor even if it reports an error.
        }
    }
}
