package traceglass.service.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/// Runs the real programs of Perfetto with private sockets.
public final class PerfettoTools implements AutoCloseable {

    private static final String PRODUCER_VARIABLE = "PERFETTO_PRODUCER_SOCK_NAME";
    private static final String CONSUMER_VARIABLE = "PERFETTO_CONSUMER_SOCK_NAME";

    private final Path bin;
    private final Path folder;
    private final String producers;
    private final String consumers;
    private final List<Process> processes = new ArrayList<>();

    private PerfettoTools(Path bin, Path folder, String producers, String consumers) {
        this.bin = bin;
        this.folder = folder;
        this.producers = producers;
        this.consumers = consumers;
    }

    /// Returns the folder of the programs, or null if they are missing.
    static @Nullable Path bin() {
        List<Path> places = new ArrayList<>();
        String named = System.getenv("TRACEGLASS_PERFETTO");
        if (named != null) {
            places.add(Path.of(named));
        }
        places.add(Path.of(System.getProperty("user.home"), ".cache", "traceglass-tests", "perfetto", "bin"));
        return places.stream()
                .filter(p -> List.of("perfetto", "traced", "traced_probes").stream()
                        .allMatch(n -> Files.isExecutable(p.resolve(n))))
                .findFirst()
                .orElse(null);
    }

    static PerfettoTools of(Path bin, Path folder, String producers, String consumers) {
        return new PerfettoTools(bin, folder, producers, consumers);
    }

    /// Finds the programs. Skips the test if they are missing.
    ///
    /// @param folder folder for their logs
    public static PerfettoTools find(Path folder, String producers, String consumers) {
        Path bin = bin();
        Assumptions.assumeTrue(bin != null, "no real perfetto programs");
        return of(bin, folder, producers, consumers);
    }

    /// Returns the same programs with other sockets.
    public PerfettoTools withSockets(String otherProducers, String otherConsumers) {
        return new PerfettoTools(bin, folder, otherProducers, otherConsumers);
    }

    public boolean has(String program) {
        return Files.isExecutable(bin.resolve(program));
    }

    /// Starts a program.
    public Process run(String program, String... arguments) throws IOException {
        return start(program, log(program), new String[0], arguments);
    }

    /// Starts a program with environment variables, as alternating names and values.
    public Process runWith(String[] environment, String program, String... arguments) throws IOException {
        return start(program, log(program), environment, arguments);
    }

    private Path log(String program) throws IOException {
        return Files.createTempFile(folder, program, ".log");
    }

    private Process start(String program, Path log, String[] environment, String[] arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(bin.resolve(program).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put(PRODUCER_VARIABLE, producers);
        builder.environment().put(CONSUMER_VARIABLE, consumers);
        for (int i = 0; i < environment.length; i += 2) {
            builder.environment().put(environment[i], environment[i + 1]);
        }
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    /// Runs a program to its end and returns its output.
    public String output(String program, String... arguments) throws Exception {
        Path log = log(program);
        Process process = start(program, log, new String[0], arguments);
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError(program + " does not end: " + Files.readString(log));
        }
        return Files.readString(log);
    }

    /// Starts `traced_probes` and waits until the service knows its data sources.
    public Process startProbes() throws Exception {
        Process probes = run("traced_probes");
        awaitProbes();
        return probes;
    }

    /// Waits until the service knows the data sources of `traced_probes`.
    public void awaitProbes() throws Exception {
        for (int i = 0; !output("perfetto", "--query").contains("linux.sys_stats"); i++) {
            if (i == 100) {
                throw new IOException("traced_probes does not connect");
            }
            Thread.sleep(50);
        }
    }

    /// Writes a config into a file.
    public Path config(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "config", ".txt"), text);
    }

    /// Records with `perfetto` until the recording ends by its config, and returns the output of the program.
    public String record(String config, Path file) throws Exception {
        return output("perfetto", "--txt", "-c", config(config).toString(), "-o", file.toString());
    }

    @Override
    public void close() throws InterruptedException {
        for (Process process : processes.reversed()) {
            process.destroyForcibly().waitFor();
        }
    }
}
