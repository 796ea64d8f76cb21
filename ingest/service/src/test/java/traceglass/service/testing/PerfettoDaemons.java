package traceglass.service.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import traceglass.protos.trace.Trace;

/// Runs the real `traced` and `traced_probes` on private sockets.
public final class PerfettoDaemons implements AutoCloseable {

    private final PerfettoTools programs;
    private final Path folder;
    private final Process service;
    private final Process probes;

    private PerfettoDaemons(PerfettoTools programs, Path folder) throws Exception {
        this.programs = programs;
        this.folder = folder;
        service = programs.run("traced");
        probes = programs.startProbes();
    }

    /// Returns the folder of the real programs, or null if they are missing.
    public static @Nullable Path programs() {
        return PerfettoTools.bin();
    }

    /// Starts both daemons and waits until the probes are connected.
    ///
    /// @param folder folder for sockets, logs and traces
    public static PerfettoDaemons start(Path bin, Path folder) throws Exception {
        PerfettoTools programs = PerfettoTools.of(
                bin,
                folder,
                folder.resolve("producer").toString(),
                folder.resolve("consumer").toString());
        try {
            return new PerfettoDaemons(programs, folder);
        } catch (Exception e) {
            programs.close();
            throw e;
        }
    }

    /// Process of `traced`.
    public ProcessHandle service() {
        return service.toHandle();
    }

    /// Process of `traced_probes`.
    public ProcessHandle probes() {
        return probes.toHandle();
    }

    /// Records a trace.
    ///
    /// @param config trace config with a duration, in text format
    public Trace record(String config) throws Exception {
        Path file = Files.createTempDirectory(folder, "recording").resolve("trace");
        String log = programs.record(config, file);
        if (!Files.exists(file)) {
            throw new IOException(log);
        }
        return Trace.parseFrom(Files.readAllBytes(file));
    }

    /// Starts a recording that ends when the returned process ends.
    ///
    /// @param config trace config in text format; single quotes become double quotes, which `perfetto` requires
    public Process startRecording(String config, Path file) throws IOException {
        Path text = programs.config(config.replace('\'', '"'));
        return programs.run("perfetto", "--txt", "-c", text.toString(), "-o", file.toString());
    }

    /// Ends a recording like Ctrl+C.
    ///
    /// @return whether the trace was written
    public boolean end(Process recording, Path file) throws Exception {
        recording.destroy();
        return recording.waitFor(60, TimeUnit.SECONDS) && Files.exists(file);
    }

    @Override
    public void close() throws InterruptedException {
        programs.close();
    }
}
