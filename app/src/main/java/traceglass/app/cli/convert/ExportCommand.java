package traceglass.app.cli.convert;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.StandardOutput;
import traceglass.app.io.UsageErrors;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.output.OutputTarget;
import traceglass.sql.export.ExportedTable;
import traceglass.sql.export.TableFormat;
import traceglass.sql.export.TableFormats;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreDatabase;
import traceglass.store.database.TemporaryFiles;

/// `export FORMAT TRACE -o OUT`: writes the tables of a trace to a database or to files.
@Command(name = "export", description = ConvertTexts.EXPORT, mixinStandardHelpOptions = true)
public final class ExportCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @ParentCommand
    TraceAccess traces;

    @Mixin
    OutputFlags output;

    @Option(names = "--tables", paramLabel = "NAMES", split = ",", description = ConvertTexts.EXPORT_TABLES)
    List<String> tables = new ArrayList<>();

    /// Names of the formats, for completion.
    static final class FormatNames implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return TableFormats.all().stream().map(TableFormat::id).iterator();
        }
    }

    @Parameters(
            index = "0",
            paramLabel = "FORMAT",
            completionCandidates = FormatNames.class,
            description = ConvertTexts.EXPORT_FORMAT)
    String format;

    @Parameters(index = "1", paramLabel = "TRACE", description = ConvertTexts.TRACE)
    Path trace;

    @Override
    public Integer call() throws Failure {
        TableFormat chosen = TableFormats.byId(format)
                .orElseThrow(() -> UsageErrors.of(
                        spec,
                        ConvertTexts.unknownFormat(
                                format,
                                TableFormats.all().stream().map(TableFormat::id).collect(Collectors.joining(", ")))));
        boolean isStandardOutput = output.output.toString().equals("-");
        if (isStandardOutput && chosen.isFolder() && tables.size() != 1) {
            throw UsageErrors.of(spec, ConvertTexts.FOLDER_TO_STANDARD_OUTPUT);
        }
        traces.withFile(trace, file -> {
            try {
                if (isStandardOutput) {
                    print(chosen, file);
                } else {
                    write(chosen, file);
                }
            } catch (ConvertProblem e) {
                throw new Failure(e.getMessage(), e);
            } catch (IOException e) {
                throw new Failure(ConvertTexts.cantWrite(output.output, CommandOutput.reason(e)), e);
            } catch (SqlProblem e) {
                throw new Failure(e.describe(), e);
            } catch (QueryException e) {
                throw new Failure(e.getMessage(), e);
            }
        });
        return 0;
    }

    private void write(TableFormat format, Path file)
            throws Failure, ConvertProblem, IOException, SqlProblem, QueryException {
        try (OutputTarget target = OutputTarget.of(output.output, output.force, List.of(file))) {
            boolean isOneFile = format.isFolder() && tables.size() == 1;
            if (isOneFile) {
                Path folder = TemporaryFiles.deleteAtExit(TemporaryFiles.folder("export"));
                try {
                    export(format, file, folder);
                    copy(folder, target.stream());
                } finally {
                    StoreDatabase.deleteTree(folder);
                }
            } else {
                export(format, file, format.isFolder() ? target.temporaryFolder() : target.temporaryFile());
            }
            target.commit();
        }
    }

    private void print(TableFormat format, Path file)
            throws Failure, IOException, ConvertProblem, SqlProblem, QueryException {
        Path folder = TemporaryFiles.deleteAtExit(TemporaryFiles.folder("export"));
        try {
            export(format, file, format.isFolder() ? folder : folder.resolve("export"));
            OutputStream out = StandardOutput.checked();
            copy(folder, out);
            out.flush();
        } finally {
            StoreDatabase.deleteTree(folder);
        }
    }

    private void export(TableFormat format, Path file, Path to)
            throws Failure, IOException, ConvertProblem, SqlProblem, QueryException {
        try (TraceStore store = traces.openToWrite(file, tables.isEmpty());
                SqlSession session = SqlSession.on(store, SqlPolicy.WITH_FILES, new ModuleLibrary())) {
            ImportLosses.report(file, store);
            List<ExportedTable> chosenTables =
                    tables.isEmpty() ? format.tables(session) : ExportedTable.select(format.tables(session), tables);
            format.write(session, chosenTables, to);
        }
    }

    /// Writes the only file of a folder.
    private static void copy(Path folder, OutputStream out) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            Files.copy(files.findFirst().orElseThrow(), out);
        }
    }
}
