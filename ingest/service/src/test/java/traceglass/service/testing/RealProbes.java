package traceglass.service.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The real `traced` and `traced_probes` with private sockets.
public final class RealProbes implements AutoCloseable {

    private static final long END_S = 10;

    private final Path bin;
    private final Path folder;
    private final List<Process> processes = new ArrayList<>();

    private RealProbes(Path bin, Path folder) {
        this.bin = bin;
        this.folder = folder;
    }

    /// Returns the folder of the programs, or null if they are not installed.
    public static @Nullable Path programs() {
        String named = System.getenv("TRACEGLASS_PERFETTO");
        Path cache = Path.of(System.getProperty("user.home"), ".cache", "traceglass-tests", "perfetto", "bin");
        Path bin = named == null ? cache : Path.of(named);
        boolean complete =
                Files.isExecutable(bin.resolve("perfetto")) && Files.isExecutable(bin.resolve("traced_probes"));
        return complete ? bin : null;
    }

    /// Starts the daemons and waits until they know each other.
    ///
    /// @param folder for sockets, logs and traces
    public static RealProbes start(Path bin, Path folder) throws Exception {
        RealProbes daemons = new RealProbes(bin, folder);
        daemons.run("traced");
        daemons.run("traced_probes");
        for (int i = 0; i < 100 && !daemons.query().contains("linux.ftrace"); i++) {
            Thread.sleep(50);
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
        Process started = builder.start();
        processes.add(started);
        return started;
    }

    private Path log(int number) {
        return folder.resolve("log" + number);
    }

    private String query() throws Exception {
        int number = processes.size();
        run("perfetto", "--query").waitFor();
        return Files.readString(log(number));
    }

    /// Starts a recording that ends when the returned process ends.
    ///
    /// @param config in text form
    public Process record(String config, Path file) throws IOException {
        Path text = Files.writeString(folder.resolve("config" + processes.size()), config.replace('\'', '"'));
        return run("perfetto", "--txt", "-c", text.toString(), "-o", file.toString());
    }

    /// Ends a recording, as Ctrl+C does.
    ///
    /// @return what the program printed, if no file was written; empty otherwise
    public String end(Process recording, Path file) throws Exception {
        recording.destroy();
        boolean ended = recording.waitFor(60, TimeUnit.SECONDS);
        return ended && Files.exists(file) ? "" : "No trace: " + Files.readString(log(processes.indexOf(recording)));
    }

    /// Returns the process id of a daemon.
    ///
    /// @param number 0 for `traced`, 1 for `traced_probes`
    public long pid(int number) {
        return processes.get(number).pid();
    }

    @Override
    public void close() throws Exception {
        for (Process running : processes.reversed()) {
            running.destroy();
            if (!running.waitFor(END_S, TimeUnit.SECONDS)) {
                running.destroyForcibly().waitFor();
            }
        }
    }
}
