package traceglass.analysis.processes;

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

    static String tracksAndTime(String tracks, long runNs) {
        return tracks + " · " + TimeText.duration(runNs) + " CPU";
    }
}
