package traceglass.service.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import traceglass.protos.trace.Trace;

/// The real `traced` and `traced_probes` on private sockets.
public final class RealDaemons implements AutoCloseable {

    private static final int CONNECTED_MS = 10_000;

    private final Path bin;
    private final Path folder;
    private final List<Process> processes = new ArrayList<>();

    private RealDaemons(Path bin, Path folder) {
        this.bin = bin;
        this.folder = folder;
    }

    /// Returns the folder of the real programs, or null where they are missing.
    public static @Nullable Path programs() {
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

    /// Starts both daemons and waits until the probes are connected.
    ///
    /// @param folder takes their sockets and logs
    public static RealDaemons start(Path bin, Path folder) throws Exception {
        RealDaemons daemons = new RealDaemons(bin, folder);
        daemons.run("traced");
        long end = System.nanoTime() + CONNECTED_MS * 1_000_000L;
        while (!Files.exists(folder.resolve("consumer")) && System.nanoTime() < end) {
            Thread.sleep(10);
        }
        daemons.run("traced_probes");
        while (!daemons.query().contains("linux.sys_stats")) {
            if (System.nanoTime() > end) {
                daemons.close();
                throw new IOException("traced_probes does not connect");
            }
            Thread.sleep(20);
        }
        return daemons;
    }

    private Process run(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(bin.resolve(program).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log(processes.size()).toFile());
        builder.environment()
                .put("PERFETTO_PRODUCER_SOCK_NAME", folder.resolve("producer").toString());
        builder.environment()
                .put("PERFETTO_CONSUMER_SOCK_NAME", folder.resolve("consumer").toString());
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private Path log(int index) {
        return folder.resolve("log" + index);
    }

    private String output(String program, String... arguments) throws Exception {
        Path log = log(processes.size());
        Process process = run(program, arguments);
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new IOException(program + " does not end: " + Files.readString(log));
        }
        return Files.readString(log);
    }

    private String query() throws Exception {
        return output("perfetto", "--query");
    }

    /// Process of `traced_probes`.
    public ProcessHandle probes() {
        return processes.get(1).toHandle();
    }

    /// Records a trace.
    ///
    /// @param config text form of a config with a duration
    public Trace record(String config) throws Exception {
        Path file = folder.resolve("trace" + processes.size());
        Path text = Files.writeString(folder.resolve("config" + processes.size()), config);
        String log = output("perfetto", "--txt", "-c", text.toString(), "-o", file.toString());
        if (!Files.exists(file)) {
            throw new IOException(log);
        }
        return Trace.parseFrom(Files.readAllBytes(file));
    }

    @Override
    public void close() {
        for (Process process : processes.reversed()) {
            process.destroyForcibly().onExit().join();
        }
    }
}
