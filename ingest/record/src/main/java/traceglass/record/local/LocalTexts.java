package traceglass.record.local;

import static traceglass.store.language.Translations.tr;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Texts about recordings from this computer: target, checks and messages.
final class LocalTexts {

    private LocalTexts() {}

    // ---- Target

    static final String THIS_COMPUTER = tr("This computer");
    static final String THIS_COMPUTER_IN_SENTENCE = tr("this computer");

    static String detail(String system, String version, int cpus) {
        return tr("{0} {1} · {2} CPUs", system, version, cpus);
    }

    // ---- Help

    static final String INSTALL =
            tr("Install the package perfetto (Debian and Ubuntu: apt install perfetto), or choose the folder with "
                    + "traced and traced_probes (--daemons FOLDER).");
    static final String START_PROBES = tr("traced_probes is not running. Start it with: sudo traced_probes");
    static final String PROBES_AS_ROOT = tr("For ftrace, run traced_probes as root: sudo traced_probes");
    static final String START_AND_RECORD =
            tr("Start the service again (sudo traced & sudo traced_probes) and record again.");

    static final String START_PROGRAM = tr("Start the program that provides it before you record.");
    static final String RECORD_AGAIN = tr("Record again.");
    static final String ROOT_FOR_FTRACE = tr("Kernel events need root privileges: traceglass record --as-root.");

    // ---- Checks

    static final String SERVICE = tr("Tracing service");
    static final String RUNNING = tr("running");
    static final String NOT_FOUND = tr("not found");
    static final String SOCKET = tr("Socket");
    static final String OWN_SERVICE = tr("in Traceglass");
    static final String PROBES = tr("Probes");
    static final String DAEMONS = tr("Daemons");
    static final String AS_NEEDED = tr("started as needed");
    static final String SOURCES = tr("Data sources");
    static final String NO_SOURCES = tr("none");
    static final String KERNEL_EVENTS = tr("Kernel events");
    static final String NO_ACCESS = tr("no access");
    static final String NEEDS_ROOT = tr("needs root");
    static final String NOT_AVAILABLE = tr("not available");

    static String noFtrace() {
        return tr("You have no permission to read ftrace. {0}", PROBES_AS_ROOT);
    }

    /// Returns the warning that no service listens on the socket set in an environment variable.
    static String unusedService(String socket, String variable) {
        return tr(
                "No service listens on {0}, set in {1}. Traceglass records without the data sources "
                        + "of that service. Start that service, or unset the variable.",
                socket, variable);
    }

    // ---- Finding and starting the service

    static String notInFolder(Path folder) {
        return tr(
                "traced was not found in {0}. Choose the folder that contains traced and " + "traced_probes.", folder);
    }

    static String socketDenied(Path socket) {
        return tr(
                "You have no permission to use the tracing service's socket {0}. Add yourself to its "
                        + "group, or run as root.",
                socket);
    }

    static String nothingListens(Path socket) {
        return tr(
                "No service listens on the tracing service's socket {0}. Start the service: sudo "
                        + "traced & sudo traced_probes",
                socket);
    }

    static final String PROBES_INTERRUPTED = tr("Starting traced_probes was interrupted.");
    static final String TRACED_INTERRUPTED = tr("Starting traced was interrupted.");

    static String noSocketFolder(String reason) {
        return tr("Can't create the folder for the sockets of traced: {0}.", reason);
    }

    static String daemonsNotStarted(@Nullable Path folder, String reason) {
        return tr("Can't start the tracing daemons in {0}: {1}.", folder, reason);
    }

    static String ended(Path program, String output) {
        return tr("{0} ended immediately: {1}", program, output);
    }

    static String notListening(Path program, String output) {
        return tr("{0} was started but does not listen: {1}", program, output);
    }

    static final String NO_OUTPUT = tr("no output");

    // ---- The built-in service

    static String probeProblem(String source, String reason) {
        return source + ": " + reason;
    }

    static String serviceProblem(Throwable problem) {
        return tr("Problem in the tracing service: {0}", problem);
    }

    static String ownServiceFailed(String reason) {
        return tr("Can't start a tracing service: {0}.", reason);
    }

    // ---- Root privileges

    static final String NO_PKEXEC = tr("pkexec, which asks for the password in a window, is not installed. Install it "
            + "(Debian and Ubuntu: apt install pkexec), or record in a terminal: traceglass record --as-root.");
    static final String NO_SUDO = tr("Neither sudo nor pkexec is installed. Run Traceglass as root.");

    static String noRootFolder(String reason) {
        return tr("Can't create the folder for the sockets of the service: {0}.", reason);
    }

    static String needsRoot(String command, String output) {
        return tr("Can't start the service as root: {0}{1}", command, output.isEmpty() ? "" : " (" + output + ")");
    }

    static String noPassword(String command) {
        return tr("The password was not entered in time: {0}", command);
    }

    // ---- Recordings in the background

    static final String NO_PERMANENT_SERVICE = tr(
            "No permanent tracing service is running on this computer. Start it with: sudo traced & sudo traced_probes");
    static final String NO_PERFETTO = tr(
            "perfetto is not installed. Install it (Debian and Ubuntu: apt install perfetto), or keep Traceglass open.");

    static String configRefused(String reason) {
        return tr("perfetto does not accept the config: {0}", reason);
    }

    static final String NO_REASON = tr("no reason given");

    static String notStarted(Path program, String reason) {
        return tr("Can't start {0}: {1}.", program, reason);
    }

    static final String START_INTERRUPTED = tr("Starting the recording was interrupted.");

    static String notCopied(Path trace, String reason) {
        return tr("Can't copy the trace {0}: {1}.", trace, reason);
    }
}
