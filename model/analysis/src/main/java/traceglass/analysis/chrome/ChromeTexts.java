package traceglass.analysis.chrome;

/// Titles of the tracks of Chrome's scrolls, and kinds of their events.
final class ChromeTexts {

    private ChromeTexts() {}

    static final String GROUP = "Chrome Scroll Jank";
    static final String SCROLLS = "Chrome Scrolls";
    static final String SCROLL = "Scroll";
    static final String INPUT_LATENCIES = "Chrome Scroll Input Latencies";
    static final String INPUT = "Scroll input";
    static final String JANKS = "Chrome Scroll Janks";
    static final String LATE_FRAME = "Late scroll frame";
    static final String TIMELINE = "Chrome Scroll Timeline";
    static final String UPDATE = "Scroll update";
    static final String TIMELINE_V4 = "Chrome Scroll Timeline v4";
    static final String FRAME = "Scroll frame";
    static final String VSYNCS = "Chrome VSync";
    static final String VSYNC = "VSync";
    static final String VSYNC_DELTA = "Chrome VSync delta";
    static final String BETWEEN_VSYNCS = "Time between VSyncs";
    static final String INPUT_DELTA = "Chrome input delta";
    static final String BETWEEN_INPUTS = "Time between inputs";
    static final String STEP_PREFIX = "Step: ";
    static final String SEND_EVENT = "Step: send event (UI, ScrollUpdate)";
    static final String DISPATCH = "Step: compositor dispatch (ScrollUpdate)";
    static final String RESAMPLE = "Step: resample input";
    static final String GENERATE_FRAME = "Step: generate frame (compositor)";
    static final String RECEIVE_FRAME = "Step: receive frame (viz)";
}
