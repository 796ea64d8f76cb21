package traceglass.analysis.track;

/// How tracks are drawn, as plain data. Tracks with equal styles look alike. All sizes are px at 100 %.
///
/// @param shape what is drawn
/// @param colors what the colour keys of its events mean
/// @param heights how high its row is
/// @param boxes where the boxes of its events are
/// @param hover what happens to events of other names while the pointer is over an event
/// @param edges whether boxes have edges in high contrast
/// @param labelOnTop whether the label of a tall row is beside its first row of depth
/// @param pairing whether it shares a label with the track above or below
public record TrackStyle(
        Shape shape,
        Colors colors,
        Heights heights,
        Boxes boxes,
        Hover hover,
        boolean edges,
        boolean labelOnTop,
        Pairing pairing) {

    /// What is drawn.
    public enum Shape {
        /// A heading without anything else.
        HEADING,
        /// A heading that shows lanes of thin boxes while it is closed.
        LANES,
        /// Boxes in rows of depth, with instants among them.
        BOXES,
        /// A value over time.
        CURVE
    }

    /// What colour keys mean.
    public enum Colors {
        /// A name. A key that begins with [#FRAME_MARK] is followed by one of [#FRAMES].
        NAMES,
        /// A process, [#PRIORITY_MARK], and the class of the thread's priority: `r` for real time, `h` for
        /// higher than usual, `n` for the others.
        PRIORITIES,
        /// A thread state, in words.
        STATES,
        /// The outcome of a frame: `Expected`, or Android's word for its jank, followed by ` (partial)` for
        /// partial jank.
        FRAMES,
        /// Android's number for the priority of a line of a log, 2 for verbose to 7 for fatal.
        LOG_LEVELS,
        /// A name, in the quieter colours of summaries.
        SUMMARY;

        /// Separates a process from a class of priority.
        public static final char PRIORITY_MARK = '\u0001';
        /// Begins a key of names that is the outcome of a frame.
        public static final char FRAME_MARK = '\u0002';
    }

    /// How high a row is.
    ///
    /// @param fixed height without rows of depth
    /// @param compact the same in compact rows
    /// @param perDepth height that a row of depth adds; 0 when all events are in one row
    /// @param flat the same where rows of depth are collapsed; 0 if they cannot be
    public record Heights(double fixed, double compact, double perDepth, double flat) {

        static Heights fixed(double height) {
            return new Heights(height, height, 0, 0);
        }

        /// Whether rows of depth can be collapsed.
        public boolean mayBeFlat() {
            return flat > 0;
        }
    }

    /// Where the boxes of a track are within its row.
    public enum Place {
        /// Lanes that share the height of the row.
        LANES,
        /// The whole height of the row, but for a small margin.
        WHOLE,
        /// The middle of the row.
        MIDDLE,
        /// Rows of depth close to each other.
        ROWS,
        /// Rows of depth with a gap between them.
        SPACED_ROWS
    }

    /// The boxes of events.
    ///
    /// @param place where they are
    /// @param height of one where it does not follow from the place; else 0
    /// @param radius of corners
    /// @param labelFrom width from which a box has a label; 0 for never
    /// @param fontSize of labels
    public record Boxes(Place place, double height, double radius, double labelFrom, double fontSize) {}

    /// What happens to events of other names while the pointer is over one.
    public enum Hover {
        /// They become paler.
        FADE,
        /// They become grey.
        GREY
    }

    /// Whether a track shares a label with its neighbour of the same name.
    public enum Pairing {
        NONE,
        /// It has the label for what follows.
        HEADS,
        /// Below a track that heads it, it says only what it is.
        FOLLOWS
    }

    private static final double DEPTH = 18;
    private static final Boxes LANE_BOXES = new Boxes(Place.LANES, 0, 0, 0, 0);
    private static final Boxes SLICE_BOXES = new Boxes(Place.ROWS, 0, 2.5, 26, 11.5);

    /// A heading.
    public static final TrackStyle HEADING = new TrackStyle(
            Shape.HEADING, Colors.SUMMARY, Heights.fixed(26), LANE_BOXES, Hover.FADE, true, false, Pairing.NONE);

    /// A heading with a summary. Its height is that of the closed group.
    public static final TrackStyle LANES = new TrackStyle(
            Shape.LANES, Colors.SUMMARY, Heights.fixed(34), LANE_BOXES, Hover.FADE, true, false, Pairing.NONE);

    /// Threads that ran on a CPU.
    public static final TrackStyle CPU = new TrackStyle(
            Shape.BOXES,
            Colors.PRIORITIES,
            new Heights(20, 17, 0, 0),
            new Boxes(Place.WHOLE, 0, 2, 22, 11),
            Hover.GREY,
            true,
            false,
            Pairing.NONE);

    /// States of a thread.
    public static final TrackStyle STATES = new TrackStyle(
            Shape.BOXES,
            Colors.STATES,
            Heights.fixed(18),
            new Boxes(Place.MIDDLE, 12, 1.5, 46, 10),
            Hover.FADE,
            false,
            false,
            Pairing.HEADS);

    /// Slices in rows of depth, with instants among them.
    public static final TrackStyle SLICES = new TrackStyle(
            Shape.BOXES,
            Colors.NAMES,
            new Heights(5, 5, DEPTH, 3),
            SLICE_BOXES,
            Hover.FADE,
            true,
            true,
            Pairing.FOLLOWS);

    /// Android's frames: when they should have been ready, drawn quietly, or when they were.
    public static final TrackStyle FRAMES = new TrackStyle(
            Shape.BOXES,
            Colors.FRAMES,
            new Heights(4, 4, DEPTH, 0),
            new Boxes(Place.SPACED_ROWS, 15, 2.5, 26, 11),
            Hover.FADE,
            true,
            false,
            Pairing.NONE);

    /// Lines of a log, as instants in one row.
    public static final TrackStyle LOG = new TrackStyle(
            Shape.BOXES, Colors.LOG_LEVELS, Heights.fixed(18), SLICE_BOXES, Hover.FADE, true, false, Pairing.NONE);

    /// A value over time.
    public static final TrackStyle COUNTER = new TrackStyle(
            Shape.CURVE, Colors.NAMES, new Heights(40, 36, 0, 0), SLICE_BOXES, Hover.FADE, true, false, Pairing.NONE);
}
