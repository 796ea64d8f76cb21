package traceglass.ingest.etl;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;

/// Log file header, the first event of each trace (`TRACE_LOGFILE_HEADER`). Converts times.
final class LogFileHeader {

    private static final int TIME_ZONE = 172;
    private static final int CLOCK_SYSTEM_TIME = 2;
    private static final int CLOCK_CYCLES = 3;
    private static final long DEFAULT_FREQUENCY = 10_000_000;
    private static final long MAX_FREQUENCY = 1_000_000_000_000L;
    private static final long NS = 1_000_000_000;
    /// Unix epoch in units of 100 ns since 1601.
    private static final long EPOCH = 116_444_736_000_000_000L;
    private static final long MAX_FILE_TIME = EPOCH + Long.MAX_VALUE / 100;

    private final long frequency;
    private final boolean isSystemTime;
    private final boolean countsCycles;
    private final long firstTime;
    private final long startTime;
    private final long bootTime;
    private final long eventsLost;
    private final long buffersLost;
    private final int pointerSize;

    LogFileHeader(EtlEvent event) {
        EtlPayload p = event.payload;
        pointerSize = p.uint(44) == Integer.BYTES ? Integer.BYTES : Long.BYTES;
        int times = 56 + 2 * pointerSize + TIME_ZONE + 7 & ~7;
        eventsLost = p.uint(48);
        bootTime = p.ulong(times);
        long clock = p.uint(times + 24);
        isSystemTime = clock == CLOCK_SYSTEM_TIME;
        countsCycles = clock == CLOCK_CYCLES;
        long ticks = countsCycles ? p.uint(52) * 1_000_000 : p.ulong(times + 8);
        frequency = ticks > 0 && ticks <= MAX_FREQUENCY ? ticks : DEFAULT_FREQUENCY;
        startTime = p.ulong(times + 16);
        buffersLost = p.uint(times + 28);
        firstTime = event.time;
    }

    int pointerSize() {
        return pointerSize;
    }

    long eventsLost() {
        return eventsLost;
    }

    long buffersLost() {
        return buffersLost;
    }

    /// Converts the time of an event, or a duration in the same unit, to ns.
    long ns(long ticks) {
        if (isSystemTime) {
            return unixNs(ticks);
        }
        return durationNs(ticks);
    }

    /// Converts a duration in ticks of the performance counter to ns.
    long durationNs(long ticks) {
        if (isSystemTime) {
            return ticks > Long.MAX_VALUE / 100 ? 0 : ticks * 100;
        }
        long seconds = ticks / frequency;
        double remainder = ticks % frequency;
        return seconds > Integer.MAX_VALUE || seconds < 0
                ? -1
                : seconds * NS
                        + (frequency <= DEFAULT_FREQUENCY * 100
                                ? ticks % frequency * NS / frequency
                                : (long) (remainder * NS / frequency));
    }

    private static long unixNs(long fileTime) {
        return fileTime < EPOCH || fileTime >= MAX_FILE_TIME ? -1 : (fileTime - EPOCH) * 100;
    }

    /// Selects the clock of the file and relates it to the wall clock and to the boot time.
    void useClock(ImportContext context) {
        ClockId clock = isSystemTime
                ? ClockId.of(ClockId.REALTIME)
                : countsCycles ? ClockId.ofFile(context.traceId()) : ClockId.of(ClockId.MONOTONIC);
        context.clocks().useOnly(clock);
        long first = ns(firstTime);
        long wall = unixNs(startTime);
        if (first < 0 || wall < 0) {
            return;
        }
        List<ClockGraph.Reading> readings = new ArrayList<>();
        readings.add(new ClockGraph.Reading(clock, first));
        if (!isSystemTime) {
            readings.add(new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), wall));
        }
        long boot = unixNs(bootTime);
        if (boot >= 0 && boot <= wall) {
            readings.add(new ClockGraph.Reading(ClockId.of(ClockId.BOOTTIME), wall - boot));
        }
        if (readings.size() > 1) {
            context.clocks().addSnapshot(readings);
        }
    }
}
