package traceglass.service.ipc;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.posix.PeerCredentials;
import traceglass.sdk.posix.UnixStream;
import traceglass.service.core.PeerIdentity;

/// Stream to a client on a Unix socket or a socket between a virtual machine and its host.
final class UnixClientStream implements ClientStream {

    private final UnixStream socket;
    private final PeerIdentity peer;
    private final boolean remote;

    /// @param remote whether the kernel doesn't know the process at the other end
    UnixClientStream(UnixStream socket, boolean remote) throws IOException {
        this.socket = socket;
        this.remote = remote;
        try {
            PeerCredentials credentials = remote ? new PeerCredentials(0, 0, 0) : socket.peer();
            peer = PeerIdentity.local(credentials.uid(), credentials.pid());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public int receive(byte[] into, int from) throws IOException {
        int count = socket.receive(into, from, into.length, -1);
        return count == UnixStream.END ? END : count;
    }

    @Override
    public @Nullable Descriptor takeDescriptor() {
        return socket.takeDescriptor();
    }

    @Override
    public void send(byte[] bytes, @Nullable Descriptor passed) throws IOException {
        socket.send(bytes, 0, bytes.length, passed, -1);
    }

    @Override
    public PeerIdentity peer() {
        return peer;
    }

    @Override
    public boolean passesDescriptors() {
        return !remote;
    }

    @Override
    public boolean isRemote() {
        return remote;
    }

    @Override
    public void shutdown() {
        socket.shutdown();
    }

    @Override
    public void close() {
        socket.close();
    }
}
