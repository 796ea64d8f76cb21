package traceglass.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TrackFlags;

/// Options for the content of the window.
final class OpenFlags {

    @Parameters(index = "0", arity = "0..1", paramLabel = "TRACE", description = CliTexts.OPEN_TRACE)
    Path trace;

    @Parameters(index = "1", arity = "0..1", paramLabel = "SECOND", description = CliTexts.SECOND_TRACE)
    Path second;

    @Option(names = "--beside", paramLabel = "TRACE", description = CliTexts.SAME_AS_SECOND)
    Path secondOption;

    @Option(
            names = "--time",
            paramLabel = "START..END",
            converter = TimeRange.Converter.class,
            description = TimeRange.HELP)
    TimeRange time;

    @Mixin
    TrackFlags tracks = TrackFlags.none();

    @Option(
            names = "--select",
            paramLabel = "TABLE:ID",
            converter = EventRef.Converter.class,
            description = CliTexts.SELECT_EVENT)
    EventRef select;

    @Option(names = "--sql", paramLabel = "FILE", description = CliTexts.OPEN_SQL)
    String sql;

    int run(StoreFlags store) throws Failure {
        String text = sql == null ? null : QueryRun.read(sql);
        Path other = secondOption == null ? second : secondOption;
        check(trace);
        check(other);
        return WindowLauncher.window(new LaunchRequest(trace, other, time, select, text, tracks, store.options(trace)));
    }

    /// Reports a wrong path before a window is opened.
    private static void check(Path file) throws Failure {
        if (file != null && !Files.isReadable(file)) {
            throw new Failure(
                    Files.exists(file)
                            ? OutputTexts.cantRead(file, OutputTexts.PERMISSION_DENIED)
                            : CliTexts.doesNotExist(file));
        }
    }
}
