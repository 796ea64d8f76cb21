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

    private static final long EVERY_MS = 10_000;

    /// Number of traces with the same error that are named.
    private static final int NAMED = 5;

    private final boolean groups;
    private final Map<String, Integer> counts = new HashMap<>();
    private long nextMs = FIRST_MS;
    private int failures;

    /// @param groups whether to name only the first traces with the same error, as a mistake in a query causes it in
    ///     all traces
    ConsoleProgress(boolean groups) {
        this.groups = groups;
    }

    /// Returns the number of failures so far.
    int failures() {
        return failures;
    }

    @Override
    public boolean update(Step step) {
        if (step.elapsedMs() >= nextMs && step.done() < step.total()) {
            nextMs = step.elapsedMs() + EVERY_MS;
            CommandOutput.report(FleetTexts.progress(step));
        }
        return true;
    }

    @Override
    public void failed(FleetFailure failure) {
        failures++;
        int count = groups ? counts.merge(failure.reason(), 1, Integer::sum) : 1;
        if (count <= NAMED) {
            CommandOutput.report(FleetTexts.failed(failure));
        } else if (count == NAMED + 1) {
            CommandOutput.report(FleetTexts.sameError(failure.reason()));
        }
    }
}
