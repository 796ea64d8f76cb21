package traceglass.app.window.pair;

import java.util.List;
import traceglass.store.time.TimeText;

/// Texts of the second trace: the bar between the two timelines, the commands, and messages about its alignment.
final class PairTexts {

    private PairTexts() {}

    // ---- Bar between the timelines

    static final String ALIGN_ON = "Align on";
    static final String LINKED = "Linked";
    static final String LINKED_HELP = "Both timelines zoom and scroll together; hold Alt to move one with the mouse";
    static final String UNLINKED = "Unlinked";
    static final String UNLINKED_HELP = "Each timeline moves independently";
    static final String SWITCH_LAYOUT_BUTTON = "Switch between stacked and side by side";
    static final String COMPARE = "Compare";
    static final String SWAP = "Swap A and B";
    static final String CLOSE_B = "Close trace B";

    static String alignedOn(String alignment) {
        return "Aligned on " + alignment;
    }

    /// Describes an alignment by times from the start of each trace.
    static String offset(long aNs, long bNs) {
        return "A at " + signed(aNs, "") + ", B at " + signed(bNs, "")
                + (bNs == aNs ? "" : " (" + signed(bNs - aNs, "+") + ")");
    }

    private static String signed(long ns, String plus) {
        return (ns < 0 ? "−" : plus) + TimeText.duration(Math.abs(ns));
    }

    // ---- Commands

    static final String OPEN_SECOND = "Open second trace…";
    static final String OPEN_AGAIN = "Open this trace again as second trace";
    static final String CANCEL_OPENING = "Cancel opening second trace";
    static final String LINK = "Link or unlink both timelines";
    static final String SWITCH_LAYOUT = "Switch timelines between stacked and side by side";
    static final String GO_TO_OTHER = "Go to other timeline";
    static final String ALIGN_STARTS = "Align on trace starts";
    static final String ALIGN_SELECTIONS = "Align on selections";
    static final String ALIGN_HERE = "Align on pointer or selection";
    static final String ALIGN_SLICE = "Align on first slice with name…";
    static final String SLICE_PROMPT = "Name of the slice or part of it";
    static final String ALIGN_REAL_TIME = "Align on time of day";
    static final String ALIGN_TRACE_TIME = "Align on trace time";

    // ---- Alignments

    static final String TRACE_STARTS = "Trace starts";
    static final String TRACE_TIME = "Trace time";
    static final String TIME_OF_DAY = "Time of day";
    static final String SELECTIONS = "Selections";
    static final String CHOSEN_TIME = "Chosen time";
    static final String MANUAL_OFFSET = "Manual offset";

    static String firstSlice(String name) {
        return "First slice “" + name + "”";
    }

    // ---- Messages about alignments

    static final String WAIT_FOR_BOTH = "Wait until both traces have been read.";

    static String clocksTooFarApart(String alignment) {
        return "Can't align on “" + alignment + "”: the clocks of the two traces are too far apart.";
    }

    static String noTimeOfDay(boolean isInA, boolean isInB) {
        return missing("records the time of day", isInA, isInB);
    }

    static String noSlice(String name, boolean isInA, boolean isInB) {
        return missing("has a slice with “" + name + "” in its name", isInA, isInB);
    }

    private static String missing(String predicate, boolean isInA, boolean isInB) {
        String traces = isInA ? "Only trace A " : isInB ? "Only trace B " : "Neither trace ";
        return traces + predicate + ". The alignment is unchanged.";
    }

    static String cantAlign(String reason) {
        return "Can't align the traces: " + reason;
    }

    // ---- Opening

    static final String OPENED = "Opened as second trace";
    static final String CLOSED = "Closed second trace";
    static final String OPEN_ANOTHER = "Open another second trace…";
    static final String LINKED_HINT = "Timelines linked; Alt moves one";
    static final String UNLINKED_HINT = "Timelines unlinked";

    static String opening(String name) {
        return "opening " + name;
    }

    static String warnings(List<String> warnings) {
        return String.join(". ", warnings) + ".";
    }

    static String columnsUnclear(String problem) {
        return problem + ". Open it as the first trace to choose its columns.";
    }
}
