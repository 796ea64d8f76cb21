package traceglass.app.cli;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import traceglass.app.Launch;
import traceglass.app.SampleTrace;

/// The program itself: without a command it opens the window.
@Command(name = "traceglass", mixinStandardHelpOptions = true, versionProvider = Root.Version.class, synopsisSubcommandLabel = "[COMMAND]",
        header = "Opens trace files, shows them as a timeline and answers questions in SQL.",
        footer = {"", "Without a command it opens the window.", "Exit codes: 0; 1 for a trace or SQL error; 2 for wrong usage."},
        subcommands = {Root.Open.class, QueryCommand.class, ShellCommand.class, InfoCommand.class, CompareCommand.class, ScreenshotCommand.class, Root.Sample.class,
                RecordCommand.class, DevicesCommand.class, ConfigCommand.class, CacheCommand.class, BenchCommand.class})
public final class Root implements Callable<Integer> {

    @Mixin
    OpenFlags open;

    @Mixin
    StoreFlags store;

    @Override
    public Integer call() throws Failure {
        return open.run(store);
    }

    /// What to show when the window opens.
    static final class OpenFlags {

        @Parameters(index = "0", arity = "0..1", paramLabel = "TRACE", description = "The trace file to open.")
        Path trace;

        @Parameters(index = "1", arity = "0..1", paramLabel = "BESIDE", description = "A second trace to open beside it, to compare the two.")
        Path second;

        @Option(names = "--beside", paramLabel = "TRACE", description = "The same as a second trace file.")
        Path beside;

        @Option(names = "--time", paramLabel = "START..END", converter = TimeRange.Converter.class, description = TimeRange.HELP)
        TimeRange time;

        @Mixin
        TrackFlags tracks;

        @Option(names = "--select", paramLabel = "TABLE:ID", converter = EventRef.Converter.class,
                description = "Select an event, e.g. slice:4802.")
        EventRef select;

        @Option(names = "--sql", paramLabel = "FILE", description = "Open the SQL page with this file's text.")
        String sql;

        int run(StoreFlags store) throws Failure {
            String text = sql == null ? null : QueryCommand.read(sql);
            Path other = beside == null ? second : beside;
            check(trace);
            check(other);
            return Launch.window(new Launch.Request(trace, other, time, select, text, tracks, store.options()));
        }
    }

    /// What is wrong with a path is said where it was typed.
    static void check(Path file) throws Failure {
        if (file != null && !java.nio.file.Files.isReadable(file)) {
            throw new Failure(file + (java.nio.file.Files.exists(file) ? " cannot be read: permission denied" : " does not exist"));
        }
    }

    @Command(name = "open", description = "Open a trace in the window (the default).", mixinStandardHelpOptions = true)
    static final class Open implements Callable<Integer> {

        @Mixin
        OpenFlags open;

        @Mixin
        StoreFlags store;

        @Override
        public Integer call() throws Failure {
            return open.run(store);
        }
    }

    @Command(name = "sample", description = "Open the built-in sample trace in the window.", mixinStandardHelpOptions = true)
    static final class Sample implements Callable<Integer> {

        @Mixin
        StoreFlags store;

        @Override
        public Integer call() throws Failure {
            try {
                return Launch.window(new Launch.Request(SampleTrace.file(), null, null, null, null, TrackFlags.none(), store.options()));
            } catch (java.io.IOException e) {
                throw new Failure("the sample trace cannot be unpacked: " + Out.reason(e), e);
            }
        }
    }

    /// Reads the version that the build wrote into the resources.
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {"Traceglass " + traceglass.app.Version.text()};
        }
    }

    /// Runs the command line and returns its exit code; prints errors as one line.
    public static int run(String... args) {
        CommandLine line = new CommandLine(new Root());
        line.setExpandAtFiles(false);
        line.setParameterExceptionHandler((e, a) -> {
            System.err.println("traceglass: " + Out.oneLine(e.getMessage()) + " (see traceglass "
                    + (e.getCommandLine().getParent() == null ? "" : e.getCommandLine().getCommandName() + " ") + "--help)");
            return CommandLine.ExitCode.USAGE;
        });
        line.setExecutionExceptionHandler((e, c, parsed) -> {
            if (Boolean.getBoolean("traceglass.debug")) {
                e.printStackTrace();
            }
            System.err.println("traceglass: " + Out.oneLine(e instanceof Failure ? e.getMessage() : unexpected(e)));
            return CommandLine.ExitCode.SOFTWARE;
        });
        return line.execute(args);
    }

    private static String unexpected(Exception e) {
        return "something failed that should not: " + e + "; -Dtraceglass.debug=true shows where";
    }
}
