package traceglass.sdk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Posix;
import traceglass.sdk.posix.UnixStream;

/// Takes part in traces of the whole system: connects to the tracing service (`traced`) and records events whenever a
/// session there asks for them. If there is no service yet, or it ends, the connection is tried again.
public final class SystemTracing implements AutoCloseable {

    private static final String VARIABLE = "PERFETTO_PRODUCER_SOCK_NAME";
    private static final int LONGEST_WAIT_S = 30;

    private final String address;
    private final Thread thread;
    private @Nullable ProducerConnection connection;
    private boolean isClosed;

    private SystemTracing(String address) {
        this.address = address;
        thread = Thread.ofPlatform().daemon().name("traceglass-sdk").unstarted(this::run);
    }

    /// Connects to the service where Perfetto's own programs look for it.
    ///
    /// @throws UnsupportedOperationException if this is not Linux, or native access is denied
    public static SystemTracing connect() {
        String named = System.getenv(VARIABLE);
        if (named != null) {
            return connect(named);
        }
        boolean isSystem = Files.isExecutable(Path.of("/run/perfetto"));
        return connect(isSystem ? "/run/perfetto/traced-producer.sock" : "/tmp/perfetto-producer");
    }

    /// Connects to the service at a socket.
    ///
    /// @param address a file, or an abstract name that starts with `@`
    public static SystemTracing connect(String address) {
        Posix.require();
        SystemTracing tracing = new SystemTracing(address);
        tracing.thread.start();
        return tracing;
    }

    private void run() {
        int failures = 0;
        while (pause(failures)) {
            try (ProducerConnection made = new ProducerConnection(UnixStream.connect(address))) {
                if (!use(made)) {
                    return;
                }
                made.open();
                failures = 0;
                made.run();
            } catch (IOException | RuntimeException e) {
                System.getLogger("traceglass.sdk").log(System.Logger.Level.DEBUG, "No tracing service", e);
            }
            failures++;
        }
    }

    private synchronized boolean use(ProducerConnection made) {
        connection = made;
        return !isClosed;
    }

    /// Waits longer after each failure.
    ///
    /// @return false if this was closed
    private synchronized boolean pause(int failures) {
        long end = System.nanoTime() + Math.min(failures, LONGEST_WAIT_S) * 1_000_000_000L;
        try {
            for (long rest = end - System.nanoTime(); rest > 0 && !isClosed; rest = end - System.nanoTime()) {
                wait(1 + rest / 1_000_000);
            }
        } catch (InterruptedException e) {
            return false;
        }
        return !isClosed;
    }

    /// Ends the connection; sessions of the service keep what was recorded.
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            notifyAll();
            if (connection != null) {
                connection.shutdown();
            }
        }
        try {
            thread.join(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
