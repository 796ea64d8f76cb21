package traceglass.analysis.chrome;

import static traceglass.store.language.Translations.tr;

/// Titles of the tracks of Chrome's scrolls, and kinds of their events.
final class ChromeTexts {

    private ChromeTexts() {}

    static final String GROUP = tr("Chrome Scroll Jank");
    static final String SCROLLS = tr("Chrome Scrolls");
    static final String SCROLL = tr("Scroll");
    static final String SCROLL_NUMBER = tr("Scroll ");
    /// Between the numbers of late frames and of all frames.
    static final String LATE_OF = tr(" late of ");
    static final String INPUT_LATENCIES = tr("Chrome Scroll Input Latencies");
    static final String INPUT = tr("Scroll input");
    static final String JANKY_EVENT_LATENCY = tr("Janky EventLatency");
    static final String JANKY_INPUT_LATENCY = tr("Janky InputLatency");
    /// Followed by the component that receives the input.
    static final String UNTIL = tr("Until ");
    static final String JANKS = tr("Chrome Scroll Janks");
    static final String LATE_FRAME = tr("Late scroll frame");
    static final String UNKNOWN_CAUSE = tr("Unknown");
    static final String JANK = tr(" Jank");
    static final String TIMELINE = tr("Chrome Scroll Timeline");
    static final String UPDATE = tr("Scroll update");
    static final String PRESENTATION = tr("Presentation");
    static final String JANKY = tr("Janky");
    static final String FIRST = tr("First");
    static final String COALESCED = tr("Coalesced");
    static final String INERTIAL = tr("Inertial");
    static final String SCROLL_UPDATE = tr("Scroll Update");
    static final String TIMELINE_V4 = tr("Chrome Scroll Timeline v4");
    static final String FRAME = tr("Scroll frame");
    static final String NON_DAMAGING = tr("Non-damaging");
    static final String SYNTHETIC = tr("Synthetic");
    static final String FRAME_NAME = tr("Frame");
    static final String VSYNCS = tr("Chrome VSync");
    static final String VSYNC = tr("VSync");
    static final String VSYNC_DELTA = tr("Chrome VSync delta");
    static final String BETWEEN_VSYNCS = tr("Time between VSyncs");
    static final String INPUT_DELTA = tr("Chrome input delta");
    static final String BETWEEN_INPUTS = tr("Time between inputs");
    private static final String STEP_PREFIX = tr("Step: ");
    static final String SEND_EVENT = tr("Step: send event (UI, ScrollUpdate)");
    static final String DISPATCH = tr("Step: compositor dispatch (ScrollUpdate)");
    static final String RESAMPLE = tr("Step: resample input");
    static final String GENERATE_FRAME = tr("Step: generate frame (compositor)");
    static final String RECEIVE_FRAME = tr("Step: receive frame (viz)");

    /// Returns the title of a step without the word "Step", with which a translation need not begin.
    static String withoutStep(String title) {
        return title.startsWith(STEP_PREFIX) ? title.substring(STEP_PREFIX.length()) : title;
    }
}
