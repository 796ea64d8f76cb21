package traceglass.app.window.live;

import traceglass.store.time.TimeText;

/// Texts of the timeline of a running recording.
final class LiveTexts {

    private LiveTexts() {}

    static final String LIVE = "Live";
    static final String PAUSED = "Paused";
    static final String BAR = "Running recording";
    static final String PAUSE = "Pause";
    static final String RESUME = "Resume";
    static final String FOLLOW = "Follow";
    static final String STOP = "Stop and open";
    static final String PAUSE_TIMELINE = "Pause or resume the live timeline";
    static final String FOLLOW_END = "Follow the end of the recording";
    static final String FOLLOW_HELP = "Show the newest events and move with them";
    static final String PAUSE_HELP = "Keep the timeline as it is; the recording continues";

    static String length(long durNs) {
        return TimeText.duration(durNs);
    }
}
