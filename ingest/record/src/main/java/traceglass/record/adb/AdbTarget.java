package traceglass.record.adb;

import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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
import traceglass.store.text.DisplayText;

/// An Android device attached through adb. Its version decides how it is recorded: through the tracing service's
/// socket from Android 10 on, with its `perfetto` command on Android 9 and where the socket is refused, with atrace
/// on older versions.
public record AdbTarget(AdbServer server, AdbDevice device) implements RecordingTarget {

    private static final String CONSUMER_SOCKET = "localfilesystem:/dev/socket/traced_consumer";
    private static final String LIST_EVENTS =
            "cat /sys/kernel/tracing/available_events 2>/dev/null || cat /sys/kernel/debug/tracing/available_events"
                    + " 2>/dev/null";
    private static final int SOCKET_SDK = 29;
    private static final int PERFETTO_SDK = 28;
    private static final long SERVICE_START_MS = 5000;

    private static final RecordingHints HINTS =
            new RecordingHints(AdbTexts.NO_PROBES, AdbTexts.CHECK_AND_RECORD, AdbTexts.STOP_OTHER_PROGRAM);

    @Override
    public String id() {
        return "adb:" + device.serial();
    }

    @Override
    public String name() {
        return device.model().isEmpty() ? device.serial() : device.model();
    }

    @Override
    public String detail() {
        return device.link() + " · " + device.serial();
    }

    @Override
    public Platform platform() {
        return Platform.ANDROID;
    }

    @Override
    public State state() {
        return device.targetState();
    }

    @Override
    public String help() {
        return device.help();
    }

    @Override
    public TargetReport inspect() {
        List<Check> checks = new ArrayList<>();
        ServiceInfo info = null;
        DeviceProperties properties = null;
        Set<String> events = null;
        try {
            checks.add(Check.ok(AdbTexts.BRIDGE, "1.0." + server.version()));
            if (state() != State.READY) {
                checks.add(new Check(AdbTexts.DEVICE, state().title(), TargetReport.State.FAILED, help()));
                return report(checks, null, null, null);
            }
            DeviceShell shell = new DeviceShell(server, device.serial());
            properties = DeviceProperties.read(shell);
            info = checkService(checks, shell, properties);
            String free = shell.run("df -k /data 2>/dev/null | tail -1").out();
            addFreeSpace(free, checks);
            events = TargetReport.events(shell.run(LIST_EVENTS).out());
        } catch (RecordProblem e) {
            checks.add(new Check(AdbTexts.DEVICE, AdbTexts.NOT_RESPONDING, TargetReport.State.FAILED, e.getMessage()));
        }
        return report(checks, properties, info, events);
    }

    private @Nullable ServiceInfo checkService(List<Check> checks, DeviceShell shell, DeviceProperties properties)
            throws RecordProblem {
        String version = AdbTexts.version(properties.release(), properties.sdk());
        if (properties.sdk() >= SOCKET_SDK) {
            checks.add(Check.ok(AdbTexts.ANDROID_10, AdbTexts.api(properties.sdk())));
            enable(shell, properties);
            try (ConsumerPort port = ConsumerPort.bind(openSocket(!properties.isTracingEnabled()), name())) {
                ServiceInfo info = ConsumerRecorder.queryService(port);
                checks.add(Check.ok(
                        AdbTexts.SERVICE, info.shortVersion().isEmpty() ? AdbTexts.RUNNING : info.shortVersion()));
                int count = info.dataSources().size();
                checks.add(
                        count > 0
                                ? Check.ok(AdbTexts.SOURCES, String.valueOf(count))
                                : new Check(
                                        AdbTexts.SOURCES,
                                        AdbTexts.NO_SOURCES,
                                        TargetReport.State.WARNING,
                                        AdbTexts.NO_PROBES));
                return info;
            } catch (RecordProblem e) {
                if (e.kind() != Kind.REFUSED) {
                    throw e;
                }
                checks.add(new Check(
                        AdbTexts.SERVICE,
                        AdbTexts.THROUGH_COMMAND,
                        TargetReport.State.WARNING,
                        AdbTexts.SOCKET_DENIED));
            }
        } else if (properties.sdk() >= PERFETTO_SDK) {
            checks.add(new Check(AdbTexts.ANDROID_10, version, TargetReport.State.WARNING, AdbTexts.ANDROID_9));
        } else {
            checks.add(new Check(AdbTexts.ANDROID_10, version, TargetReport.State.WARNING, AdbTexts.NO_SERVICE));
        }
        return null;
    }

    private static void addFreeSpace(String df, List<Check> checks) {
        String[] columns = df.strip().split("\\s+");
        if (columns.length >= 4 && columns[3].matches("\\d+")) {
            checks.add(Check.ok(AdbTexts.FREE_SPACE, DisplayText.size(Long.parseLong(columns[3]) * 1024)));
        }
    }

