package traceglass.app.cli.convert;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.launch.TimeRange;
import traceglass.convert.cut.TraceCut;
import traceglass.ingest.ImportProgress;

/// `cut TRACE --time A..B -o OUT`: writes a time range of a Perfetto trace as a trace.
@Command(name = "cut", description = ConvertTexts.CUT, mixinStandardHelpOptions = true)
public final class CutCommand implements Callable<Integer> {

    @ParentCommand
    TraceAccess traces;

    @Mixin
    OutputFlags output;

    @Option(
            names = "--time",
            paramLabel = "START..END",
            required = true,
            converter = TimeRange.Converter.class,
            description = TimeRange.HELP)
    TimeRange time;

    @Parameters(paramLabel = "TRACE", description = ConvertTexts.CUT_TRACE)
    Path trace;

    @Override
    public Integer call() throws Failure {
        TraceCut.Range range = new TraceCut.Range(time.start(), time.end(), time.absolute());
        traces.withFile(
                trace,
                file -> output.write(List.of(file), out -> {
                    String loss = TraceCut.run(file, range, out, new ImportProgress());
                    if (!loss.isEmpty()) {
                        CommandOutput.report(loss);
                    }
                }));
        return 0;
    }
}
