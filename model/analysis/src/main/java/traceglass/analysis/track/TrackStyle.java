package traceglass.analysis.track;

import java.util.HexFormat;

/// Style of a track, as plain data. Tracks with equal styles look alike. All sizes are px at 100%.
///
/// @param shape shape of the content
/// @param colors meaning of the color keys of its events
/// @param heights height of its row
/// @param boxes boxes of its events
/// @param hover effect on events of other names while the pointer is over an event
/// @param hasEdges whether boxes have edges in high contrast
/// @param hasLabelOnTop whether the label of a tall row is next to its first row of depth
/// @param labelSharing whether it shares a label with the track above or below
public record TrackStyle(
        Shape shape,
        Colors colors,
        Heights heights,
        Boxes boxes,
        Hover hover,
        boolean hasEdges,
        boolean hasLabelOnTop,
        LabelSharing labelSharing) {

    /// Shape of the content.
    public enum Shape {
        /// Heading only.
        HEADING,
        /// Heading that shows lanes of thin boxes while it is collapsed.
        LANES,
        /// Boxes in rows of depth, including instants.
        BOXES,
        /// Value over time.
        CURVE
    }

    /// Meaning of color keys.
    public enum Colors {
        /// Name. A key that starts with [#FRAME_MARK] is followed by one of [#FRAMES].
        NAMES,
        /// Process, [#PRIORITY_MARK], and the class of the thread's priority: `r` for real-time, `h` for above
        /// normal, `n` for the others.
        PRIORITIES,
        /// Readable thread state.
        STATES,
        /// Outcome of a frame: `Expected`, or Android's name of its jank, followed by ` (partial)` for partial
        /// jank.
        FRAMES,
        /// Android's number for the priority of a log line, 2 for verbose to 7 for fatal.
        LOG_LEVELS,
        /// Name, in the subdued colors of summaries.
        SUMMARY;

        /// Separates a process from a class of priority.
        public static final char PRIORITY_MARK = '\u0001';
        /// Prefix of a name key that is the outcome of a frame.
        public static final char FRAME_MARK = '\u0002';
        /// Prefix of a key of [#NAMES] that is a color: its six hexadecimal digits follow.
        public static final char RULE_MARK = '\u0003';
        /// Prefix of a key of an event that does not match a filter; its key follows.
        public static final char DIM_MARK = '\u0004';

        /// Returns the key of a color.
        public static String ruleKey(int argb) {
            return RULE_MARK + HexFormat.of().toHexDigits(argb & 0xFFFFFF, 6);
        }
    }

    /// Height of a row.
    ///
    /// @param fixed height without rows of depth
    /// @param compact height without rows of depth for compact rows
    /// @param perDepth additional height of a row of depth; 0 if all events are in one row
    /// @param flat height of a row of depth when collapsed; 0 if they cannot be collapsed
    public record Heights(double fixed, double compact, double perDepth, double flat) {

        static Heights fixed(double height) {
            return new Heights(height, height, 0, 0);
        }

        /// Returns whether rows of depth can be collapsed.
        public boolean canCollapse() {
            return flat > 0;
        }
    }

    /// Position of boxes within the row of a track.
    public enum BoxPosition {
        /// Lanes that share the height of the row.
        LANES,
        /// The whole height of the row except for a small margin.
        WHOLE,
        /// The middle of the row.
        MIDDLE,
        /// Adjacent rows of depth.
        ROWS,
        /// Rows of depth with a gap between them.
        SPACED_ROWS
    }

    /// Boxes of events.
    ///
    /// @param position position within the row
    /// @param height height of a box if it does not follow from the position; otherwise 0
    /// @param radius radius of corners
    /// @param minLabelWidth smallest width of a box with a label, px; 0 for no labels
    /// @param fontSize font size of labels
    public record Boxes(BoxPosition position, double height, double radius, double minLabelWidth, double fontSize) {}

    /// Effect on events of other names while the pointer is over an event.
    public enum Hover {
        /// They are faded.
        FADE,
        /// They are grayed out.
        GRAY
    }

    /// Sharing of a label between adjacent tracks of the same name.
    public enum LabelSharing {
        NONE,
        /// Shows the label for the tracks below it.
        SHOWS,
        /// Omits the label and shows only its kind if a track above it shows the label.
        OMITS
    }

    private static final double DEPTH = 18;
    private static final Boxes LANE_BOXES = new Boxes(BoxPosition.LANES, 0, 0, 0, 0);
    private static final Boxes SLICE_BOXES = new Boxes(BoxPosition.ROWS, 0, 2.5, 26, 11.5);

    /// Style of a heading.
    public static final TrackStyle HEADING = new TrackStyle(
            Shape.HEADING, Colors.SUMMARY, Heights.fixed(26), LANE_BOXES, Hover.FADE, true, false, LabelSharing.NONE);

    /// Style of a heading with a summary. The height applies while the group is collapsed.
    public static final TrackStyle LANES = new TrackStyle(
            Shape.LANES, Colors.SUMMARY, Heights.fixed(34), LANE_BOXES, Hover.FADE, true, false, LabelSharing.NONE);

    /// Style of threads running on a CPU.
    public static final TrackStyle CPU = new TrackStyle(
            Shape.BOXES,
            Colors.PRIORITIES,
            new Heights(20, 17, 0, 0),
            new Boxes(BoxPosition.WHOLE, 0, 2, 22, 11),
            Hover.GRAY,
            true,
            false,
            LabelSharing.NONE);

    /// Style of the states of a thread.
    public static final TrackStyle STATES = new TrackStyle(
            Shape.BOXES,
            Colors.STATES,
            Heights.fixed(18),
            new Boxes(BoxPosition.MIDDLE, 12, 1.5, 46, 10),
            Hover.FADE,
            false,
            false,
            LabelSharing.SHOWS);

    /// Style of slices in rows of depth, including instants.
    public static final TrackStyle SLICES = new TrackStyle(
            Shape.BOXES,
            Colors.NAMES,
            new Heights(5, 5, DEPTH, 3),
            SLICE_BOXES,
            Hover.FADE,
            true,
            true,
            LabelSharing.OMITS);

    /// Style of Android's frames, expected in subdued colors, or actual.
    public static final TrackStyle FRAMES = new TrackStyle(
            Shape.BOXES,
            Colors.FRAMES,
            new Heights(4, 4, DEPTH, 0),
            new Boxes(BoxPosition.SPACED_ROWS, 15, 2.5, 26, 11),
            Hover.FADE,
            true,
            false,
            LabelSharing.NONE);

    /// Style of log lines, as instants in one row.
    public static final TrackStyle LOG = new TrackStyle(
            Shape.BOXES, Colors.LOG_LEVELS, Heights.fixed(18), SLICE_BOXES, Hover.FADE, true, false, LabelSharing.NONE);

    /// Style of a value over time.
    public static final TrackStyle COUNTER = new TrackStyle(
            Shape.CURVE,
            Colors.NAMES,
            new Heights(40, 36, 0, 0),
            SLICE_BOXES,
            Hover.FADE,
            true,
            false,
            LabelSharing.NONE);
}
