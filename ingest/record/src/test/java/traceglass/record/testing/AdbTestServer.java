package traceglass.record.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import traceglass.record.adb.Adb;
import traceglass.record.adb.AdbServer;
import traceglass.record.adb.AdbTarget;
import traceglass.record.spi.RecordProblem;

/// The real adb server on a private port, with simulated devices. Skips the running test if adb, Python or the
/// simulator is not available.
@SuppressWarnings("try") // Tests may be interrupted while they wait for its processes.
public final class AdbTestServer implements AutoCloseable {

    private final Path home;
    private final int port;
    private final Map<String, String> environment;
    private final List<Process> processes = new ArrayList<>();
    private Process server;

    private AdbTestServer(Path home, int port) {
        this.home = home;
        this.port = port;
        environment = new HashMap<>(System.getenv());
        environment.keySet().removeAll(List.of("ANDROID_SERIAL", "ADB_SERVER_SOCKET", "ADB_VENDOR_KEYS", "ADB_TRACE"));
        environment.put("HOME", home.toString());
        environment.put("TMPDIR", home.toString());
        environment.put("ANDROID_ADB_SERVER_PORT", String.valueOf(port));
        // Disables the scan for emulators, so that other devices of this computer are not used.
        environment.put("ADB_LOCAL_TRANSPORT_MAX_PORT", "5554");
    }

    public static AdbTestServer start() throws IOException, InterruptedException {
        PerfettoPrograms.requireShared("tools/adbd_sim.py");
        Assumptions.assumeTrue(isOnPath("adb") && isOnPath("python3"), "adb or python3 is not installed");
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        AdbTestServer bench = new AdbTestServer(Files.createTempDirectory("tgadb"), port);
        bench.startServer();
        return bench;
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(p -> Files.isExecutable(Path.of(p, program)));
    }

    public void startServer() throws IOException, InterruptedException {
        server = run(List.of("adb", "nodaemon", "server"), "server.log");
        for (int i = 0; i < 200; i++) {
            try {
                adbServer().version();
                return;
            } catch (RecordProblem e) {
                Thread.sleep(50);
            }
        }
        throw new IOException("the adb server did not start");
    }

    public void killServer() throws InterruptedException {
        server.destroyForcibly().waitFor();
    }

    public AdbServer adbServer() {
        return new AdbServer("localhost", port);
    }

    public Adb adb() {
        return new Adb(adbServer(), environment);
    }

    public Path home() {
        return home;
    }

    /// A simulated device.
    public record Device(String serial, Process process) {

        /// Disconnects the device, as if the cable were pulled.
        public void unplug() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }
    }

    /// Starts a simulated device and attaches it.
    public Device attach(String... options) throws Exception {
        return attach(Map.of(), options);
    }

    /// Starts a simulated device with additional environment variables and attaches it.
    public Device attach(Map<String, String> variables, String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "python3", PerfettoPrograms.requireShared("tools/adbd_sim.py").toString(), "--port", "0"));
        command.addAll(List.of(options));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(home.resolve("sim" + processes.size() + ".log").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.environment().putAll(variables);
        Process process = builder.start();
        processes.add(process);
        String line = new BufferedReader(new InputStreamReader(process.getInputStream())).readLine();
        if (line == null) {
            throw new IOException("the simulator did not start: "
                    + Files.readString(home.resolve("sim" + (processes.size() - 1) + ".log")));
        }
        String serial = "127.0.0.1:" + line.substring(line.lastIndexOf(':') + 1).strip();
        connect(serial, command.contains("--auth") || command.contains("--unauthorized"));
        return new Device(serial, process);
    }

    private void connect(String serial, boolean needsPermission) throws RecordProblem {
        try {
            adb().connect(serial);
        } catch (RecordProblem e) {
            // A device that asks its user for permission is attached nevertheless.
            if (!needsPermission || e.kind() != RecordProblem.Kind.REFUSED) {
                throw e;
            }
        }
    }

    /// Waits until adb reports the device in the given state.
    public AdbTarget awaitState(Device device, String state) throws Exception {
        String last = "not listed";
        for (int i = 0; i < 400; i++) {
            for (AdbTarget t : adb().devices()) {
                if (t.device().serial().equals(device.serial())) {
                    last = t.device().state();
                    if (last.equals(state)) {
                        return t;
                    }
                }
            }
            Thread.sleep(50);
        }
        throw new AssertionError(device.serial() + " is " + last + ", not " + state);
    }

    public AdbTarget target(String... options) throws Exception {
        return awaitState(attach(options), "device");
    }

    private Process run(List<String> command, String log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve(log).toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        for (Process p : processes.reversed()) {
            p.destroy();
            if (!p.waitFor(2, java.util.concurrent.TimeUnit.SECONDS)) {
                p.destroyForcibly();
            }
        }
        try (Stream<Path> paths = Files.walk(home)) {
            for (Path p : paths.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(p);
            }
        }
    }
}
