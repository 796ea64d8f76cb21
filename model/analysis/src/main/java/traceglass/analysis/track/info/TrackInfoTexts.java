package traceglass.analysis.track.info;

import traceglass.store.text.DisplayText;

/// User-visible strings for the details of a track.
final class TrackInfoTexts {

    private TrackInfoTexts() {}

    static final String PATH = "Path";
    static final String KIND = "Kind";
    static final String TYPE = "Type";
    static final String MACHINE = "Machine";
    static final String PARENT = "Parent track";
    static final String THREAD = "Thread";
    static final String PROCESS = "Process";
    static final String CPU = "CPU";

    static String cpu(long cpu, long ucpu) {
        return cpu + " (ucpu " + ucpu + ")";
    }

    // ---- Statistics

    static final String STATISTICS_BY_STATE = "Statistics of this thread by state";
    static final String THREAD_STATISTICS_BY_SLICE = "Statistics of this thread by slice name";
    static final String STATISTICS_BY_THREAD = "CPU time of this process by thread";
    static final String PROCESS_STATISTICS_BY_SLICE = "Statistics of this process by slice name";
    static final String CPU_STATISTICS = "Time of this CPU by thread";
    static final String COUNTER_STATISTICS = "Statistics of this counter";

    // ---- Fields

    static final String UNIT = "Unit";
    static final String FORMULA = "Formula";
    static final String FORMULA_OF = "Computed from";
    static final String TABLE = "Table";
    static final String COMPUTED = "computed";

    static String ids(int n) {
        return n == 1 ? "Track id" : "Track ids";
    }

    static String moreIds(String first, int count) {
        return first + " … (" + DisplayText.grouped(count) + ")";
    }

    static final String EVENTS = "Events";
    static final String FIRST = "First";
    static final String LAST = "Last";
    static final String TRACKS = "Tracks";
    static final String KEY = "Key";

    static String more(String first, int others) {
        return first + " and " + DisplayText.grouped(others) + " more";
    }

    static String description(String text) {
        return "Description: " + text;
    }

    // ---- Patterns

    static final String TOO_SLOW = "this expression takes too long";
}
