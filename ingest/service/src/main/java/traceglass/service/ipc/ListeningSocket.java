package traceglass.service.ipc;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import traceglass.sdk.posix.UnixStream;

/// A socket on which the service accepts clients.
interface ListeningSocket extends Closeable {

    /// Waits for a client.
    ClientStream accept() throws IOException;

    /// Name to which clients connect. Contains the chosen port if the requested one was 0.
    String name();

    /// Wakes the waiting thread.
    void shutdown();

    /// Listens on a name. Replaces a socket file left over from an earlier process.
    static ListeningSocket open(String name) throws IOException {
        return SocketFamily.of(name) == SocketFamily.TCP ? tcp(name) : unix(name);
    }

    private static ListeningSocket unix(String name) throws IOException {
        SocketFamily family = SocketFamily.of(name);
        if (family == SocketFamily.FILE) {
            Files.deleteIfExists(Path.of(name));
        }
        UnixStream socket = UnixStream.listen(name);
        return new ListeningSocket() {
            @Override
            public ClientStream accept() throws IOException {
                return new UnixClientStream(socket.accept(-1), family == SocketFamily.VSOCK);
            }

            @Override
            public String name() {
                return name;
            }

            @Override
            public void shutdown() {
                socket.shutdown();
            }

            @Override
            public void close() throws IOException {
                socket.close();
                if (family == SocketFamily.FILE) {
                    Files.deleteIfExists(Path.of(name));
                }
            }
        };
    }

    private static ListeningSocket tcp(String name) throws IOException {
        int colon = name.lastIndexOf(':');
        String host = name.substring(0, colon);
        int port;
        try {
            port = Integer.parseInt(name.substring(colon + 1));
        } catch (NumberFormatException e) {
            throw new IOException(name + " has no valid port. Examples: localhost:20001, vsock://3:20001", e);
        }
        if (port > 65535) {
            throw new IOException(name + " has no valid port. Examples: localhost:20001, vsock://3:20001");
        }
        ServerSocketChannel server = ServerSocketChannel.open();
        try {
            server.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            server.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (IOException e) {
            server.close();
            throw new IOException("can't listen on " + name + ": " + e.getMessage(), e);
        }
        String bound = host + ":" + server.socket().getLocalPort();
        return new ListeningSocket() {
            @Override
            public ClientStream accept() throws IOException {
                SocketChannel channel = server.accept();
                return new TcpClientStream(channel);
            }

            @Override
            public String name() {
                return bound;
            }

            @Override
            public void shutdown() {
                try {
                    server.close();
                } catch (IOException e) {
                    // The socket accepts no more clients.
                }
            }

            @Override
            public void close() {
                shutdown();
            }
        };
    }
}
