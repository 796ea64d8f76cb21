package traceglass.analysis.sched;

import traceglass.analysis.load.ComputedCounter;

/// How many threads or CPUs are in some state, over time.
///
/// @param values gives time (ns) and count, in the order of time
public record SchedulerCounter(String values) implements ComputedCounter {

    @Override
    public String id() {
        return "scheduler";
    }
}
