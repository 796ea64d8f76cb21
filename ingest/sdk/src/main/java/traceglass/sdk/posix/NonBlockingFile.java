package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// A file that is read without waiting for data, such as a kernel buffer. Not thread-safe.
public final class NonBlockingFile implements Closeable {

    /// Result of [#read] if there is nothing to read now (`EAGAIN`).
    public static final int AGAIN = -11;

    private static final int READ_NON_BLOCKING = 0x80000 | 0x800;

    private final Descriptor descriptor;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment state = arena.allocate(PosixCalls.STATE);
    private final MemorySegment memory;

    private NonBlockingFile(Descriptor descriptor, int maxBytes) {
        this.descriptor = descriptor;
        memory = arena.allocate(maxBytes, Long.BYTES);
    }

    /// Opens a file for reading.
    ///
    /// @param maxBytes maximum number of bytes that a call of [#read] requests
    public static NonBlockingFile open(String path, int maxBytes) throws IOException {
        Posix.require();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment name = arena.allocateFrom(path);
            int number = (int) PosixCalls.call(
                    "open " + path, s -> (int) PosixCalls.OPEN.invokeExact(s, name, READ_NON_BLOCKING, 0));
            return new NonBlockingFile(new Descriptor(number), maxBytes);
        }
    }

    /// Reads the available bytes.
    ///
    /// @return number of bytes, 0 at the end of the file, or a negative error number such as [#AGAIN]
    public int read(byte[] target, int offset, int length) {
        if (length > memory.byteSize()) {
            throw new IllegalArgumentException("Can't read more than " + memory.byteSize() + " bytes at once");
        }
        while (true) {
            long count;
            try {
                count = (long) PosixCalls.READ.invokeExact(state, descriptor.number(), memory, (long) length);
            } catch (Throwable e) {
                throw PosixCalls.unexpected(e);
            }
            if (count >= 0) {
                MemorySegment.copy(memory, JAVA_BYTE, 0, target, offset, (int) count);
                return (int) count;
            }
            int errno = PosixCalls.errno(state);
            if (errno != PosixErrors.EINTR) {
                return -errno;
            }
        }
    }

    @Override
    public void close() {
        descriptor.discard();
        arena.close();
    }
}
