package traceglass.ingest.tracker.clock;

/// Names a clock: which domain it ticks in and who reads it.
///
/// @param clock number of the domain as traces give it: a `BuiltinClock`, 64 to 127 for a clock of one packet sequence,
///     larger ones as the trace defines them
/// @param sequence packet sequence that the clock belongs to, 0 for a clock of the machine
/// @param file trace file that the clock belongs to, 0 for the machine's own
/// @param machine row of the `machine` table
public record ClockId(int clock, int sequence, int file, int machine) implements Comparable<ClockId> {

    /// Numbers of the domains that all traces share (common/builtin_clock.proto of the format).
    public static final int REALTIME = 1;
    public static final int REALTIME_COARSE = 2;
    public static final int MONOTONIC = 3;
    public static final int MONOTONIC_COARSE = 4;
    public static final int MONOTONIC_RAW = 5;
    public static final int BOOTTIME = 6;
    /// The clock of a file that does not say which clock it was written with.
    public static final int TRACE_FILE = 11;

    /// A clock of the machine, still to be placed by [#on].
    public static ClockId of(int clock) {
        return new ClockId(clock, 0, 0, 0);
    }

    /// A clock of one packet sequence.
    public static ClockId ofSequence(int file, int sequence, int clock) {
        return new ClockId(clock, sequence, file, 0);
    }

    /// The private clock of a trace file.
    public static ClockId ofFile(int file) {
        return new ClockId(TRACE_FILE, 0, file, 0);
    }

    /// Whether clocks of this number belong to one packet sequence.
    public static boolean isSequenceClock(int clock) {
        return clock >= 64 && clock < 128;
    }

    /// This clock as read on a machine and, unless it names its file or sequence itself, in a file.
    public ClockId on(int onMachine, int inFile) {
        return new ClockId(clock, sequence, sequence == 0 && file == 0 ? inFile : file, onMachine);
    }

    // Written out, as every event asks: what a record has of itself goes through method handles, which are slow
    // until compiled.
    @Override
    public boolean equals(Object o) {
        return o == this
                || o instanceof ClockId c
                        && clock == c.clock
                        && sequence == c.sequence
                        && file == c.file
                        && machine == c.machine;
    }

    @Override
    public int hashCode() {
        return ((clock * 31 + sequence) * 31 + file) * 31 + machine;
    }

    @Override
    public int compareTo(ClockId o) {
        int c = Integer.compareUnsigned(clock, o.clock);
        if (c == 0) {
            c = Integer.compareUnsigned(sequence, o.sequence);
        }
        if (c == 0) {
            c = Integer.compareUnsigned(file, o.file);
        }
        return c != 0 ? c : Integer.compareUnsigned(machine, o.machine);
    }

    /// The name of a shared domain, null of others.
    public static String name(int clock) {
        return switch (clock) {
            case REALTIME -> "REALTIME";
            case REALTIME_COARSE -> "REALTIME_COARSE";
            case MONOTONIC -> "MONOTONIC";
            case MONOTONIC_COARSE -> "MONOTONIC_COARSE";
            case MONOTONIC_RAW -> "MONOTONIC_RAW";
            case BOOTTIME -> "BOOTTIME";
            default -> null;
        };
    }
}
