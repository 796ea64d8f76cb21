package traceglass.record.chrome;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Texts about recordings from browsers: target, checks, log and messages.
final class BrowserTexts {

    private BrowserTexts() {}

    // ---- Target

    static final String CHROME = "Chrome";

    static String chromeOnPort(int port) {
        return "Chrome on port " + port;
    }

    static String starts(Path program) {
        return "Starts " + program.getFileName();
    }

    static final String NO_BROWSER = "No browser was found";
    static final String INSTALL =
            "Install Chrome or Chromium, or start one elsewhere with --remote-debugging-port=9222 and record "
                    + "from chrome:9222.";

    static String notPort(String text) {
        return "\"" + text + "\" is not a port. Use a target such as chrome:9222.";
    }

    static String noBrowser(String help) {
        return NO_BROWSER + ". " + help;
    }

    // ---- Checks

    static final String BROWSER = "Browser";
    static final String NOT_FOUND = "not found";
    static final String NOT_RESPONDING = "not responding";
    static final String CATEGORIES = "Categories";

    // ---- Recording

    static final String LOST_DATA = "The browser lost data: its buffer was too small";
    static final String MAIN_BUFFER = "Main";
    static final String INVALID_DATA = "The browser sent invalid trace data.";
    static final String INTERRUPTED = "The recording was interrupted.";

    static String noTrace(long seconds) {
        return "The browser has not sent the trace within " + seconds + " s.";
    }

    // ---- Starting a browser

    static String notStarted(Path program, String reason) {
        return "Can't start " + program + ": " + reason + ".";
    }

    static String notListening(Path program) {
        return program + " was started but does not listen. Start it yourself with --remote-debugging-port=9222 "
                + "--user-data-dir=FOLDER and record from chrome:9222.";
    }

    // ---- Connection

    static final String NOT_A_BROWSER = "the program listening there is not a browser";

    static String nothingListens(int port) {
        return "No browser listens on port " + port + ". Start it with --remote-debugging-port=" + port
                + " --user-data-dir=FOLDER, or let Traceglass start one.";
    }

    static final String REQUEST_INTERRUPTED = "The request to the browser was interrupted.";

    static String refused(URI address) {
        return "The browser refused the connection to " + address + ".";
    }

    static String notAccepted(String method, String reason) {
        return "The browser does not accept " + method + ": " + reason + ".";
    }

    static String noResponse(String method, long seconds) {
        return "The browser did not respond to " + method + " within " + seconds + " s.";
    }

    static String interrupted(String method) {
        return method + " was interrupted.";
    }

    static String broken(@Nullable String reason) {
        return "The browser was closed, or its connection broke (" + reason + "). Leave it open and record again.";
    }

    static String invalidJson(@Nullable String reason) {
        return "it sent invalid JSON: " + reason;
    }

    static final String NOT_AN_OBJECT = "it sent JSON that is not an object";
    static final String CLOSED = "it was closed";
    static final String CLOSED_BY_BROWSER = "closed by the browser";
}
