package traceglass.analysis.slices;

import traceglass.store.text.DisplayText;

/// User-visible strings for slices: their details, lists and tracks made of them, the report of a range, the
/// comparison, and flame graphs.
final class SliceTexts {

    static final String STATISTICS = "Statistics of this name";

    private SliceTexts() {}

    // ---- Kinds of events and tracks

    static final String TRACK_KIND = "slices";
    static final String SLICE = "Slice";
    static final String SLICES = "Slices";
    static final String UNNAMED = "unnamed";

    // ---- Details

    static final String ALL_WITH_NAME = "All slices with this name";
    static final String NEVER_ENDED = "never ended; shown to the end of the trace";
    static final String SELF_TIME = "Self time";
    static final String CATEGORY = "Category";

    static String track(long id) {
        return "track " + id;
    }

    static final String THREAD_STATES = "Thread state during this slice";
    static final String CALLSTACK_AT_END = "Callstack at the end";
    static final String NO_RELATIONS = "This slice has no scheduling data, flows, parents or children.";

    static String times(long n) {
        return DisplayText.count(n, "time", "times");
    }

    static final String INTERRUPT = "An interrupt";
    static final String FLOWS = "Flows";
    static final String FLOW_FROM = "from";
    static final String FLOW_TO = "to";

    static String parents(int n) {
        return n == 1 ? "Parent" : "Parents";
    }

    static String children(int n) {
        return n == 1 ? "Child" : "Children, longest first";
    }

    // ---- Details of frames

    static final String TIMELINE = "Timeline";
    static final String ACTUAL = "Actual";
    static final String EXPECTED = "Expected";
    static final String LAYER = "Layer";
    static final String JANK_TYPE = "Jank type";
    static final String JANK_TAG = "Jank tag";
    static final String SEVERITY = "Severity";
    static final String PRESENTED = "Presented";
    static final String ON_TIME = "Finished on time";
    static final String GPU_COMPOSITION = "GPU composition";
    static final String PREDICTION = "Prediction";
    static final String DISPLAY_FRAME = "Display frame";
    static final String SURFACE_FRAME = "Surface frame";
    static final String YES = "yes";
    static final String NO = "no";
    static final String ABOUT_JANK = "About this jank";
    static final String RELATED_FRAMES = "Related frames";

    /// Returns the relation of another frame to a frame.
    ///
    /// @param timeline timeline of the other frame
    static String sameFrame(String timeline) {
        return timeline + " timeline of this frame";
    }

    static String displayFrame(String timeline) {
        return timeline + " display frame";
    }

    static String appFrame(String timeline) {
        return timeline + " app frame";
    }

    // ---- Lists of a slice

    static final String LISTS = "Lists for this slice";
    static final String LISTS_GROUP = "Selection";
    static final String LIST_SIMILAR = "List all slices with this name";
    static final String LIST_ANCESTORS = "List ancestor slices";
    static final String LIST_DESCENDANTS = "List descendant slices";
    static final String LIST_BINDER = "List binder transactions of its thread by name";
    static final String LIST_CONTENTION = "List monitor contention of its thread";
    static final String WAITED = "waited";
    static final String HELD_LOCK = "held the lock";

    static String inWholeTrace(String name) {
        return "“" + name + "” in the whole trace";
    }

    // ---- Tracks made of slices

    static final String TRACKS = "Tracks of slices like this";
    static final String TRACKS_GROUP = "Tracks";
    static final String ONE_TRACK = "All slices with this name as a track";
    static final String TRACK_FOR_THREAD = "All slices with this name, a track for each thread";
    static final String TRACK_OF_THREAD = "This thread's slices with this name as a track";
    static final String TRACK_FOR_NAME = "This thread's slices, a track for each name";
    static final String SLICES_BY_NAME = "Slices by name";

    static String ofThisThread(String name) {
        return name + " of this thread";
    }

    // ---- Durations of slices with one name

    static final String THIS_TRACK = "This track";
    static final String ON_THIS_TRACK = "on this track";
    static final String THIS_PROCESS = "This process";
    static final String IN_THIS_PROCESS = "in this process";
    static final String WHOLE_TRACE = "Whole trace";
    static final String IN_WHOLE_TRACE = "in the whole trace";

    // ---- Report of a range

    static String names(int n) {
        return DisplayText.count(n, "name", "names");
    }

    static String without(String key) {
        return "without " + key;
    }

    static String estimated(long sampleRate) {
        return "estimated from one slice in " + sampleRate + ", computing exact values…";
    }

    static final String PERCENTILES_FOLLOW = "computing exact percentiles…";
    static final String CLIPPED = "slices clipped at the edges";

    // ---- Comparison

    static final String NOTHING_TO_COMPARE = "Neither trace has slices here.";

    // ---- Flame graphs

    static final String EVENT_CALLSTACKS = "Track event callstacks";
    static final String SAMPLES = "Samples";
    static final String WEIGHT = "Weight";

    static String argument(String key) {
        return "Argument " + key;
    }

    static String slicesOfFrame(String frame) {
        return "Slices of the frame “" + frame + "”";
    }

    static String slicesWithFrame(String frame) {
        return "Slices with the frame “" + frame + "” in their callstack";
    }
}
