package traceglass.app.cli.summary;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.io.BoundedFile;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.StandardOutput;
import traceglass.app.io.TerminalText;
import traceglass.app.io.UsageErrors;
import traceglass.engine.EngineException;
import traceglass.engine.EngineOptions;
import traceglass.engine.QuerySession;
import traceglass.engine.TraceProcessor;
import traceglass.engine.summary.Summaries;
import traceglass.engine.summary.SummaryJson;
import traceglass.engine.summary.SummaryRequest;
import traceglass.engine.summary.SummaryText;
import traceglass.protos.processor.TraceSummary;
import traceglass.protos.processor.TraceSummarySpec;
import traceglass.store.database.StoreOptions;

/// `summarize TRACE --spec FILE… --metrics-v2 all|IDS`: computes metrics of a trace.
@Command(name = "summarize", description = SummaryTexts.SUMMARIZE, mixinStandardHelpOptions = true)
public final class SummarizeCommand implements Callable<Integer> {

    /// Output formats, as they are typed.
    private static final List<String> FORMATS = List.of("text", "binary", "json");

    @ParentCommand
    TraceAccess traces;

    @Spec
    CommandSpec spec;

    @Parameters(index = "0", paramLabel = "TRACE", description = SummaryTexts.TRACE)
    Path trace;

    @Parameters(index = "1..*", arity = "0..*", paramLabel = "SPEC", hidden = true)
    List<Path> moreSpecs = List.of();

    @Option(names = "--spec", paramLabel = "FILE", description = SummaryTexts.SPEC)
    List<Path> specs = List.of();

    @Option(names = "--metrics-v2", paramLabel = "all|IDS", description = SummaryTexts.METRICS)
    String metrics = "";

    @Option(
            names = {"--metadata-query", "--metadata-query-id"},
            paramLabel = "ID",
            description = SummaryTexts.METADATA)
    String metadata;

    @Option(names = "--format", paramLabel = "text|binary|json", description = SummaryTexts.FORMAT)
    String format = "text";

    @Option(names = "--show-sql", paramLabel = "ID", description = SummaryTexts.SHOW_SQL)
    String shownQuery;

    @Override
    public Integer call() throws Failure {
        List<Path> files = new ArrayList<>(specs);
        files.addAll(moreSpecs);
        if (files.isEmpty()) {
            throw UsageErrors.of(spec, SummaryTexts.NO_SPEC);
        }
        if (!FORMATS.contains(format)) {
            throw UsageErrors.of(spec, SummaryTexts.unknownFormat(format));
        }
        try {
            List<TraceSummarySpec> read = new ArrayList<>();
            for (Path file : files) {
                read.add(read(file));
            }
            if (shownQuery != null) {
                CommandOutput.print(Summaries.sqlOf(read, shownQuery));
                return 0;
            }
            traces.withFile(trace, file -> summarize(file, read));
            return 0;
        } catch (EngineException e) {
            throw Failure.ofLines(String.valueOf(e.getMessage()), e);
        }
    }

    private static TraceSummarySpec read(Path file) throws Failure {
        try {
            return Summaries.read(file.toString(), BoundedFile.read(file));
        } catch (IOException e) {
            throw new Failure(SummaryTexts.cantRead(file, CommandOutput.reason(e)), e);
        }
    }

    private void summarize(Path file, List<TraceSummarySpec> read) {
        List<String> metricIds =
                metrics.equalsIgnoreCase("all") ? null : metrics.isEmpty() ? List.of() : List.of(metrics.split(","));
        try (TraceProcessor processor = TraceProcessor.open(file, options());
                QuerySession session = processor.newSession()) {
            write(Summaries.compute(session, new SummaryRequest(read, metricIds, metadata)));
        }
    }

    private EngineOptions options() {
        StoreOptions store = traces.options();
        EngineOptions options =
                store.cacheDir() == null ? EngineOptions.temporary() : EngineOptions.cachedIn(store.cacheDir());
        return options.withMemoryLimit(store.memoryLimit());
    }

    private void write(TraceSummary summary) {
        try {
            OutputStream out = StandardOutput.checked();
            out.write(
                    switch (format) {
                        case "text" -> safe(SummaryText.of(summary));
                        case "binary" -> summary.toByteArray();
                        default -> safe(SummaryJson.of(summary));
                    });
            out.flush();
        } catch (IOException e) {
            // The program reports it on exit.
        }
    }

    /// Removes characters that control a terminal; names in a summary come from the trace.
    private static byte[] safe(String text) {
        UnaryOperator<String> cleaner = TerminalText.outputCleaner();
        return (cleaner == null ? text : cleaner.apply(text)).getBytes(StandardCharsets.UTF_8);
    }
}
