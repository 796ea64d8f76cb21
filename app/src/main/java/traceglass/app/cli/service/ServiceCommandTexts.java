package traceglass.app.cli.service;

import java.util.List;

/// Texts of the command `service`.
final class ServiceCommandTexts {

    static final String SERVICE =
            "Run a tracing service: programs with the tracing SDK, traced_probes and perfetto connect to it.";
    static final String PRODUCER_SOCKET = "Socket for producers; can be repeated. Default: the socket of traced.";
    static final String CONSUMER_SOCKET = "Socket for consumers, such as perfetto. Default: the socket of traced.";
    static final String PERMISSIONS =
            "Group and octal mode of the producer and the consumer socket: GROUP:MODE:GROUP:MODE.";
    static final String NEEDS_LINUX = "the tracing service runs on Linux only";

    private ServiceCommandTexts() {}

    static String invalidPermissions(String text) {
        return "can't read \"" + text + "\" as permissions. Example: traced:0666:traced:0660";
    }

    static String cantListen(List<String> producers, List<String> consumers, String reason) {
        return "can't listen on " + String.join(", ", producers) + " and " + String.join(", ", consumers) + ": "
                + reason;
    }

    static String listening(List<String> producers, List<String> consumers) {
        return "Producers: " + String.join(", ", producers) + System.lineSeparator() + "Consumers: "
                + String.join(", ", consumers) + System.lineSeparator() + "Press Ctrl+C to stop.";
    }

    static String problem(Throwable problem) {
        return "problem in the tracing service: " + problem;
    }
}
