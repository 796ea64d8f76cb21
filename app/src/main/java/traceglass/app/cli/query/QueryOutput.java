package traceglass.app.cli.query;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.StandardOutput;
import traceglass.app.io.TerminalText;
import traceglass.app.io.UsageErrors;
import traceglass.app.shell.ResultPrinter;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.output.OutputTarget;
import traceglass.sql.export.ArrowTableWriter;
import traceglass.sql.result.CsvPrinter;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultSink;
import traceglass.sql.result.SqlProblem;

/// Options for the results of `query`: their form, and the file that receives them.
public final class QueryOutput {

    /// Runs the query.
    public interface Run {
        void into(ResultSink sink) throws SqlProblem, QueryException, Failure;
    }

    private static final String ARROW = "arrow";
    private static final String DEFAULT = "perfetto";

    private static final Map<String, ResultPrinter.Mode> MODES = Map.of(
            "csv", ResultPrinter.Mode.RFC_CSV,
            "tsv", ResultPrinter.Mode.TSV,
            "json", ResultPrinter.Mode.JSON,
            "jsonl", ResultPrinter.Mode.JSONL,
            "table", ResultPrinter.Mode.TABLE,
            "markdown", ResultPrinter.Mode.MARKDOWN);

    private String mode = DEFAULT;
    private Path file;
    private boolean force;

    /// Adds these options to a command.
    public void addTo(CommandSpec spec) {
        spec.addOption(OptionSpecs.value(String.class, () -> mode, v -> mode = v == null ? DEFAULT : v, "--mode")
                .paramLabel("MODE")
                .description(QueryTexts.MODE)
                .build());
        spec.addOption(OptionSpecs.value(Path.class, () -> file, v -> file = v, "-o", "--output")
                .paramLabel("FILE")
                .description(QueryTexts.OUTPUT)
                .build());
        spec.addOption(OptionSpecs.flag("--force", () -> force, v -> force = v)
                .description(QueryTexts.FORCE)
                .build());
    }

    /// Returns whether results are printed in the default form.
    public boolean isDefault() {
        return mode.equals(DEFAULT) && file == null;
    }

    /// Reports a mode that does not exist.
    public void check(CommandSpec spec) {
        if (!mode.equals(DEFAULT) && !mode.equals(ARROW) && !MODES.containsKey(mode)) {
            throw UsageErrors.of(spec, QueryTexts.unknownMode(mode));
        }
    }

    /// Runs a query and writes its results. After an error there is no file; of standard output, complete rows of a
    /// long result remain.
    ///
    /// @param trace a file that is read meanwhile
    public void write(Path trace, Run query) throws Failure, SqlProblem, QueryException {
        if (file == null || file.toString().equals("-")) {
            UnaryOperator<String> cleaner = TerminalText.outputCleaner();
            if (mode.equals(ARROW) && cleaner != null) {
                throw new Failure(QueryTexts.ARROW_TO_TERMINAL);
            }
            run(StandardOutput.checked(), cleaner, query);
            return;
        }
        try (OutputTarget target = OutputTarget.of(file, force, List.of(trace))) {
            run(target.stream(), null, query);
            target.commit();
        } catch (ConvertProblem e) {
            throw new Failure(e.getMessage(), e);
        }
    }

    private void run(OutputStream out, UnaryOperator<String> cleaner, Run query)
            throws SqlProblem, QueryException, Failure {
        if (mode.equals(ARROW)) {
            query.into(cursor -> ArrowTableWriter.write(cursor, out));
        } else if (mode.equals(DEFAULT)) {
            CsvPrinter printer = new CsvPrinter(out, cleaner);
            try {
                query.into(printer);
            } finally {
                abandon(printer);
            }
        } else {
            ResultPrinter printer = new ResultPrinter(out, StandardCharsets.UTF_8, MODES.get(mode), cleaner);
            try {
                query.into(printer);
            } finally {
                printer.discard();
            }
        }
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
