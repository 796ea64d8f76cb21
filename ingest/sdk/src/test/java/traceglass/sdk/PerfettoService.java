package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import traceglass.sdk.posix.Posix;

/// The real `traced` and `perfetto` with private sockets. Tests are skipped if neither the folder in
/// `TRACEGLASS_PERFETTO` nor the cache contains these programs.
final class PerfettoService implements AutoCloseable {

    private final Path folder;
    private final Path bin;
    private final String producer;
    private final List<Process> processes = new ArrayList<>();

    /// @param producer the socket for producers, or null for a file in the folder
    PerfettoService(Path folder, String producer) {
        assumeTrue(Posix.isSupported());
        this.folder = folder;
        this.producer = producer == null ? folder.resolve("producer").toString() : producer;
        String named = System.getenv("TRACEGLASS_PERFETTO");
        bin = named != null
                ? Path.of(named)
                : Path.of(System.getProperty("user.home"), ".cache", "traceglass-tests", "perfetto", "bin");
        assumeTrue(Files.isExecutable(bin.resolve("traced")), "no traced in " + bin);
    }

    String producer() {
        return producer;
    }

    boolean has(String program) {
        return Files.isExecutable(bin.resolve(program));
    }

    /// Starts the service and waits until it listens.
    Process startService() throws Exception {
        Path consumer = folder.resolve("consumer");
        Files.deleteIfExists(consumer);
        Process traced = run("traced");
        await(() -> Files.exists(consumer), true);
        return traced;
    }

    Process run(String... command) throws IOException {
        String name = command[0];
        command[0] = bin.resolve(name).toString();
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile());
        builder.environment().put("PERFETTO_PRODUCER_SOCK_NAME", producer);
        builder.environment()
                .put("PERFETTO_CONSUMER_SOCK_NAME", folder.resolve("consumer").toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /// Returns the output of a program that was started here.
    String output(String program) throws IOException {
        return Files.readString(folder.resolve(program + ".log"));
    }

    /// Starts a session with a config in protobuf text format.
    Process startSession(Path out, String config) throws IOException {
        Path file = Files.writeString(folder.resolve(out.getFileName() + ".txt"), config);
        return run("perfetto", "--txt", "-c", file.toString(), "-o", out.toString());
    }

    /// Stops a session with the signal of Ctrl+C.
    static void stop(Process perfetto) throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(perfetto.pid()))
                .start()
                .waitFor();
        assertTrue(perfetto.waitFor(30, TimeUnit.SECONDS));
    }

    static void await(BooleanSupplier condition, boolean isExpected) throws InterruptedException {
        for (int i = 0; i < 3000 && condition.getAsBoolean() != isExpected; i++) {
            Thread.sleep(10);
        }
        assertEquals(isExpected, condition.getAsBoolean());
    }

    static void await(Category category, boolean isEnabled) throws InterruptedException {
        await(category::isEnabled, isEnabled);
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
