package traceglass.app.cli.query;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.cli.agent.AgentEnvironment;
import traceglass.app.cli.agent.AgentLimits;
import traceglass.app.cli.agent.AgentOutputTexts;
import traceglass.app.cli.agent.AgentPrinter;
import traceglass.app.cli.serve.RemoteQuery;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.StandardOutput;
import traceglass.app.io.TerminalText;
import traceglass.app.io.UsageErrors;
import traceglass.app.shell.ResultPrinter;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.output.OutputTarget;
import traceglass.sql.export.ResultFileSink;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;
import traceglass.store.database.TemporaryFiles;

/// Options for the results of `query`: their format, and the file that receives them.
public final class QueryOutput {

    /// Runs the query.
    public interface Run {
        void run(ResultSink sink) throws SqlProblem, QueryException, Failure;
    }

    private static final Map<String, ResultFileSink.Format> FILES =
            Map.of("arrow", ResultFileSink.Format.ARROW, "parquet", ResultFileSink.Format.PARQUET);
    private static final String DEFAULT = "perfetto";
    private static final String AGENT = "agent";

    private static final Map<String, ResultPrinter.Mode> MODES = Map.of(
            "csv", ResultPrinter.Mode.RFC_CSV,
            "tsv", ResultPrinter.Mode.TSV,
            "json", ResultPrinter.Mode.JSON,
            "jsonl", ResultPrinter.Mode.JSONL,
            "table", ResultPrinter.Mode.TABLE,
            "markdown", ResultPrinter.Mode.MARKDOWN);

    private final AgentLimits limits = new AgentLimits();
    private boolean agent;
    /// Name of the format; null if none was given.
    private String mode;
    private Path file;
    private boolean force;

    /// Adds these options to a command.
    public void addTo(CommandSpec spec) {
        spec.addOption(OptionSpecs.value(String.class, () -> mode, v -> mode = v, "--mode")
                .paramLabel("MODE")
                .completionCandidates(QueryTexts.MODES)
                .description(QueryTexts.MODE)
                .build());
        spec.addOption(OptionSpecs.value(Path.class, () -> file, v -> file = v, "-o", "--output")
                .paramLabel("FILE")
                .description(QueryTexts.OUTPUT)
                .build());
        spec.addOption(OptionSpecs.flag("--force", () -> force, v -> force = v)
                .description(QueryTexts.FORCE)
                .build());
        spec.addOption(OptionSpecs.flag("--agent", () -> agent, v -> agent = v)
                .description(AgentOutputTexts.AGENT)
                .build());
        limits.addTo(spec);
    }

    /// Returns whether results are printed in the default format or in the format for agents.
    boolean isPrinted() {
        return (mode == null || mode.equals(DEFAULT)) && file == null;
    }

    /// Returns whether an agent reads the output. It gets errors as JSON, and tables unless another format was
    /// named.
    boolean isForAgent() {
        return agent
                || isPrinted()
                        && mode == null
                        && AgentEnvironment.isAgent(System.getenv(), TerminalText.isOutputTerminal());
    }

    /// Reports unknown modes, and limits without output for agents.
    public void check(CommandSpec spec) {
        if (mode != null && !mode.equals(DEFAULT) && !FILES.containsKey(mode) && !MODES.containsKey(mode)) {
            throw UsageErrors.of(spec, QueryTexts.unknownMode(mode));
        }
        limits.check(spec, isForAgent());
    }

    /// Runs a query and writes its results. After an error, the file does not exist; standard output has the
    /// complete rows written so far.
    ///
    /// @param trace file that is read during the query, and must not be replaced
    public void write(Path trace, Run query) throws Failure, SqlProblem, QueryException {
        if (file == null || file.toString().equals("-")) {
            print(query);
            return;
        }
        try (OutputTarget target = OutputTarget.of(file, force, List.of(trace))) {
            if (FILES.containsKey(modeOrDefault())) {
                writeFile(target.temporaryFile(), query);
            } else {
                run(target.stream(), null, query);
            }
            target.commit();
        } catch (ConvertProblem e) {
            throw new Failure(e.getMessage(), e);
        }
    }

    private void print(Run query) throws Failure, SqlProblem, QueryException {
        UnaryOperator<String> cleaner = TerminalText.outputCleaner();
        if (!FILES.containsKey(modeOrDefault())) {
            run(StandardOutput.checked(), cleaner, query);
            return;
        }
        if (cleaner != null) {
            throw new Failure(QueryTexts.notForTerminal(modeOrDefault()));
        }
        try {
            Path copy = TemporaryFiles.file("result", "." + modeOrDefault());
            try {
                writeFile(copy, query);
                OutputStream out = StandardOutput.checked();
                Files.copy(copy, out);
                out.flush();
            } finally {
                Files.deleteIfExists(copy);
            }
        } catch (IOException e) {
            if (!StandardOutput.isBroken()) {
                throw new Failure(OutputTexts.cantWrite(QueryTexts.TEMPORARY_FILE, CommandOutput.reason(e)), e);
            }
        }
    }

    private void writeFile(Path to, Run query) throws Failure, SqlProblem, QueryException {
        ResultFileSink sink = new ResultFileSink(to, FILES.get(modeOrDefault()));
        query.run(sink);
        if (sink.rows() < 0) {
            throw new Failure(QueryTexts.NO_RESULT);
        }
    }

    /// Returns the format of the results.
    private String modeOrDefault() {
        return mode != null ? mode : isForAgent() ? AGENT : DEFAULT;
    }

    private void run(OutputStream out, UnaryOperator<String> cleaner, Run query)
            throws SqlProblem, QueryException, Failure {
        String mode = modeOrDefault();
        if (mode.equals(AGENT)) {
            query.run(new AgentPrinter(out, limits));
        } else if (mode.equals(DEFAULT)) {
            CsvPrinter printer = new CsvPrinter(out, cleaner);
            try {
                query.run(printer);
            } finally {
                abandon(printer);
            }
        } else {
            ResultPrinter printer = new ResultPrinter(out, StandardCharsets.UTF_8, MODES.get(mode), cleaner);
            try {
                query.run(printer);
            } finally {
                printer.discard();
            }
        }
    }

    /// Returns a printer for the result of a server.
    RemoteQuery.Table remoteTable() {
        OutputStream out = StandardOutput.checked();
        return isForAgent() && mode == null
                ? RemoteQuery.Table.of(new AgentPrinter(out, limits))
                : RemoteQuery.Table.of(new CsvPrinter(out, TerminalText.outputCleaner()));
    }

    /// Ends the output before the trace is closed, which takes a while if its cache file is still being written.
    private static void abandon(CsvPrinter printer) {
        try {
            printer.abandon();
        } catch (IOException e) {
            // The program reports it on exit, unless the reader just closed the pipe.
        }
    }
}
