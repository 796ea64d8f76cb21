package traceglass.record.adb;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;

/// Runs commands on a device. Devices from Android 7 on support version 2 of the shell protocol, which separates
/// output, errors and exit code: each frame starts with one byte for its type and a 4-byte little-endian length.
/// Older devices send one combined stream.
final class DeviceShell {

    private static final int STDIN = 0;
    private static final int STDOUT = 1;
    private static final int STDERR = 2;
    private static final int EXIT = 3;
    private static final int CLOSE_STDIN = 4;
    private static final int MAX_ERROR_BYTES = 16 << 10;
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final AdbServer server;
    private final String serial;
    private final boolean isFramed;

    DeviceShell(AdbServer server, String serial) throws RecordProblem {
        this.server = server;
        this.serial = serial;
        this.isFramed = server.request("host-serial:" + serial + ":features").contains("shell_v2");
    }

    /// Result of a command.
    ///
    /// @param exit exit code; -1 if the device does not report it
    record Result(String out, String errors, int exit) {

        /// Returns the text to show for a failure.
        String message() {
            String output = errors.isBlank() ? out : errors;
            String last = output.strip();
            int line = last.lastIndexOf('\n');
            return line < 0 ? last : last.substring(line + 1).strip();
        }
    }

    /// Runs a command and waits for its end.
    Result run(String command) throws RecordProblem {
        return run(command, TIMEOUT);
    }

    Result run(String command, Duration timeout) throws RecordProblem {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (RunningCommand running = start(command, null)) {
            running.limit(timeout);
            running.pump((b, offset, length) -> out.write(b, offset, length));
            return new Result(out.toString(StandardCharsets.UTF_8), running.errors(), running.exit());
        }
    }

    /// Starts a command and returns while it is running.
    ///
    /// @param stdin the command's input; null for none
    RunningCommand start(String command, byte @Nullable [] stdin) throws RecordProblem {
        SocketChannel channel = server.open(serial, isFramed ? "shell,v2,raw:" + command : "exec:" + command);
        try {
            RunningCommand running = new RunningCommand(channel, isFramed);
            running.feed(stdin);
            return running;
        } catch (IOException e) {
            throw connectionLost(e);
        }
    }

    private static RecordProblem connectionLost(IOException e) {
        return new RecordProblem(
                Kind.LOST,
                e instanceof SocketTimeoutException
                        ? AdbTexts.DEVICE_SILENT
                        : AdbTexts.deviceLost(RecordProblem.reason(e)),
                e);
    }

    /// Receives the output of a command.
    interface Output {

        void write(byte[] bytes, int offset, int length) throws IOException;
    }

    /// A running command.
    static final class RunningCommand implements AutoCloseable {

        private final SocketChannel channel;
        private final boolean isFramed;
        private final ByteArrayOutputStream errors = new ByteArrayOutputStream();
        private volatile int exit = -1;

        RunningCommand(SocketChannel channel, boolean isFramed) {
            this.channel = channel;
            this.isFramed = isFramed;
        }

        private void feed(byte @Nullable [] stdin) throws IOException {
            OutputStream out = channel.socket().getOutputStream();
            if (isFramed) {
                if (stdin != null) {
                    for (int position = 0; position < stdin.length; position += 32 << 10) {
                        int n = Math.min(32 << 10, stdin.length - position);
                        out.write(frame(STDIN, n));
                        out.write(stdin, position, n);
                    }
                }
                out.write(frame(CLOSE_STDIN, 0));
            } else if (stdin != null) {
                out.write(stdin);
            }
            out.flush();
        }

        private static byte[] frame(int kind, int length) {
            return new byte[] {
                (byte) kind, (byte) length, (byte) (length >> 8), (byte) (length >> 16), (byte) (length >> 24)
            };
        }

        /// Sets the longest time without output, from now on.
        void limit(Duration silence) throws RecordProblem {
            try {
                channel.socket().setSoTimeout((int) silence.toMillis());
            } catch (IOException e) {
                throw connectionLost(e);
            }
        }

        /// Forwards the command's output until the command ends. Throws if the connection breaks, and, on
        /// devices that report exit codes, if the command ends without one.
        void pump(Output output) throws RecordProblem {
            try {
                InputStream in = channel.socket().getInputStream();
                byte[] buffer = new byte[64 << 10];
                if (isFramed) {
                    pumpFrames(in, buffer, output);
                } else {
                    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                        write(output, buffer, n);
                    }
                }
            } catch (DiskFull e) {
                throw RecordProblem.disk(e.cause);
            } catch (IOException e) {
                throw connectionLost(e);
            }
        }

        private void pumpFrames(InputStream in, byte[] buffer, Output output) throws IOException {
            while (true) {
                byte[] head = in.readNBytes(5);
                if (head.length < 5) {
                    throw new EOFException(AdbTexts.DISCONNECTED);
                }
                int remaining =
                        head[1] & 0xFF | (head[2] & 0xFF) << 8 | (head[3] & 0xFF) << 16 | (head[4] & 0xFF) << 24;
                if (head[0] == EXIT) {
                    exit = in.read();
                    return;
                }
                while (remaining > 0) {
                    int n = in.read(buffer, 0, Math.min(remaining, buffer.length));
                    if (n < 0) {
                        throw new EOFException(AdbTexts.DISCONNECTED);
                    }
                    remaining -= n;
                    if (head[0] == STDOUT) {
                        write(output, buffer, n);
                    } else if (head[0] == STDERR && errors.size() < MAX_ERROR_BYTES) {
                        errors.write(buffer, 0, Math.min(n, MAX_ERROR_BYTES - errors.size()));
                    }
                }
            }
        }

        private static void write(Output output, byte[] buffer, int n) throws DiskFull {
            try {
                output.write(buffer, 0, n);
            } catch (IOException e) {
                throw new DiskFull(e);
            }
        }

        String errors() {
            return errors.toString(StandardCharsets.UTF_8);
        }

        int exit() {
            return exit;
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                // The connection is no longer used.
            }
        }
    }

    /// Failure to write the output, as opposed to a failure of the connection.
    private static final class DiskFull extends IOException {

        private static final long serialVersionUID = 1;

        private final transient IOException cause;

        DiskFull(IOException cause) {
            super(cause);
            this.cause = cause;
        }
    }
}
