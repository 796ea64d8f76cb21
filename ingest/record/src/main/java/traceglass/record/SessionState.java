package traceglass.record;

import java.util.EnumSet;
import java.util.Set;

/// State of a recording. States only advance; the last three are final.
public enum SessionState {
    /// Connecting to the target.
    CONNECTING,
    /// Connected to the target; the config is being sent.
    CONFIGURED,
    /// Data is being recorded.
    RECORDING,
    /// The recording is stopping; data sources flush their remaining data.
    STOPPING,
    /// The trace is being copied to the file.
    READING,
    /// The trace is complete.
    DONE,
    /// The recording failed; the data received so far is in the file.
    FAILED,
    /// The recording was canceled and its file deleted.
    CANCELED;

    /// Returns whether this state is final.
    public boolean isFinal() {
        return this == DONE || this == FAILED || this == CANCELED;
    }

    /// Returns whether a recording can change from this state to the given one.
    public boolean canChangeTo(SessionState next) {
        return !isFinal()
                && next.ordinal() > ordinal()
                && (next.isFinal()
                        ? next != DONE || DONE_FROM.contains(this)
                        : next.ordinal() == ordinal() + 1 || this == RECORDING && next == READING);
    }

    private static final Set<SessionState> DONE_FROM = EnumSet.of(READING, STOPPING, RECORDING);
}
