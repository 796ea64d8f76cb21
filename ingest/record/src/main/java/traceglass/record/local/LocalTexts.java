package traceglass.record.local;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Texts about recordings from this computer: target, checks and messages.
final class LocalTexts {

    private LocalTexts() {}

    // ---- Target

    static final String THIS_COMPUTER = "This computer";
    static final String THIS_COMPUTER_IN_SENTENCE = "this computer";

    static String detail(String system, String version, int cpus) {
        return system + " " + version + " · " + cpus + " CPUs";
    }

    // ---- Help

    static final String INSTALL =
            "Install the package perfetto (Debian and Ubuntu: apt install perfetto), or choose the folder with "
                    + "traced and traced_probes (--daemons FOLDER).";
    static final String START_PROBES = "traced_probes is not running. Start it with: sudo traced_probes";
    static final String PROBES_AS_ROOT = "For ftrace, run traced_probes as root: sudo traced_probes";
    static final String START_AND_RECORD =
            "Start the service again (sudo traced & sudo traced_probes) and record again.";

    static final String START_PROGRAM = "Start the program that provides it before you record.";
    static final String RECORD_AGAIN = "Record again.";
    static final String ROOT_FOR_FTRACE = "Kernel events need root privileges: traceglass record --as-root.";

    // ---- Checks

    static final String SERVICE = "Tracing service";
    static final String RUNNING = "running";
    static final String NOT_FOUND = "not found";
    static final String SOCKET = "Socket";
    static final String OWN_SERVICE = "in Traceglass";
    static final String PROBES = "Probes";
    static final String DAEMONS = "Daemons";
    static final String AS_NEEDED = "started as needed";
    static final String SOURCES = "Data sources";
    static final String NO_SOURCES = "none";
    static final String KERNEL_EVENTS = "Kernel events";
    static final String NO_ACCESS = "no access";
    static final String NEEDS_ROOT = "needs root";
    static final String NOT_AVAILABLE = "not available";

    static String noFtrace() {
        return "You have no permission to read ftrace. " + PROBES_AS_ROOT;
    }

    /// Returns the warning that no service listens on the socket set in an environment variable.
    static String unusedService(String socket, String variable) {
        return "No service listens on " + socket + ", set in " + variable
                + ". Traceglass records without the data sources of that service. "
                + "Start that service, or unset the variable.";
    }

    // ---- Finding and starting the service

    static String notInFolder(Path folder) {
        return "traced was not found in " + folder + ". Choose the folder that contains traced and traced_probes.";
    }

    static String socketDenied(Path socket) {
        return "You have no permission to use the tracing service's socket " + socket
                + ". Add yourself to its group, or run as root.";
    }

    static String nothingListens(Path socket) {
        return "No service listens on the tracing service's socket " + socket
                + ". Start the service: sudo traced & sudo traced_probes";
    }

    static final String PROBES_INTERRUPTED = "Starting traced_probes was interrupted.";
    static final String TRACED_INTERRUPTED = "Starting traced was interrupted.";

    static String noSocketFolder(String reason) {
        return "Can't create the folder for the sockets of traced: " + reason + ".";
    }

    static String daemonsNotStarted(@Nullable Path folder, String reason) {
        return "Can't start the tracing daemons in " + folder + ": " + reason + ".";
    }

    static String ended(Path program, String output) {
        return program + " ended immediately: " + output;
    }

    static String notListening(Path program, String output) {
        return program + " was started but does not listen: " + output;
    }

    static final String NO_OUTPUT = "no output";

    // ---- Our own service

    static String probeProblem(String source, String reason) {
        return source + ": " + reason;
    }

    static String serviceProblem(Throwable problem) {
        return "Problem in the tracing service: " + problem;
    }

    static String ownServiceFailed(String reason) {
        return "Can't start a tracing service: " + reason + ".";
    }

    // ---- Root privileges

    static final String NO_PKEXEC = "pkexec, which asks for the password in a window, is not installed. Install it "
            + "(Debian and Ubuntu: apt install pkexec), or record in a terminal: traceglass record --as-root.";
    static final String NO_SUDO = "Neither sudo nor pkexec is installed. Run Traceglass as root.";

    static String noRootFolder(String reason) {
        return "Can't create the folder for the sockets of the service: " + reason + ".";
    }

    static String needsRoot(String command, String output) {
        return "Can't start the service as root: " + command + (output.isEmpty() ? "" : " (" + output + ")");
    }

    static String noPassword(String command) {
        return "The password was not entered in time: " + command;
    }

    // ---- Recordings in the background

    static final String NO_PERMANENT_SERVICE =
            "No permanent tracing service is running on this computer. Start it with: sudo traced & sudo traced_probes";
    static final String NO_PERFETTO =
            "perfetto is not installed. Install it (Debian and Ubuntu: apt install perfetto), or keep Traceglass open.";

    static String configRefused(String reason) {
        return "perfetto does not accept the config: " + reason;
    }

    static final String NO_REASON = "no reason given";

    static String notStarted(Path program, String reason) {
        return "Can't start " + program + ": " + reason + ".";
    }

    static final String START_INTERRUPTED = "Starting the recording was interrupted.";

    static String notCopied(Path trace, String reason) {
        return "Can't copy the trace " + trace + ": " + reason + ".";
    }
}
