package traceglass.service.posix;

import static traceglass.service.posix.SystemCalls.INT;
import static traceglass.service.posix.SystemCalls.LONG;
import static traceglass.service.posix.SystemCalls.POINTER;
import static traceglass.service.posix.SystemCalls.call;
import static traceglass.service.posix.SystemCalls.find;
import static traceglass.service.posix.SystemCalls.findVariadic;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.atomic.AtomicBoolean;

/// An open file descriptor.
public final class Descriptor implements Closeable {

    private static final MethodHandle CLOSE = find("close", INT, INT);
    private static final MethodHandle WRITE = find("write", LONG, INT, POINTER, LONG);
    private static final MethodHandle FDATASYNC = find("fdatasync", INT, INT);
    private static final MethodHandle LSEEK = find("lseek", LONG, INT, LONG, INT);
    private static final MethodHandle PREAD = find("pread", LONG, INT, POINTER, LONG, LONG);
    private static final MethodHandle OPEN = findVariadic("open", 2, INT, POINTER, INT, INT);
    private static final MethodHandle FCHMOD = find("fchmod", INT, INT, INT);
    private static final int SEEK_END = 2;
    private static final int CREATE_NEW_READ_WRITE = 0x80000 | 0x80 | 0x40 | 2;
    private static final int OWNER_ONLY = 0b110_000_000;
    private static final int READABLE_BY_ALL = 0b110_100_100;

    private final int number;
    private final AtomicBoolean closed = new AtomicBoolean();

    Descriptor(int number) {
        this.number = number;
    }

    /// Creates a file that does not exist yet.
    public static Descriptor create(String path) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            Descriptor file = new Descriptor((int)
                    call("open", state -> (int) OPEN.invokeExact(state, name, CREATE_NEW_READ_WRITE, OWNER_ONLY)));
            call("fchmod", state -> (int) FCHMOD.invokeExact(state, file.number, READABLE_BY_ALL));
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
            MemorySegment.copy(bytes, offset, memory, ValueLayout.JAVA_BYTE, 0, length);
            long done = 0;
            while (done < length) {
                long from = done;
                done += call(
                        "write", state -> (long) WRITE.invokeExact(state, number, memory.asSlice(from), length - from));
            }
        }
    }

    /// Reads bytes at an offset.
    public byte[] readAt(long offset, int length) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(Math.max(1, length));
            long n = call("pread", state -> (long) PREAD.invokeExact(state, number, memory, (long) length, offset));
            return memory.asSlice(0, n).toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /// Moves what was written to the disk.
    public void sync() throws IOException {
        call("fdatasync", state -> (int) FDATASYNC.invokeExact(state, number));
    }

    /// Returns the size of the file.
    public long size() throws IOException {
        return call("lseek", state -> (long) LSEEK.invokeExact(state, number, 0L, SEEK_END));
    }

    @Override
    public void close() throws IOException {
        if (closed.compareAndSet(false, true)) {
            call("close", state -> (int) CLOSE.invokeExact(state, number));
        }
    }
}
