package traceglass.app.cli.fleet;

import traceglass.app.io.CommandOutput;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.FleetProgress;

/// Writes the progress of an operation to standard error: a line every 10 seconds, and a line per failed trace.
final class ConsoleProgress implements FleetProgress {

    /// Time after which progress is first printed; short operations print none.
    private static final long FIRST_MS = 5000;

    private static final long EVERY_MS = 10_000;

    private long nextMs = FIRST_MS;

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
        CommandOutput.report(FleetTexts.failed(failure));
    }
}
