package traceglass.app.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.cli.record.RecordingOutput;
import traceglass.app.cli.record.StopOrDiscard;
import traceglass.app.cli.record.TargetList;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.Interrupts;
import traceglass.app.io.UsageErrors;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.ProgramCommand;
import traceglass.app.launch.TrackFlags;
import traceglass.app.settings.Folders;
import traceglass.protos.config.TraceConfig;
import traceglass.record.DetachedRecordings;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.Targets;
import traceglass.record.config.check.ConfigCheck;
import traceglass.record.local.LocalTarget;
import traceglass.record.local.RootCommand;
import traceglass.record.local.RootService;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;

/// `record`: records a trace from a device, this computer or a browser to a file.
@Command(name = "record", description = RecordCommandTexts.RECORD, mixinStandardHelpOptions = true)
final class RecordCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @Option(
            names = "--target",
            paramLabel = "TARGET",
            completionCandidates = TargetNames.class,
            description = RecordCommandTexts.TARGET)
    String target;

    @Mixin
    ConfigFlags config;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = RecordCommandTexts.OUT)
    Path out;

    @Option(
            names = "--start-after",
            paramLabel = "TIME",
            converter = ConfigFlags.Duration.class,
            description = RecordCommandTexts.START_AFTER)
    long startAfterMs;

    @Option(names = "--open", description = RecordCommandTexts.OPEN)
    boolean isOpen;

    @Option(names = "--daemons", paramLabel = "DIR", description = RecordCommandTexts.DAEMONS)
    Path daemons;

    @Option(names = "--as-root", description = RecordCommandTexts.AS_ROOT)
    boolean asRoot;

    @Option(names = "--force", description = RecordCommandTexts.FORCE)
    boolean force;

    @Option(names = "--list", description = RecordCommandTexts.LIST)
    boolean list;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            converter = ConfigFlags.Duration.class,
            description = RecordCommandTexts.WAIT)
    Long waitMs;

    @Option(names = "--detach", description = RecordCommandTexts.DETACH)
    boolean detach;

    @Option(
            names = "--fetch",
            paramLabel = "KEY",
            arity = "0..1",
            fallbackValue = "",
            description = RecordCommandTexts.FETCH)
    String fetch;

    @ParentCommand
    Root root;

    /// How long to wait for someone to allow the connection on a device.
    private static final Duration AUTHORIZATION_TIMEOUT = Duration.ofMinutes(1);

    /// Names of targets that need no serial number or port.
    static final class TargetNames implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return List.of("local", "adb", "chrome").iterator();
        }
    }

    private RootService rootService;

    /// Number of log entries that were printed.
    private final AtomicInteger printed = new AtomicInteger();

    @Override
    public Integer call() throws Failure {
        if (isOpen && out != null && out.toString().equals("-")) {
            throw UsageErrors.of(spec, RecordCommandTexts.NEEDS_FILE);
        }
        RecordingOutput.check(out, force);
        try {
            if (list) {
                TargetList.print(target());
                return 0;
            }
            if (fetch != null) {
                return fetch();
            }
            RecordingTarget from = target();
            ConfigFlags.Chosen choice = config.choose(from.platform(), spec);
            check(from, choice);
            if (detach) {
                DetachedRecording d = from.detach(
                        choice.config(),
                        "traceglass-"
                                + DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now()));
                detachedRecordings().add(d);
                CommandOutput.print(d.key());
                CommandOutput.report(RecordCommandTexts.detached(d.key()));
                return 0;
            }
            try (RecordingOutput output = RecordingOutput.of(out, from.name())) {
                return finish(record(from, choice.config(), output.file()), choice, output);
            }
        } catch (RecordProblem e) {
            throw new Failure(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(RecordCommandTexts.INTERRUPTED, e);
        } finally {
            if (rootService != null) {
                rootService.close();
            }
        }
    }

    private static DetachedRecordings detachedRecordings() {
        return new DetachedRecordings(Folders.ofPlatform().config().resolve("detached"));
    }

    private int fetch() throws RecordProblem, InterruptedException, Failure {
        if (fetch.isEmpty()) {
            List<DetachedRecording> recordings = detachedRecordings().all();
            if (recordings.isEmpty()) {
                CommandOutput.report(RecordCommandTexts.NO_DETACHED_RECORDINGS);
            }
            DateTimeFormatter time =
                    DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());
            recordings.forEach(d -> CommandOutput.print(RecordCommandTexts.detachedRecording(
                    d.key(), d.targetName(), time.format(Instant.ofEpochMilli(d.startedMs())))));
            return 0;
        }
        DetachedRecording d =
                detachedRecordings().find(fetch).orElseThrow(() -> new Failure(RecordCommandTexts.unknownKey(fetch)));
        RecordingTarget from = Targets.parse(target == null ? d.targetId() : target);
        try (RecordingOutput output = RecordingOutput.of(out, from.name())) {
            Session session = Session.start(from.nameInSentence(), () -> from.fetch(d), output.file(), this::printLog);
            SessionView end;
            try (Interrupts _ = Interrupts.install(session::cancel)) {
                end = session.await();
            }
            if (end.state() == SessionState.CANCELED) {
                throw new Failure(RecordCommandTexts.fetchCanceled(d.key()));
            }
            if (end.state() == SessionState.DONE) {
                detachedRecordings().remove(d.key());
            }
            return finish(end, new ConfigFlags.Chosen(null, null, null), output);
        }
    }

    private RecordingTarget target() throws RecordProblem, InterruptedException {
        if (asRoot) {
            return rootTarget();
        }
        if (target == null && daemons == null && waitMs != null) {
            return device("adb");
        }
        if (target == null && daemons == null) {
            Targets.Found targets = Targets.all();
            List<RecordingTarget> devices = targets.targets().stream()
                    .filter(t -> t.id().startsWith("adb:"))
                    .toList();
            return devices.isEmpty() ? LocalTarget.ofEnvironment() : device("adb");
        }
        String named = target == null ? "local" : target;
        if (daemons != null && !named.equals("local")) {
            throw UsageErrors.of(spec, RecordCommandTexts.DAEMONS_NEED_LOCAL);
        }
        return daemons != null ? LocalTarget.ofEnvironment().withDaemons(daemons) : device(named);
    }

    /// Returns the named target; waits for a device that has not authorized this computer yet.
    private RecordingTarget device(String name) throws RecordProblem, InterruptedException {
        Duration timeout = waitMs == null ? AUTHORIZATION_TIMEOUT : Duration.ofMillis(waitMs);
        return Targets.await(
                name, timeout, waitMs != null, target -> CommandOutput.report(RecordCommandTexts.waiting(target)));
    }

    /// Requests root privileges and returns this computer as a target that records as root.
    private RecordingTarget rootTarget() throws RecordProblem {
        if (daemons != null || target != null && !target.equals("local")) {
            throw UsageErrors.of(spec, RecordCommandTexts.ROOT_NEEDS_LOCAL);
        }
        RootCommand command = RootCommand.prepare(ProgramCommand::command, System.getenv(), false);
        CommandOutput.printNote(RecordCommandTexts.asRoot(command.text()));
        rootService = RootService.start(command);
        return LocalTarget.ofEnvironment().withRoot(rootService);
    }

    private static void check(RecordingTarget target, ConfigFlags.Chosen choice) throws RecordProblem, Failure {
        // Asks the target for its memory only if the buffers are large.
        long kb = choice.config().getBuffersList().stream()
                .mapToLong(b -> Integer.toUnsignedLong(b.getSizeKb()))
                .sum();
        try {
            ConfigCheck.require(choice.config(), kb > 1 << 20 ? target.inspect().memoryBytes() : 0);
        } catch (ConfigRefused e) {
            throw new Failure(choice.describePosition(e.field()) + e.getMessage(), e);
        }
        ConfigCheck.check(choice.config(), 0).stream()
                .filter(i -> !i.isError())
                .forEach(i -> CommandOutput.report(i.message()));
    }

    private SessionView record(RecordingTarget from, TraceConfig traceConfig, Path file) throws InterruptedException {
        Session session = Session.start(
                from.nameInSentence(), () -> from.connect(traceConfig), file, startAfterMs, this::printLog);
        Runnable stop = () -> {
            CommandOutput.report(RecordCommandTexts.STOPPING);
            session.stop();
        };
        try (Interrupts _ = Interrupts.install(new StopOrDiscard(stop, session::cancel))) {
            return session.await();
        }
    }

    /// Prints new entries of the log.
    private synchronized void printLog(SessionView view) {
        List<LogEntry> log = view.log();
        for (int i = printed.get(); i < log.size(); i++) {
            LogEntry e = log.get(i);
            if (e.level() != LogEntry.Level.ERROR) {
                CommandOutput.printNote(RecordCommandTexts.logLine(
                        e.sinceStartMs() / 1000.0, e.level() == LogEntry.Level.WARNING, e.text()));
            }
        }
        printed.set(log.size());
    }

    private int finish(SessionView end, ConfigFlags.Chosen choice, RecordingOutput output) throws Failure {
        if (end.state() == SessionState.CANCELED) {
            throw new Failure(RecordCommandTexts.DISCARDED);
        }
        if (end.state() == SessionState.FAILED) {
            String location =
                    end.problem() instanceof ConfigRefused refused ? choice.describePosition(refused.field()) : "";
            throw new Failure(location + end.problem().getMessage(), end.problem());
        }
        output.finish(end.fileBytes());
        return isOpen
                ? WindowLauncher.openWindow(
                        new LaunchRequest(end.file(), null, null, null, null, TrackFlags.none(), root.store.options()))
                : 0;
    }
}
