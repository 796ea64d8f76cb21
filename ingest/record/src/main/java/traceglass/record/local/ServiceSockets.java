package traceglass.record.local;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;

/// Consumer sockets of the tracing service on Linux: the one named in the environment, else those in
/// `/run/perfetto` and `/tmp`, in this order.
final class ServiceSockets {

    static final String CONSUMER_VARIABLE = "PERFETTO_CONSUMER_SOCK_NAME";
    static final String PRODUCER_VARIABLE = "PERFETTO_PRODUCER_SOCK_NAME";
    private static final List<Path> DEFAULTS =
            List.of(Path.of("/run/perfetto/traced-consumer.sock"), Path.of("/tmp/perfetto-consumer"));

    private ServiceSockets() {}

    /// Returns the paths to try, in order.
    static List<Path> candidates(Map<String, String> environment) {
        String named = environment.get(CONSUMER_VARIABLE);
        return named != null && !named.isEmpty() ? List.of(Path.of(named)) : DEFAULTS;
    }

    /// Connects to the consumer socket of a service.
    static ByteChannel open(Path socket) throws RecordProblem {
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open(StandardProtocolFamily.UNIX);
            channel.connect(UnixDomainSocketAddress.of(socket));
            return channel;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            if (channel != null) {
                try {
                    channel.close();
                } catch (IOException x) {
                    e.addSuppressed(x);
                }
            }
            boolean isDenied = String.valueOf(e.getMessage()).contains("ermission");
            throw isDenied
                    ? new RecordProblem(Kind.REFUSED, LocalTexts.socketDenied(socket), e)
                    : new RecordProblem(Kind.NOT_FOUND, LocalTexts.nothingListens(socket), e);
        }
    }

    /// Returns whether a service listens on a socket file.
    static boolean isListening(String name) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            Path file = Path.of(name);
            return Files.exists(file) && channel.connect(UnixDomainSocketAddress.of(file));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    /// Returns the first socket that exists, or null. Only connecting shows whether a service listens on it.
    static @Nullable Path find(Map<String, String> environment) {
        return candidates(environment).stream()
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
    }
}
