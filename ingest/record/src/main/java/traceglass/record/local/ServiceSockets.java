package traceglass.record.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Consumer sockets of the tracing service on Linux: the one set in the environment, else below `/run/perfetto` if that
/// folder exists, else in `/tmp`.
final class ServiceSockets {

    static final String CONSUMER_VARIABLE = "PERFETTO_CONSUMER_SOCK_NAME";
    static final String PRODUCER_VARIABLE = "PERFETTO_PRODUCER_SOCK_NAME";
    private static final List<Path> USUAL =
            List.of(Path.of("/run/perfetto/traced-consumer.sock"), Path.of("/tmp/perfetto-consumer"));

    private ServiceSockets() {}

    /// Places to search, in order.
    static List<Path> candidates(Map<String, String> environment) {
        String named = environment.get(CONSUMER_VARIABLE);
        return named != null && !named.isEmpty() ? List.of(Path.of(named)) : USUAL;
    }

    /// Returns the first socket that exists, or null. Only connecting shows whether a service listens on it.
    static @Nullable Path find(Map<String, String> environment) {
        return candidates(environment).stream()
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
    }
}
