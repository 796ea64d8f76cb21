package traceglass.app.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import traceglass.app.io.Failure;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TrackFlags;

/// Options for the content of the window.
final class OpenFlags {

    @Parameters(index = "0", arity = "0..1", paramLabel = "TRACE", description = "The trace file to open.")
    Path trace;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "SECOND",
            description = "A second trace to compare with the first.")
    Path second;

    @Option(names = "--beside", paramLabel = "TRACE", description = "Same as SECOND.")
    Path beside;

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
            description = "Select an event, such as slice:4802.")
    EventRef select;

    @Option(names = "--sql", paramLabel = "FILE", description = "Open the SQL page with the text of this file.")
    String sql;

    int run(StoreFlags store) throws Failure {
        String text = sql == null ? null : QueryRun.read(sql);
        Path other = beside == null ? second : beside;
        check(trace);
        check(other);
        return WindowLauncher.window(new LaunchRequest(trace, other, time, select, text, tracks, store.options()));
    }

    /// Reports a wrong path before a window is opened.
    private static void check(Path file) throws Failure {
        if (file != null && !Files.isReadable(file)) {
            throw new Failure(
                    Files.exists(file) ? "can't read " + file + ": permission denied" : file + " does not exist");
        }
    }
}
