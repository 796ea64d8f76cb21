package traceglass.app.cli;

import java.nio.file.Path;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceOpener;
import traceglass.ingest.TraceProblem;
import traceglass.model.store.StoreOptions;

/// Opens the trace that a command was given.
final class TraceArgument {

    private TraceArgument() {}

    static TraceOpener.Opened open(Path trace, StoreOptions options) throws Failure {
        try {
            TraceOpener.Opened opened = TraceOpener.open(trace, options, new ImportProgress());
            opened.warnings().forEach(w -> System.err.println("traceglass: " + Out.oneLine(w)));
            return opened;
        } catch (TraceProblem e) {
            throw new Failure(e.getMessage(), e);
        }
    }
}
