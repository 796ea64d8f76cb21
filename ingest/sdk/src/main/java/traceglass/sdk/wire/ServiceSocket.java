package traceglass.sdk.wire;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Descriptor;

/// A stream to the tracing service. One thread may send while another receives.
public interface ServiceSocket extends AutoCloseable {

    /// @param passed a descriptor that accompanies the first byte, which stays the caller's
    void send(byte[] bytes, int from, int to, @Nullable Descriptor passed) throws IOException;

    /// Waits for bytes.
    ///
    /// @return their number, or -1 at the end of the stream
    int receive(byte[] into, int from, int to) throws IOException;

    /// Returns the descriptor that was received last, or null.
    @Nullable
    Descriptor takeDescriptor();

    /// Returns whether descriptors, and thereby memory, can be passed.
    boolean passesDescriptors();

    /// Ends the connection and wakes the thread that receives.
    void shutdown();

    @Override
    void close();

    /// Connects to an address: a file, an abstract name that starts with `@`, or `host:port`.
    static ServiceSocket connect(String address) throws IOException {
        return isNetwork(address) ? new TcpSocket(address) : new LocalSocket(address);
    }

    /// Returns whether an address is one of the network: it ends in a port.
    static boolean isNetwork(String address) {
        return !address.startsWith("@") && Pattern.matches(".*:\\d+", address);
    }

    /// Returns the address where Perfetto's own programs look for the service.
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
