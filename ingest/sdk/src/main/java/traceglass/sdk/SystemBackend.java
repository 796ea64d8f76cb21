package traceglass.sdk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Posix;
import traceglass.sdk.wire.ServiceSocket;

/// Records events for system-wide traces: connects to the tracing service and records whenever one of its sessions
/// requests events of this process. Reconnects if the service is not running yet or ends.
final class SystemBackend {

    private static final int MAX_WAIT_S = 30;
    private static final int STEADY_WAITS = 10;
    /// Interval at which the socket file is checked while waiting.
    private static final long POLL_MS = 250;

    /// Triggers that wait for a connection.
    private record Pending(List<String> names, long endNs) {}

    private final TracingSetup setup;
    private final Thread thread;
    private final List<Pending> pending = new ArrayList<>();
    private @Nullable StartupTracing startup;
    private @Nullable ProducerConnection connection;
    private boolean isClosed;

    private SystemBackend(TracingSetup setup) {
        this.setup = setup;
        thread = Thread.ofPlatform().daemon().name("traceglass-sdk").unstarted(this::run);
    }

    /// Starts connecting.
    ///
    /// @throws UnsupportedOperationException if the address is a local socket and this system is not Linux or
    ///     native access is denied
    static SystemBackend start(TracingSetup setup) {
        if (!ServiceSocket.isNetwork(setup.address())) {
            Posix.require();
        }
        SystemBackend backend = new SystemBackend(setup);
        TracingOptions options = setup.startupOptions();
        if (options != null) {
            if (ServiceSocket.isNetwork(setup.address())) {
                throw new IllegalArgumentException("Recording before the service answers needs shared memory, which "
                        + setup.address() + " does not offer");
            }
            try {
                backend.startup =
                        new StartupTracing(options, setup.startupTimeout(), setup.memorySize(), setup.pageSize());
            } catch (IOException e) {
                throw new UncheckedIOException("Can't create memory for tracing before the service answers", e);
            }
        }
        backend.thread.start();
        return backend;
    }

    private void run() {
        int failures = 0;
        while (pause(failures)) {
            try (ProducerConnection connection =
                    new ProducerConnection(ServiceSocket.connect(setup.address()), setup, startup)) {
                if (!use(connection)) {
                    return;
                }
                connection.open();
                failures = 0;
                activatePending(connection);
                connection.run();
            } catch (IOException | RuntimeException e) {
                Sessions.LOG.log(System.Logger.Level.DEBUG, "No tracing service", e);
            }
            failures++;
        }
    }

    private synchronized boolean use(ProducerConnection created) {
        connection = created;
        return !isClosed;
    }

    private void activatePending(ProducerConnection created) {
        synchronized (this) {
            for (Pending triggers : pending) {
                if (System.nanoTime() - triggers.endNs < 0) {
                    created.activate(triggers.names);
                }
            }
            pending.clear();
        }
    }

    /// Activates triggers now, or as soon as the service is connected, but not after the given time.
    void activate(List<String> names, long ttlNs) {
        synchronized (this) {
            if (connection == null || !connection.activate(names)) {
                pending.removeIf(triggers -> System.nanoTime() - triggers.endNs >= 0);
                if (ttlNs > 0) {
                    pending.add(new Pending(names, System.nanoTime() + ttlNs));
                }
            }
        }
    }

    synchronized boolean isConnected() {
        return connection != null && connection.isOpen();
    }

    /// Waits longer after each failure, as Perfetto's own SDK does, or until another socket appears.
    ///
    /// @return false if this was closed
    private synchronized boolean pause(int failures) {
        int seconds = failures > STEADY_WAITS ? MAX_WAIT_S : failures;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        Object before = socketFile();
        try {
            for (long remaining = end - System.nanoTime();
                    remaining > 0 && !isClosed;
                    remaining = end - System.nanoTime()) {
                wait(Math.min(POLL_MS, 1 + remaining / 1_000_000));
                Object current = socketFile();
                if (current != null && !current.equals(before)) {
                    break;
                }
            }
        } catch (InterruptedException e) {
            return false;
        }
        return !isClosed;
    }

    /// Returns a key that changes when another socket file is created at the path, or null if there is no file.
    private @Nullable Object socketFile() {
        String address = setup.address();
        if (address.startsWith("@") || ServiceSocket.isNetwork(address)) {
            return null;
        }
        try {
            BasicFileAttributes file = Files.readAttributes(Path.of(address), BasicFileAttributes.class);
            return List.of(file.lastModifiedTime(), String.valueOf(file.fileKey()));
        } catch (IOException | InvalidPathException e) {
            return null;
        }
    }

    /// Ends the connection. Sessions of the service keep the recorded events.
    void close() {
        StartupTracing startupTracing;
        synchronized (this) {
            isClosed = true;
            notifyAll();
            if (connection != null) {
                connection.shutdown();
            }
            startupTracing = startup;
        }
        if (startupTracing != null) {
            startupTracing.abort();
        }
        try {
            thread.join(2000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
