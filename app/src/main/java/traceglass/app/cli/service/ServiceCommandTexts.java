package traceglass.app.cli.service;

import java.util.List;

/// Texts of the command `service`.
final class ServiceCommandTexts {

    static final String SERVICE =
            "Run a tracing service: programs with the tracing SDK, traced_probes and perfetto connect to it.";
    static final String PRODUCER_SOCKET =
            "Socket for producers: a file, @NAME, HOST:PORT or vsock://CID:PORT; can be repeated."
                    + " Default: the socket of traced.";
    static final String CONSUMER_SOCKET = "Socket for consumers, such as perfetto. Default: the socket of traced.";
    static final String PERMISSIONS =
            "Group and octal mode of the producer and the consumer socket: GROUP:MODE:GROUP:MODE.";
    static final String RELAYS = "Accept relays of other machines (traced_relay) at all producer sockets.";
    static final String RELAYS_ON = "Accept relays of other machines at this producer socket; can be repeated.";
    static final String PROBES =
            "Record this computer too: kernel events, processes, counters and samples, as far as permissions allow.";
    static final String SOCKET_OWNER = "User who owns the socket files, for a service that runs as root.";
    static final String UNTIL_INPUT_ENDS =
            "Stop when standard input ends, for example because the program that" + " started the service has exited.";
    static final String NEEDS_LINUX =
            "sockets other than HOST:PORT work on Linux only. Example: --producer-socket 127.0.0.1:32278"
                    + " --consumer-socket 127.0.0.1:32279";

    static final String RELAY_TO =
            "Run no service here: connect this machine's producers to the one at ADDRESS (HOST:PORT or"
                    + " vsock://CID:PORT).";
    static final String RELAY_WITHOUT_CONSUMERS =
            "--relay-to and --consumer-socket can't be combined: consumers connect to the other machine";

    private ServiceCommandTexts() {}

    static String relaying(List<String> producers, String remote) {
        return "Producers: " + String.join(", ", producers) + System.lineSeparator() + "Service: " + remote
                + System.lineSeparator() + "Press Ctrl+C to stop.";
    }

    static String cantRelay(List<String> producers, String reason) {
        return "can't listen on " + String.join(", ", producers) + ": " + reason;
    }

    static String relayProblem(Throwable problem) {
        return "problem in the relay: " + problem.getMessage();
    }

    static String invalidPermissions(String text) {
        return "can't read '" + text + "' as permissions; example: traced:0666:traced:0660";
    }

    static String noSuchSocket(String name) {
        return "--enable-relay-endpoint-on " + name + " is not one of the producer sockets";
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
