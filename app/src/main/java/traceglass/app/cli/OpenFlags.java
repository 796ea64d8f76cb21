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

/// What to show when the window opens.
final class OpenFlags {

    @Parameters(index = "0", arity = "0..1", paramLabel = "TRACE", description = "The trace file to open.")
    Path trace;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "BESIDE",
            description = "A second trace to open beside it, to compare the two.")
    Path second;

    @Option(names = "--beside", paramLabel = "TRACE", description = "The same as a second trace file.")
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
            description = "Select an event, e.g. slice:4802.")
    EventRef select;

    @Option(names = "--sql", paramLabel = "FILE", description = "Open the SQL page with this file's text.")
    String sql;

    int run(StoreFlags store) throws Failure {
        String text = sql == null ? null : QueryRun.read(sql);
        Path other = beside == null ? second : beside;
        check(trace);
        check(other);
        return Launch.window(new LaunchRequest(trace, other, time, select, text, tracks, store.options()));
    }

    /// What is wrong with a path is said where it was typed.
    private static void check(Path file) throws Failure {
        if (file != null && !Files.isReadable(file)) {
            throw new Failure(file + (Files.exists(file) ? " cannot be read: permission denied" : " does not exist"));
        }
    }
}
