package traceglass.analysis.processes;

import static traceglass.store.language.Translations.tr;

import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// User-visible strings for processes and threads on the timeline.
final class ProcessTexts {

    private ProcessTexts() {}

    static final String NO_PROCESS_NAME = tr("Process");
    static final String PROCESS_KIND = tr("process");
    static final String THREAD_KIND = tr("thread");
    static final String MAIN = tr("main");
    static final String DEBUGGABLE = tr("debuggable");
    static final String BOOT_IMAGE = tr("boot image profiling");

    // ---- Menus of tracks

    static final String TRACK_FOR_NAME = tr("A track for each slice name");
    static final String TRACK_FOR_STATE = tr("A track for each thread state");

    static String slicesByName(String owner) {
        return tr("Slices of {0} by name", DisplayText.oneLine(owner));
    }

    static String states(String owner) {
        return tr("States of {0}", DisplayText.oneLine(owner));
    }

    static String slicesWithFlows(String owner) {
        return tr("Slices of {0} with flows", DisplayText.oneLine(owner));
    }

    static String tracksAndTime(String tracks, long runNs) {
        return tr("{0} · {1} CPU", tracks, TimeText.duration(runNs));
    }
}
