package traceglass.analysis.sched.states;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.query.SqlLabels;

/// Names of thread states for the kernel's letters.
public final class StateNames {

    /// States that do not depend on `io_wait`, most frequent first.
    private static final List<String> STATES =
            List.of("Running", "R", "S", "R+", "I", "X", "Z", "T", "t", "x", "K", "W", "P", "N", "S+", "DK");

    /// SQL expression over the columns `state` and `io_wait` of `thread_state` for the names on the timeline.
    public static final String SQL = "CASE state"
            + STATES.stream()
                    .map(s -> " WHEN '" + s + "' THEN " + label(s, null))
                    .collect(Collectors.joining())
            + "\n    WHEN 'D' THEN CASE io_wait WHEN 1 THEN " + label("D", true) + " WHEN 0 THEN " + label("D", false)
            + " ELSE " + label("D", null) + " END ELSE coalesce(state, " + label(null, null) + ") END";

    private StateNames() {}

    private static String label(@Nullable String state, @Nullable Boolean ioWait) {
        return SqlLabels.literal(ThreadStateLabels.of(state, ioWait));
    }
}
