package traceglass.record.local;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.check.KnownNames;
import traceglass.record.ipc.ConsumerPort;
import traceglass.record.ipc.ConsumerRecorder;
import traceglass.record.spi.Detached;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.ServiceInfo;
import traceglass.record.spi.TargetReport;
import traceglass.record.spi.TargetReport.Check;

/// This computer: its running tracing service on a UNIX socket, or one that is started for the recording.
///
/// @param daemons the folder of `traced` and `traced_probes`, or null to search for them
/// @param environment the variables that name sockets and the search path
public record LocalTarget(@Nullable Path daemons, Map<String, String> environment) implements RecordingTarget {

    private static final ConsumerRecorder.RecordingHints HINTS = new ConsumerRecorder.RecordingHints(
            LocalTexts.START_PROBES, LocalTexts.START_AND_RECORD, LocalTexts.PROBES_AS_ROOT + ".");
    private static final long PROBES_TIMEOUT_NS = 5_000_000_000L;

    public LocalTarget {
        environment = Map.copyOf(environment);
    }

    /// Returns this computer with the settings of its environment.
    public static LocalTarget ofEnvironment() {
        return new LocalTarget(null, System.getenv());
    }

    /// Returns a copy that uses daemons from the given folder.
    public LocalTarget withDaemons(Path folder) {
        return new LocalTarget(folder, environment);
    }

    @Override
    public String id() {
        return "local";
    }

    @Override
    public String name() {
        return LocalTexts.THIS_COMPUTER;
    }

    @Override
    public String nameInSentence() {
        return LocalTexts.THIS_COMPUTER_IN_SENTENCE;
    }

    @Override
    public String detail() {
        return LocalTexts.detail(
                System.getProperty("os.name"),
                System.getProperty("os.version").replaceAll("^(\\d+\\.\\d+).*", "$1"),
                Runtime.getRuntime().availableProcessors());
    }

    @Override
    public Platform platform() {
        return Platform.LINUX;
    }

    @Override
    public State state() {
        return isLinux()
                        && (daemons == null && ServiceSockets.find(environment) != null
                                || Daemons.find(daemons, environment).isPresent())
                ? State.READY
                : State.UNAVAILABLE;
    }

    @Override
    public String help() {
        return state() == State.READY ? "" : !isLinux() ? LocalTexts.NO_TRACED_HERE : LocalTexts.INSTALL;
    }

