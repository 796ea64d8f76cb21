package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import traceglass.app.cli.cache.CacheCommand;
import traceglass.app.cli.complete.CompletionCommand;
import traceglass.app.cli.convert.BundleCommand;
import traceglass.app.cli.convert.ConvertCommand;
import traceglass.app.cli.convert.CutCommand;
import traceglass.app.cli.convert.DecompressCommand;
import traceglass.app.cli.convert.DeobfuscateCommand;
import traceglass.app.cli.convert.ExportCommand;
import traceglass.app.cli.convert.MergeCommand;
import traceglass.app.cli.convert.SymbolizeCommand;
import traceglass.app.cli.convert.TraceAccess;
import traceglass.app.cli.convert.TraceSizeCommand;
import traceglass.app.cli.fleet.FleetCommand;
import traceglass.app.cli.help.HelpCommand;
import traceglass.app.cli.help.HelpTranslation;
import traceglass.app.cli.help.UsageProblem;
import traceglass.app.cli.info.InfoCommand;
import traceglass.app.cli.mcp.McpCommand;
import traceglass.app.cli.query.QueryCommand;
import traceglass.app.cli.query.ShellCommand;
import traceglass.app.cli.serve.ClassicOptions;
import traceglass.app.cli.serve.ServeCommand;
import traceglass.app.cli.service.ServiceCommand;
import traceglass.app.cli.summary.SummarizeCommand;
import traceglass.app.cli.update.UpdateCommand;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.UsageErrors;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.SampleTrace;
import traceglass.app.launch.TrackFlags;
import traceglass.app.symbols.SymbolChoices;
import traceglass.app.update.Updater;
import traceglass.store.StoreWriter;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreException;
import traceglass.store.database.StoreOptions;

/// The program's root command: without a subcommand it opens the window.
public final class Root implements Callable<Integer>, TraceAccess {

    /// Memory of the database for commands that write traces in other formats, which read each row once.
    private static final long WRITING_MEMORY_BYTES = 128L << 20;
    /// Memory of the database for such commands if they sort the rows.
    private static final long SORTING_MEMORY_BYTES = 256L << 20;

    /// A command, how its options are created, and whether it opens the trace named in its arguments.
    private record NamedCommand(String name, Function<Root, CommandLine> createCommandLine, boolean opensTrace) {}

    /// Commands in the order of the help text.
    private static final List<NamedCommand> COMMANDS = List.of(
            new NamedCommand("open", Open::createCommandLine, true),
            new NamedCommand("query", QueryCommand::createCommandLine, true),
            new NamedCommand("shell", _ -> ShellCommand.createCommandLine(), true),
            new NamedCommand("info", InfoCommand::createCommandLine, true),
            new NamedCommand("compare", _ -> new CommandLine(new CompareCommand()), true),
            new NamedCommand("screenshot", _ -> ScreenshotCommand.createCommandLine(), true),
            new NamedCommand("convert", _ -> new CommandLine(new ConvertCommand()), false),
            new NamedCommand("export", _ -> new CommandLine(new ExportCommand()), false),
            new NamedCommand("cut", _ -> new CommandLine(new CutCommand()), false),
            new NamedCommand("merge", _ -> new CommandLine(new MergeCommand()), false),
            new NamedCommand("decompress", _ -> new CommandLine(new DecompressCommand()), false),
            new NamedCommand("symbolize", _ -> new CommandLine(new SymbolizeCommand()), false),
            new NamedCommand("deobfuscate", _ -> new CommandLine(new DeobfuscateCommand()), false),
            new NamedCommand("bundle", _ -> new CommandLine(new BundleCommand()), false),
            new NamedCommand("trace-size", _ -> new CommandLine(new TraceSizeCommand()), false),
            new NamedCommand("sample", _ -> new CommandLine(new Sample()), true),
            new NamedCommand("record", _ -> new CommandLine(new RecordCommand()), false),
            new NamedCommand("summarize", _ -> new CommandLine(new SummarizeCommand()), false),
            new NamedCommand("serve", _ -> new CommandLine(new ServeCommand()), false),
            new NamedCommand("mcp", _ -> new CommandLine(new McpCommand()), false),
            new NamedCommand("service", _ -> new CommandLine(new ServiceCommand()), false),
            new NamedCommand("fleet", _ -> FleetCommand.createCommandLine(), false),
            new NamedCommand("devices", _ -> new CommandLine(new DevicesCommand()), false),
            new NamedCommand("config", _ -> new CommandLine(new ConfigCommand()), false),
            new NamedCommand("cache", _ -> new CommandLine(new CacheCommand()), false),
            new NamedCommand("update", _ -> new CommandLine(new UpdateCommand()), false),
            new NamedCommand("importers", _ -> new CommandLine(new ImportersCommand()), false),
            new NamedCommand("bench", BenchCommand::createCommandLine, true),
            new NamedCommand("completion", _ -> CompletionCommand.createCommandLine(Root::commandLine), false),
            new NamedCommand("help", _ -> HelpCommand.createCommandLine(Root::commandLine), false));

