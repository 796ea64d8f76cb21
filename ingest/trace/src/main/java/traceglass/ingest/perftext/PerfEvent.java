package traceglass.ingest.perftext;

import java.util.Set;

/// Sampled event; each has its own profiler session, as in the file from which the text was generated.
final class PerfEvent {

    private static final Set<String> TIMES = Set.of("cpu-clock", "task-clock");
    private static final Set<String> CYCLES = Set.of("cycles", "cpu-cycles", "bus-cycles", "ref-cycles");

    /// Row in `__intrinsic_profiler_session`.
    final int session;
    final String name;
    /// Whether the number of events since the previous sample varies between samples.
    boolean hasVaryingPeriod;

    private final String unit;
    private long firstPeriod = SampleLine.NONE;

    PerfEvent(int session, String name) {
        this.session = session;
        this.name = name;
        unit = unit(name);
    }

    /// Returns the unit of an event: `ns` for CPU time, `cycles`, `instructions`, or `count`; null if unknown.
    static String unit(String name) {
        if (name.isEmpty()) {
            return null;
        }
        // Remove the modifiers after the colon (cycles:ppp) and the kind of CPU (cpu_core/cycles/).
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

    /// Returns the unit; null if unknown.
    String unit() {
        return unit;
    }

    /// Records the period of a sample; [SampleLine#NONE] if it has none.
    void recordPeriod(long period) {
        if (firstPeriod == SampleLine.NONE) {
            firstPeriod = period;
        }
        hasVaryingPeriod |= period != firstPeriod;
    }
}
