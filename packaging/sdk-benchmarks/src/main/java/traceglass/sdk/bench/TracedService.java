package traceglass.sdk.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import traceglass.sdk.Category;
import traceglass.sdk.Tracing;
import traceglass.sdk.TracingSetup;

/// Runs the real tracing service in a separate folder, with a session that records this process.
final class TracedService implements AutoCloseable {

    private static final long START_NS = 30_000_000_000L;

    private final Path folder = Files.createTempDirectory("sdk-bench");
    private final List<Process> processes = new ArrayList<>();
    private final Tracing tracing;
    private final Process session;

    /// Starts the service and waits until a category is recorded.
    ///
    /// @param bufferKb size of the session's buffer in KB
    /// @param policy fill policy of the buffer: `RING_BUFFER` or `DISCARD`
    TracedService(Category category, int bufferKb, String policy) throws IOException, InterruptedException {
        run("traced");
        Path config = Files.writeString(
                folder.resolve("config.txt"),
                "buffers { size_kb: " + bufferKb + " fill_policy: " + policy + " }\n"
                        + "data_sources { config { name: \"track_event\" track_event_config {\n"
                        + "  enabled_categories: \"" + category.name() + "\" disabled_categories: \"*\" } } }\n");
        tracing = Tracing.initialize(
                new TracingSetup().address(folder.resolve("producer").toString()), Tracing.Backend.SYSTEM);
        long end = System.nanoTime() + START_NS;
        while (!tracing.isConnected() && System.nanoTime() < end) {
            Thread.sleep(20);
        }
        session = run("perfetto", "--txt", "-c", config.toString(), "-o", output().toString());
        while (!category.isEnabled() && System.nanoTime() < end) {
            Thread.sleep(20);
        }
        if (!category.isEnabled()) {
            close();
            throw new IOException("The service did not start a session; see " + folder);
        }
    }

    private static Path program(String name) throws IOException {
        String named = System.getenv("TRACEGLASS_PERFETTO");
        Path bin = named != null
                ? Path.of(named)
                : Path.of(System.getProperty("user.home"), ".cache", "traceglass-tests", "perfetto", "bin");
        Path program = bin.resolve(name);
        if (!Files.isExecutable(program)) {
            throw new IOException("No " + name + " in " + bin + "; set TRACEGLASS_PERFETTO to its folder");
        }
        return program;
    }

    private Process run(String name, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(program(name).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(name + ".log").toFile());
        builder.environment()
                .put("PERFETTO_PRODUCER_SOCK_NAME", folder.resolve("producer").toString());
        builder.environment()
                .put("PERFETTO_CONSUMER_SOCK_NAME", folder.resolve("consumer").toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private Path output() {
        return folder.resolve("out.pftrace");
    }

    /// Ends the session and returns the trace.
    byte[] stop() throws IOException, InterruptedException {
        // Like Ctrl+C: the client stops the session and writes the file.
        new ProcessBuilder("kill", "-INT", Long.toString(session.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (!session.waitFor(60, TimeUnit.SECONDS)) {
            throw new IOException("The session did not end");
        }
        return Files.readAllBytes(output());
    }

    @Override
    public void close() throws IOException {
        tracing.close();
        processes.reversed().forEach(Process::destroyForcibly);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
