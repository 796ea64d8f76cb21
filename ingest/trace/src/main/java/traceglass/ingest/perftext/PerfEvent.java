package traceglass.ingest.perftext;

import java.util.Set;

/// Event that was sampled: a session of its own, as in the file that the text was made from.
final class PerfEvent {

    private static final Set<String> TIMES = Set.of("cpu-clock", "task-clock");
    private static final Set<String> CYCLES = Set.of("cycles", "cpu-cycles", "bus-cycles", "ref-cycles");

    /// Row in `__intrinsic_profiler_session`.
    final int session;
    final String name;
    /// Whether the number of events since the previous sample differs between samples.
    boolean hasVaryingPeriod;

    private final String unit;
    private long firstPeriod = SampleLine.NONE;

    PerfEvent(int session, String name) {
        this.session = session;
        this.name = name;
        unit = unit(name);
    }

    /// Returns the unit of an event: `ns` for CPU time, `cycles`, `instructions`, or `count`; null if it is
    /// unknown.
    static String unit(String name) {
        if (name.isEmpty()) {
            return null;
        }
        // Without the modifiers after the colon (cycles:ppp) and the kind of CPU (cpu_core/cycles/).
        String[] parts = name.split("/", -1);
        String event = parts.length >= 2 ? parts[1] : name.split(":")[0];
        if (TIMES.contains(event)) {
            return "ns";
        }
        if (CYCLES.contains(event)) {
            return "cycles";
        }
        return event.equals("instructions") ? event : parts.length >= 2 ? null : "count";
    }

    /// Returns the unit, null if it is unknown.
    String unit() {
        return unit;
    }

    /// Records the period of a sample, [SampleLine#NONE] if it has none.
    void recordPeriod(long period) {
        if (firstPeriod == SampleLine.NONE) {
            firstPeriod = period;
        }
        hasVaryingPeriod |= period != firstPeriod;
    }
}