    /// Commands that open a window.
    private static final Set<String> WINDOW_COMMANDS = Set.of("open", "sample");

    final OpenFlags open = new OpenFlags();
    final StoreFlags store = new StoreFlags();
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

    Root() {
        spec.name("traceglass").versionProvider(new Version());
        spec.usageMessage()
                .synopsisSubcommandLabel("[COMMAND]")
                .header(CliTexts.PROGRAM)
                .footer("", CliTexts.WITHOUT_COMMAND, CliTexts.EXIT_CODES);
        OptionSpecs.addHelp(spec);
        open.addTo(spec);
        store.addTo(spec);
    }

    /// Returns the options of the program.
    CommandSpec spec() {
        return spec;
    }

    @Override
    public Integer call() throws Failure {
        if (hasUnknownCommand()) {
            throw UsageErrors.of(spec, unknownCommand());
        }
        return open.run(store);
    }

    @Override
    public void withFile(Path trace, TraceAccess.FileAction action) throws Failure {
        TraceArgument.withFile(trace, store.options().reading(), action);
    }

    @Override
    public TraceStore open(Path trace) throws Failure {
        return TraceArgument.openLazily(trace, store.options(trace)).store();
    }

    @Override
    public TraceStore openFor(String sql, Path trace) throws Failure {
        return TraceArgument.openFor(sql, trace, store.options(trace)).store();
    }

    @Override
    public TraceStore openLoaded(Path trace) throws Failure {
        return TraceArgument.open(trace, store.options(trace)).store();
    }

    @Override
    public TraceStore openToWrite(Path trace, boolean isWhole) throws Failure {
        StoreOptions options = store.options(trace);
        StoreOptions bounded = options.withMemoryLimit(
                Math.min(options.memoryLimitBytes(), isWhole ? WRITING_MEMORY_BYTES : SORTING_MEMORY_BYTES));
        TraceStore opened = TraceArgument.openLazily(trace, bounded).store();
        if (!isWhole) {
            return opened;
        }
        try {
            opened.complete();
        } catch (StoreException e) {
            opened.close();
            throw new Failure(e.getMessage(), e);
        }
        // Only a full collection returns the memory of the import to the system.
        System.gc();
        return opened;
    }

    @Override
    public TraceStore openUnchanged(Path trace) throws Failure {
        // A file of added packets that does not exist, so that none are added.
        Path missing = store.options().tempDir().resolve("traceglass-nothing-added");
        return TraceArgument.openLazily(trace, store.options().withAdded(missing))
                .store();
    }

    @Override
    public SymbolChoices symbols() throws Failure {
        return store.symbols();
    }

    @Override
    public StoreOptions options() {
        return store.options();
    }

    /// Returns whether the first word looks like a command but is neither a command nor a file. Command names
    /// contain no dot or slash.
    private boolean hasUnknownCommand() {
        return open.trace != null && open.trace.matches("[\\w-]+") && !Files.exists(Path.of(open.trace));
    }

    private String unknownCommand() {
        List<String> names = COMMANDS.stream().map(NamedCommand::name).toList();
        return CliTexts.unknownCommand(open.trace) + UsageProblem.suggestion(open.trace, names);
    }

    private record Open(Root root, OpenFlags flags) implements Callable<Integer> {

        static CommandLine createCommandLine(Root root) {
            OpenFlags flags = new OpenFlags();
            CommandSpec spec = CommandSpec.wrapWithoutInspection(new Open(root, flags));
            spec.usageMessage().description(CliTexts.OPEN);
            OptionSpecs.addHelp(spec);
            flags.addTo(spec);
            return new CommandLine(spec);
        }

