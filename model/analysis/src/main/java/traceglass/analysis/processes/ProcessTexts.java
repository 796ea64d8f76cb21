package traceglass.analysis.processes;

import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// User-visible strings for processes and threads on the timeline.
final class ProcessTexts {

    private ProcessTexts() {}

    static final String NO_PROCESS_NAME = "Process";
    static final String PROCESS_KIND = "process";
    static final String THREAD_KIND = "thread";
    static final String MAIN = "main";
    static final String DEBUGGABLE = "debuggable";
    static final String BOOT_IMAGE = "boot image profiling";

    // ---- Menus of tracks

    static final String TRACK_FOR_NAME = "A track for each slice name";
    static final String TRACK_FOR_STATE = "A track for each thread state";

    static String slicesByName(String owner) {
        return "Slices of " + DisplayText.oneLine(owner) + " by name";
    }

    static String states(String owner) {
        return "States of " + DisplayText.oneLine(owner);
    }

    static String slicesWithFlows(String owner) {
        return "Slices of " + DisplayText.oneLine(owner) + " with flows";
    }

    static String tracksAndTime(String tracks, long runNs) {
        return tracks + " · " + TimeText.duration(runNs) + " CPU";
    }
}
