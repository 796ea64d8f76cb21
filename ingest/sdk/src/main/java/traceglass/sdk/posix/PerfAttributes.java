package traceglass.sdk.posix;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/// The event that [PerfCounter] counts or samples: `perf_event_attr` of Linux. Constants are from
/// `linux/perf_event.h`.
///
/// @param type event type: one of the constants, or the number of a PMU device
/// @param config the event within its kind
/// @param interval samples per second if [#FREQUENCY] is set, else the number of events between samples; 0 to count
/// @param sampleType fields of a sample
/// @param readFormat fields of a counter value
/// @param flags bits of the flag word
/// @param clock clock of the sample timestamps if [#USE_CLOCK] is set
/// @param maxStack maximum number of frames of a callchain; 0 for the system's limit
public record PerfAttributes(
        int type,
        long config,
        long config1,
        long config2,
        long interval,
        long sampleType,
        long readFormat,
        long flags,
        int clock,
        int maxStack) {

    public static final int TYPE_HARDWARE = 0;
    public static final int TYPE_SOFTWARE = 1;
    public static final int TYPE_TRACEPOINT = 2;

    public static final long SAMPLE_TID = 1 << 1;
    public static final long SAMPLE_TIME = 1 << 2;
    public static final long SAMPLE_READ = 1 << 4;
    public static final long SAMPLE_CALLCHAIN = 1 << 5;

    public static final long READ_GROUP = 1 << 3;

    public static final long DISABLED = 1;
    public static final long EXCLUDE_USER = 1 << 4;
    public static final long EXCLUDE_KERNEL = 1 << 5;
    public static final long EXCLUDE_HYPERVISOR = 1 << 6;
    public static final long FREQUENCY = 1 << 10;
    public static final long EXCLUDE_KERNEL_CALLCHAIN = 1 << 21;
    public static final long EXCLUDE_USER_CALLCHAIN = 1 << 22;
    public static final long USE_CLOCK = 1 << 25;

    /// Size of the structure since Linux 4.8, which added the length of callchains.
    static final int SIZE = 112;

    void writeTo(MemorySegment to) {
        to.set(JAVA_INT, 0, type);
        to.set(JAVA_INT, 4, SIZE);
        to.set(JAVA_LONG, 8, config);
        to.set(JAVA_LONG, 16, interval);
        to.set(JAVA_LONG, 24, sampleType);
        to.set(JAVA_LONG, 32, readFormat);
        to.set(JAVA_LONG, 40, flags);
        to.set(JAVA_LONG, 56, config1);
        to.set(JAVA_LONG, 64, config2);
        to.set(JAVA_INT, 92, clock);
        to.set(JAVA_INT, 108, maxStack);
    }
}
