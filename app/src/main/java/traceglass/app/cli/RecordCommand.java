package traceglass.app.cli;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
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
import traceglass.app.io.UsageErrors;
import traceglass.app.launch.LaunchRequest;
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
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.Detached;
import traceglass.record.spi.LogEntry;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;
import traceglass.store.text.DisplayText;

/// `record`: records a trace from a device, this computer or a browser to a file.
@Command(
        name = "record",
        description = "Record a trace from an Android device, this computer or Chrome. Ctrl+C stops recording and"
                + " saves the trace.",
        mixinStandardHelpOptions = true)
final class RecordCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @Option(
            names = "--target",
            paramLabel = "TARGET",
            description = "local, adb, adb:SERIAL, chrome (starts a browser) or chrome:PORT (default: the connected "
                    + "device, or this computer).")
    String target;

    @Mixin
    ConfigFlags config;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            description = "The trace file to write (default: named after target and time, in this folder).")
    Path out;

    @Option(
            names = "--start-after",
            paramLabel = "TIME",
            converter = ConfigFlags.Duration.class,
            description = "Delay before the recording starts, such as 5s.")
    long startAfterMs;

    @Option(names = "--open", description = "Open the trace in a window afterwards.")
    boolean open;

    @Option(
            names = "--daemons",
            paramLabel = "DIR",
            description = "For local: folder with traced and traced_probes, which are started for the recording.")
    Path daemons;

    @Option(
            names = "--detach",
            description = "Record in the background, even without the cable, and print the key for --fetch.")
    boolean detach;

    @Option(
            names = "--fetch",
            paramLabel = "KEY",
            arity = "0..1",
            fallbackValue = "",
            description = "Stop a detached recording and fetch its trace. Without a key, list them.")
    String fetch;

    @ParentCommand
    Root root;

    private final AtomicInteger printed = new AtomicInteger();

    @Override
    public Integer call() throws Failure {
        if (out != null && out.toString().equals("-")) {
            throw UsageErrors.of(spec, "can't write a trace to standard output; use -o FILE");
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
                System.err.println(
                        "traceglass: recording in the background; fetch it with: traceglass record --fetch " + d.key());
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
            throw new Failure("the recording was interrupted", e);
        }
    }

    private static DetachedRecordings detached() {
        return new DetachedRecordings(Folders.ofPlatform().config().resolve("detached"));
    }

    private int fetch() throws RecordProblem, InterruptedException, Failure {
        if (fetch.isEmpty()) {
            List<Detached> all = detached().all();
            if (all.isEmpty()) {
                System.err.println("traceglass: no detached recordings; start one with record --detach");
            }
            all.forEach(d -> CommandOutput.print(d.key() + "  " + d.targetName() + "  since "
                    + DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm")
                            .format(LocalDateTime.ofInstant(
                                    Instant.ofEpochMilli(d.startedMs()), ZoneId.systemDefault()))));
            return 0;
        }
        Detached d = detached()
                .find(fetch)
                .orElseThrow(() -> new Failure(
                        "no detached recording is called " + fetch + "; \"traceglass record --fetch\" lists them"));
        RecordingTarget from = Targets.named(target == null ? d.targetId() : target);
        Path file = file(from);
        try {
            Session session = Session.start(from.name(), () -> from.fetch(d), file, this::tell);
            SessionView end;
            try (Interrupts _ = Interrupts.to(session::cancel)) {
                end = session.await();
            }
            if (end.state() == SessionState.CANCELLED) {
                throw new Failure("canceled; the recording can still be fetched: traceglass record --fetch " + d.key());
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
            throw new Failure((out.toString().isEmpty() ? "." : out) + " is a folder; name a file in it");
        }
        return out;
    }

    private void release(Path file) {
        if (out == null) {
            RecordingFiles.release(file);
        }
    }

    private RecordingTarget target() throws RecordProblem {
        if (target == null && daemons == null) {
            Targets.Found found = Targets.all();
            List<RecordingTarget> devices = found.targets().stream()
                    .filter(t -> t.id().startsWith("adb:"))
                    .toList();
            return devices.isEmpty() ? LocalTarget.ofEnvironment() : Targets.named("adb");
        }
        String named = target == null ? "local" : target;
        if (daemons != null && !named.equals("local")) {
            throw UsageErrors.of(spec, "--daemons needs --target local");
        }
        return daemons != null ? LocalTarget.ofEnvironment().withDaemons(daemons) : Targets.named(named);
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
                .forEach(i -> System.err.println("traceglass: " + i.message()));
    }

    private SessionView record(RecordingTarget from, TraceConfig what, Path file) throws InterruptedException {
        Session session = Session.start(from.name(), () -> from.connect(what), file, startAfterMs, this::tell);
        // The first Ctrl+C stops and saves the recording, the second discards it.
        AtomicInteger asked = new AtomicInteger();
        Interrupts.Handler handler = () -> {
            if (asked.getAndIncrement() == 0) {
                System.err.println("traceglass: stopping; press Ctrl+C again to discard the recording");
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
    private synchronized void tell(SessionView view) {
        List<LogEntry> log = view.log();
        for (int i = printed.get(); i < log.size(); i++) {
            LogEntry e = log.get(i);
            if (e.level() != LogEntry.Level.ERROR) {
                System.err.printf(
                        java.util.Locale.ROOT,
                        "%7.3f  %s%s%n",
                        e.sinceStartMs() / 1000.0,
                        e.level() == LogEntry.Level.WARNING ? "warning: " : "",
                        e.text());
            }
        }
        printed.set(log.size());
    }

    private int finish(SessionView end, ConfigFlags.Chosen chosen) throws Failure {
        if (end.state() == SessionState.CANCELLED) {
            throw new Failure("canceled; the recording was discarded");
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
