package traceglass.service.ipc;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import traceglass.service.core.ServiceLoop;
import traceglass.service.core.TracingService;
import traceglass.service.core.peer.PeerIdentity;

/// A tracing service in this process, without sockets, on any system. Clients in the process use the socket protocol
/// over channels; [ServiceHost] adds clients on sockets.
public final class LocalService implements Closeable {

    private static final int MAX_CLIENTS = 1000;
    private static final long END_SECONDS = 10;

    private final ServiceLoop loop;
    private final TracingService service;
    private final PeerIdentity self;
    private final Set<ClientConnection> clients = new HashSet<>();
    private boolean isClosed;

    /// Starts a service.
    ///
    /// @param version version reported to clients
    /// @param problems receives unexpected errors; the service continues
    public LocalService(String version, Consumer<Throwable> problems) {
        self = PeerIdentity.local(ownUid(), (int) ProcessHandle.current().pid());
        loop = new ServiceLoop(problems);
        service = new TracingService(loop, version, self.uid(), problems);
    }

    /// User id of this process, 0 on systems without numeric user ids.
    static int ownUid() {
        Path self = Path.of("/proc/self");
        try {
            return Files.exists(self) ? (int) Files.getAttribute(self, "unix:uid") : 0;
        } catch (IOException | UnsupportedOperationException e) {
            return 0;
        }
    }

    /// The service itself. Call its methods only on [#loop].
    public TracingService service() {
        return service;
    }

    public ServiceLoop loop() {
        return loop;
    }

    /// User and process of the service, which its in-process clients use.
    public PeerIdentity self() {
        return self;
    }

    /// Connects a consumer of this process. Closing the channel ends its session.
    ///
    /// @throws ClosedChannelException if the service has ended or has too many clients
    public ByteChannel connectConsumer() throws IOException {
        return connect(ClientKind.CONSUMER);
    }

    /// Connects a producer of this process, which sends its chunks in messages.
    ///
    /// @throws ClosedChannelException if the service has ended or has too many clients
    public ByteChannel connectProducer() throws IOException {
        return connect(ClientKind.PRODUCER);
    }

    private ByteChannel connect(ClientKind kind) throws IOException {
        LocalStream stream = new LocalStream(self);
        if (!connect(stream, kind)) {
            throw new ClosedChannelException();
        }
        return stream.channel();
    }

    /// Serves a client until it disconnects.
    ///
    /// @return false if there are too many clients; the stream is closed then
    boolean connect(ClientStream stream, ClientKind kind) {
        ClientConnection client = new ClientConnection(stream, loop, this::remove);
        if (!add(client)) {
            stream.close();
            return false;
        }
        loop.post(() -> client.start(new RemoteCalls(client, kind.ports(service, client))));
        return true;
    }

    private synchronized boolean add(ClientConnection client) {
        return !isClosed && clients.size() < MAX_CLIENTS && clients.add(client);
    }

    private synchronized void remove(ClientConnection client) {
        clients.remove(client);
        notifyAll();
    }

    /// Disconnects all clients and ends all sessions.
    @Override
    public void close() {
        List<ClientConnection> open;
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            open = List.copyOf(clients);
        }
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
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        loop.close();
    }
}
