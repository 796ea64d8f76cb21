package traceglass.service.ipc;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// A tracing service that listens on sockets for producers and consumers.
public final class ServiceHost implements Closeable {

    private final LocalService local;
    private final List<ListeningSocket> listeners = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean isClosed;

    /// Names of the sockets to listen on: files, `@name`, `host:port` and `vsock://CID:PORT`.
    ///
    /// @param relays the producer sockets that also accept relays of other machines
    public record Sockets(List<String> producers, List<String> consumers, Collection<String> relays) {}

    /// Starts listening, without relays.
    public ServiceHost(
            List<String> producerSockets, List<String> consumerSockets, String version, Consumer<Throwable> problems)
            throws IOException {
        this(new Sockets(producerSockets, consumerSockets, List.of()), version, problems);
    }

    /// Starts listening. Replaces old socket files with these names.
    ///
    /// @param problems receives unexpected errors
    public ServiceHost(Sockets sockets, String version, Consumer<Throwable> problems) throws IOException {
        local = new LocalService(version, problems);
        try {
            for (String name : sockets.producers()) {
                listen(name, sockets.relays().contains(name) ? ClientKind.PRODUCER_OR_RELAY : ClientKind.PRODUCER);
            }
            for (String name : sockets.consumers()) {
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
        ListeningSocket listener = ListeningSocket.open(name);
        listeners.add(listener);
        Thread thread = new Thread(() -> accept(listener, kind), "tracing service " + name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /// Names to which clients connect, producer sockets first. Contain the chosen port if the requested one was 0.
    public List<String> names() {
        return listeners.stream().map(ListeningSocket::name).toList();
    }

    private void accept(ListeningSocket listener, ClientKind kind) {
        while (!isClosed) {
            try {
                local.connect(listener.accept(), kind);
            } catch (IOException e) {
                // Probably out of file descriptors: retry after clients have disconnected.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    /// Stops listening, disconnects all clients and ends all sessions.
    @Override
    public void close() throws IOException {
        isClosed = true;
        listeners.forEach(ListeningSocket::shutdown);
        local.close();
        try {
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (ListeningSocket listener : listeners) {
            listener.close();
        }
    }
}
