package traceglass.ingest.ftrace;

import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.table.LongColumn;

/// Clocks of `FtraceEventBundle`s (ftrace_clock, ftrace_timestamp and boot_timestamp in
/// ftrace/ftrace_event_bundle.proto).
public final class FtraceClocks {

    /// Number of the sequence-scoped clock for bundles whose clock only ftrace reads.
    private static final int FTRACE_CLOCK = 64;

    private static final int CLOCK_UNSPECIFIED = 0;
    private static final int CLOCK_GLOBAL = 2;
    private static final int CLOCK_LOCAL = 3;
    private static final int CLOCK_MONO_RAW = 4;

    private final ImportContext context;
    private final ClockId boottime = ClockId.of(ClockId.BOOTTIME);
    private final ClockId monotonicRaw = ClockId.of(ClockId.MONOTONIC_RAW);
    private ClockId sequenceClock;
    private long latestReading;

    public FtraceClocks(ImportContext context) {
        this.context = context;
    }

    /// Returns the clock of a bundle after adding the bundle's clock snapshot; null if it cannot be determined.
    ///
    /// @param kind `ftrace_clock`, negative if the bundle has none
    /// @param ftraceTime `ftrace_timestamp`, [LongColumn#NULL] if there is none
    /// @param bootTime `boot_timestamp`, [LongColumn#NULL] if there is none
    public ClockId of(int kind, int sequenceId, long ftraceTime, long bootTime) {
        if (kind < 0) {
            return boottime;
        }
        ClockId clock = switch (kind) {
            case CLOCK_UNSPECIFIED -> boottime;
            case CLOCK_MONO_RAW -> monotonicRaw;
            case CLOCK_GLOBAL, CLOCK_LOCAL -> sequenceClock(sequenceId);
            default -> null;
        };
        // Bundles that were read together share one snapshot.
        if (clock != null
                && ftraceTime != LongColumn.NULL
                && bootTime != LongColumn.NULL
                && latestReading != ftraceTime) {
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(clock, ftraceTime), new ClockGraph.Reading(boottime, bootTime)));
            latestReading = ftraceTime;
        }
        return clock;
    }

    private ClockId sequenceClock(int sequenceId) {
        if (sequenceClock == null || sequenceClock.sequence() != sequenceId) {
            sequenceClock = ClockId.ofSequence(context.traceId(), sequenceId, FTRACE_CLOCK);
        }
        return sequenceClock;
    }
}
