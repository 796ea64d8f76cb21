package traceglass.app.panel.critical;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// Texts of the critical path of a thread: toolbar, list, flame graph and commands.
final class CriticalPathTexts {

    // ---- Tab and toolbar
    static final String CRITICAL_PATH = tr("Critical path");
    static final String FLAME_GRAPH = tr("Flame graph");
    static final String FILE_NAME = tr("critical path");

    static String analyzing(double seconds) {
        return tr("Analyzing wakeups… {0} s", Math.round(seconds));
    }

    static String pathSummary(long durationNs, long waitingNs) {
        return tr(
                "{0}  ·  {1} of it ({2}) waiting for other threads",
                TimeText.exact(durationNs),
                TimeText.duration(waitingNs),
                DisplayText.percent(100.0 * waitingNs / durationNs));
    }

    static String cantCompute(String reason) {
        return tr("Can't compute the critical path: {0}", reason);
    }

    // ---- Lanes and list
    static final String LANES = tr("Critical path over time; the list below has the same content");
    static final String NO_PATH = tr("No critical path for this thread. It requires scheduling events with wakeups.");
    static final String ON_PATH_VIA = tr("On path via");
    static final String TID = tr("TID");
    static final String STATE = tr("State");
    static final String BLOCKED_IN = tr("Blocked in");
    static final String CPU = tr("CPU");
    static final String SLICE = tr("Slice");
    static final String SLICE_ID = tr("Slice id");
    static final String STATE_ID = tr("State id");

    // ---- Frames of the flame graph
    static final String UNKNOWN = tr("unknown");
    static final String THIS_THREAD = tr("this thread");
    static final String KERNEL = tr("kernel");

    static String waitingFor(String thread) {
        return tr("waiting for {0}", thread);
    }

    // ---- Commands
    static final String SHOW_COMMAND = tr("Show critical path of the selected thread");
    static final String FLAME_GRAPH_COMMAND = tr("Show critical path as flame graph");

    private CriticalPathTexts() {}
}
