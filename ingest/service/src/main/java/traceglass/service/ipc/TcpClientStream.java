package traceglass.service.ipc;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.service.core.peer.PeerIdentity;

/// Stream to a client on a TCP socket.
final class TcpClientStream implements ClientStream {

    private final SocketChannel channel;
    private final String address;

    TcpClientStream(SocketChannel channel) throws IOException {
        this.channel = channel;
        SocketAddress remote = channel.getRemoteAddress();
        address =
                remote instanceof InetSocketAddress inet ? inet.getAddress().getHostAddress() : String.valueOf(remote);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    @Override
    public int receive(byte[] target, int from) throws IOException {
        return channel.read(ByteBuffer.wrap(target, from, target.length - from));
    }

    @Override
    public void send(byte[] bytes, @Nullable Descriptor descriptor) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    @Override
    public PeerIdentity peer() {
        return PeerIdentity.local(0, 0);
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public boolean isRemote() {
        return true;
    }

    @Override
    public void shutdown() {
        try {
            channel.close();
        } catch (IOException e) {
            // The stream is no longer used.
        }
    }

    @Override
    public void close() {
        shutdown();
    }
}
