package traceglass.analysis.sched;

import java.util.List;
import java.util.stream.Collectors;

/// Names of thread states for the kernel's letters.
public final class StateNames {

    /// States that do not depend on `io_wait`, most frequent first.
    private static final List<String> STATES =
            List.of("Running", "R", "S", "R+", "I", "X", "Z", "T", "t", "x", "K", "W", "P", "N", "S+", "DK");

    /// SQL expression over the columns `state` and `io_wait` of `thread_state` for the names on the timeline.
    public static final String SQL = "CASE state"
            + STATES.stream()
                    .map(s -> " WHEN '" + s + "' THEN '" + ThreadStateWords.of(s, null) + "'")
                    .collect(Collectors.joining())
            + "\n"
            + "    WHEN 'D' THEN 'Uninterruptible Sleep' || CASE io_wait WHEN 1 THEN ' (IO)' WHEN 0 THEN ' (non-IO)'"
            + " ELSE '' END ELSE coalesce(state, 'Unknown') END";

    private StateNames() {}
}
