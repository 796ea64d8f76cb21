package traceglass.service.ipc;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.posix.PeerCredentials;
import traceglass.sdk.posix.UnixStream;
import traceglass.service.core.PeerIdentity;

/// A client at a Unix socket.
final class UnixClientStream implements ClientStream {

    private final UnixStream socket;
    private final PeerIdentity peer;

    UnixClientStream(UnixStream socket) throws IOException {
        this.socket = socket;
        PeerCredentials credentials = socket.peer();
        peer = PeerIdentity.local(credentials.uid(), credentials.pid());
    }

    @Override
    public int receive(byte[] into) throws IOException {
        int count = socket.receive(into, 0, into.length, -1);
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
        return true;
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
