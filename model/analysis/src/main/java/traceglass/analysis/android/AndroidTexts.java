package traceglass.analysis.android;

/// User-visible strings for Android: tracks computed by standard modules, kinds of their events, and the comparison of
/// app startups.
final class AndroidTexts {

    private AndroidTexts() {}

    // ---- App startups

    static final String STARTUPS = "Android App Startups";
    static final String STARTUP = "App startup";
    static final String STARTUP_PHASES = "Android App Startups Breakdown";
    static final String STARTUP_PHASE = "App startup phase";
    static final String TIME_BREAKDOWN = "Time breakdown";
    static final String WAITING_FOR_STORAGE = "Waiting for storage";
    static final String INTERRUPT = "Interrupt";
    static final String DLOPEN = "dlopen";
    static final String LOCK_CONTENTION = "ART lock contention";

    // ---- Apps not responding

    static final String ANRS = "Android ANRs";
    static final String ANR = "ANR";

    // ---- Critical user journeys

    static final String JOURNEYS = "Android CUJs";
    static final String JANK_CUJS = "Jank CUJs";
    static final String JANK_CUJ = "Jank CUJ";
    static final String LATENCY_CUJS = "Latency CUJs";
    static final String LATENCY_CUJ = "Latency CUJ";
    static final String BLOCKING_CALLS = "Blocking calls during CUJs";
    static final String BLOCKING_CALL = "Blocking call";
    static final String CUJ_FRAMES = "Frames of CUJs";
    static final String CUJ_FRAME = "CUJ frame";
    static final String CUJ_CANCELED = " · canceled";
    /// Followed by a number of frames, [#CUJ_MISSED_OF], and the number of all frames.
    static final String CUJ_MISSED = " · missed ";
    static final String CUJ_MISSED_OF = " of ";

    // ---- Comparison of app startups

    static final String COMPARED_STARTUPS = "Startups";
    static final String UNKNOWN_TYPE = "unknown";
    static final String NOTHING_TO_COMPARE =
            "Neither trace has app startups here. They require slices of system_server (atrace categories am and wm).";
}
