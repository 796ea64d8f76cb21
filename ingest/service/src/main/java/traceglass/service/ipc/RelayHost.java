package traceglass.service.ipc;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import traceglass.protos.ipc.IPCFrame;
import traceglass.sdk.posix.UnixStream;
import traceglass.service.core.peer.MachineInfo;
import traceglass.service.core.peer.PeerIdentity;

/// Connects the producers of this machine to a tracing service on another machine, like Perfetto's `traced_relay`. It
/// listens on the service's producer sockets, sends the identity of each producer, and then forwards all bytes.
public final class RelayHost implements Closeable {

    private static final int BUFFER_SIZE = 64 << 10;
    private static final long FIRST_DELAY_MS = 100;
    private static final long MAX_DELAY_MS = 30_000;

    private final String remote;
    private final String version;
    private final Consumer<Throwable> problems;
    private final List<ListeningSocket> listeners = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Set<ClientStream> streams = new HashSet<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    /// Starts listening for producers and connects to the service.
    ///
    /// @param remote address of the other machine's service, `host:port` or `vsock://CID:PORT`
    /// @param problems receives errors; the relay continues
    public RelayHost(List<String> producerSockets, String remote, String version, Consumer<Throwable> problems)
            throws IOException {
        this.remote = remote;
        this.version = version;
        this.problems = problems;
        try {
            for (String name : producerSockets) {
                ListeningSocket listener = ListeningSocket.open(name);
                listeners.add(listener);
                threads.add(daemon("tracing relay " + name, () -> accept(listener)));
            }
        } catch (IOException e) {
            close();
            throw e;
        }
        daemon("tracing relay clocks", this::keepSynchronized);
    }

    /// Names of the sockets on which the relay listens.
    public List<String> names() {
        return listeners.stream().map(ListeningSocket::name).toList();
    }

    private static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private boolean pause(long ms) {
        try {
            return !ended.await(ms, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    private void accept(ListeningSocket listener) {
        while (ended.getCount() > 0) {
            try {
                ClientStream producer = listener.accept();
                daemon("tracing relay", () -> relay(producer));
            } catch (IOException e) {
                pause(FIRST_DELAY_MS);
            }
        }
    }

    /// Relays a producer until it disconnects. If the service can't be reached, the producer is disconnected and
    /// retries.
    private void relay(ClientStream producer) {
        try {
            if (!add(producer)) {
                return;
            }
            PeerIdentity peer = producer.peer();
            ClientStream service = connect(peer.uid(), peer.pid());
            CountDownLatch copied = new CountDownLatch(2);
            daemon("tracing relay", () -> copy(producer, service, copied));
            daemon("tracing relay", () -> copy(service, producer, copied));
            copied.await();
            remove(service);
        } catch (IOException e) {
            if (ended.getCount() > 0) {
                problems.accept(e);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            remove(producer);
        }
    }

    private static void copy(ClientStream from, ClientStream to, CountDownLatch copied) {
        byte[] buffer = new byte[BUFFER_SIZE];
        try {
            for (int count = from.receive(buffer, 0); count != ClientStream.END; count = from.receive(buffer, 0)) {
                to.send(Arrays.copyOf(buffer, count), null);
            }
        } catch (IOException e) {
            // One end has disconnected; disconnect the other.
        }
        from.shutdown();
        to.shutdown();
        copied.countDown();
    }

    /// Connects to the service on behalf of a process of this machine.
    private ClientStream connect(int uid, int pid) throws IOException {
        ClientStream stream = open();
        if (!add(stream)) {
            throw new IOException("the relay has ended");
        }
        try {
            IPCFrame identity = IPCFrame.newBuilder()
                    .setSetPeerIdentity(IPCFrame.SetPeerIdentity.newBuilder()
                            .setUid(uid)
                            .setPid(pid)
                            .setMachineIdHint(MachineInfo.machineHint())
                            .setMachineName(MachineInfo.machineName()))
                    .build();
            stream.send(FrameSplitter.framed(identity.toByteArray()), null);
            return stream;
        } catch (IOException e) {
            remove(stream);
            throw e;
        }
    }

    private ClientStream open() throws IOException {
        try {
            if (SocketFamily.of(remote) != SocketFamily.TCP) {
                return new UnixClientStream(UnixStream.connect(remote), true);
            }
            int colon = remote.lastIndexOf(':');
            int port = Integer.parseInt(remote.substring(colon + 1));
            InetSocketAddress address = new InetSocketAddress(remote.substring(0, colon), port);
            if (address.isUnresolved()) {
                throw new UnknownHostException("unknown host");
            }
            return new TcpClientStream(SocketChannel.open(address));
        } catch (IOException | RuntimeException e) {
            throw new IOException("can't connect to " + remote + ": " + e.getMessage(), e);
        }
    }

    private void keepSynchronized() {
        long delay = FIRST_DELAY_MS;
        do {
            ClientStream stream = null;
            try {
                stream = connect(
                        LocalService.ownUid(), (int) ProcessHandle.current().pid());
                RelayClient client = new RelayClient(stream);
                client.sendSystemInfo(version);
                delay = FIRST_DELAY_MS;
                do {
                    client.synchronizeClocks();
                } while (pause(MAX_DELAY_MS));
            } catch (IOException e) {
                if (ended.getCount() > 0 && delay == FIRST_DELAY_MS) {
                    problems.accept(e); // Report only the first failure, then retry silently.
                }
            } finally {
                if (stream != null) {
                    remove(stream);
                }
            }
            delay = Math.min(2 * delay, MAX_DELAY_MS);
        } while (pause(delay));
    }

    private boolean add(ClientStream stream) {
        synchronized (streams) {
            if (ended.getCount() > 0) {
                return streams.add(stream);
            }
        }
        stream.close();
        return false;
    }

    private void remove(ClientStream stream) {
        synchronized (streams) {
            streams.remove(stream);
        }
        stream.close();
    }

    /// Disconnects all producers.
    @Override
    public void close() throws IOException {
        List<ClientStream> open;
        synchronized (streams) {
            ended.countDown();
            open = List.copyOf(streams);
        }
        open.forEach(ClientStream::shutdown);
        listeners.forEach(ListeningSocket::shutdown);
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
