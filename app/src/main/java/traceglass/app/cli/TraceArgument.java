package traceglass.app.cli;

import java.nio.file.Path;
import java.util.List;
import traceglass.app.project.ProjectFile;
import traceglass.app.project.ProjectProblem;
import traceglass.app.project.TraceRef;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceOpener;
import traceglass.ingest.TraceProblem;
import traceglass.model.store.StoreOptions;

/// Opens the trace that a command was given.
final class TraceArgument {

    private TraceArgument() {}

    /// @param file a trace, or a project, which stands for its trace
    static TraceOpener.Opened open(Path file, StoreOptions options) throws Failure {
        Path trace = ProjectFile.isProject(file) ? traceOf(file) : file;
        try {
            TraceOpener.Opened opened = TraceOpener.open(trace, options, new ImportProgress());
            opened.warnings().forEach(w -> System.err.println("traceglass: " + Out.oneLine(w)));
            return opened;
        } catch (TraceProblem e) {
            throw new Failure(e.getMessage(), e);
        } catch (OutOfMemoryError e) {
            throw new Failure(trace + " needs more memory than this program may use", e);
        }
    }

    private static Path traceOf(Path project) throws Failure {
        try {
            TraceRef ref = ProjectFile.read(project).trace();
            return ref.find(project, List.of()).map(TraceRef.Found::file)
                    .orElseThrow(() -> new Failure("the trace of " + project + ", " + ref.name() + ", is neither beside it nor at " + ref.absolute()));
        } catch (ProjectProblem e) {
            throw new Failure(e.getMessage(), e);
        }
    }
}