        @Override
        public Integer call() throws Failure {
            return flags.run(root.store);
        }
    }

    @Command(name = "sample", description = CliTexts.SAMPLE, mixinStandardHelpOptions = true)
    static final class Sample implements Callable<Integer> {

        @ParentCommand
        Root root;

        @Override
        public Integer call() throws Failure {
            try {
                return WindowLauncher.openWindow(new LaunchRequest(
                        SampleTrace.file(), null, null, null, null, TrackFlags.none(), root.store.options()));
            } catch (IOException e) {
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
    public static int run(String... line) {
        List<String> allArguments = List.of(line);
        List<String> arguments =
                ClassicOptions.isUsed(allArguments) ? ClassicOptions.translate(allArguments) : allArguments;
        String[] args = arguments.toArray(String[]::new);
        // Picocli reads annotated commands by reflection, which takes as long as a query. Only commands whose
        // names are among the arguments are registered.
        List<NamedCommand> named =
                COMMANDS.stream().filter(c -> arguments.contains(c.name)).toList();
        boolean isUncached = arguments.contains("--no-cache");
        if (named.stream().allMatch(c -> c.opensTrace)
                && arguments.stream().anyMatch(a -> isFile(a) && !(isUncached && isLarge(a)))) {
            TraceStore.prepare();
        }
        try {
            return execute(named, args);
        } catch (OutOfMemoryError e) {
            CommandOutput.report(OutputTexts.NOT_ENOUGH_MEMORY);
            return CommandLine.ExitCode.SOFTWARE;
        }
    }

    private static int execute(List<NamedCommand> named, String... args) {
        return createCommandLine(named)
                .setExecutionStrategy(parsed -> {
                    // The help text of the program lists all commands.
                    boolean isIncomplete = parsed.isUsageHelpRequested() && named.size() < COMMANDS.size();
                    if (isIncomplete) {
                        return commandLine().execute(args);
                    }
                    checkCommand(parsed);
                    if (parsed.hasSubcommand() && !named.stream().allMatch(c -> WINDOW_COMMANDS.contains(c.name))) {
                        // A window confirms a newly installed version only after it is shown.
                        Updater.confirmStart();
                    }
                    return new CommandLine.RunLast().execute(parsed);
                })
                .execute(args);
    }

    /// Rejects an argument before the command.
    private static void checkCommand(CommandLine.ParseResult parsed) {
        Root root = (Root) parsed.commandSpec().userObject();
        if (parsed.hasSubcommand() && root.open.trace != null) {
            throw UsageErrors.of(
                    root.spec,
                    root.hasUnknownCommand() ? root.unknownCommand() : CliTexts.beforeCommand(root.open.trace));
        }
    }

    /// Creates the command line with all commands.
    public static CommandLine commandLine() {
        return createCommandLine(COMMANDS);
    }

    private static CommandLine createCommandLine(List<NamedCommand> commands) {
        Root root = new Root();
        CommandLine commandLine = new CommandLine(root.spec);
        commands.forEach(c -> commandLine.addSubcommand(c.name, c.createCommandLine.apply(root)));
        HelpTranslation.apply(commandLine);
        commandLine.setExpandAtFiles(false);
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setParameterExceptionHandler((e, _) -> {
            // After a misspelled command, its options are unknown as well.
            String message = e.getCommandLine() == commandLine && root.hasUnknownCommand()
                    ? root.unknownCommand()
                    : UsageProblem.message(e);
            boolean isRoot = e.getCommandLine().getParent() == null;
            CommandOutput.report(CliTexts.usageError(message, isRoot ? "" : nameOf(e.getCommandLine())));
            return CommandLine.ExitCode.USAGE;
        });
        commandLine.setExecutionExceptionHandler((e, _, _) -> {
            CommandOutput.reportFailure(e);
            return CommandLine.ExitCode.SOFTWARE;
        });
        return commandLine;
    }

    /// Returns the name of a command without the program's name, such as `cache list`.
    private static String nameOf(CommandLine command) {
        return command.getCommandSpec().qualifiedName().replaceFirst("^\\S+ ", "");
    }

    private static boolean isLarge(String argument) {
        return Path.of(argument).toFile().length() >= StoreWriter.SLOW_IMPORT_BYTES;
    }

    private static boolean isFile(String argument) {
        try {
            return Files.isRegularFile(Path.of(argument));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
