package traceglass.service.ipc;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import traceglass.sdk.posix.UnixStream;

/// A tracing service that listens on sockets for producers and consumers.
public final class ServiceHost implements Closeable {

    private final LocalService local;
    private final List<UnixStream> listeners = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;

    /// Listens. Old socket files at these names are replaced.
    ///
    /// @param problems receives unexpected errors
    public ServiceHost(
            List<String> producerSockets, List<String> consumerSockets, String version, Consumer<Throwable> problems)
            throws IOException {
        local = new LocalService(version, problems);
        try {
            for (String name : producerSockets) {
                listen(name, ClientKind.PRODUCER);
            }
            for (String name : consumerSockets) {
                listen(name, ClientKind.CONSUMER);
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /// The service behind the sockets.
    public LocalService local() {
        return local;
    }

    private void listen(String name, ClientKind kind) throws IOException {
        if (!name.startsWith("@")) {
            Files.deleteIfExists(Path.of(name));
        }
        UnixStream listener = UnixStream.listen(name);
        listeners.add(listener);
        names.add(name);
        Thread thread = new Thread(() -> accept(listener, kind), "tracing service " + name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void accept(UnixStream listener, ClientKind kind) {
        while (!closed) {
            try {
                local.connect(new UnixClientStream(listener.accept(-1)), kind);
            } catch (IOException e) {
                // No descriptors are left, perhaps: clients that leave free some.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    /// Stops listening, disconnects all clients and ends all sessions.
    @Override
    public void close() throws IOException {
        closed = true;
        listeners.forEach(UnixStream::shutdown);
        local.close();
        try {
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (UnixStream listener : listeners) {
            listener.close();
        }
        for (String name : names) {
            if (!name.startsWith("@")) {
                Files.deleteIfExists(Path.of(name));
            }
        }
    }
}
