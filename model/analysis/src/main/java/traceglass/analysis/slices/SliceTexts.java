package traceglass.analysis.slices;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;

/// User-visible strings for slices: their details, lists and tracks made of them, the report of a range, the
/// comparison, and flame graphs.
final class SliceTexts {

    static final String STATISTICS = tr("Statistics of this name");

    private SliceTexts() {}

    // ---- Kinds of events and tracks

    static final String TRACK_KIND = tr("slices");
    static final String SLICE = tr("Slice");
    static final String SLICES = tr("Slices");
    static final String UNNAMED = tr("unnamed");

    // ---- Details

    static final String ALL_WITH_NAME = tr("All slices with this name");
    static final String NEVER_ENDED = tr("never ended; shown to the end of the trace");
    static final String SELF_TIME = tr("Self time");
    static final String CATEGORY = tr("Category");

    static String track(long id) {
        return tr("track {0}", id);
    }

    static final String THREAD_STATES = tr("Thread state during this slice");
    static final String CALLSTACK_AT_END = tr("Callstack at the end");
    static final String NO_RELATIONS = tr("This slice has no scheduling data, flows, parents or children.");

    static String times(long n) {
        return DisplayText.count(n, "time", "times");
    }

    static final String INTERRUPT = tr("An interrupt");
    static final String FLOWS = tr("Flows");
    static final String FLOW_FROM = tr("from");
    static final String FLOW_TO = tr("to");

    static String parents(int n) {
        return n == 1 ? tr("Parent") : tr("Parents");
    }

    static String children(int n) {
        return n == 1 ? tr("Child") : tr("Children, longest first");
    }

    // ---- Details of frames

    static final String TIMELINE = tr("Timeline");
    static final String ACTUAL = tr("Actual");
    static final String EXPECTED = tr("Expected");
    static final String LAYER = tr("Layer");
    static final String JANK_TYPE = tr("Jank type");
    static final String JANK_TAG = tr("Jank tag");
    static final String SEVERITY = tr("Severity");
    static final String PRESENTED = tr("Presented");
    static final String ON_TIME = tr("Finished on time");
    static final String GPU_COMPOSITION = tr("GPU composition");
    static final String PREDICTION = tr("Prediction");
    static final String DISPLAY_FRAME = tr("Display frame");
    static final String SURFACE_FRAME = tr("Surface frame");
    static final String YES = tr("yes");
    static final String NO = tr("no");
    static final String ABOUT_JANK = tr("About this jank");
    static final String RELATED_FRAMES = tr("Related frames");

    /// Returns the relation of another frame to a frame.
    ///
    /// @param timeline timeline of the other frame
    static String sameFrame(String timeline) {
        return tr("{0} timeline of this frame", timeline);
    }

    static String displayFrame(String timeline) {
        return tr("{0} display frame", timeline);
    }

    static String appFrame(String timeline) {
        return tr("{0} app frame", timeline);
    }

    // ---- Lists of a slice

    static final String LISTS = tr("Lists for this slice");
    static final String LISTS_GROUP = tr("Selection");
    static final String LIST_SIMILAR = tr("List all slices with this name");
    static final String LIST_ANCESTORS = tr("List ancestor slices");
    static final String LIST_DESCENDANTS = tr("List descendant slices");
    static final String LIST_BINDER = tr("List binder transactions of its thread by name");
    static final String LIST_CONTENTION = tr("List monitor contention of its thread");
    static final String WAITED = tr("waited");
    static final String HELD_LOCK = tr("held the lock");

    static String inWholeTrace(String name) {
        return tr("“{0}” in the whole trace", name);
    }

    // ---- Tracks made of slices

    static final String TRACKS = tr("Tracks of slices like this");
    static final String TRACKS_GROUP = tr("Tracks");
    static final String ONE_TRACK = tr("All slices with this name as a track");
    static final String TRACK_FOR_THREAD = tr("All slices with this name, a track for each thread");
    static final String TRACK_OF_THREAD = tr("This thread's slices with this name as a track");
    static final String TRACK_FOR_NAME = tr("This thread's slices, a track for each name");
    static final String SLICES_BY_NAME = tr("Slices by name");

    static String ofThisThread(String name) {
        return tr("{0} of this thread", name);
    }

    // ---- Durations of slices with one name

    static final String THIS_TRACK = tr("This track");
    static final String ON_THIS_TRACK = tr("on this track");
    static final String THIS_PROCESS = tr("This process");
    static final String IN_THIS_PROCESS = tr("in this process");
    static final String WHOLE_TRACE = tr("Whole trace");
    static final String IN_WHOLE_TRACE = tr("in the whole trace");

    // ---- Report of a range

    static String names(int n) {
        return DisplayText.count(n, "name", "names");
    }

    static String without(String key) {
        return tr("without {0}", key);
    }

    static String estimated(long sampleRate) {
        return tr("estimated from one slice in {0}, computing exact values…", sampleRate);
    }

    static final String PERCENTILES_FOLLOW = tr("computing exact percentiles…");
    static final String CLIPPED = tr("slices clipped at the edges");

    // ---- Comparison

    static final String NOTHING_TO_COMPARE = tr("Neither trace has slices here.");

    // ---- Flame graphs

    static final String EVENT_CALLSTACKS = tr("Track event callstacks");
    static final String SAMPLES = tr("Samples");
    static final String WEIGHT = tr("Weight");

    static String argument(String key) {
        return tr("Argument {0}", key);
    }

    static String slicesOfFrame(String frame) {
        return tr("Slices of the frame “{0}”", frame);
    }

    static String slicesWithFrame(String frame) {
        return tr("Slices with the frame “{0}” in their callstack", frame);
    }
}
