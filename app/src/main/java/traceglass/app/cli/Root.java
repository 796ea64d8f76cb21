package traceglass.app.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.cli.convert.ConvertCommand;
import traceglass.app.cli.convert.DecompressCommand;
import traceglass.app.cli.convert.ExportCommand;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.cli.convert.TraceSizeCommand;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.UsageErrors;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.SampleTrace;
import traceglass.app.launch.TrackFlags;
import traceglass.store.TraceStore;

/// The program's root command: without a subcommand it opens the window.
@Command(
        name = "traceglass",
        mixinStandardHelpOptions = true,
        versionProvider = Root.Version.class,
        synopsisSubcommandLabel = "[COMMAND]",
        header = CliTexts.PROGRAM,
        footer = {"", CliTexts.WITHOUT_COMMAND, CliTexts.EXIT_CODES})
public final class Root implements Callable<Integer>, TraceAccess {

    /// A command, and whether it opens the trace named in its arguments.
    private record Named(String name, Class<?> command, boolean opensTrace) {}

    /// In the order of the help text.
    private static final List<Named> COMMANDS = List.of(
            new Named("open", Open.class, true),
            new Named("query", QueryCommand.class, true),
            new Named("shell", ShellCommand.class, true),
            new Named("info", InfoCommand.class, true),
            new Named("compare", CompareCommand.class, true),
            new Named("screenshot", ScreenshotCommand.class, true),
            new Named("convert", ConvertCommand.class, false),
            new Named("export", ExportCommand.class, false),
            new Named("decompress", DecompressCommand.class, false),
            new Named("trace-size", TraceSizeCommand.class, false),
            new Named("sample", Sample.class, true),
            new Named("record", RecordCommand.class, false),
            new Named("devices", DevicesCommand.class, false),
            new Named("config", ConfigCommand.class, false),
            new Named("cache", CacheCommand.class, false),
            new Named("importers", ImportersCommand.class, false),
            new Named("bench", BenchCommand.class, true));

    @Mixin
    OpenFlags open;

    @Mixin
    StoreFlags store;

    @Spec
    CommandSpec spec;

    @Override
    public Integer call() throws Failure {
        if (hasUnknownCommand()) {
            throw UsageErrors.of(spec, unknownCommand());
        }
        return open.run(store);
    }

    @Override
    public void withFile(Path trace, TraceAccess.FileUser user) throws Failure {
        TraceArgument.withFile(trace, user);
    }

    @Override
    public TraceStore open(Path trace) throws Failure {
        return TraceArgument.openLate(trace, store.options(trace)).store();
    }

    /// Returns whether the first word looks like a command but is neither a command nor a file. Command names
    /// contain no dot or slash.
    private boolean hasUnknownCommand() {
        return open.trace != null && open.trace.matches("[\\w-]+") && !Files.exists(Path.of(open.trace));
    }

    private String unknownCommand() {
        return CliTexts.unknownCommand(open.trace);
    }

    @Command(name = "open", description = CliTexts.OPEN, mixinStandardHelpOptions = true)
    static final class Open implements Callable<Integer> {

        @Mixin
        OpenFlags open;

        @ParentCommand
        Root root;

        @Override
        public Integer call() throws Failure {
            return open.run(root.store);
        }
    }

    @Command(name = "sample", description = CliTexts.SAMPLE, mixinStandardHelpOptions = true)
    static final class Sample implements Callable<Integer> {

        @ParentCommand
        Root root;

        @Override
        public Integer call() throws Failure {
            try {
                return WindowLauncher.window(new LaunchRequest(
                        SampleTrace.file(), null, null, null, null, TrackFlags.none(), root.store.options()));
            } catch (java.io.IOException e) {
                throw new Failure(CliTexts.cantExtractSample(CommandOutput.reason(e)), e);
            }
        }
    }

    /// Reads the version that the build stored in the resources.
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            return new String[] {CliTexts.version(traceglass.app.io.Version.text())};
        }
    }

    /// Runs the command line and returns its exit code; prints errors as one line.
    public static int run(String... args) {
        List<String> arguments = List.of(args);
        // Picocli reads the options of each command by reflection, which takes as long as a query. Only
        // commands whose names are among the arguments are registered.
        List<Named> named =
                COMMANDS.stream().filter(c -> arguments.contains(c.name)).toList();
        if (named.stream().allMatch(c -> c.opensTrace) && arguments.stream().anyMatch(Root::isFile)) {
            TraceStore.prepare();
        }
        return line(named)
                .setExecutionStrategy(parsed -> {
                    // The help text of the program lists all commands.
                    boolean isIncomplete = parsed.isUsageHelpRequested() && named.size() < COMMANDS.size();
                    return isIncomplete ? all().execute(args) : new CommandLine.RunLast().execute(parsed);
                })
                .execute(args);
    }

    /// Creates the command line with all commands.
    static CommandLine all() {
        return line(COMMANDS);
    }

    private static CommandLine line(List<Named> commands) {
        Root root = new Root();
        CommandLine line = new CommandLine(root);
        commands.forEach(c -> line.addSubcommand(c.name, c.command));
        line.setExpandAtFiles(false);
        line.setParameterExceptionHandler((e, _) -> {
            // After a misspelled command, its options are unknown as well.
            String message =
                    e.getCommandLine() == line && root.hasUnknownCommand() ? root.unknownCommand() : e.getMessage();
            boolean isRoot = e.getCommandLine().getParent() == null;
            CommandOutput.report(CliTexts.usageError(
                    message, isRoot ? "" : e.getCommandLine().getCommandName()));
            return CommandLine.ExitCode.USAGE;
        });
        line.setExecutionExceptionHandler((e, _, _) -> {
            CommandOutput.failed(e);
            return CommandLine.ExitCode.SOFTWARE;
        });
        return line;
    }

    private static boolean isFile(String argument) {
        try {
            return Files.isRegularFile(Path.of(argument));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
