package traceglass.record.adb;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import traceglass.record.spi.LogEntry.Level;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.TraceFile;

/// Records with a command on the device that runs as long as the recording, and ends early on an interrupt signal.
abstract class CommandRecorder implements Recorder {

    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);

    final DeviceShell shell;
    final String device;
    private final long durationMs;
    private final String notice;

    @SuppressWarnings("NullAway.Init") // Set by `start`.
    private DeviceShell.RunningCommand running;

    @SuppressWarnings("NullAway.Init") // Set by `start`.
    private CompletableFuture<Void> ended;

    private final CompletableFuture<String> pid = new CompletableFuture<>();
    private final ByteArrayOutputStream firstLine = new ByteArrayOutputStream();
    private long stopRequestedNs;

    /// @param device display name of the device
    /// @param notice line for the log with the reason why this command is used
    CommandRecorder(DeviceShell shell, String device, long durationMs, String notice) {
        this.shell = shell;
        this.device = device;
        this.durationMs = durationMs;
        this.notice = notice;
    }

    /// Returns the command, without the prefix that prints its process id.
    abstract String command();

    /// Returns the command's input, or null.
    abstract byte @Nullable [] input();

    /// Handles the command's output after the process id.
    abstract void onOutput(TraceFile file, byte[] bytes, int offset, int length) throws IOException;

    /// Handles the end of the command.
    ///
    /// @param exit exit code; -1 if the device does not report it
    abstract void onEnd(String errors, int exit) throws RecordProblem;

    /// Returns whether recording is complete even though the command is still running.
    boolean hasRecorded() {
        return false;
    }

    @Override
    public long durationMs() {
        return durationMs;
    }

    @Override
    public void start(TraceFile file, Listener listener) throws RecordProblem {
        listener.log(Level.NOTICE, notice);
        running = shell.start("echo $$; exec " + command(), input());
        ended = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("traceglass-device-command").start(() -> {
            try {
                running.pump((bytes, offset, length) -> processOutput(file, bytes, offset, length));
                onEnd(running.errors(), running.exit());
                ended.complete(null);
            } catch (RecordProblem e) {
                ended.completeExceptionally(e);
            } catch (RuntimeException e) {
                ended.completeExceptionally(new RecordProblem(Kind.UNSUPPORTED, AdbTexts.unreadableReply(e), e));
            }
        });
        try {
            CompletableFuture.anyOf(pid, ended).get(10, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw asProblem(e);
        } catch (TimeoutException e) {
            throw new RecordProblem(Kind.LOST, AdbTexts.commandNotStarted(device), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RecordProblem(Kind.LOST, AdbTexts.INTERRUPTED, e);
        }
    }

    private void processOutput(TraceFile file, byte[] bytes, int offset, int length) throws IOException {
        int position = offset;
        if (!pid.isDone()) {
            while (position < offset + length && bytes[position] != '\n') {
                firstLine.write(bytes[position++]);
            }
            if (position == offset + length) {
                return;
            }
            position++;
            pid.complete(firstLine.toString(StandardCharsets.US_ASCII).strip());
        }
        if (position < offset + length) {
            onOutput(file, bytes, position, offset + length - position);
        }
    }

    private static RecordProblem asProblem(ExecutionException e) {
        return e.getCause() instanceof RecordProblem p
                ? p
                : new RecordProblem(Kind.LOST, String.valueOf(e.getCause()), e);
    }

    @Override
    public boolean awaitEnd(Duration timeout) throws RecordProblem, InterruptedException {
        try {
            ended.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            if (hasRecorded()) {
                return true;
            }
            if (stopRequestedNs != 0 && System.nanoTime() - stopRequestedNs > STOP_TIMEOUT.toNanos()) {
                throw new RecordProblem(Kind.LOST, AdbTexts.notStopped(device, STOP_TIMEOUT.toSeconds()), e);
            }
            return false;
        } catch (ExecutionException e) {
            throw asProblem(e);
        }
    }

    /// Waits for the end of the command.
    void awaitCommand(TraceFile file) throws RecordProblem {
        long bytes = file.bytes();
        while (true) {
            try {
                ended.get(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException e) {
                if (file.bytes() == bytes) {
                    throw new RecordProblem(Kind.LOST, AdbTexts.sentNothing(device, STOP_TIMEOUT.toSeconds()), e);
                }
                bytes = file.bytes();
            } catch (ExecutionException e) {
                throw asProblem(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new RecordProblem(Kind.LOST, AdbTexts.INTERRUPTED, e);
            }
        }
    }

    @Override
    public void stop() throws RecordProblem {
        stopRequestedNs = System.nanoTime();
        shell.run("kill -INT " + number(pid.getNow("")));
    }

    /// Parses the process id, or returns 0. Output of a device must not become part of a command unless it is a
    /// number.
    private static long number(String text) {
        try {
            return Math.max(0, Long.parseLong(text));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    @Override
    public void discard() {
        try {
            long id = number(pid.getNow(""));
            if (id > 0) {
                shell.run("kill -KILL " + id);
            }
        } catch (RecordProblem e) {
            // The command ends when the connection closes.
        }
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
        }
    }
}
