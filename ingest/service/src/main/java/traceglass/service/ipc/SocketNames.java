package traceglass.service.ipc;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Names of the sockets on which a service listens by default: from environment variables, else in `/run/perfetto` if
/// that folder is accessible, else in `/tmp`.
public final class SocketNames {

    private static final Path RUN = Path.of("/run/perfetto");

    private SocketNames() {}

    /// Sockets for producers; the variable can list several, separated by commas.
    public static List<String> producers(Map<String, String> environment) {
        return split(environment.getOrDefault("PERFETTO_PRODUCER_SOCK_NAME", defaultNames("producer")));
    }

    public static List<String> consumers(Map<String, String> environment) {
        return List.of(environment.getOrDefault("PERFETTO_CONSUMER_SOCK_NAME", defaultNames("consumer")));
    }

    /// Splits names at commas.
    public static List<String> split(String names) {
        return Stream.of(names.split(",")).filter(n -> !n.isEmpty()).toList();
    }

    /// Whether a socket needs Linux. TCP ports work on any system.
    public static boolean needsLinux(String name) {
        return SocketFamily.of(name) != SocketFamily.TCP;
    }

    private static String defaultNames(String role) {
        return Files.isExecutable(RUN) ? RUN.resolve("traced-" + role + ".sock").toString() : "/tmp/perfetto-" + role;
    }
}
