package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static traceglass.sdk.posix.PosixCalls.call;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An open `perf_event` of the kernel: a counter, or a source of samples that the kernel writes into a ring
/// buffer. Not thread-safe.
public final class PerfCounter implements Closeable {

    /// Receives records of the ring buffer, each with its header.
    public interface RecordReader {

        /// @param bytes holds the record until the end of the call
        void read(byte[] bytes, int offset, int length);
    }

    private static final VarHandle LONG = JAVA_LONG.varHandle();
    private static final boolean IS_ARM =
            System.getProperty("os.arch", "").toLowerCase(Locale.ROOT).equals("aarch64");
    private static final long PERF_EVENT_OPEN = IS_ARM ? 241 : 298;
    private static final long CLOSE_ON_EXEC = 8;
    private static final long ENABLE = 0x2400;
    private static final long DISABLE = 0x2401;
    private static final long SET_FILTER = 0x40082406;
    private static final long WHOLE_GROUP = 1;
    private static final int READ_AND_WRITE = 3;
    private static final int MAP_SHARED = 1;
    private static final int HEADER_SIZE = 8;
    /// Offsets of the read and write positions in the first page of the ring buffer.
    private static final long HEAD = 1024;

    private static final long TAIL = 1032;

    private final Descriptor file;
    private final Arena arena = Arena.ofShared();
    private final int page;
    private MemorySegment ring = MemorySegment.NULL;
    private byte[] record = new byte[4096];

    private PerfCounter(Descriptor file) {
        this.file = file;
        page = pageSize();
    }

    private static int pageSize() {
        try {
            return (int) PosixCalls.GETPAGESIZE.invokeExact();
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
    }

    /// Opens an event of all processes on one CPU.
    ///
    /// @param leader the event whose samples also contain the value of this one, or null
    /// @throws PosixException with `EACCES` or `EPERM` without permission, `ENOENT` or `ENODEV` if this
    ///     computer does not have the event
    public static PerfCounter open(PerfAttributes attributes, int cpu, @Nullable PerfCounter leader)
            throws IOException {
        return open(attributes, -1, cpu, leader);
    }

    /// Opens an event.
    ///
    /// @param pid process or thread, 0 for the calling thread, -1 for all
    /// @param cpu a CPU; -1 for all if `pid` is not -1
    public static PerfCounter open(PerfAttributes attributes, int pid, int cpu, @Nullable PerfCounter leader)
            throws IOException {
        Posix.require();
        long group = leader == null ? -1 : leader.file.number();
        try (Arena scratch = Arena.ofConfined()) {
            MemorySegment memory = scratch.allocate(PerfAttributes.SIZE, 8);
            attributes.writeTo(memory);
            long number = call("perf_event_open", state -> (long) PosixCalls.SYSCALL_5.invokeExact(
                    state, PERF_EVENT_OPEN, memory, (long) pid, (long) cpu, group, CLOSE_ON_EXEC));
            return new PerfCounter(new Descriptor((int) number));
        }
    }

    /// Counts only tracepoint events that match a filter in the kernel's syntax.
    public void setFilter(String filter) throws IOException {
        try (Arena scratch = Arena.ofConfined()) {
            control(SET_FILTER, scratch.allocateFrom(filter));
        }
    }

    /// Enables this event and the other events of its group.
    public void enable() throws IOException {
        control(ENABLE, MemorySegment.ofAddress(WHOLE_GROUP));
    }

    /// Disables this event and the other events of its group.
    public void disable() throws IOException {
        control(DISABLE, MemorySegment.ofAddress(WHOLE_GROUP));
    }

    private void control(long request, MemorySegment argument) throws IOException {
        call("ioctl", state -> (int) PosixCalls.IOCTL.invokeExact(state, file.number(), request, argument));
    }

    /// Returns the values of the event, in the read format of its attributes.
    public long[] values(int count) throws IOException {
        byte[] bytes = file.read(count * Long.BYTES);
        return MemorySegment.ofArray(bytes).toArray(JAVA_LONG_UNALIGNED);
    }

    /// Maps the ring buffer for samples.
    ///
    /// @param pages number of data pages, a power of two
    /// @throws PosixException with `EPERM` if the pages exceed the user's limit of locked memory
    public void map(int pages) throws IOException {
        long size = (1L + pages) * page;
        long address = call("mmap", state -> (long) PosixCalls.MMAP.invokeExact(
                state, MemorySegment.NULL, size, READ_AND_WRITE, MAP_SHARED, file.number(), 0L));
        ring = MemorySegment.ofAddress(address).reinterpret(size, arena, PerfCounter::unmap);
    }

    private static void unmap(MemorySegment memory) {
        try {
            int ignored = (int) PosixCalls.MUNMAP.invokeExact(memory, memory.byteSize());
        } catch (Throwable e) {
            throw PosixCalls.unexpected(e);
        }
    }

    /// Reads and removes records from the ring buffer, oldest first.
    ///
    /// @return the number of records; less than the limit if the ring buffer is empty now
    public int read(int limit, RecordReader reader) {
        MemorySegment data = ring.asSlice(page);
        long head = (long) LONG.getAcquire(ring, HEAD);
        long tail = ring.get(JAVA_LONG, TAIL);
        int count = 0;
        while (tail != head && count < limit) {
            long start = tail & data.byteSize() - 1;
            int length = data.get(JAVA_SHORT, start + 6) & 0xffff;
            if (length < HEADER_SIZE || length > head - tail) {
                tail = head; // Not a valid record: skip all data.
                break;
            }
            copy(data, start, length);
            tail += length;
            LONG.setRelease(ring, TAIL, tail);
            reader.read(record, 0, length);
            count++;
        }
        LONG.setRelease(ring, TAIL, tail);
        return count;
    }

    private void copy(MemorySegment data, long start, int length) {
        if (record.length < length) {
            record = new byte[length];
        }
        int first = (int) Math.min(length, data.byteSize() - start);
        MemorySegment.copy(data, JAVA_BYTE, start, record, 0, first);
        MemorySegment.copy(data, JAVA_BYTE, 0, record, first, length - first);
    }

    @Override
    public void close() {
        if (arena.scope().isAlive()) {
            arena.close();
            file.discard();
        }
    }
}
