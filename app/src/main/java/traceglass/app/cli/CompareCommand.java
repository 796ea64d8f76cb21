package traceglass.app.cli;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import traceglass.analysis.compare.CompareMeasure;
import traceglass.analysis.compare.CompareText;
import traceglass.analysis.subject.Subjects;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.StandardOutput;
import traceglass.app.io.TerminalText;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.store.TraceStore;

/// `compare A B`: prints the differences between two traces by name, largest first.
@Command(name = "compare", description = CompareCommandTexts.COMPARE, mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {

    enum Subject {
        slices,
        states,
        counters,
        frames,
        startups
    }

    enum By {
        count,
        total,
        median,
        p99
    }

    @ParentCommand
    Root root;

    @Parameters(index = "0", paramLabel = "A", description = CompareCommandTexts.COMPARE_FIRST)
    Path first;

    @Parameters(index = "1", paramLabel = "B", description = CompareCommandTexts.COMPARE_SECOND)
    Path second;

    @Option(
            names = "--what",
            paramLabel = "WHAT",
            defaultValue = "slices",
            description = CompareCommandTexts.COMPARE_SUBJECT)
    Subject subject;

    @Option(names = "--by", paramLabel = "MEASURE", description = CompareCommandTexts.COMPARE_BY)
    By by;

    @Option(names = "--numbers-as-one", description = CompareCommandTexts.IGNORE_DIGITS)
    boolean ignoresNumbers;

    @Option(names = "--limit", paramLabel = "N", defaultValue = "50", description = CompareCommandTexts.COMPARE_LIMIT)
    int limit;

    @Option(names = "--csv", description = CompareCommandTexts.COMPARE_CSV)
    boolean csv;

    @Override
    public Integer call() throws Failure {
        CompareText.CompareOptions options = new CompareText.CompareOptions(
                Subjects.comparison(subject.name())
                        .orElseThrow(() -> new Failure(CompareCommandTexts.cantCompareBy(subject.name()))),
                by == null ? null : CompareMeasure.valueOf(by.name().toUpperCase(Locale.ROOT)),
                ignoresNumbers);
        Writer out = TerminalText.cleaningWriter(
                new OutputStreamWriter(StandardOutput.checked(), StandardCharsets.UTF_8), TerminalText.outputCleaner());
        try (TraceStore a = TraceArgument.open(first, root.store.options(first)).store();
                TraceStore b = TraceArgument.open(
                                second, root.store.options(second).withHalfTheMemory())
                        .store()) {
            CompareText text = CompareText.of(a, b, options);
            if (csv) {
                text.writeCsv(out);
            } else {
                text.writeTable(limit, out);
            }
            return 0;
        } catch (SqlProblem | QueryException e) {
            throw new Failure(CompareCommandTexts.cantCompare(e.getMessage()), e);
        } catch (IOException e) {
            if (StandardOutput.isBroken()) {
                // The program reports it on exit, unless the reader just closed the pipe.
                return 0;
            }
            throw new Failure(CompareCommandTexts.cantWriteComparison(CommandOutput.reason(e)), e);
        } finally {
            try {
                out.flush();
            } catch (IOException e) {
                // Standard output is closed.
            }
        }
    }
}
