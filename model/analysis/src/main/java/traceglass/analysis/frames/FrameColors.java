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
    static String outcomeColor(String tag, String severity) {
        return tag == null ? EXPECTED : "Partial".equals(severity) ? tag + PARTIAL : tag;
    }

    /// Returns the key of the color of a frame's outcome for data whose color keys are names of slices.
    public static String key(String tag, String severity) {
        return nameKey(outcomeColor(tag, severity));
    }

    /// Marks an outcome, so that it can be used as a color key among names of slices.
    static String nameKey(String outcome) {
        return TrackStyle.Colors.FRAME_MARK + outcome;
    }
}
