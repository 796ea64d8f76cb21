package traceglass.record.testing;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import traceglass.store.testing.SharedData;

/// The real `traced`, `traced_probes` and `perfetto`, for tests. They are looked up in `TRACEGLASS_PERFETTO`, on the
/// search path, and in the cache folder, into which the download script in the reference data installs them. Tests are
/// skipped if they are not available.
public final class PerfettoPrograms implements AutoCloseable {

    private static Path folder;
    private static String unavailableReason;

    private final Path sockets;
    private final List<Process> processes = new ArrayList<>();
    /// Lock held while `traced_probes` runs: the kernel has one set of trace events for all processes, and tests run
    /// in several processes.
    private @Nullable FileChannel kernelEventsLock;

    private PerfettoPrograms(Path sockets) {
        this.sockets = sockets;
    }

    /// Folder with the programs; skips the running test if there is none.
    public static synchronized Path bin() {
        if (folder == null && unavailableReason == null) {
            try {
                folder = findProgram();
            } catch (IOException | InterruptedException e) {
                unavailableReason = e.toString();
            }
            if (folder == null && unavailableReason == null) {
                unavailableReason = "traced was not found and couldn't be downloaded";
            }
        }
        Assumptions.assumeTrue(folder != null, () -> "no real tracing service: " + unavailableReason);
        return folder;
    }

    private static Path findProgram() throws IOException, InterruptedException {
        List<Path> places = new ArrayList<>();
        String named = System.getenv("TRACEGLASS_PERFETTO");
        if (named != null) {
            places.add(Path.of(named));
        }
        Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .filter(s -> !s.isEmpty())
                .map(Path::of)
                .forEach(places::add);
        Path cache = Path.of(System.getProperty("user.home"), ".cache", "traceglass-tests", "perfetto");
        places.add(cache.resolve("bin"));
        Path program = find(places);
        Path script = shared("tools/get_perfetto.sh");
        if (program != null || script == null || !System.getProperty("os.name").equals("Linux")) {
            return program;
        }
        Files.createDirectories(cache);
        Process get = new ProcessBuilder(script.toString(), cache.toString())
                .redirectErrorStream(true)
                .redirectOutput(cache.resolve("get.log").toFile())
                .start();
        if (!get.waitFor(180, TimeUnit.SECONDS)) {
            get.destroy();
        }
        return find(places);
    }

    private static Path find(List<Path> places) {
        return places.stream()
                .filter(p -> Files.isExecutable(p.resolve("traced")) && Files.isExecutable(p.resolve("traced_probes")))
                .findFirst()
                .orElse(null);
    }

    /// Returns a reference file next to the repository, or null.
    public static Path shared(String relative) {
        Path file = SharedData.folder().resolve(relative);
        return Files.exists(file) ? file : null;
    }

    /// Returns a reference file; skips the running test if it does not exist.
    public static Path requireShared(String relative) {
        Path file = shared(relative);
        Assumptions.assumeTrue(file != null, () -> "no reference data: " + relative);
        return file;
    }

    /// Starts `traced`, and `traced_probes` if requested, on private sockets.
    public static PerfettoPrograms start(boolean probes) throws IOException, InterruptedException {
        Path bin = bin();
        PerfettoPrograms real = new PerfettoPrograms(Files.createTempDirectory("tgtraced"));
        real.run(bin.resolve("traced"));
        for (int i = 0; i < 200 && !Files.exists(real.consumerSocket()); i++) {
            Thread.sleep(25);
        }
        if (probes) {
            real.startProbes();
        }
        return real;
    }

    public void startProbes() throws IOException, InterruptedException {
        if (kernelEventsLock == null) {
            kernelEventsLock = lockKernelEvents();
        }
        run(bin().resolve("traced_probes"));
    }

    /// Waits up to two minutes for the tests of other processes.
    private static FileChannel lockKernelEvents() throws IOException, InterruptedException {
        FileChannel channel = FileChannel.open(
                Path.of(System.getProperty("java.io.tmpdir"), "traceglass-kernel-events.lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        for (int i = 0; i < 2400; i++) {
            try {
                if (channel.tryLock() != null) {
                    return channel;
                }
            } catch (OverlappingFileLockException e) {
                // Another test of this process holds it.
            }
            Thread.sleep(50);
        }
        channel.close();
        throw new IOException("another test uses the kernel's trace events");
    }

    public Path consumerSocket() {
        return sockets.resolve("consumer");
    }

    public Path producerSocket() {
        return sockets.resolve("producer");
    }

    /// Environment variables that a program needs to find this service.
    public Map<String, String> environment() {
        return Map.of(
                "PERFETTO_CONSUMER_SOCK_NAME",
                consumerSocket().toString(),
                "PERFETTO_PRODUCER_SOCK_NAME",
                producerSocket().toString());
    }

    /// Kills the service, to simulate a crash.
    public void killService() throws InterruptedException {
        processes.getFirst().destroyForcibly().waitFor();
    }

    private void run(Path program) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(program.toString())
                .redirectErrorStream(true)
                .redirectOutput(sockets.resolve(program.getFileName() + ".log").toFile());
        builder.environment().putAll(environment());
        processes.add(builder.start());
    }

    /// Activates a trigger with a separate program. Retries, because this program gives up early on a busy
    /// computer.
    ///
    /// @param folder folder for its output
    public void trigger(String name, Path folder) throws IOException, InterruptedException {
        Assumptions.assumeTrue(Files.isExecutable(bin().resolve("perfetto")), "there is no perfetto");
        Path output = folder.resolve("trigger.log");
        for (int i = 0; i < 20; i++) {
            ProcessBuilder builder = new ProcessBuilder(
                    bin().resolve("perfetto").toString(),
                    "--txt",
                    "-c",
                    "-",
                    "-o",
                    folder.resolve("none").toString());
            builder.environment().putAll(environment());
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            process.getOutputStream().write(("activate_triggers: \"" + name + "\"\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new AssertionError("the trigger hangs");
            }
            if (process.exitValue() == 0) {
                return;
            }
        }
        throw new AssertionError("the trigger failed: " + Files.readString(output));
    }

    @Override
    public void close() throws IOException {
        processes.reversed().forEach(Process::destroyForcibly);
        if (kernelEventsLock != null) {
            kernelEventsLock.close();
        }
        try (Stream<Path> files = Files.list(sockets)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(sockets);
    }
}
