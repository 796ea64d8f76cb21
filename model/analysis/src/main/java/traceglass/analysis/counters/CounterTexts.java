package traceglass.analysis.counters;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// User-visible strings for counters: details of samples, reports of a range, and the comparison.
final class CounterTexts {

    static final String STATISTICS = tr("Statistics of this counter");

    private CounterTexts() {}

    // ---- Details

    static final String ALL_SAMPLES = tr("All samples of this counter");
    static final String SINCE_PREVIOUS = tr("since the previous sample");
    static final String VALID_FOR = tr("Valid for");
    static final String UNTIL_NEXT = tr("until the next sample");
    static final String TO_END = tr("the rest of the trace");

    // ---- Report of counters

    static final String TITLE = tr("Counters");
    static final String COUNTER = tr("Counter");
    static final String UNIT = tr("Unit");
    static final String DEBUG = tr("Debug");
    static final String COMPUTED = tr("Computed");
    static final String SAMPLES = tr("Samples");
    static final String FIRST = tr("First");
    static final String LAST = tr("Last");
    static final String RATE = tr("Rate, per s");
    static final String AVERAGE_REMARK = tr("time-weighted average");

    static String counters(int n) {
        return DisplayText.count(n, "counter", "counters");
    }

    // ---- Report of power

    static final String POWER = tr("Power");
    static final String RAIL = tr("Rail");
    static final String SUBSYSTEM = tr("Subsystem");
    static final String RAILS = tr("Rails");
    static final String READINGS = tr("Readings");
    static final String ENERGY = tr("Energy, mJ");
    static final String AVERAGE_POWER = tr("Average, mW");
    static final String HIGHEST_POWER = tr("Highest, mW");
    static final String ENERGY_BETWEEN = tr("Between readings, mJ");
    static final String ENERGY_REMARK =
            tr("energy between two readings is split proportionally at the edges of the range");

    static String rails(int n) {
        return DisplayText.count(n, "rail", "rails");
    }

    static String subsystems(int n) {
        return DisplayText.count(n, "subsystem", "subsystems");
    }

    // ---- Report of power states

    static final String POWER_STATES = tr("Power states");
    static final String ENTITY = tr("Entity");
    static final String IN_STATE = tr("In state");
    static final String SHARE_OF_TIME = tr("Share of time");
    static final String TIME_BETWEEN = tr("Between readings");
    static final String TIME_REMARK = tr("time between two readings is split proportionally at the edges of the range");

    static String states(int n) {
        return DisplayText.count(n, "state", "states");
    }

    // ---- Comparison

    static final String NOTHING_TO_COMPARE = tr("Neither trace has counters here.");
}
