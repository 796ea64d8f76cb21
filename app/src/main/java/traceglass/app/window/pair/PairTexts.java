package traceglass.app.window.pair;

import static traceglass.store.language.Translations.tr;

import java.util.List;
import traceglass.store.time.TimeText;

/// Texts of the second trace: the bar between the two timelines, the commands, and messages about its alignment.
final class PairTexts {

    private PairTexts() {}

    // ---- Bar between the timelines

    static final String ALIGN_ON = tr("Align on");
    static final String LINKED = tr("Linked");
    static final String LINKED_HELP =
            tr("Both timelines zoom and scroll together; hold Alt to move one with the mouse");
    static final String UNLINKED = tr("Unlinked");
    static final String UNLINKED_HELP = tr("Each timeline moves independently");
    static final String SWITCH_LAYOUT_BUTTON = tr("Switch between stacked and side by side");
    static final String COMPARE = tr("Compare");
    static final String SWAP = tr("Swap A and B");
    static final String CLOSE_B = tr("Close trace B");

    static String alignedOn(String alignment) {
        return tr("Aligned on {0}", alignment);
    }

    /// Describes an alignment by times from the start of each trace.
    static String offset(long aNs, long bNs) {
        return tr(
                "A at {0}, B at {1}{2}",
                signed(aNs, ""), signed(bNs, ""), bNs == aNs ? "" : " (" + signed(bNs - aNs, "+") + ")");
    }

    private static String signed(long ns, String plus) {
        return (ns < 0 ? "−" : plus) + TimeText.duration(Math.abs(ns));
    }

    // ---- Commands

    static final String OPEN_SECOND = tr("Open second trace…");
    static final String OPEN_AGAIN = tr("Open this trace again as second trace");
    static final String CANCEL_OPENING = tr("Cancel opening second trace");
    static final String LINK = tr("Link or unlink both timelines");
    static final String SWITCH_LAYOUT = tr("Switch timelines between stacked and side by side");
    static final String GO_TO_OTHER = tr("Go to other timeline");
    static final String ALIGN_STARTS = tr("Align on trace starts");
    static final String ALIGN_SELECTIONS = tr("Align on selections");
    static final String ALIGN_HERE = tr("Align on pointer or selection");
    static final String ALIGN_SLICE = tr("Align on first slice with name…");
    static final String SLICE_PROMPT = tr("Name of the slice or part of it");
    static final String ALIGN_REAL_TIME = tr("Align on time of day");
    static final String ALIGN_TRACE_TIME = tr("Align on trace time");

    // ---- Alignments

    static final String TRACE_STARTS = tr("Trace starts");
    static final String TRACE_TIME = tr("Trace time");
    static final String TIME_OF_DAY = tr("Time of day");
    static final String SELECTIONS = tr("Selections");
    static final String CHOSEN_TIME = tr("Chosen time");
    static final String MANUAL_OFFSET = tr("Manual offset");

    static String firstSlice(String name) {
        return tr("First slice “{0}”", name);
    }

    // ---- Messages about alignments

    static final String WAIT_FOR_BOTH = tr("Wait until both traces have been read.");

    static String clocksTooFarApart(String alignment) {
        return tr("Can't align on “{0}”: the clocks of the two traces are too far apart.", alignment);
    }

    static String noTimeOfDay(boolean isInA, boolean isInB) {
        return missing(tr("records the time of day"), isInA, isInB);
    }

    static String noSlice(String name, boolean isInA, boolean isInB) {
        return missing(tr("has a slice with “{0}” in its name", name), isInA, isInB);
    }

    private static String missing(String predicate, boolean isInA, boolean isInB) {
        String traces = isInA ? tr("Only trace A ") : isInB ? tr("Only trace B ") : tr("Neither trace ");
        return tr("{0}{1}. The alignment is unchanged.", traces, predicate);
    }

    static String cantAlign(String reason) {
        return tr("Can't align the traces: {0}", reason);
    }

    // ---- Opening

    static final String OPENED = tr("Opened as second trace");
    static final String CLOSED = tr("Closed second trace");
    static final String OPEN_ANOTHER = tr("Open another second trace…");
    static final String LINKED_HINT = tr("Timelines linked; Alt moves one");
    static final String UNLINKED_HINT = tr("Timelines unlinked");

    static String opening(String name) {
        return tr("opening {0}", name);
    }

    static String warnings(List<String> warnings) {
        return String.join(". ", warnings) + ".";
    }

    static String columnsUnclear(String problem) {
        return tr("{0}. Open it as the first trace to choose its columns.", problem);
    }
}