    private static TargetReport report(
            List<Check> checks,
            @Nullable DeviceProperties properties,
            @Nullable ServiceInfo info,
            @Nullable Set<String> events) {
        return new TargetReport(
                List.copyOf(checks),
                properties == null ? 0 : properties.sdk(),
                info == null || info.dataSources().isEmpty()
                        ? null
                        : Set.copyOf(info.dataSources().keySet()),
                info == null ? Map.of() : info.atrace(),
                info == null ? Map.of() : info.categories(),
                events,
                properties == null ? 0 : properties.memoryBytes());
    }

    @Override
    public Recorder connect(TraceConfig config) throws RecordProblem {
        if (state() == State.UNAUTHORIZED) {
            throw new RecordProblem(Kind.REFUSED, AdbTexts.notAuthorized());
        }
        DeviceShell shell = new DeviceShell(server, device.serial());
        DeviceProperties properties = DeviceProperties.read(shell);
        if (properties.sdk() >= SOCKET_SDK) {
            enable(shell, properties);
            boolean[] wait = {!properties.isTracingEnabled()};
            try {
                List<String> first = hasFtraceEvents(config)
                        ? ConfigNameCheck.unknownEventWarnings(
                                config,
                                TargetReport.events(shell.run(LIST_EVENTS).out()))
                        : List.of();
                return ConsumerRecorder.connect(
                        () -> {
                            boolean shouldRetry = wait[0];
                            wait[0] = false;
                            return openSocket(shouldRetry);
                        },
                        name(),
                        config,
                        null,
                        HINTS.withWarnings(first));
            } catch (RecordProblem e) {
                if (e.kind() != Kind.REFUSED) {
                    throw e;
                }
                if (hasProgram(shell, "perfetto")) {
                    return new PerfettoCommandRecorder(shell, name(), config, AdbTexts.NO_SOCKET);
                }
            }
        }
        if (properties.sdk() == PERFETTO_SDK && hasProgram(shell, "perfetto")) {
            enable(shell, properties);
            return new PerfettoCommandRecorder(shell, name(), config, AdbTexts.RECORDING_ON_ANDROID_9);
        }
        if (!hasProgram(shell, "atrace")) {
            throw new RecordProblem(Kind.UNSUPPORTED, AdbTexts.tooOld(name(), properties.sdk()));
        }
        return new AtraceRecorder(shell, name(), config, AdbTexts.RECORDING_WITH_ATRACE);
    }

    private static boolean hasFtraceEvents(TraceConfig config) {
        return config.getDataSourcesList().stream()
                .anyMatch(d -> d.getConfig().getFtraceConfig().getFtraceEventsCount() > 0);
    }

    private static boolean hasProgram(DeviceShell shell, String program) throws RecordProblem {
        return !shell.run("command -v " + program).out().isBlank();
    }

    /// Turns the tracing service on; some devices with Android 9 and 10 have it off by default.
    private static void enable(DeviceShell shell, DeviceProperties properties) throws RecordProblem {
        if (!properties.isTracingEnabled()) {
            shell.run("setprop " + DeviceProperties.ENABLE + " 1");
        }
    }

    /// @param shouldRetry whether to retry, because the service was just turned on and can need a moment
    private SocketChannel openSocket(boolean shouldRetry) throws RecordProblem {
        long startNs = System.nanoTime();
        while (true) {
            try {
                return server.open(device.serial(), CONSUMER_SOCKET);
            } catch (RecordProblem e) {
                if (!shouldRetry
                        || e.kind() != Kind.REFUSED
                        || System.nanoTime() - startNs > SERVICE_START_MS * 1_000_000) {
                    throw e;
                }
                try {
                    Thread.sleep(200);
                } catch (InterruptedException x) {
                    Thread.currentThread().interrupt();
                    throw e;
                }
            }
        }
    }

    @Override
    public DetachedRecording detach(TraceConfig config, String key) throws RecordProblem {
        DeviceShell shell = new DeviceShell(server, device.serial());
        DeviceProperties properties = DeviceProperties.read(shell);
        if (properties.sdk() < PERFETTO_SDK || !hasProgram(shell, "perfetto")) {
            throw new RecordProblem(Kind.UNSUPPORTED, AdbTexts.noBackground(name(), properties.sdk()));
        }
        enable(shell, properties);
        return DeviceBackground.start(shell, this, config, key);
    }

    @Override
    public Recorder fetch(DetachedRecording detached) throws RecordProblem {
        return new DeviceBackground(new DeviceShell(server, device.serial()), name(), detached);
    }

    @Override
    public List<String> processes() throws RecordProblem {
        Set<String> names = new TreeSet<>();
        DeviceShell shell = new DeviceShell(server, device.serial());
        // The ps of old devices has no options; the name is its last column as well.
        for (String line : shell.run("ps -A -o NAME 2>/dev/null || ps").out().split("\n")) {
            String name = line.strip();
            name = name.substring(name.lastIndexOf(' ') + 1);
            if (!name.isEmpty() && !name.equals("NAME") && !name.startsWith("[")) {
                names.add(name);
            }
        }
        return List.copyOf(names);
    }
}
