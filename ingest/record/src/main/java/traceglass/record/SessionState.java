package traceglass.record;

import java.util.EnumSet;
import java.util.Set;

/// Where a recording stands. It goes forward only; the last three are ends.
public enum SessionState {
    /// The target is being reached.
    CONNECTING,
    /// The target has been reached and is given the config.
    CONFIGURED,
    /// Data is being recorded.
    RECORDING,
    /// The end was asked for or has come; data sources hand over what they hold.
    STOPPING,
    /// The trace is on its way into the file.
    READING,
    /// The trace is complete.
    DONE,
    /// It ended otherwise; what had arrived is in the file.
    FAILED,
    /// It was given up, and the file deleted.
    CANCELLED;

    /// Whether nothing follows.
    public boolean isEnd() {
        return this == DONE || this == FAILED || this == CANCELLED;
    }

    /// Whether a recording that stands here may go on to that state.
    public boolean leadsTo(SessionState next) {
        return !isEnd()
                && next.ordinal() > ordinal()
                && (next.isEnd()
                        ? next != DONE || DONE_FROM.contains(this)
                        : next.ordinal() == ordinal() + 1 || this == RECORDING && next == READING);
    }

    private static final Set<SessionState> DONE_FROM = EnumSet.of(READING, STOPPING, RECORDING);
}
