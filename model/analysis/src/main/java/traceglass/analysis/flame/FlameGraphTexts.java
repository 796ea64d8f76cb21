package traceglass.analysis.flame;

import traceglass.store.text.DisplayText;

/// User-visible strings for flame graphs: directions, filters, measures, scopes, and columns of copied tables.
public final class FlameGraphTexts {

    private FlameGraphTexts() {}

    // ---- Directions

    public static final String TOP_DOWN = "Top down";
    public static final String BOTTOM_UP = "Bottom up";
    public static final String BY_MODULE = "By module";

    // ---- Filters

    public static final String SHOW_STACK = "Show stack";
    public static final String ABOUT_SHOW_STACK = "Keep only stacks with a matching frame";
    public static final String HIDE_STACK = "Hide stack";
    public static final String ABOUT_HIDE_STACK = "Remove stacks with a matching frame";
    public static final String SHOW_FROM_FRAME = "Show from frame";
    public static final String ABOUT_SHOW_FROM_FRAME = "Start at matching frames and show their callees";
    public static final String HIDE_FRAME = "Hide frame";
    public static final String ABOUT_HIDE_FRAME = "Remove matching frames and add their values to their callers";
    public static final String PIVOT = "Pivot";
    public static final String ABOUT_PIVOT =
            "Start at matching frames, with their callers above and their callees below";

    // ---- Measures

    public static final String TIME = "Time";
    public static final String SIZE = "Size";
    public static final String SAMPLES = "Samples";
    public static final String SLICES = "Slices";
    public static final String ALLOCATIONS = "Allocations";
    public static final String OBJECTS = "Objects";
    public static final String COUNTED = "Counted";

    static String samples(long n) {
        return DisplayText.count(n, "sample", "samples");
    }

    static String slices(long n) {
        return DisplayText.count(n, "slice", "slices");
    }

    static String allocations(long n) {
        return DisplayText.count(n, "allocation", "allocations");
    }

    static String objects(long n) {
        return DisplayText.count(n, "object", "objects");
    }

    // ---- Frames

    public static final String ROOT = "All";

    // ---- Scopes

    public static final String WHOLE_TRACE = "Whole trace";
    public static final String THESE_TRACKS = "Whole trace, these tracks";
    public static final String RANGE = "Selected range";
    public static final String RANGE_ALL_THREADS = "Selected range, all threads";
    public static final String RANGE_ALL_PROCESSES = "Selected range, all processes";
    public static final String DURATION = "Duration";

    static String dump(String time) {
        return "Heap dump at " + time;
    }
}
