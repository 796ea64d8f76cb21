package traceglass.service.ipc;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import traceglass.sdk.posix.PeerCredentials;
import traceglass.sdk.posix.UnixStream;
import traceglass.service.core.PeerIdentity;
import traceglass.service.core.ServiceLoop;
import traceglass.service.core.TracingService;

/// A tracing service that listens on sockets for producers and consumers.
public final class ServiceHost implements Closeable {

    private static final int MAX_CLIENTS = 1000;
    private static final long END_SECONDS = 10;

    private final ServiceLoop loop;
    private final TracingService service;
    private final List<UnixStream> listeners = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Set<ClientConnection> clients = new HashSet<>();
    private boolean closed;

    /// Listens. Old socket files at these names are replaced.
    ///
    /// @param problems receives unexpected errors
    public ServiceHost(
            List<String> producerSockets, List<String> consumerSockets, String version, Consumer<Throwable> problems)
            throws IOException {
        loop = new ServiceLoop(problems);
        service = new TracingService(loop, version, ownUid(), problems);
        try {
            for (String name : producerSockets) {
                listen(name, ProducerPort::new);
            }
            for (String name : consumerSockets) {
                listen(name, ConsumerCalls::new);
            }
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private static int ownUid() throws IOException {
        Path self = Path.of("/proc/self");
        return Files.exists(self) ? (int) Files.getAttribute(self, "unix:uid") : 0;
    }

    private void listen(String name, BiFunction<TracingService, ClientConnection, Port> port) throws IOException {
        if (!name.startsWith("@")) {
            Files.deleteIfExists(Path.of(name));
        }
        UnixStream listener = UnixStream.listen(name);
        listeners.add(listener);
        names.add(name);
        Thread thread = new Thread(() -> accept(listener, port), "tracing service " + name);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void accept(UnixStream listener, BiFunction<TracingService, ClientConnection, Port> port) {
        while (true) {
            try {
                UnixStream socket = listener.accept(-1);
                PeerCredentials peer = socket.peer();
                ClientConnection client =
                        new ClientConnection(socket, loop, new PeerIdentity(peer.uid(), peer.pid()), this::remove);
                if (!add(client)) {
                    socket.close();
                    continue;
                }
                loop.post(() -> client.start(new RemoteCalls(client, port.apply(service, client))));
            } catch (IOException e) {
                if (isClosed()) {
                    return;
                }
                // No descriptors are left, perhaps: clients that leave free some.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private synchronized boolean add(ClientConnection client) {
        return !closed && clients.size() < MAX_CLIENTS && clients.add(client);
    }

    private synchronized void remove(ClientConnection client) {
        clients.remove(client);
        notifyAll();
    }

    /// Stops listening, disconnects all clients and ends all sessions.
    @Override
    public void close() throws IOException {
        List<ClientConnection> open;
        synchronized (this) {
            closed = true;
            open = List.copyOf(clients);
        }
        listeners.forEach(UnixStream::shutdown);
        open.forEach(ClientConnection::close);
        try {
            synchronized (this) {
                long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(END_SECONDS);
                while (!clients.isEmpty() && System.nanoTime() < end) {
                    wait(100);
                }
            }
            CountDownLatch done = new CountDownLatch(1);
            loop.post(() -> {
                service.shutDown();
                done.countDown();
            });
            done.await(END_SECONDS, TimeUnit.SECONDS);
            for (Thread thread : threads) {
                thread.join(TimeUnit.SECONDS.toMillis(1));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loop.close();
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
