package traceglass.analysis.sched;

import traceglass.analysis.load.ComputedCounter;

/// Number of threads or CPUs in a state, over time.
///
/// @param values query for time (ns) and count, sorted by time
public record SchedulerCounter(String values) implements ComputedCounter {

    @Override
    public String id() {
        return "scheduler";
    }
}
