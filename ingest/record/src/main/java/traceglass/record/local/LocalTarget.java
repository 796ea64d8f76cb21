package traceglass.record.local;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.check.ConfigNameCheck;
import traceglass.record.ipc.ConsumerPort;
import traceglass.record.ipc.ConsumerRecorder;
import traceglass.record.ipc.RecordingHints;
import traceglass.record.spi.DetachedRecording;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.ServiceInfo;
import traceglass.record.spi.TargetReport;
import traceglass.record.spi.TargetReport.Check;
import traceglass.service.builtin.BuiltInProbes;
import traceglass.service.ipc.SocketNames;
import traceglass.service.probe.ServiceProbe;

/// This computer: its running tracing service on a Unix socket, otherwise a built-in service with probes.
///
/// @param daemons folder with `traced` and `traced_probes`, which are started for each recording, or null
/// @param environment environment variables, for the sockets and the search path
/// @param root built-in service with root privileges, or null
/// @param probes probes of the built-in service
public record LocalTarget(
        @Nullable Path daemons,
        Map<String, String> environment,
        @Nullable RootService root,
        List<ServiceProbe> probes) implements RecordingTarget {

    private static final RecordingHints HINTS =
            new RecordingHints(LocalTexts.START_PROBES, LocalTexts.START_AND_RECORD, LocalTexts.PROBES_AS_ROOT + ".");
    private static final RecordingHints OWN_HINTS =
            new RecordingHints(LocalTexts.START_PROGRAM, LocalTexts.RECORD_AGAIN, LocalTexts.ROOT_FOR_FTRACE);
    private static final long PROBES_TIMEOUT_NS = 5_000_000_000L;

    public LocalTarget {
        environment = Map.copyOf(environment);
        probes = List.copyOf(probes);
    }

    /// Creates a target that uses the probes of this computer.
    public LocalTarget(@Nullable Path daemons, Map<String, String> environment) {
        this(daemons, environment, null, DefaultProbes.ALL);
    }

    /// Holder of the probes that all targets share.
    private static final class DefaultProbes {
        static final List<ServiceProbe> ALL = BuiltInProbes.all();

        private DefaultProbes() {}
    }

    /// Returns the target for this computer with the process's environment variables.
    public static LocalTarget ofEnvironment() {
        return new LocalTarget(null, System.getenv());
    }

    /// Returns a copy that uses daemons from the given folder.
    public LocalTarget withDaemons(Path folder) {
        return new LocalTarget(folder, environment, root, probes);
    }

    /// Returns a copy that records through the built-in service with root privileges.
    public LocalTarget withRoot(RootService service) {
        return new LocalTarget(null, environment, service, probes);
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
        return daemons == null || Daemons.find(daemons, environment).isPresent() ? State.READY : State.UNAVAILABLE;
    }

    @Override
    public String help() {
        return state() == State.READY ? "" : LocalTexts.INSTALL;
    }

    private static boolean isLinux() {
        return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
    }

    @Override
    public TargetReport inspect() {
        List<Check> checks = new ArrayList<>();
        ServiceInfo info = null;
        boolean isOwn = false;
        try (ConnectedService service = connectService()) {
            isOwn = service.isStartedByTraceglass();
            try (ConsumerPort port = ConsumerPort.bind(service.open(), name())) {
                info = queryService(port, service);
            }
            checks.add(Check.ok(
                    LocalTexts.SERVICE,
                    service.isStartedByTraceglass() || service.isRoot()
                            ? LocalTexts.OWN_SERVICE
                            : info.shortVersion().isEmpty() ? LocalTexts.RUNNING : info.shortVersion()));
            checks.add(checkService(service));
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
        if (isOwn) {
            checks.addAll(checkProbes());
        } else if (root == null) {
            checks.add(checkKernelEvents());
        }
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

    private static ServiceInfo queryService(ConsumerPort port, ConnectedService service) throws RecordProblem {
        Daemons started = service.daemons();
        if (started != null && started.hasProbes()) {
            return awaitProbes(port, i -> i.dataSources().containsKey("linux.process_stats"));
        }
        return service.isRoot()
                ? awaitProbes(port, i -> !i.dataSources().isEmpty())
                : ConsumerRecorder.queryService(port);
    }

    /// Describes the location of the service.
    private Check checkService(ConnectedService service) {
        Optional<String> unused = unusedServiceWarning(service);
        String label = service.daemons() != null
                ? LocalTexts.DAEMONS
                : service.isStartedByTraceglass() ? LocalTexts.PROBES : LocalTexts.SOCKET;
        String value = service.daemons() != null || service.isStartedByTraceglass()
                ? LocalTexts.AS_NEEDED
                : String.valueOf(service.socket());
        return unused.map(w -> new Check(label, value, TargetReport.State.WARNING, w))
                .orElse(Check.ok(label, value));
    }

    private static Check checkKernelEvents() {
        boolean hasFtrace = Files.isReadable(Path.of("/sys/kernel/tracing/trace_marker"))
                || Files.isReadable(Path.of("/sys/kernel/debug/tracing/trace_marker"))
                || Files.isDirectory(Path.of("/sys/kernel/tracing/events"));
        return hasFtrace
                ? Check.ok(LocalTexts.KERNEL_EVENTS, "ftrace")
                : new Check(
                        LocalTexts.KERNEL_EVENTS,
                        LocalTexts.NO_ACCESS,
                        TargetReport.State.WARNING,
                        LocalTexts.noFtrace());
    }

    /// Returns a check with the reason for each built-in probe that can't record on this computer.
    private List<Check> checkProbes() {
        List<Check> checks = new ArrayList<>();
        for (ServiceProbe probe : probes) {
            String reason = probe.refusal();
            if (!reason.isEmpty()) {
                String value = probe.needsRoot() ? LocalTexts.NEEDS_ROOT : LocalTexts.NOT_AVAILABLE;
                checks.add(new Check(probe.name(), value, TargetReport.State.WARNING, reason));
            }
        }
        return checks;
    }

    /// Returns whether root privileges would allow more, because probes of the built-in service are unavailable.
    ///
    /// @param report report of this target
    public boolean canUseRoot(TargetReport report) {
        return isLinux()
                && !isRoot()
                && root == null
                && report.checks().stream().anyMatch(c -> c.value().equals(LocalTexts.NEEDS_ROOT));
    }

    static boolean isRoot() {
        return System.getProperty("user.name", "").equals("root");
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
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean os
                ? os.getTotalMemorySize()
                : 0;
    }

    @Override
    public Recorder connect(TraceConfig config) throws RecordProblem {
        ConnectedService service = connectService();
        try {
            if (service.daemons() != null || service.isRoot()) {
                try (ConsumerPort port = ConsumerPort.bind(service.open(), name())) {
                    queryService(port, service);
                }
            }
            List<String> warnings = new ArrayList<>(ConfigNameCheck.unknownEventWarnings(config, events()));
            unusedServiceWarning(service).ifPresent(warnings::addFirst);
            return ConsumerRecorder.connect(
                    service::open,
                    nameInSentence(),
                    config,
                    service,
                    (service.isStartedByTraceglass() || service.isRoot() ? OWN_HINTS : HINTS).withWarnings(warnings));
        } catch (RecordProblem e) {
            service.close();
            throw e;
        }
    }

    /// Waits for the data sources of probes that were started, which need a moment to register.
    private static ServiceInfo awaitProbes(ConsumerPort port, Predicate<ServiceInfo> isComplete) throws RecordProblem {
        long startNs = System.nanoTime();
        ServiceInfo info = ConsumerRecorder.queryService(port);
        while (!isComplete.test(info) && System.nanoTime() - startNs < PROBES_TIMEOUT_NS) {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RecordProblem(Kind.LOST, LocalTexts.PROBES_INTERRUPTED, e);
            }
            info = ConsumerRecorder.queryService(port);
        }
        return info;
    }

    /// Returns the service to use: the one that the user chose, else a running service, else the built-in service.
    private ConnectedService connectService() throws RecordProblem {
        Path folder = daemons;
        if (folder != null) {
            Daemons.Programs programs = Daemons.find(folder, environment)
                    .orElseThrow(() -> new RecordProblem(Kind.NOT_FOUND, LocalTexts.notInFolder(folder)));
            return ConnectedService.ofDaemons(Daemons.start(programs));
        }
        if (root != null && root.isRunning()) {
            return ConnectedService.ofRoot(root);
        }
        Path running = runningSocket();
        if (running != null) {
            return ConnectedService.ofSocket(running);
        }
        return ConnectedService.ofBuiltIn(BuiltInService.acquire(SocketNames.producers(environment), probes));
    }

    /// Returns the socket of a running service, or null.
    ///
    /// @throws RecordProblem if a service runs but this user has no permission to use it
    private @Nullable Path runningSocket() throws RecordProblem {
        for (Path socket : isLinux() ? ServiceSockets.candidates(environment) : List.<Path>of()) {
            if (Files.exists(socket)) {
                try {
                    ServiceSockets.open(socket).close();
                    return socket;
                } catch (RecordProblem e) {
                    if (e.kind() == Kind.REFUSED) {
                        throw e;
                    }
                } catch (IOException e) {
                    return socket;
                }
            }
        }
        return null;
    }

    /// Returns a warning if the environment names a service that is not used.
    private Optional<String> unusedServiceWarning(ConnectedService service) {
        String named = environment.getOrDefault(ServiceSockets.CONSUMER_VARIABLE, "");
        return named.isEmpty() || daemons != null || !service.isStartedByTraceglass()
                ? Optional.empty()
                : Optional.of(LocalTexts.unusedService(named, ServiceSockets.CONSUMER_VARIABLE));
    }

    @Override
    public DetachedRecording detach(TraceConfig config, String key) throws RecordProblem {
        return LocalBackground.start(this, config, key);
    }

    @Override
    public Recorder fetch(DetachedRecording detached) {
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
