package traceglass.app.cli.fleet;

import java.util.HashMap;
import java.util.Map;
import traceglass.app.io.CommandOutput;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.FleetProgress;

/// Writes the progress of an operation to standard error: a line every 10 seconds, and a line per failed trace.
final class ConsoleProgress implements FleetProgress {

    /// Time after which progress is first printed; short operations print none.
    private static final long FIRST_MS = 5000;

    private static final long INTERVAL_MS = 10_000;

    /// Maximum number of traces with the same error that are named.
    private static final int MAX_NAMED = 5;

    private final boolean groupsErrors;
    private final Map<String, Integer> counts = new HashMap<>();
    private long nextMs = FIRST_MS;
    private int failures;

    /// @param groupsErrors whether to name only the first traces with the same error: an invalid query fails in all
    /// traces
    ConsoleProgress(boolean groupsErrors) {
        this.groupsErrors = groupsErrors;
    }

    /// Returns the number of failures so far.
    int failures() {
        return failures;
    }

    @Override
    public boolean update(Step step) {
        if (step.elapsedMs() >= nextMs && step.done() < step.total()) {
            nextMs = step.elapsedMs() + INTERVAL_MS;
            CommandOutput.report(FleetTexts.progress(step));
        }
        return true;
    }

    @Override
    public void failed(FleetFailure failure) {
        failures++;
        int count = groupsErrors ? counts.merge(failure.reason(), 1, Integer::sum) : 1;
        if (count <= MAX_NAMED) {
            CommandOutput.report(FleetTexts.failed(failure));
        } else if (count == MAX_NAMED + 1) {
            CommandOutput.report(FleetTexts.sameError(failure.reason()));
        }
    }
}
