package traceglass.service.ipc;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.UnsafeByteOperations;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ipc.IPCFrame;
import traceglass.sdk.posix.Descriptor;
import traceglass.service.core.ServiceLoop;
import traceglass.service.core.peer.PeerIdentity;

/// Connection of one client: one thread reads frames and one writes them. Both directions are bounded, so a
/// client that floods the service or doesn't read uses a fixed amount of memory.
final class ClientConnection {

    private static final int UNHANDLED_BYTES = 1 << 20;
    private static final int UNSENT_BYTES = 4 << 20;
    private static final int DRAINED_BYTES = 256 << 10;

    /// Handles the events of a connection on the loop's thread.
    interface Handler {
        void onFrame(IPCFrame frame);

        void onClosed();
    }

    private record Outgoing(byte[] bytes, @Nullable Descriptor descriptor) {}

    private final ClientStream socket;
    private final ServiceLoop loop;
    private final Semaphore unhandled = new Semaphore(UNHANDLED_BYTES);
    private final ArrayDeque<Outgoing> queue = new ArrayDeque<>();
    private final Consumer<ClientConnection> onEnd;
    private long unsentBytes;
    private boolean hasEnded;
    private @Nullable Runnable whenDrained;
    private @Nullable Descriptor passedDescriptor;
    private PeerIdentity identity;
    private boolean hasReceivedIdentity;

    ClientConnection(ClientStream socket, ServiceLoop loop, Consumer<ClientConnection> onEnd) {
        this.socket = socket;
        this.loop = loop;
        this.onEnd = onEnd;
        identity = socket.peer();
    }

    PeerIdentity identity() {
        return identity;
    }

    /// Whether the client can be on another machine.
    boolean isRemote() {
        return socket.isRemote();
    }

    /// Sets the identity of a client behind a relay, once. Ignored for clients on this machine, which the kernel
    /// identifies.
    void setIdentity(IPCFrame.SetPeerIdentity message) {
        if (socket.isRemote() && !hasReceivedIdentity) {
            hasReceivedIdentity = true;
            identity = PeerIdentity.remote(
                    message.getUid(),
                    message.getPid(),
                    message.hasMachineIdHint() && !message.getMachineIdHint().isEmpty()
                            ? message.getMachineIdHint()
                            : socket.address(),
                    message.getMachineName());
        }
    }

    /// Whether chunks arrive in messages, because client and service share no memory.
    boolean isEmulated() {
        return !socket.passesDescriptors();
    }

    void start(Handler handler) {
        CompletableFuture<Void> written = new CompletableFuture<>();
        startDaemon("tracing client writer", () -> {
            try {
                write();
            } finally {
                written.complete(null);
            }
        });
        startDaemon("tracing client reader", () -> read(handler, written));
    }

    private static void startDaemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void read(Handler handler, CompletableFuture<Void> written) {
        try {
            FrameSplitter splitter = new FrameSplitter();
            while (true) {
                int count = socket.receive(splitter.buffer(), splitter.end());
                Descriptor descriptor = socket.takeDescriptor();
                if (descriptor != null) {
                    loop.post(() -> keepDescriptor(descriptor));
                }
                if (count == ClientStream.END) {
                    break;
                }
                byte[] frames = splitter.received(count);
                if (frames != null) {
                    unhandled.acquireUninterruptibly(frames.length);
                    loop.post(() -> handle(handler, frames));
                }
            }
        } catch (IOException e) {
            // The client has disconnected, or was disconnected because it violated the protocol.
        }
        close();
        written.join(); // Both threads have to end before the socket is released.
        loop.post(() -> {
            keepDescriptor(null);
            handler.onClosed();
            socket.close();
            onEnd.accept(this);
        });
    }

    private void handle(Handler handler, byte[] frames) {
        try {
            ByteString all = UnsafeByteOperations.unsafeWrap(frames);
            for (int offset = 0; offset < frames.length; ) {
                int length = FrameSplitter.length(frames, offset);
                offset += FrameSplitter.HEADER_SIZE;
                if (length > 0) {
                    handle(handler, all.substring(offset, offset + length));
                }
                offset += length;
            }
        } finally {
            unhandled.release(frames.length);
        }
    }

    private static void handle(Handler handler, ByteString frame) {
        try {
            CodedInputStream in = frame.newCodedInput();
            in.enableAliasing(true); // The frame is not changed after this.
            handler.onFrame(IPCFrame.parseFrom(in));
        } catch (IOException e) {
            // The malformed frame is dropped; the connection continues.
        }
    }

    /// Keeps a received descriptor until a call takes it, and closes an older one.
    private void keepDescriptor(@Nullable Descriptor descriptor) {
        Descriptor old = passedDescriptor;
        passedDescriptor = descriptor;
        if (old != null) {
            old.discard();
        }
    }

    /// Returns and removes the last received descriptor, or returns null.
    @Nullable
    Descriptor takeDescriptor() {
        Descriptor descriptor = passedDescriptor;
        passedDescriptor = null;
        return descriptor;
    }

    /// Queues a frame. Disconnects a client that does not read the queued frames.
    void send(IPCFrame frame, @Nullable Descriptor descriptor) {
        byte[] bytes = FrameSplitter.framed(frame.toByteArray());
        synchronized (queue) {
            if (hasEnded) {
                return;
            }
            if (unsentBytes + bytes.length > UNSENT_BYTES) {
                close();
                return;
            }
            unsentBytes += bytes.length;
            queue.add(new Outgoing(bytes, descriptor));
            queue.notifyAll();
        }
    }

    /// Runs a task on the loop as soon as the queue is nearly empty.
    void runWhenDrained(Runnable task) {
        synchronized (queue) {
            if (unsentBytes > DRAINED_BYTES) {
                whenDrained = task;
                return;
            }
        }
        loop.post(task);
    }

    private void write() {
        try {
            for (Outgoing next = next(); next != null; next = next()) {
                socket.send(next.bytes, next.descriptor);
                Runnable task = null;
                synchronized (queue) {
                    unsentBytes -= next.bytes.length;
                    if (unsentBytes <= DRAINED_BYTES) {
                        task = whenDrained;
                        whenDrained = null;
                    }
                }
                if (task != null) {
                    loop.post(task);
                }
            }
        } catch (IOException e) {
            close();
        }
    }

    private @Nullable Outgoing next() {
        synchronized (queue) {
            while (queue.isEmpty() && !hasEnded) {
                try {
                    queue.wait();
                } catch (InterruptedException e) {
                    hasEnded = true;
                }
            }
            return hasEnded ? null : queue.poll();
        }
    }

    /// Shuts the connection down. The reader thread then releases it.
    void close() {
        synchronized (queue) {
            hasEnded = true;
            queue.notifyAll();
        }
        socket.shutdown();
    }
}
