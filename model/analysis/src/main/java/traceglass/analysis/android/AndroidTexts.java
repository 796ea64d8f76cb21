package traceglass.analysis.android;

import static traceglass.store.language.Translations.tr;

/// User-visible strings for Android: tracks computed by standard modules, kinds of their events, and the comparison of
/// app startups.
final class AndroidTexts {

    private AndroidTexts() {}

    // ---- App startups

    static final String STARTUPS = tr("Android App Startups");
    static final String STARTUP = tr("App startup");
    static final String STARTUP_PHASES = tr("Android App Startups Breakdown");
    static final String STARTUP_PHASE = tr("App startup phase");
    static final String TIME_BREAKDOWN = tr("Time breakdown");
    static final String WAITING_FOR_STORAGE = tr("Waiting for storage");
    static final String INTERRUPT = tr("Interrupt");
    static final String DLOPEN = tr("dlopen");
    static final String LOCK_CONTENTION = tr("ART lock contention");

    // ---- Apps not responding

    static final String ANRS = tr("Android ANRs");
    static final String ANR = tr("ANR");

    // ---- Critical user journeys

    static final String JOURNEYS = tr("Android CUJs");
    static final String JANK_CUJS = tr("Jank CUJs");
    static final String JANK_CUJ = tr("Jank CUJ");
    static final String LATENCY_CUJS = tr("Latency CUJs");
    static final String LATENCY_CUJ = tr("Latency CUJ");
    static final String BLOCKING_CALLS = tr("Blocking calls during CUJs");
    static final String BLOCKING_CALL = tr("Blocking call");
    static final String CUJ_FRAMES = tr("Frames of CUJs");
    static final String CUJ_FRAME = tr("CUJ frame");
    static final String CUJ_CANCELED = tr(" · canceled");
    /// Followed by a number of frames, [#CUJ_MISSED_OF], and the number of all frames.
    static final String CUJ_MISSED = tr(" · missed ");
    static final String CUJ_MISSED_OF = tr(" of ");

    // ---- Comparison of app startups

    static final String COMPARED_STARTUPS = tr("Startups");
    static final String UNKNOWN_TYPE = tr("unknown");
    static final String NOTHING_TO_COMPARE = tr(
            "Neither trace has app startups here. They require slices of system_server (atrace categories am and wm).");
}
