package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.cli.stream.StreamedTrace;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.project.ProjectFile;
import traceglass.app.project.ProjectProblem;
import traceglass.app.project.TraceRef;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener;
import traceglass.store.database.ReadingOptions;
import traceglass.store.database.StoreOptions;

/// Opens the trace named in the arguments of a command.
final class TraceArgument {

    private TraceArgument() {}

    /// Opens a trace.
    ///
    /// @param file a trace or a project; `-` is standard input
    static TraceOpener.Opened open(Path file, StoreOptions options) throws Failure {
        return open(file, options, TraceOpener::open);
    }

    /// Opens a trace for SQL; tables are loaded when they are first queried.
    static TraceOpener.Opened openLazily(Path file, StoreOptions options) throws Failure {
        return open(file, options, (trace, o, progress) -> TraceOpener.openLazily(trace, o, progress, storage -> {}));
    }

    /// Opens a trace for these statements; the tables that they read are loaded during the import.
    static TraceOpener.Opened openFor(String sql, Path file, StoreOptions options) throws Failure {
        return open(file, options, (trace, o, progress) -> TraceOpener.openFor(sql, trace, o, progress));
    }

    private interface Opener {
        TraceOpener.Opened open(Path trace, StoreOptions options, ImportProgress progress) throws TraceProblem;
    }

    private static TraceOpener.Opened open(Path file, StoreOptions options, Opener opener) throws Failure {
        if (file.toString().equals("-") || isStream(file)) {
            return openStream(file, options, opener);
        }
        return openFile(ProjectFile.isProject(file) ? traceOf(file) : file, options, opener);
    }

    /// Returns the trace file. Fails for a stream, whose cached database could not be found again.
    ///
    /// @param file a trace or a project
    static Path fileOf(Path file) throws Failure {
        if (file.toString().equals("-") || isStream(file)) {
            throw new Failure(CliTexts.SYMBOLS_NEED_FILE);
        }
        return ProjectFile.isProject(file) ? traceOf(file) : file;
    }

    /// Returns whether the file is a pipe or device, which can be read only once and has no size.
    private static boolean isStream(Path file) {
        return Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file);
    }

    /// Passes the trace file to a command that reads it without a store; a stream is copied to a temporary file
    /// first.
    ///
    /// @param file a trace or a project; `-` is standard input
    static void withFile(Path file, ReadingOptions reading, TraceAccess.FileAction action) throws Failure {
        if (file.toString().equals("-") || isStream(file)) {
            withCopy(file, reading, action);
        } else {
            action.run(ProjectFile.isProject(file) ? traceOf(file) : file);
        }
    }

    /// Copies a stream to a temporary file and opens that; the file is deleted once the trace is read.
    private static TraceOpener.Opened openStream(Path stream, StoreOptions options, Opener opener) throws Failure {
        TraceOpener.Opened[] opened = {null};
        // Not cached: the database would never be found again.
        withCopy(stream, options.reading(), copy -> opened[0] = openFile(copy, options.withoutCache(), opener));
        return opened[0];
    }

    private static void withCopy(Path stream, ReadingOptions reading, TraceAccess.FileAction action) throws Failure {
        boolean isStandardInput = stream.toString().equals("-");
        String name = isStandardInput ? CliTexts.STANDARD_INPUT : stream.toString();
        StreamedTrace.Source source = () -> isStandardInput ? System.in : Files.newInputStream(stream);
        try (StreamedTrace copy = StreamedTrace.copy(source, name, reading)) {
            action.run(copy.file());
        } catch (IOException e) {
            throw new Failure(CliTexts.cantReadTrace(name, CommandOutput.reason(e)), e);
        }
    }

    private static TraceOpener.Opened openFile(Path trace, StoreOptions options, Opener opener) throws Failure {
        ImportersCommand.reportUndecided(options.reading());
        try {
            TraceOpener.Opened opened = opener.open(trace, options, new ImportProgress());
            opened.warnings().forEach(CommandOutput::report);
            return opened;
        } catch (TraceProblem e) {
            throw new Failure(e.getMessage(), e);
        } catch (OutOfMemoryError e) {
            throw new Failure(OutputTexts.notEnoughMemory(trace), e);
        }
    }

    private static Path traceOf(Path project) throws Failure {
        try {
            TraceRef ref = ProjectFile.read(project).trace();
            return ref.find(project, List.of())
                    .map(TraceRef.Found::file)
                    .orElseThrow(
                            () -> new Failure(CliTexts.traceOfProjectMissing(project, ref.name(), ref.absolute())));
        } catch (ProjectProblem e) {
            throw new Failure(e.getMessage(), e);
        }
    }
}
