package traceglass.service.ipc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.service.core.peer.PeerIdentity;

/// Stream to a client in the process of the service.
final class LocalStream implements ClientStream {

    private final BytePipe toService = new BytePipe();
    private final BytePipe toClient = new BytePipe();
    private final PeerIdentity peer;

    LocalStream(PeerIdentity peer) {
        this.peer = peer;
    }

    /// Returns the client's end of the stream.
    ByteChannel channel() {
        return new ByteChannel() {
            @Override
            public int read(ByteBuffer buffer) throws IOException {
                return toClient.read(buffer);
            }

            @Override
            public int write(ByteBuffer bytes) throws IOException {
                int count = bytes.remaining();
                toService.write(bytes);
                return count;
            }

            @Override
            public boolean isOpen() {
                return !toService.isClosed();
            }

            @Override
            public void close() {
                shutdown();
            }
        };
    }

    @Override
    public int receive(byte[] target, int from) throws IOException {
        return toService.read(ByteBuffer.wrap(target, from, target.length - from));
    }

    @Override
    public void send(byte[] bytes, @Nullable Descriptor descriptor) throws IOException {
        toClient.write(ByteBuffer.wrap(bytes));
    }

    @Override
    public PeerIdentity peer() {
        return peer;
    }

    @Override
    public void shutdown() {
        toService.close();
        toClient.close();
    }

    @Override
    public void close() {
        shutdown();
    }
}
