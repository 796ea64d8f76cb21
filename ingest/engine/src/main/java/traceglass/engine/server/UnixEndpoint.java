package traceglass.engine.server;

import com.google.protobuf.ByteString;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import traceglass.engine.rpc.RequestMemory;
import traceglass.engine.rpc.RpcEngine;
import traceglass.engine.rpc.RpcStream;

/// Serves the engine over a Unix socket. Each connection is a stream of calls.
public final class UnixEndpoint implements Closeable {

    private static final int MAX_CLIENTS = 1000;
    private static final int PIECE_BYTES = 16 << 10;
    private static final int MAX_PIECES = 4;
    private static final ByteBuffer END = ByteBuffer.allocate(0);
    private static final long RETRY_MS = 100;
    /// The replies to a client that sends no more data may take [#SEND_MS] divided by this.
    private static final int GRACE_DIVISOR = 6;

    /// Time after which a client that reads nothing is considered disconnected.
    private static final long SEND_MS = 60_000;

    private static final ScheduledExecutorService WATCH = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trace client watch");
        thread.setDaemon(true);
        return thread;
    });

    private final RpcEngine engine;
    private final ServerSocketChannel listener;
    private final Path path;
    private final long sendMs;
    private final RequestMemory memory;
    private final Set<SocketChannel> clients = ConcurrentHashMap.newKeySet();

    private UnixEndpoint(RpcEngine engine, ServerSocketChannel listener, Path path, long sendMs, RequestMemory memory) {
        this.sendMs = sendMs;
        this.memory = memory;
        this.engine = engine;
        this.listener = listener;
        this.path = path;
    }

    /// Starts listening. Replaces an old socket file on which no program listens.
    ///
    /// @throws IOException if another program listens there, or the file can't be created
    public static UnixEndpoint open(RpcEngine engine, Path path) throws IOException {
        return open(engine, path, SEND_MS, RequestMemory.ofProcess());
    }

    /// @param sendMs time after which a client that reads nothing is considered disconnected
    /// @param memory memory for large calls
    static UnixEndpoint open(RpcEngine engine, Path path, long sendMs, RequestMemory memory) throws IOException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            if (!Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .isOther()) {
                throw new IOException("a file that is not a socket exists there");
            }
            if (isServed(path)) {
                throw new IOException("another server is listening there");
            }
            Files.delete(path);
        }
        ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            listener.bind(UnixDomainSocketAddress.of(path));
        } catch (IOException | RuntimeException e) {
            listener.close();
            throw e;
        }
        UnixEndpoint endpoint = new UnixEndpoint(engine, listener, path, sendMs, memory);
        Thread.ofPlatform().daemon().name("trace server " + path.getFileName()).start(endpoint::accept);
        return endpoint;
    }

    private static boolean isServed(Path path) {
        try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            return probe.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private void accept() {
        while (listener.isOpen()) {
            try {
                SocketChannel client = listener.accept();
                if (clients.size() >= MAX_CLIENTS) {
                    client.close();
                } else {
                    clients.add(client);
                    Thread.ofVirtual().name("trace client").start(() -> serve(client));
                }
            } catch (IOException e) {
                // The socket was closed, or no descriptors are left: retry after clients have disconnected.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        }
    }

    private static void disconnect(SocketChannel client) {
        try {
            client.close();
        } catch (IOException e) {
            // The client has already disconnected.
        }
    }

    /// Reads on this thread and replies on another, so that a disconnect is noticed while a query runs.
    private void serve(SocketChannel client) {
        BlockingQueue<ByteBuffer> chunks = new ArrayBlockingQueue<>(MAX_PIECES);
        AtomicBoolean isDisconnected = new AtomicBoolean();
        Thread writer =
                Thread.ofVirtual().name("trace replies").start(() -> processCalls(client, chunks, isDisconnected));
        try (client) {
            boolean isEnd = false;
            while (!isEnd) {
                ByteBuffer chunk = ByteBuffer.allocate(PIECE_BYTES);
                isEnd = client.read(chunk) < 0;
                chunk.flip();
                while (!chunks.offer(chunk, RETRY_MS, TimeUnit.MILLISECONDS)) {
                    if (!writer.isAlive()) {
                        return;
                    }
                }
            }
            // The client could have closed only its side and still wait for replies.
            writer.join(Duration.ofMillis(sendMs / GRACE_DIVISOR));
        } catch (IOException e) {
            // The client has disconnected.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            isDisconnected.set(true);
            clients.remove(client);
            if (writer.isAlive()) {
                // It may wait for the rest of a call.
                chunks.clear();
                chunks.add(END);
            }
        }
    }

    /// Runs the calls in the pieces of a stream and sends their replies, until an empty piece.
    private void processCalls(SocketChannel client, BlockingQueue<ByteBuffer> chunks, AtomicBoolean isDisconnected) {
        RpcStream.Client calls = new RpcStream.Client() {
            @Override
            public void send(ByteString bytes) throws IOException {
                UnixEndpoint.this.send(client, bytes);
            }

            @Override
            public boolean isGone() {
                return isDisconnected.get();
            }

            @Override
            public void disconnect() {
                UnixEndpoint.disconnect(client);
            }
        };
        try (RpcStream stream = new RpcStream(engine, calls, memory)) {
            ByteBuffer chunk = chunks.take();
            while (chunk.hasRemaining() && stream.receive(chunk)) {
                chunk = chunks.take();
            }
        } catch (IOException e) {
            // The client has disconnected.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            // End the thread that reads.
            disconnect(client);
        }
    }

    /// Sends bytes. If the client reads nothing for too long, closes the channel, which ends the write and cancels
    /// the query.
    private void send(SocketChannel client, ByteString bytes) throws IOException {
        Future<?> timeout = WATCH.schedule(() -> disconnect(client), sendMs, TimeUnit.MILLISECONDS);
        try {
            ByteBuffer remaining = bytes.asReadOnlyByteBuffer();
            while (remaining.hasRemaining()) {
                client.write(remaining);
            }
        } finally {
            timeout.cancel(false);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (SocketChannel client : clients) {
            client.close();
        }
        Files.deleteIfExists(path);
    }
}
