package traceglass.analysis.chrome;

/// Titles of the tracks of Chrome's scrolls, and kinds of their events.
final class ChromeTexts {

    private ChromeTexts() {}

    static final String GROUP = "Chrome Scroll Jank";
    static final String SCROLLS = "Chrome Scrolls";
    static final String SCROLL = "Scroll";
    static final String SCROLL_NUMBER = "Scroll ";
    /// Between the numbers of late frames and of all frames.
    static final String LATE_OF = " late of ";
    static final String INPUT_LATENCIES = "Chrome Scroll Input Latencies";
    static final String INPUT = "Scroll input";
    static final String JANKY_EVENT_LATENCY = "Janky EventLatency";
    static final String JANKY_INPUT_LATENCY = "Janky InputLatency";
    /// Followed by the component that receives the input.
    static final String UNTIL = "Until ";
    static final String JANKS = "Chrome Scroll Janks";
    static final String LATE_FRAME = "Late scroll frame";
    static final String UNKNOWN_CAUSE = "Unknown";
    static final String JANK = " Jank";
    static final String TIMELINE = "Chrome Scroll Timeline";
    static final String UPDATE = "Scroll update";
    static final String PRESENTATION = "Presentation";
    static final String JANKY = "Janky";
    static final String FIRST = "First";
    static final String COALESCED = "Coalesced";
    static final String INERTIAL = "Inertial";
    static final String SCROLL_UPDATE = "Scroll Update";
    static final String TIMELINE_V4 = "Chrome Scroll Timeline v4";
    static final String FRAME = "Scroll frame";
    static final String NON_DAMAGING = "Non-damaging";
    static final String SYNTHETIC = "Synthetic";
    static final String FRAME_NAME = "Frame";
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
