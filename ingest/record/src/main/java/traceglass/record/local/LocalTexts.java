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
    static final String NO_TRACED_HERE = "traced does not run on this system. Record from a device or from Chrome.";
    static final String START_PROBES = "traced_probes is not running. Start it with: sudo traced_probes";
    static final String PROBES_AS_ROOT = "For ftrace run traced_probes as root: sudo traced_probes";
    static final String START_AND_RECORD =
            "Start the service again (sudo traced & sudo traced_probes) and record again.";

    // ---- Checks

    static final String SERVICE = "Tracing service";
    static final String ANSWERS = "answers";
    static final String NOT_FOUND = "not found";
    static final String SOCKET = "Socket";
    static final String DAEMONS = "Daemons";
    static final String AS_NEEDED = "started as needed";
    static final String SOURCES = "Data sources";
    static final String NO_SOURCES = "none";
    static final String KERNEL_EVENTS = "Kernel events";
    static final String NO_ACCESS = "no access";

    static String noFtrace() {
        return "You have no permission to read ftrace. " + PROBES_AS_ROOT;
    }

    /// Returns that nothing listens on the socket named by a variable.
    static String unusedService(String socket, String variable) {
        return "No service listens on " + socket + ", set in " + variable
                + ". A private service is started for this recording, without the data sources of that service. "
                + "Start that service, or unset the variable.";
    }

    // ---- Finding and starting the service

    static final String NO_SERVICE_HERE = "This system has no tracing service. Record from a device or from Chrome.";

    static String notInFolder(Path folder) {
        return "traced was not found in " + folder + ". Choose the folder that contains traced and traced_probes.";
    }

    static String notInstalled() {
        return "No tracing service runs on this computer, and traced is not installed. " + INSTALL;
    }

    static String noSocket(String socket, String variable) {
        return "The socket " + socket + ", set in " + variable
                + ", does not exist. Start its service, or unset the variable.";
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
        return "Couldn't copy the trace " + trace + ": " + reason + ".";
    }
}
