package traceglass.record.local;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;

/// The built-in tracing service with root privileges for its probes, in a separate process, on private sockets of
/// this user. It ends with this program, because it watches the pipe that is its standard input.
public final class RootService implements AutoCloseable {

    private static final long PASSWORD_NS = 300_000_000_000L;
    /// Longest wait for a service without a session to end.
    private static final long UNUSED_END_SECONDS = 5;
    /// Longest wait for a service in use to end: it stops its probes and restores the kernel's settings.
    private static final long END_SECONDS = 30;
    /// Longest wait for the last output line of an ended program.
    private static final long LAST_LINE_MS = 1000;
    private static final String PREFIX = "traceglass: ";

    private final RootCommand command;
    private final Process process;
    private final ProbeProblems problems = new ProbeProblems();
    private final Thread reading =
            Thread.ofPlatform().daemon().name("traceglass-root").unstarted(this::readProblems);
    private final Thread atExit = new Thread(() -> end(END_SECONDS), "root service shutdown");
    private volatile String latestLine = "";

    private RootService(RootCommand command, Process process) {
        this.command = command;
        this.process = process;
    }

    /// Runs the command, which asks the user for the password, and waits until the service listens.
    ///
    /// @throws RecordProblem if the user did not grant root privileges
    public static RootService start(RootCommand command) throws RecordProblem {
        try {
            Process process = new ProcessBuilder(command.words())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            RootService service = new RootService(command, process);
            service.reading.start();
            service.awaitSocket();
            Runtime.getRuntime().addShutdownHook(service.atExit);
            return service;
        } catch (IOException e) {
            command.discard();
            throw new RecordProblem(
                    Kind.NOT_FOUND,
                    LocalTexts.notStarted(Path.of(command.words().getFirst()), RecordProblem.reason(e)),
                    e);
        }
    }

    private void readProblems() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    latestLine = line.strip();
                }
                if (line.startsWith(PREFIX)) {
                    problems.add(line.substring(PREFIX.length()));
                }
            }
        } catch (IOException e) {
            // The process has already ended.
        }
    }

    private void awaitSocket() throws RecordProblem {
        long start = System.nanoTime();
        try {
            while (!ServiceSockets.isListening(consumerSocket().toString())) {
                if (process.waitFor(50, TimeUnit.MILLISECONDS)) {
                    end(UNUSED_END_SECONDS);
                    reading.join(LAST_LINE_MS);
                    throw new RecordProblem(Kind.REFUSED, LocalTexts.needsRoot(command.text(), latestLine));
                }
                if (System.nanoTime() - start > PASSWORD_NS) {
                    end(UNUSED_END_SECONDS);
                    throw new RecordProblem(Kind.REFUSED, LocalTexts.noPassword(command.text()));
                }
            }
        } catch (InterruptedException e) {
            end(UNUSED_END_SECONDS);
            Thread.currentThread().interrupt();
            throw new RecordProblem(Kind.LOST, LocalTexts.START_INTERRUPTED, e);
        }
    }

    Path consumerSocket() {
        return command.folder().resolve(RootCommand.CONSUMER);
    }

    ProbeProblems problems() {
        return problems;
    }

    boolean isRunning() {
        return process.isAlive();
    }

    /// Ends the service. If this is not called, it ends with this program.
    @Override
    public void close() {
        end(END_SECONDS);
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            // This program is already ending.
        }
    }

    private void end(long seconds) {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // The process has already ended.
        }
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                process.destroy();
                if (!process.waitFor(UNUSED_END_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        deleteFolder(command.folder());
    }

    static void deleteFolder(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException | UncheckedIOException e) {
            // Ignore the failure: a leftover folder in the temporary folder is harmless.
        }
    }
}
