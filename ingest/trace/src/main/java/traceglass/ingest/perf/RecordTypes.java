package traceglass.ingest.perf;

/// Numbers of record types and flags: `enum perf_event_type` and `PERF_RECORD_MISC_*` of the kernel's
/// include/uapi/linux/perf_event.h, the records that `perf` adds (tools/lib/perf/include/perf/event.h), and those that
/// simpleperf adds (record.h).
final class RecordTypes {

    static final int MMAP = 1;
    static final int LOST = 2;
    static final int COMM = 3;
    static final int EXIT = 4;
    static final int THROTTLE = 5;
    static final int UNTHROTTLE = 6;
    static final int FORK = 7;
    static final int READ = 8;
    static final int SAMPLE = 9;
    static final int MMAP2 = 10;
    static final int AUX = 11;
    static final int ITRACE_START = 12;
    static final int LOST_SAMPLES = 13;
    static final int SWITCH = 14;
    static final int SWITCH_CPU_WIDE = 15;
    static final int NAMESPACES = 16;
    static final int KSYMBOL = 17;
    static final int CALLCHAIN_DEFERRED = 22;
    /// First type of the records that `perf` itself writes. They don't end with the sample id fields of kernel records.
    static final int FIRST_USER = 64;
    static final int HEADER_ATTR = 64;
    static final int EVENT_TYPE = 65;
    static final int TRACING_DATA = 66;
    static final int BUILD_ID = 67;
    static final int FINISHED_ROUND = 68;
    static final int ID_INDEX = 69;
    static final int AUXTRACE_INFO = 70;
    static final int AUXTRACE = 71;
    static final int EVENT_UPDATE = 78;
    static final int HEADER_FEATURE = 80;
    static final int COMPRESSED = 81;
    static final int FINISHED_INIT = 82;
    static final int COMPRESSED2 = 83;
    /// Last type of the records that `perf` itself writes.
    static final int LAST_USER = 84;
    static final int SIMPLEPERF_KERNEL_SYMBOLS = 32769;
    static final int SIMPLEPERF_SPLIT = 32772;
    static final int SIMPLEPERF_SPLIT_END = 32773;
    static final int SIMPLEPERF_EVENT_ID = 32774;
    static final int SIMPLEPERF_CALLCHAIN = 32775;
    static final int SIMPLEPERF_UNWINDING = 32776;
    static final int SIMPLEPERF_TRACING_DATA = 32777;

    /// Size in bytes of the header of each record: type, misc and size.
    static final int HEADER_SIZE = 8;

    /// Bits of the flags that contain one of the modes below.
    static final int CPU_MODE_MASK = 7;
    static final int MODE_UNKNOWN = 0;
    static final int MODE_KERNEL = 1;
    static final int MODE_USER = 2;
    static final int MODE_HYPERVISOR = 3;
    static final int MODE_GUEST_KERNEL = 4;
    static final int MODE_GUEST_USER = 5;

    static final int MISC_SWITCH_OUT = 1 << 13;
    static final int MISC_SWITCH_PREEMPT = 1 << 14;
    static final int MISC_MMAP_BUILD_ID = 1 << 14;
    static final int MISC_BUILD_ID_SIZE = 1 << 15;

    private RecordTypes() {}

    /// Returns whether a CPU mode is that of a kernel.
    static boolean isKernel(int mode) {
        return mode == MODE_KERNEL || mode == MODE_GUEST_KERNEL;
    }
}
