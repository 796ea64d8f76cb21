package traceglass.analysis.frames;

import traceglass.analysis.track.TrackStyle;

/// Color keys of the frames of Android's frame timelines.
public final class FrameColors {

    private static final String EXPECTED = "Expected";
    private static final String PARTIAL = " (partial)";

    private FrameColors() {}

    /// Returns the outcome of a frame, the key of its color on the track: its jank tag, such as `No Jank`, `Self
    /// Jank` or `Dropped Frame`, followed by ` (partial)` if the severity is `Partial`; `Expected` for expected
    /// frames.
    ///
    /// @param tag null for expected frames
    /// @param severity may be null
    static String outcome(String tag, String severity) {
        return tag == null ? EXPECTED : "Partial".equals(severity) ? tag + PARTIAL : tag;
    }

    /// Returns the key of the same color where other keys are names.
    public static String key(String tag, String severity) {
        return nameKey(outcome(tag, severity));
    }

    /// Returns the key of an outcome's color where other keys are names.
    static String nameKey(String outcome) {
        return TrackStyle.Colors.FRAME_MARK + outcome;
    }
}
