package traceglass.record.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/// The service's side of a connection, simulated by a script that receives frames and sends bytes. Keeps all received
/// bytes.
public final class ScriptedService implements AutoCloseable {

    /// Simulates the service. The connection is closed when it returns.
    public interface Script {

        void play(ScriptedService service) throws IOException, InterruptedException;
    }

    private final Path folder;
    private final ServerSocketChannel server;
    private final Thread thread;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private SocketChannel client;
    private volatile Throwable failure;

    public ScriptedService(Script script) throws IOException {
        folder = Files.createTempDirectory("tgscript");
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(folder.resolve("s")));
        thread = Thread.ofPlatform().daemon().start(() -> {
            try (SocketChannel c = server.accept()) {
                client = c;
                script.play(this);
            } catch (IOException | InterruptedException | RuntimeException e) {
                failure = e;
            }
        });
    }

    /// Returns a new connection to the service.
    public ByteChannel connect() throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("s")));
    }

    /// Waits for a complete frame from the client and returns its bytes without the length prefix.
    public byte[] readFrame() throws IOException {
        ByteBuffer length = ByteBuffer.wrap(read(4)).order(ByteOrder.LITTLE_ENDIAN);
        return read(length.getInt());
    }

    private byte[] read(int n) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(n);
        while (b.hasRemaining()) {
            if (client.read(b) < 0) {
                throw new IOException("the client has closed");
            }
        }
        received.write(b.array());
        return b.array();
    }

    /// Sends bytes unchanged, at most `step` in one write.
    public void send(byte[] bytes, int offset, int length, int step) throws IOException {
        for (int position = offset; position < offset + length; position += step) {
            ByteBuffer part = ByteBuffer.wrap(bytes, position, Math.min(step, offset + length - position));
            while (part.hasRemaining()) {
                client.write(part);
            }
        }
    }

    /// Sends a frame.
    public void sendFrame(byte[] frame) throws IOException {
        ByteBuffer b = ByteBuffer.allocate(4 + frame.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(frame.length)
                .put(frame);
        send(b.array(), 0, b.capacity(), b.capacity());
    }

    /// Returns all bytes that the client has sent.
    public byte[] received() {
        return received.toByteArray();
    }

    public Throwable failure() {
        return failure;
    }

    @Override
    public void close() throws IOException {
        server.close();
        thread.interrupt();
        Files.deleteIfExists(folder.resolve("s"));
        Files.deleteIfExists(folder);
    }
}
