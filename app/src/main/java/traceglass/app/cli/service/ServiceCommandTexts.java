package traceglass.app.cli.service;

import static traceglass.store.language.Translations.tr;

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
            "Stop when standard input ends, for example because the program that started the service has exited.";
    static final String NEEDS_LINUX =
            tr("sockets other than HOST:PORT work on Linux only. Example: --producer-socket 127.0.0.1:32278"
                    + " --consumer-socket 127.0.0.1:32279");

    static final String RELAY_TO =
            "Run no service here: connect this machine's producers to the one at ADDRESS (HOST:PORT or"
                    + " vsock://CID:PORT).";
    static final String RELAY_WITHOUT_CONSUMERS =
            tr("--relay-to and --consumer-socket can't be combined: consumers connect to the other machine");

    private ServiceCommandTexts() {}

    static String relaying(List<String> producers, String remote) {
        return tr(
                "Producers: {0}{1}Service: {2}{3}Press Ctrl+C to stop.",
                String.join(", ", producers), System.lineSeparator(), remote, System.lineSeparator());
    }

    static String cantRelay(List<String> producers, String reason) {
        return tr("can't listen on {0}: {1}", String.join(", ", producers), reason);
    }

    static String relayProblem(Throwable problem) {
        return tr("problem in the relay: {0}", problem.getMessage());
    }

    static String invalidPermissions(String text) {
        return tr("can't read '{0}' as permissions; example: traced:0666:traced:0660", text);
    }

    static String noSuchSocket(String name) {
        return tr("--enable-relay-endpoint-on {0} is not one of the producer sockets", name);
    }

    static String cantListen(List<String> producers, List<String> consumers, String reason) {
        return tr(
                "can't listen on {0} and {1}: {2}", String.join(", ", producers), String.join(", ", consumers), reason);
    }

    static String listening(List<String> producers, List<String> consumers) {
        return tr(
                "Producers: {0}{1}Consumers: {2}{3}Press Ctrl+C to stop.",
                String.join(", ", producers),
                System.lineSeparator(),
                String.join(", ", consumers),
                System.lineSeparator());
    }

    static String problem(Throwable problem) {
        return tr("problem in the tracing service: {0}", problem);
    }
}
