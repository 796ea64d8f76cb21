package traceglass.analysis.flame;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// User-visible strings for flame graphs: directions, filters, measures, scopes, and columns of copied tables.
public final class FlameGraphTexts {

    private FlameGraphTexts() {}

    // ---- Directions

    public static final String TOP_DOWN = tr("Top down");
    public static final String BOTTOM_UP = tr("Bottom up");
    public static final String BY_MODULE = tr("By module");

    // ---- Filters

    public static final String SHOW_STACK = tr("Show stack");
    public static final String ABOUT_SHOW_STACK = tr("Keep only stacks with a matching frame");
    public static final String HIDE_STACK = tr("Hide stack");
    public static final String ABOUT_HIDE_STACK = tr("Remove stacks with a matching frame");
    public static final String SHOW_FROM_FRAME = tr("Show from frame");
    public static final String ABOUT_SHOW_FROM_FRAME = tr("Start at matching frames and show their callees");
    public static final String HIDE_FRAME = tr("Hide frame");
    public static final String ABOUT_HIDE_FRAME = tr("Remove matching frames and add their values to their callers");
    public static final String PIVOT = tr("Pivot");
    public static final String ABOUT_PIVOT =
            tr("Start at matching frames, with their callers above and their callees below");

    // ---- Measures

    public static final String TIME = tr("Time");
    public static final String SIZE = tr("Size");
    public static final String SAMPLES = tr("Samples");
    public static final String SLICES = tr("Slices");
    public static final String ALLOCATIONS = tr("Allocations");
    public static final String OBJECTS = tr("Objects");
    public static final String COUNT = tr("Count");

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

    public static final String ROOT = tr("All");

    // ---- Scopes

    public static final String WHOLE_TRACE = tr("Whole trace");
    public static final String THESE_TRACKS = tr("Whole trace, these tracks");
    public static final String RANGE = tr("Selected range");
    public static final String RANGE_ALL_THREADS = tr("Selected range, all threads");
    public static final String RANGE_ALL_PROCESSES = tr("Selected range, all processes");
    public static final String DURATION = tr("Duration");

    static String dump(String time) {
        return tr("Heap dump at {0}", time);
    }
}
