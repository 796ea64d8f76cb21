package traceglass.app.cli.convert;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.UsageErrors;
import traceglass.app.launch.TimeRange;
import traceglass.convert.cut.TraceCut;
import traceglass.convert.cut.select.Content;
import traceglass.convert.cut.select.CutSelection;
import traceglass.ingest.ImportProgress;

/// `cut TRACE --time A..B -o OUT`: writes a time range of a trace, or some of its content, as a new trace.
@Command(name = "cut", description = ConvertTexts.CUT, mixinStandardHelpOptions = true)
public final class CutCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @ParentCommand
    TraceAccess traces;

    @Mixin
    OutputFlags output;

    @Option(
            names = "--time",
            paramLabel = "START..END",
            converter = TimeRange.Converter.class,
            description = TimeRange.HELP)
    TimeRange time;

    @Option(names = "--process", paramLabel = "NAME|PID", description = ConvertTexts.CUT_PROCESS)
    List<String> processes = new ArrayList<>();

    @Option(names = "--sequence", paramLabel = "ID", split = ",", description = ConvertTexts.CUT_SEQUENCE)
    List<Long> sequences = new ArrayList<>();

    @Option(
            names = "--keep",
            paramLabel = "CONTENT",
            split = ",",
            converter = ContentConverter.class,
            completionCandidates = ContentNames.class,
            description = {ConvertTexts.CUT_KEEP, "${COMPLETION-CANDIDATES}"})
    List<Content> contents = new ArrayList<>();

    @Parameters(paramLabel = "TRACE", description = ConvertTexts.CUT_TRACE)
    Path trace;

    /// Names of the kinds of content, for the help and completion.
    static final class ContentNames implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Content.values()).map(Content::id).iterator();
        }
    }

    /// Converts the name of a kind of content.
    static final class ContentConverter implements ITypeConverter<Content> {

        @Override
        public Content convert(String name) {
            return Content.byId(name)
                    .orElseThrow(() -> new TypeConversionException(
                            ConvertTexts.unknownContent(name, String.join(", ", new ContentNames()))));
        }
    }

    @Override
    public Integer call() throws Failure {
        CutSelection selection = new CutSelection(processes, Set.copyOf(sequences), Set.copyOf(contents));
        if (time == null && selection.isAll()) {
            throw UsageErrors.of(spec, ConvertTexts.CUT_NOTHING_CHOSEN);
        }
        TraceCut.Range range =
                time == null ? TraceCut.Range.ALL : new TraceCut.Range(time.start(), time.end(), time.isAbsolute());
        traces.withFile(
                trace,
                file -> output.write(List.of(file), out -> {
                    String loss = TraceCut.run(file, range, selection, out, new ImportProgress());
                    if (!loss.isEmpty()) {
                        CommandOutput.report(loss);
                    }
                }));
        return 0;
    }
}
