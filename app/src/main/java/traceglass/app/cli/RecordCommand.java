package traceglass.app.cli;

import java.nio.file.Path;
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
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.Interrupts;
import traceglass.app.io.UsageErrors;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.OwnProgram;
import traceglass.app.launch.TrackFlags;
import traceglass.app.settings.Folders;
import traceglass.protos.config.TraceConfig;
import traceglass.record.DetachedRecordings;
import traceglass.record.RecordingFiles;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.Targets;
import traceglass.record.config.check.ConfigCheck;
import traceglass.record.local.LocalTarget;
import traceglass.record.local.RootCommand;
import traceglass.record.local.RootService;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.Detached;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;
import traceglass.store.text.DisplayText;

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
    boolean open;

    @Option(names = "--daemons", paramLabel = "DIR", description = RecordCommandTexts.DAEMONS)
    Path daemons;

    @Option(names = "--as-root", description = RecordCommandTexts.AS_ROOT)
    boolean asRoot;

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

    /// Names of targets that need no serial number or port.
    static final class TargetNames implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return List.of("local", "adb", "chrome").iterator();
        }
    }

    private RootService rootService;

    private final AtomicInteger printed = new AtomicInteger();

    @Override
    public Integer call() throws Failure {
        if (out != null && out.toString().equals("-")) {
            throw UsageErrors.of(spec, RecordCommandTexts.NEEDS_FILE);
        }
        try {
            if (fetch != null) {
                return fetch();
            }
            RecordingTarget from = target();
            ConfigFlags.Chosen chosen = config.choose(from.platform(), spec);
            check(from, chosen);
            if (detach) {
                Detached d = from.detach(
                        chosen.config(),
                        "traceglass-"
                                + DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now()));
                detached().add(d);
                CommandOutput.print(d.key());
                CommandOutput.report(RecordCommandTexts.detached(d.key()));
                return 0;
            }
            Path file = file(from);
            try {
                return finish(record(from, chosen.config(), file), chosen);
            } finally {
                release(file);
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

    private static DetachedRecordings detached() {
        return new DetachedRecordings(Folders.ofPlatform().config().resolve("detached"));
    }

    private int fetch() throws RecordProblem, InterruptedException, Failure {
        if (fetch.isEmpty()) {
            List<Detached> all = detached().all();
            if (all.isEmpty()) {
                CommandOutput.report(RecordCommandTexts.NO_DETACHED_RECORDINGS);
            }
            DateTimeFormatter time =
                    DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm").withZone(ZoneId.systemDefault());
            all.forEach(d -> CommandOutput.print(RecordCommandTexts.detachedRecording(
                    d.key(), d.targetName(), time.format(Instant.ofEpochMilli(d.startedMs())))));
            return 0;
        }
        Detached d = detached().find(fetch).orElseThrow(() -> new Failure(RecordCommandTexts.unknownKey(fetch)));
        RecordingTarget from = Targets.named(target == null ? d.targetId() : target);
        Path file = file(from);
        try {
            Session session = Session.start(from.name(), () -> from.fetch(d), file, this::printLog);
            SessionView end;
            try (Interrupts _ = Interrupts.to(session::cancel)) {
                end = session.await();
            }
            if (end.state() == SessionState.CANCELLED) {
                throw new Failure(RecordCommandTexts.fetchCanceled(d.key()));
            }
            if (end.state() == SessionState.DONE) {
                detached().remove(d.key());
            }
            return finish(end, new ConfigFlags.Chosen(null, null, null));
        } finally {
            release(file);
        }
    }

    /// Returns the file to write the trace to.
    private Path file(RecordingTarget from) throws Failure {
        if (out == null) {
            return RecordingFiles.claim(Path.of(""), from.name(), LocalDateTime.now());
        }
        if (java.nio.file.Files.isDirectory(out)) {
            throw new Failure(RecordCommandTexts.isAFolder(out));
        }
        return out;
    }

    private void release(Path file) {
        if (out == null) {
            RecordingFiles.release(file);
        }
    }

    private RecordingTarget target() throws RecordProblem {
        if (asRoot) {
            return withRights();
        }
        if (target == null && daemons == null) {
            Targets.Found found = Targets.all();
            List<RecordingTarget> devices = found.targets().stream()
                    .filter(t -> t.id().startsWith("adb:"))
                    .toList();
            return devices.isEmpty() ? LocalTarget.ofEnvironment() : Targets.named("adb");
        }
        String named = target == null ? "local" : target;
        if (daemons != null && !named.equals("local")) {
            throw UsageErrors.of(spec, RecordCommandTexts.DAEMONS_NEED_LOCAL);
        }
        return daemons != null ? LocalTarget.ofEnvironment().withDaemons(daemons) : Targets.named(named);
    }

    /// Asks for the rights of root and returns this computer with them.
    private RecordingTarget withRights() throws RecordProblem {
        if (daemons != null || target != null && !target.equals("local")) {
            throw UsageErrors.of(spec, RecordCommandTexts.ROOT_NEEDS_LOCAL);
        }
        RootCommand command = RootCommand.prepare(OwnProgram::command, System.getenv(), false);
        CommandOutput.note(RecordCommandTexts.asRoot(command.text()));
        rootService = RootService.start(command);
        return LocalTarget.ofEnvironment().withRights(rootService);
    }

    private static void check(RecordingTarget target, ConfigFlags.Chosen chosen) throws RecordProblem, Failure {
        // Asks the target for its memory only if the buffers are large.
        long kb = chosen.config().getBuffersList().stream()
                .mapToLong(b -> Integer.toUnsignedLong(b.getSizeKb()))
                .sum();
        try {
            ConfigCheck.require(chosen.config(), kb > 1 << 20 ? target.inspect().memoryBytes() : 0);
        } catch (ConfigRefused e) {
            throw new Failure(chosen.place(e.field()) + e.getMessage(), e);
        }
        ConfigCheck.check(chosen.config(), 0).stream()
                .filter(i -> !i.serious())
                .forEach(i -> CommandOutput.report(i.message()));
    }

    private SessionView record(RecordingTarget from, TraceConfig traceConfig, Path file) throws InterruptedException {
        Session session =
                Session.start(from.name(), () -> from.connect(traceConfig), file, startAfterMs, this::printLog);
        // The first Ctrl+C stops and saves the recording, the second discards it.
        AtomicInteger interrupts = new AtomicInteger();
        Interrupts.Handler handler = () -> {
            if (interrupts.getAndIncrement() == 0) {
                CommandOutput.report(RecordCommandTexts.STOPPING);
                session.stop();
            } else {
                session.cancel();
            }
        };
        try (Interrupts _ = Interrupts.to(handler)) {
            return session.await();
        }
    }

    /// Prints new entries of the log.
    private synchronized void printLog(SessionView view) {
        List<LogEntry> log = view.log();
        for (int i = printed.get(); i < log.size(); i++) {
            LogEntry e = log.get(i);
            if (e.level() != LogEntry.Level.ERROR) {
                CommandOutput.note(RecordCommandTexts.logLine(
                        e.sinceStartMs() / 1000.0, e.level() == LogEntry.Level.WARNING, e.text()));
            }
        }
        printed.set(log.size());
    }

    private int finish(SessionView end, ConfigFlags.Chosen chosen) throws Failure {
        if (end.state() == SessionState.CANCELLED) {
            throw new Failure(RecordCommandTexts.DISCARDED);
        }
        if (end.state() == SessionState.FAILED) {
            String place = end.problem() instanceof ConfigRefused refused ? chosen.place(refused.field()) : "";
            throw new Failure(place + end.problem().getMessage(), end.problem());
        }
        CommandOutput.print(end.file() + "  " + DisplayText.size(end.fileBytes()));
        return open
                ? WindowLauncher.window(
                        new LaunchRequest(end.file(), null, null, null, null, TrackFlags.none(), root.store.options()))
                : 0;
    }
}
