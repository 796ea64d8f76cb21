package traceglass.record.local;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import traceglass.record.spi.ChildPrograms;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;

/// Tracing daemons that run during a recording, on private sockets, so that they do not interfere with other services.
final class Daemons implements AutoCloseable {

    private static final long START_TIMEOUT_NS = 10_000_000_000L;
    private static final List<Path> DEFAULT_FOLDERS = List.of(
            Path.of("/usr/bin"),
            Path.of("/usr/sbin"),
            Path.of("/usr/local/bin"),
            Path.of("/usr/libexec/perfetto"),
            Path.of("/opt/perfetto"));

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();

    private Daemons(Path folder) {
        this.folder = folder;
    }

    /// The daemon programs.
    ///
    /// @param probes null if only the service was found
    record Programs(Path traced, @Nullable Path probes) {}

    /// Searches for the daemons in the chosen folder, else on the search path and in the default folders.
    static Optional<Programs> find(@Nullable Path path, Map<String, String> environment) {
        List<Path> folders = new ArrayList<>();
        if (path != null) {
            folders.add(path);
            folders.add(path.resolve("bin"));
        } else {
            for (String s : environment.getOrDefault("PATH", "").split(":")) {
                if (!s.isEmpty()) {
                    folders.add(Path.of(s));
                }
            }
            folders.addAll(DEFAULT_FOLDERS);
        }
        return program(folders, "traced")
                .map(t -> new Programs(t, program(folders, "traced_probes").orElse(null)));
    }

    private static Optional<Path> program(List<Path> folders, String name) {
        return folders.stream()
                .map(f -> f.resolve(name))
                .filter(p -> Files.isRegularFile(p) && Files.isExecutable(p))
                .findFirst();
    }

    /// Starts the programs and waits until the service listens.
    static Daemons start(Programs programs) throws RecordProblem {
        Daemons daemons;
        try {
            daemons = new Daemons(Files.createTempDirectory("traceglass-traced"));
        } catch (IOException e) {
            throw new RecordProblem(Kind.DISK, LocalTexts.noSocketFolder(RecordProblem.reason(e)), e);
        }
        try {
            daemons.run(programs.traced());
            daemons.awaitSocket(programs.traced());
            if (programs.probes() != null) {
                daemons.run(programs.probes());
            }
            return daemons;
        } catch (IOException e) {
            daemons.close();
            throw new RecordProblem(
                    Kind.NOT_FOUND,
                    LocalTexts.daemonsNotStarted(programs.traced().getParent(), RecordProblem.reason(e)),
                    e);
        } catch (RecordProblem e) {
            daemons.close();
            throw e;
        }
    }

    boolean hasProbes() {
        return processes.size() > 1;
    }

    Path consumerSocket() {
        return folder.resolve("consumer.sock");
    }

    private void run(Path program) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(program.toString());
        builder.environment()
                .put(ServiceSockets.CONSUMER_VARIABLE, consumerSocket().toString());
        builder.environment()
                .put(
                        ServiceSockets.PRODUCER_VARIABLE,
                        folder.resolve("producer.sock").toString());
        builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve(program.getFileName() + ".log").toFile());
        builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        processes.add(ChildPrograms.start(builder));
    }

    private void awaitSocket(Path program) throws RecordProblem {
        long startNs = System.nanoTime();
        while (System.nanoTime() - startNs < START_TIMEOUT_NS) {
            if (!processes.getFirst().isAlive()) {
                throw new RecordProblem(Kind.NOT_FOUND, LocalTexts.ended(program, lastLine(program)));
            }
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(UnixDomainSocketAddress.of(consumerSocket()));
                return;
            } catch (IOException e) {
                pause();
            }
        }
        throw new RecordProblem(Kind.NOT_FOUND, LocalTexts.notListening(program, lastLine(program)));
    }

    private static void pause() throws RecordProblem {
        try {
            Thread.sleep(20);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecordProblem(Kind.LOST, LocalTexts.TRACED_INTERRUPTED, e);
        }
    }

    private String lastLine(Path program) {
        try (Stream<String> lines =
                Files.lines(folder.resolve(program.getFileName() + ".log"), StandardCharsets.ISO_8859_1)) {
            return lines.filter(l -> !l.isBlank()).reduce((a, b) -> b).orElse(LocalTexts.NO_OUTPUT);
        } catch (IOException | UncheckedIOException e) {
            return LocalTexts.NO_OUTPUT;
        }
    }

    /// Stops the daemons started by this object.
    @Override
    public void close() {
        for (Process p : processes.reversed()) {
            p.destroy();
        }
        for (Process p : processes) {
            try {
                if (!p.waitFor(2, TimeUnit.SECONDS)) {
                    p.destroyForcibly();
                }
            } catch (InterruptedException e) {
                p.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException e) {
            // Ignore the failure: a leftover folder in the temporary folder is harmless.
        }
    }
}
