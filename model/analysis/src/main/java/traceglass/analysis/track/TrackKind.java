package traceglass.analysis.track;

/// How a track's data is to be read and drawn.
public enum TrackKind {
    /// A heading with children; may carry a summary that is drawn while it is closed.
    GROUP,
    /// Who ran on one CPU: one row, labelled `thread · process`, coloured by process. The colour keys are the
    /// process, [#PRIORITY_MARK], and the class of the thread's priority: `r` for real time, `h` for higher than
    /// usual, `n` for the others.
    CPU_SCHED,
    /// The states of one thread: one row, coloured by state.
    THREAD_STATE,
    /// Nested or overlapping slices in rows of depth, with instants (duration 0) among them.
    SLICES,
    /// Android's frames: when they should have been ready, drawn quietly, or when they were, coloured by what
    /// became of them. The colour keys are those that [FrameEvents] writes.
    FRAMES,
    /// Lines of a log, as instants in one row. The colour keys are Android's numbers for priorities, 2 for verbose
    /// to 7 for fatal.
    LOGS,
    /// Samples of a value over time.
    COUNTER;

    /// Stands between a process and a class of priority.
    public static final char PRIORITY_MARK = '\u0001';
    /// Begins a colour key of slices that says what became of a frame, with a word of [#FRAMES] after it, where all
    /// other keys are names.
    public static final char FRAME_MARK = '\u0002';
}
