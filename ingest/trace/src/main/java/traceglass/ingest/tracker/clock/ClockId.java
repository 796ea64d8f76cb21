package traceglass.ingest.tracker.clock;

/// Identifies a clock by its domain and reader.
///
/// @param clock domain number as in traces: a `BuiltinClock`, 64 to 127 for clocks of a packet sequence, larger numbers
///     as defined by the trace
/// @param sequence packet sequence of the clock; 0 for a clock of the machine
/// @param file trace file of the clock; 0 for the machine's own clocks
/// @param machine row of the `machine` table
public record ClockId(int clock, int sequence, int file, int machine) implements Comparable<ClockId> {

    /// Domain numbers shared by all traces (common/builtin_clock.proto of the format).
    public static final int REALTIME = 1;
    public static final int REALTIME_COARSE = 2;
    public static final int MONOTONIC = 3;
    public static final int MONOTONIC_COARSE = 4;
    public static final int MONOTONIC_RAW = 5;
    public static final int BOOTTIME = 6;
    /// Clock of a file that does not specify its clock.
    public static final int TRACE_FILE = 11;

    /// Returns a machine clock that is not yet bound to a machine; see [#on].
    public static ClockId of(int clock) {
        return new ClockId(clock, 0, 0, 0);
    }

    /// Returns a clock of a packet sequence.
    public static ClockId ofSequence(int file, int sequence, int clock) {
        return new ClockId(clock, sequence, file, 0);
    }

    /// Returns the private clock of a trace file.
    public static ClockId ofFile(int file) {
        return new ClockId(TRACE_FILE, 0, file, 0);
    }

    /// Returns whether clocks with this number belong to a packet sequence.
    public static boolean isSequenceClock(int clock) {
        return clock >= 64 && clock < 128;
    }

    /// Returns this clock bound to a machine and, unless it already has a file or sequence, to a file.
    public ClockId on(int onMachine, int inFile) {
        return new ClockId(clock, sequence, sequence == 0 && file == 0 ? inFile : file, onMachine);
    }

    // Hand-written because it is called for every event, and the generated record methods are slow until compiled.
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

    /// Returns the name of a shared domain, or null for other domains.
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
