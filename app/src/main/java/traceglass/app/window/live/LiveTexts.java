package traceglass.app.window.live;

import static traceglass.store.language.Translations.tr;

import traceglass.store.time.TimeText;

/// Texts of the timeline of a running recording.
final class LiveTexts {

    private LiveTexts() {}

    static final String LIVE = tr("Live");
    static final String PAUSED = tr("Paused");
    static final String BAR = tr("Running recording");
    static final String PAUSE = tr("Pause");
    static final String RESUME = tr("Resume");
    static final String FOLLOW = tr("Follow");
    static final String STOP = tr("Stop and open");
    static final String PAUSE_TIMELINE = tr("Pause or resume the live timeline");
    static final String FOLLOW_END = tr("Follow the end of the recording");
    static final String FOLLOW_HELP = tr("Show the newest events and move with them");
    static final String PAUSE_HELP = tr("Keep the timeline as it is; the recording continues");

    static String length(long durNs) {
        return TimeText.duration(durNs);
    }
}
