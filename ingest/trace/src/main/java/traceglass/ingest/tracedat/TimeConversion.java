package traceglass.ingest.tracedat;

import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;

/// Converts the times of events to trace time.
final class TimeConversion {

    private final ImportContext context;
    private final Recording recording;
    private final ClockId main;

    TimeConversion(ImportContext context, Recording recording) {
        this.context = context;
        this.recording = recording;
        String name = recording.clock;
        for (Recording.Buffer buffer : recording.buffers) {
            name = name == null || buffer.name().isEmpty() && buffer.clock() != null ? buffer.clock() : name;
        }
        main = clock(name);
        ClockTracker clocks = context.clocks();
        clocks.useOnly(main);
    }

    private ClockId clock(String name) {
        return switch (name == null ? "" : name) {
            case "mono" -> ClockId.of(ClockId.MONOTONIC);
            case "mono_raw" -> ClockId.of(ClockId.MONOTONIC_RAW);
            case "boot" -> ClockId.of(ClockId.BOOTTIME);
            default -> ClockId.ofFile(context.traceId());
        };
    }

    /// Returns the clock of a buffer: its own, or the main clock if its own is unrelated to trace time.
    ClockId clockOf(Recording.Buffer buffer, long firstTs) {
        ClockId bufferClock = clock(buffer.clock());
        boolean isUsable = bufferClock.equals(main)
                || context.clocks().toTraceTime(bufferClock, toNs(firstTs, 0), -1, true) != ClockTracker.NONE;
        return isUsable ? bufferClock : main;
    }

    /// Relates the main clock to the wall clock if the recording contains the offset.
    void relateToWallClock(long firstTs) {
        if (recording.wallClockOffsetNs != null) {
            long ns = toNs(firstTs, 0);
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(main, ns),
                            new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), ns + recording.wallClockOffsetNs)));
        }
    }

    /// Converts a time of a buffer's clock to trace time; returns [ClockTracker#NONE] if that is not possible.
    long toTraceTime(ClockId clock, long ts, int cpu) {
        return context.clocks().toTraceTime(clock, toNs(ts, cpu));
    }

    private long toNs(long raw, int cpu) {
        long ts = raw;
        if (recording.hostShift != null && cpu < recording.hostShift.samples().size()) {
            ts = shifted(ts, recording.hostShift.samples().get(cpu));
        }
        if (recording.multiplier != 0) {
            int shift = recording.shift;
            long low = (ts & 0xFFFF_FFFFL) * recording.multiplier >>> shift;
            long high = (ts >>> 32) * recording.multiplier;
            ts = low + (shift <= 32 ? high << 32 - shift : high >>> shift - 32);
        }
        return ts + recording.offsetNs;
    }

    private long shifted(long ts, long[][] samples) {
        if (samples.length == 0) {
            return ts;
        }
        int i = 0;
        while (i < samples.length - 2 && samples[i + 1][0] <= ts) {
            i++;
        }
        long[] from = samples[i];
        long offset = from[1];
        long[] to = i + 1 < samples.length ? samples[i + 1] : from;
        long span = to[0] - from[0];
        if (recording.hostShift.interpolates() && span > 0) {
            offset += (long) ((double) (ts - from[0]) * (to[1] - from[1]) / span);
        }
        long scaled = from[2] == 1 && from[3] == 0
                ? ts
                : Math.multiplyHigh(ts, from[2]) << Long.SIZE - from[3] | ts * from[2] >>> from[3];
        return scaled + offset;
    }
}