    private static boolean isLinux() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
    }

    @Override
    public TargetReport inspect() {
        List<Check> checks = new ArrayList<>();
        ServiceInfo info = null;
        try (ReachedService reached = reach()) {
            try (ConsumerPort port = ConsumerPort.bind(open(reached.socket), name())) {
                info = reached.daemons == null ? ConsumerRecorder.ask(port) : awaitProbes(port, reached.daemons);
            }
            checks.add(Check.ok(
                    LocalTexts.SERVICE, info.shortVersion().isEmpty() ? LocalTexts.ANSWERS : info.shortVersion()));
            checks.add(
                    reached.daemons == null
                            ? Check.ok(LocalTexts.SOCKET, reached.socket.toString())
                            : unusedServiceWarning(reached)
                                    .map(w -> new Check(
                                            LocalTexts.DAEMONS, LocalTexts.AS_NEEDED, TargetReport.State.WARNING, w))
                                    .orElse(Check.ok(LocalTexts.DAEMONS, LocalTexts.AS_NEEDED)));
            int count = info.dataSources().size();
            checks.add(
                    count > 0
                            ? Check.ok(LocalTexts.SOURCES, String.valueOf(count))
                            : new Check(
                                    LocalTexts.SOURCES,
                                    LocalTexts.NO_SOURCES,
                                    TargetReport.State.WARNING,
                                    LocalTexts.START_PROBES));
        } catch (RecordProblem e) {
            checks.add(new Check(LocalTexts.SERVICE, LocalTexts.NOT_FOUND, TargetReport.State.FAILED, e.getMessage()));
        }
        boolean ftrace = Files.isReadable(Path.of("/sys/kernel/tracing/trace_marker"))
                || Files.isReadable(Path.of("/sys/kernel/debug/tracing/trace_marker"))
                || Files.isDirectory(Path.of("/sys/kernel/tracing/events"));
        checks.add(
                ftrace
                        ? Check.ok(LocalTexts.KERNEL_EVENTS, "ftrace")
                        : new Check(
                                LocalTexts.KERNEL_EVENTS,
                                LocalTexts.NO_ACCESS,
                                TargetReport.State.WARNING,
                                LocalTexts.noFtrace()));
        return new TargetReport(
                List.copyOf(checks),
                0,
                info == null || info.dataSources().isEmpty()
                        ? null
                        : Set.copyOf(info.dataSources().keySet()),
                info == null ? Map.of() : info.atrace(),
                info == null ? Map.of() : info.categories(),
                events(),
                memoryBytes());
    }

    private static @Nullable Set<String> events() {
        for (Path list : List.of(
                Path.of("/sys/kernel/tracing/available_events"),
                Path.of("/sys/kernel/debug/tracing/available_events"))) {
            try {
                return TargetReport.events(Files.readString(list));
            } catch (IOException e) {
                // Only root can read this on most systems.
            }
        }
        return null;
    }

    private static long memoryBytes() {
        return java.lang.management.ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean os
                ? os.getTotalMemorySize()
                : 0;
    }

    @Override
    public Recorder connect(TraceConfig config) throws RecordProblem {
        ReachedService reached = reach();
        try {
            if (reached.daemons != null) {
                try (ConsumerPort port = ConsumerPort.bind(open(reached.socket), name())) {
                    awaitProbes(port, reached.daemons);
                }
            }
            Path socket = reached.socket;
            List<String> first = new ArrayList<>(KnownNames.doubtfulEvents(config, events()));
            unusedServiceWarning(reached).ifPresent(first::addFirst);
            return ConsumerRecorder.connect(
                    () -> open(socket), nameInSentence(), config, reached, HINTS.withWarnings(first));
        } catch (RecordProblem e) {
            reached.close();
            throw e;
        }
    }

    /// Waits for the data sources of the daemons, which need a moment to register after the start.
    private static ServiceInfo awaitProbes(ConsumerPort port, Daemons started) throws RecordProblem {
        long startNs = System.nanoTime();
        ServiceInfo info = ConsumerRecorder.ask(port);
        while (started.hasProbes()
                && !info.dataSources().containsKey("linux.process_stats")
                && System.nanoTime() - startNs < PROBES_TIMEOUT_NS) {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RecordProblem(Kind.LOST, LocalTexts.PROBES_INTERRUPTED, e);
            }
            info = ConsumerRecorder.ask(port);
        }
        return info;
    }

    /// A connected service socket, and the daemons if they were started by us.
    private static final class ReachedService implements AutoCloseable {

        private final Path socket;
        private final @Nullable Daemons daemons;

        ReachedService(Path socket, @Nullable Daemons daemons) {
            this.socket = socket;
            this.daemons = daemons;
        }

        @Override
        public void close() {
            if (daemons != null) {
                daemons.close();
            }
        }
    }

    /// Finds the service, or starts one.
    private ReachedService reach() throws RecordProblem {
        if (!isLinux()) {
            throw new RecordProblem(Kind.NOT_FOUND, LocalTexts.NO_SERVICE_HERE);
        }
        RecordProblem refused = null;
        if (daemons == null) {
            for (Path socket : ServiceSockets.candidates(environment)) {
                if (Files.exists(socket)) {
                    try {
                        open(socket).close();
                        return new ReachedService(socket, null);
                    } catch (RecordProblem e) {
                        refused = e;
                    } catch (IOException e) {
                        return new ReachedService(socket, null);
                    }
                }
            }
        }
        Optional<Daemons.Programs> programs = Daemons.find(daemons, environment);
        if (programs.isPresent()) {
            Daemons started = Daemons.start(programs.get());
            return new ReachedService(started.consumerSocket(), started);
        }
        if (daemons != null) {
            throw new RecordProblem(Kind.NOT_FOUND, LocalTexts.notInFolder(daemons));
        }
        String named = environment.getOrDefault(ServiceSockets.CONSUMER_VARIABLE, "");
        throw refused != null
                ? refused
                : new RecordProblem(
                        Kind.NOT_FOUND,
                        named.isEmpty()
                                ? LocalTexts.notInstalled()
                                : LocalTexts.noSocket(named, ServiceSockets.CONSUMER_VARIABLE));
    }

    /// Returns the warning for a service named by the environment that is not the one used.
    private Optional<String> unusedServiceWarning(ReachedService reached) {
        String named = environment.getOrDefault(ServiceSockets.CONSUMER_VARIABLE, "");
        return named.isEmpty() || daemons != null || reached.daemons == null
                ? Optional.empty()
                : Optional.of(LocalTexts.unusedService(named, ServiceSockets.CONSUMER_VARIABLE));
    }

    private static ByteChannel open(Path socket) throws RecordProblem {
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(socket));
            return channel;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            if (channel != null) {
                try {
                    channel.close();
                } catch (IOException x) {
                    e.addSuppressed(x);
                }
            }
            boolean denied = String.valueOf(e.getMessage()).contains("ermission");
            throw denied
                    ? new RecordProblem(Kind.REFUSED, LocalTexts.socketDenied(socket), e)
                    : new RecordProblem(Kind.NOT_FOUND, LocalTexts.nothingListens(socket), e);
        }
    }

    @Override
    public Detached detach(TraceConfig config, String key) throws RecordProblem {
        return LocalBackground.start(this, config, key);
    }

    @Override
    public Recorder fetch(Detached detached) {
        return new LocalBackground(detached);
    }

    @Override
    public List<String> processes() {
        Set<String> names = new TreeSet<>();
        ProcessHandle.allProcesses()
                .forEach(p -> p.info()
                        .command()
                        .ifPresent(c -> names.add(Path.of(c).getFileName().toString())));
        return List.copyOf(names);
    }
}
