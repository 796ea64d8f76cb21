package traceglass.sdk.wire;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;

/// A TCP connection to the tracing service. It can't share memory.
final class TcpSocket implements ServiceSocket {

    private static final int CONNECT_TIMEOUT_MS = 5000;

    private final Socket socket = new Socket();

    TcpSocket(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        String host = address.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        try {
            int port = Integer.parseInt(address.substring(colon + 1));
            socket.connect(new InetSocketAddress(host, port), CONNECT_TIMEOUT_MS);
            socket.setTcpNoDelay(true);
        } catch (IOException | IllegalArgumentException e) {
            close();
            throw new IOException("Can't connect to the tracing service at " + address, e);
        }
    }

    @Override
    public void send(byte[] bytes, int from, int to, @Nullable Descriptor descriptor) throws IOException {
        socket.getOutputStream().write(bytes, from, to - from);
    }

    @Override
    public int receive(byte[] target, int from, int to) throws IOException {
        return socket.getInputStream().read(target, from, to - from);
    }

    @Override
    public @Nullable Descriptor takeDescriptor() {
        return null;
    }

    @Override
    public boolean passesDescriptors() {
        return false;
    }

    @Override
    public void shutdown() {
        close();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The socket is closed even if close() fails.
        }
    }
}
