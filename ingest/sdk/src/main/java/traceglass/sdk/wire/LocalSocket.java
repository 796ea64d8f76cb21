package traceglass.sdk.wire;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;
import traceglass.sdk.posix.UnixStream;

/// A Unix socket to the tracing service.
final class LocalSocket implements ServiceSocket {

    private static final int SEND_TIMEOUT_MS = 5000;

    private final UnixStream stream;

    LocalSocket(String address) throws IOException {
        stream = UnixStream.connect(address);
    }

    @Override
    public void send(byte[] bytes, int from, int to, @Nullable Descriptor descriptor) throws IOException {
        stream.send(bytes, from, to, descriptor, SEND_TIMEOUT_MS);
    }

    @Override
    public int receive(byte[] target, int from, int to) throws IOException {
        int count = stream.receive(target, from, to, -1);
        return count == UnixStream.END ? -1 : count;
    }

    @Override
    public @Nullable Descriptor takeDescriptor() {
        return stream.takeDescriptor();
    }

    @Override
    public boolean passesDescriptors() {
        return true;
    }

    @Override
    public void shutdown() {
        stream.shutdown();
    }

    @Override
    public void close() {
        stream.close();
    }
}
