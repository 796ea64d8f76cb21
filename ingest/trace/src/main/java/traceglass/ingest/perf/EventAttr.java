package traceglass.ingest.perf;

import java.util.Arrays;
import traceglass.ingest.tracker.clock.ClockId;

/// Description of a recorded event, `struct perf_event_attr`, with the offsets derived from it.
final class EventAttr {

    // Bits of sample_type.
    static final long IP = 1;
    static final long TID = 1 << 1;
    static final long TIME = 1 << 2;
    static final long ADDR = 1 << 3;
    static final long READ = 1 << 4;
    static final long CALLCHAIN = 1 << 5;
    static final long ID = 1 << 6;
    static final long CPU = 1 << 7;
    static final long PERIOD = 1 << 8;
    static final long STREAM_ID = 1 << 9;
    static final long RAW = 1 << 10;
    static final long BRANCH_STACK = 1 << 11;
    static final long REGS_USER = 1 << 12;
    static final long STACK_USER = 1 << 13;
    static final long IDENTIFIER = 1 << 16;

    // Bits of read_format.
    static final long READ_ENABLED = 1;
    static final long READ_RUNNING = 1 << 1;
    static final long READ_ID = 1 << 2;
    static final long READ_GROUP = 1 << 3;
    static final long READ_LOST = 1 << 4;

    // Values of type.
    static final int HARDWARE = 0;
    static final int SOFTWARE = 1;
    static final int TRACEPOINT = 2;
    static final int HW_CACHE = 3;
    static final int BREAKPOINT = 5;

    /// Bits of branch_sample_type.
    static final long BRANCH_CALL_STACK = 1 << 11;
    static final long BRANCH_HW_INDEX = 1 << 17;

    /// Number of perf's default clock in the kernel (common/builtin_clock.proto of Perfetto).
    static final int PERF_CLOCK = 10;
    /// Larger periods belong to events that only count and never trigger samples.
    private static final long COUNTING_PERIOD = 1L << 62;
    private static final int KNOWN_SIZE = 136;
    /// Size of the first version of the structure.
    static final int MIN_SIZE = 64;
    private static final int WORD_SIZE = 8;

    final int index;
    final int type;
    final long config;
    final long period;
    final long sampleType;
    final long readFormat;
    final long branchSampleType;
    final long userRegisters;
    final boolean isFrequency;
    final boolean hasTrailer;
    final boolean hasContextSwitches;
    /// Clock of the recorded times.
    final ClockId clock;

    /// Offset of the event id in samples, or from the end of other records; -1 if they have none.
    final int idFromStart;
    final int idFromEnd;
    /// Offset of the time in samples, or from the end of other records; -1 if they have none.
    final int timeFromStart;
    final int timeFromEnd;
    /// Size of the trailer of records other than samples, in bytes.
    final int trailerSize;

    /// Name of the event, empty if unknown.
    String name = "";
    long[] ids = new long[0];
    /// Row in `__intrinsic_profiler_session`.
    int session = -1;

    /// Reads the structure.
    ///
    /// @param size size of the structure in the file, in bytes; fields beyond it are 0
    EventAttr(int index, RecordBytes in, byte[] file, int offset, int size) {
        byte[] b = Arrays.copyOf(Arrays.copyOfRange(file, offset, offset + Math.min(size, KNOWN_SIZE)), KNOWN_SIZE);
        this.index = index;
        type = in.i32(b, 0);
        config = in.i64(b, 8);
        period = in.i64(b, 16);
        sampleType = in.i64(b, 24);
        readFormat = in.i64(b, 32);
        long flags = in.i64(b, 40);
        if (in.isBigEndian()) {
            // In big-endian files, bit fields are allocated from the highest bit.
            flags = Long.reverse(flags);
        }
        branchSampleType = in.i64(b, 72);
        userRegisters = in.i64(b, 80);
        isFrequency = (flags >>> 10 & 1) != 0;
        hasTrailer = (flags >>> 18 & 1) != 0;
        clock = ClockId.of((flags >>> 25 & 1) != 0 ? clock(in.i32(b, 92)) : PERF_CLOCK);
        hasContextSwitches = (flags >>> 26 & 1) != 0;
        idFromStart = has(IDENTIFIER) ? 0 : has(ID) ? words(IDENTIFIER | IP | TID | TIME | ADDR) : -1;
        idFromEnd = has(IDENTIFIER) ? WORD_SIZE : has(ID) ? words(ID | STREAM_ID | CPU | IDENTIFIER) : -1;
        timeFromStart = has(TIME) ? words(IDENTIFIER | IP | TID) : -1;
        timeFromEnd = hasTrailer && has(TIME) ? words(TIME | ID | STREAM_ID | CPU | IDENTIFIER) : -1;
        trailerSize = hasTrailer ? words(TID | TIME | ID | STREAM_ID | CPU | IDENTIFIER) : 0;
    }

    boolean has(long bits) {
        return (sampleType & bits) != 0;
    }

    private int words(long bits) {
        return Long.bitCount(sampleType & bits) * WORD_SIZE;
    }

    /// Returns whether the event triggers samples rather than only being counted.
    boolean isTimebase() {
        return Long.compareUnsigned(period, COUNTING_PERIOD) < 0;
    }

    /// Returns the clock with a number from the kernel's <time.h>.
    static int clock(int number) {
        return switch (number) {
            case 0 -> ClockId.REALTIME;
            case 1 -> ClockId.MONOTONIC;
            case 4 -> ClockId.MONOTONIC_RAW;
            case 5 -> ClockId.REALTIME_COARSE;
            case 6 -> ClockId.MONOTONIC_COARSE;
            case 7 -> ClockId.BOOTTIME;
            default -> 0;
        };
    }

    /// Returns the unit of the counted quantity; null if unknown.
    String unit() {
        return switch (type) {
            case SOFTWARE -> config == 0 || config == 1 ? "ns" : "count";
            case HARDWARE ->
                config == 0 || config == 6 || config == 9 ? "cycles" : config == 1 ? "instructions" : "count";
            case TRACEPOINT, HW_CACHE, BREAKPOINT -> "count";
            default -> null;
        };
    }
}
