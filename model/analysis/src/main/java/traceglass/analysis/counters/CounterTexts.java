package traceglass.analysis.counters;

import traceglass.store.text.DisplayText;

/// User-visible strings for counters: details of samples, reports of a range, and the comparison.
final class CounterTexts {

    static final String STATISTICS = "Statistics of this counter";

    private CounterTexts() {}

    // ---- Details

    static final String ALL_SAMPLES = "All samples of this counter";
    static final String SINCE_PREVIOUS = "since the previous sample";
    static final String VALID_FOR = "Valid for";
    static final String UNTIL_NEXT = "until the next sample";
    static final String TO_END = "the rest of the trace";

    // ---- Report of counters

    static final String TITLE = "Counters";
    static final String COUNTER = "Counter";
    static final String UNIT = "Unit";
    static final String DEBUG = "Debug";
    static final String COMPUTED = "Computed";
    static final String SAMPLES = "Samples";
    static final String FIRST = "First";
    static final String LAST = "Last";
    static final String RATE = "Rate, per s";
    static final String AVERAGE_REMARK = "average weighted by time";

    static String counters(int n) {
        return DisplayText.count(n, "counter", "counters");
    }

    // ---- Report of power

    static final String POWER = "Power";
    static final String RAIL = "Rail";
    static final String SUBSYSTEM = "Subsystem";
    static final String RAILS = "Rails";
    static final String READINGS = "Readings";
    static final String ENERGY = "Energy, mJ";
    static final String AVERAGE_POWER = "Average, mW";
    static final String HIGHEST_POWER = "Highest, mW";
    static final String ENERGY_BETWEEN = "Between readings, mJ";
    static final String ENERGY_REMARK = "energy between two readings is split proportionally at the edges of the range";

    static String rails(int n) {
        return DisplayText.count(n, "rail", "rails");
    }

    static String subsystems(int n) {
        return DisplayText.count(n, "subsystem", "subsystems");
    }

    // ---- Report of power states

    static final String POWER_STATES = "Power states";
    static final String ENTITY = "Entity";
    static final String IN_STATE = "In state";
    static final String SHARE_OF_TIME = "Share of time";
    static final String TIME_BETWEEN = "Between readings";
    static final String TIME_REMARK = "time between two readings is split proportionally at the edges of the range";

    static String states(int n) {
        return DisplayText.count(n, "state", "states");
    }

    // ---- Comparison

    static final String NOTHING_TO_COMPARE = "Neither trace has counters here.";
}
