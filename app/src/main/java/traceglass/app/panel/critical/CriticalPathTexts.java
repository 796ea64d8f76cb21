package traceglass.app.panel.critical;

import java.util.Locale;
import traceglass.store.time.TimeText;

/// Texts of the critical path of a thread: toolbar, list, flame graph and commands.
final class CriticalPathTexts {

    // ---- Tab and toolbar
    static final String CRITICAL_PATH = "Critical path";
    static final String FLAME_GRAPH = "Flame graph";
    static final String FILE_NAME = "critical path";

    static String analyzing(double seconds) {
        return String.format(Locale.ROOT, "Analyzing wakeups… %.0f s", seconds);
    }

    static String pathFacts(long durationNs, long waitingNs) {
        return String.format(
                Locale.ROOT,
                "%s  ·  %s of it (%.1f%%) waiting for other threads",
                TimeText.exact(durationNs),
                TimeText.duration(waitingNs),
                100.0 * waitingNs / durationNs);
    }

    static String cantCompute(String reason) {
        return "Can't compute the critical path: " + reason;
    }

    // ---- Lanes and list
    static final String LANES = "Critical path over time; the list below has the same content";
    static final String NO_PATH = "No critical path for this thread. It requires scheduling events with wakeups.";
    static final String ON_PATH_VIA = "On path via";
    static final String TID = "tid";
    static final String STATE = "State";
    static final String BLOCKED_IN = "Blocked in";
    static final String CPU = "CPU";
    static final String SLICE = "Slice";
    static final String SLICE_ID = "Slice id";
    static final String STATE_ID = "State id";

    // ---- Frames of the flame graph
    static final String UNKNOWN = "unknown";
    static final String THIS_THREAD = "this thread";
    static final String KERNEL = "kernel";

    static String waitingFor(String thread) {
        return "waiting for " + thread;
    }

    // ---- Commands
    static final String SHOW_COMMAND = "Show critical path of the selected thread";
    static final String FLAME_GRAPH_COMMAND = "Show critical path as flame graph";

    private CriticalPathTexts() {}
}
