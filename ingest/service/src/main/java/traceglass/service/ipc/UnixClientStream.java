package traceglass.service.ipc;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.posix.PeerCredentials;
import traceglass.sdk.posix.UnixStream;
import traceglass.service.core.peer.PeerIdentity;

/// Stream to a client on a Unix socket or a socket between a virtual machine and its host.
final class UnixClientStream implements ClientStream {

    private final UnixStream socket;
    private final PeerIdentity peer;
    private final boolean isRemote;

    /// @param isRemote whether the kernel doesn't know the process at the other end
    UnixClientStream(UnixStream socket, boolean isRemote) throws IOException {
        this.socket = socket;
        this.isRemote = isRemote;
        try {
            PeerCredentials credentials = isRemote ? new PeerCredentials(0, 0, 0) : socket.peer();
            peer = PeerIdentity.local(credentials.uid(), credentials.pid());
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    @Override
    public int receive(byte[] target, int from) throws IOException {
        int count = socket.receive(target, from, target.length, -1);
        return count == UnixStream.END ? END : count;
    }

    @Override
    public @Nullable Descriptor takeDescriptor() {
        return socket.takeDescriptor();
    }

    @Override
    public void send(byte[] bytes, @Nullable Descriptor descriptor) throws IOException {
        socket.send(bytes, 0, bytes.length, descriptor, -1);
    }

    @Override
    public PeerIdentity peer() {
        return peer;
    }

    @Override
    public boolean passesDescriptors() {
        return !isRemote;
    }

    @Override
    public boolean isRemote() {
        return isRemote;
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
