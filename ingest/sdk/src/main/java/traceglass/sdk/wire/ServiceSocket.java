package traceglass.sdk.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;

/// A stream socket to the tracing service. One thread can send while another receives.
public interface ServiceSocket extends AutoCloseable {

    /// Sends bytes.
    ///
    /// @param descriptor a descriptor to send with the first byte, or null; the caller keeps it and closes it
    void send(byte[] bytes, int from, int to, @Nullable Descriptor descriptor) throws IOException;

    /// Waits for bytes.
    ///
    /// @return their number, or -1 at the end of the stream
    int receive(byte[] target, int from, int to) throws IOException;

    /// Returns the last received descriptor, or null.
    @Nullable
    Descriptor takeDescriptor();

    /// Returns whether the socket can pass descriptors, and thus shared memory.
    boolean passesDescriptors();

    /// Ends the connection and wakes the thread that receives.
    void shutdown();

    @Override
    void close();

    /// Connects to an address: a file, an abstract name that starts with `@`, or `host:port`.
    static ServiceSocket connect(String address) throws IOException {
        return isNetwork(address) ? new TcpSocket(address) : new LocalSocket(address);
    }

    /// Returns whether an address is a network address, which ends in a port.
    static boolean isNetwork(String address) {
        return !address.startsWith("@") && Pattern.matches(".*:\\d+", address);
    }

    /// Returns the address that Perfetto's own programs use for the service.
    static String defaultAddress() {
        String named = System.getenv("PERFETTO_PRODUCER_SOCK_NAME");
        if (named != null && !named.isEmpty()) {
            return named;
        }
        if (System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")) {
            return "127.0.0.1:32278";
        }
        return Files.isExecutable(Path.of("/run/perfetto"))
                ? "/run/perfetto/traced-producer.sock"
                : "/tmp/perfetto-producer";
    }
}
