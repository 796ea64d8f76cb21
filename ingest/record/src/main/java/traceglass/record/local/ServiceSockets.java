package traceglass.record.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the tracing service of a Linux machine listens for consumers: where the environment says, else below
/// `/run/perfetto` if that folder is there, else in `/tmp`.
final class ServiceSockets {

    static final String CONSUMER_VARIABLE = "PERFETTO_CONSUMER_SOCK_NAME";
    static final String PRODUCER_VARIABLE = "PERFETTO_PRODUCER_SOCK_NAME";
    private static final List<Path> USUAL =
            List.of(Path.of("/run/perfetto/traced-consumer.sock"), Path.of("/tmp/perfetto-consumer"));

    private ServiceSockets() {}

    /// The places to look at, in order.
    static List<Path> candidates(Map<String, String> environment) {
        String named = environment.get(CONSUMER_VARIABLE);
        return named != null && !named.isEmpty() ? List.of(Path.of(named)) : USUAL;
    }

    /// The first that is there, or null. Whether anybody listens on it shows when it is connected to.
    static @Nullable Path find(Map<String, String> environment) {
        return candidates(environment).stream()
                .filter(Files::exists)
                .findFirst()
                .orElse(null);
    }
}
