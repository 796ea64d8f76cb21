package traceglass.app.cli.convert;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.UsageErrors;
import traceglass.convert.Conversions;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportProgress;
import traceglass.store.TraceStore;

/// `convert FORMAT TRACE -o OUT`: writes a trace in another format.
@Command(name = "convert", description = ConvertTexts.CONVERT, mixinStandardHelpOptions = true)
public final class ConvertCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @Mixin
    OutputFlags output;

    @ParentCommand
    TraceAccess traces;

    enum Truncate {
        start,
        end
    }

    @Option(
            names = {"-t", "--truncate"},
            paramLabel = "END",
            description = ConvertTexts.TRUNCATE)
    Truncate truncate;

    @Option(names = "--full-sort", description = ConvertTexts.FULL_SORT)
    boolean fullSort;

    @Option(names = "--alloc", description = ConvertTexts.ALLOC)
    boolean alloc;

    @Option(names = "--perf", description = ConvertTexts.PERF)
    boolean perf;

    @Option(names = "--java-heap", description = ConvertTexts.JAVA_HEAP)
    boolean javaHeap;

    @Option(names = "--pid", paramLabel = "PID", description = ConvertTexts.PID)
    Long pid;

    @Option(names = "--timestamps", paramLabel = "NS", split = ",", description = ConvertTexts.TIMESTAMPS)
    List<Long> timestamps = new ArrayList<>();

    @Parameters(
            index = "0",
            paramLabel = "FORMAT",
            completionCandidates = DescribedFormats.class,
            description = {ConvertTexts.CONVERT_FORMAT, "${COMPLETION-CANDIDATES}"})
    String format;

    @Parameters(index = "1", paramLabel = "TRACE", description = ConvertTexts.CONVERT_TRACE)
    Path trace;

    /// Names of the formats with descriptions, for the help.
    static final class DescribedFormats implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Conversions.all().stream()
                    .map(c -> c.id() + " (" + c.description() + ")")
                    .iterator();
        }
    }

    @Override
    public Integer call() throws Failure {
        Conversion conversion = Conversions.byId(format)
                .orElseThrow(() -> UsageErrors.of(
                        spec,
                        ConvertTexts.unknownFormat(
                                format,
                                Conversions.all().stream().map(Conversion::id).collect(Collectors.joining(", ")))));
        traces.withFile(trace, file -> {
            try (OpenedRows rows = new OpenedRows(file)) {
                Conversion.Request request = new Conversion.Request(file, rows::open, options());
                if (conversion.isFolder()) {
                    output.writeFolder(
                            request.inputs(),
                            folder -> conversion.convert(request, folder, new ImportProgress(), CommandOutput::report));
                } else {
                    output.write(
                            request.inputs(),
                            out -> conversion.convert(request, out, new ImportProgress(), CommandOutput::report));
                }
            }
        });
        return 0;
    }

    private Conversion.Options options() {
        String profile = alloc ? "alloc" : perf ? "perf" : javaHeap ? "java-heap" : null;
        return new Conversion.Options(truncate == null ? null : truncate.name(), profile, pid, timestamps);
    }

    /// The trace, imported when it is first needed.
    private final class OpenedRows implements AutoCloseable {

        private final Path file;
        private TraceStore store;

        OpenedRows(Path file) {
            this.file = file;
        }

        TraceRows open() throws ConvertProblem {
            try {
                store = traces.openToWrite(file, false);
                ImportLosses.report(file, store);
                return TraceRows.ofConversion(store);
            } catch (Failure e) {
                throw new ConvertProblem(e.getMessage(), e);
            }
        }

        @Override
        public void close() {
            if (store != null) {
                store.close();
            }
        }
    }
}
