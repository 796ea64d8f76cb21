package traceglass.record.chrome;

import static traceglass.store.language.Translations.tr;

import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Texts about recordings from browsers: target, checks, log and messages.
final class BrowserTexts {

    private BrowserTexts() {}

    // ---- Target

    static final String CHROME = tr("Chrome");

    static String chromeOnPort(int port) {
        return tr("Chrome on port {0}", port);
    }

    static String starts(Path program) {
        return tr("Starts {0}", program.getFileName());
    }

    static final String NO_BROWSER = tr("No browser was found");
    static final String INSTALL =
            tr("Install Chrome or Chromium, or start one elsewhere with --remote-debugging-port=9222 and record "
                    + "from chrome:9222.");

    static String notPort(String text) {
        return tr("“{0}” is not a port. Use a target such as chrome:9222.", text);
    }

    static String noBrowser(String help) {
        return NO_BROWSER + ". " + help;
    }

    // ---- Checks

    static final String BROWSER = tr("Browser");
    static final String NOT_FOUND = tr("not found");
    static final String NOT_RESPONDING = tr("not responding");
    static final String CATEGORIES = tr("Categories");

    // ---- Recording

    static final String LOST_DATA = tr("The browser lost data: its buffer was too small");
    static final String MAIN_BUFFER = tr("Main");
    static final String INVALID_DATA = tr("The browser sent invalid trace data.");
    static final String INTERRUPTED = tr("The recording was interrupted.");

    static String noTrace(long seconds) {
        return tr("The browser has not sent the trace within {0} s.", seconds);
    }

    // ---- Starting a browser

    static String notStarted(Path program, String reason) {
        return tr("Can't start {0}: {1}.", program, reason);
    }

    static String notListening(Path program) {
        return tr(
                "{0} was started but does not listen. Start it yourself with "
                        + "--remote-debugging-port=9222 --user-data-dir=FOLDER and record from chrome:9222.",
                program);
    }

    // ---- Connection

    static final String NOT_A_BROWSER = tr("the program listening there is not a browser");

    static String nothingListens(int port) {
        return tr(
                "No browser listens on port {0}. Start it with --remote-debugging-port={1} "
                        + "--user-data-dir=FOLDER, or let Traceglass start one.",
                port, port);
    }

    static final String REQUEST_INTERRUPTED = tr("The request to the browser was interrupted.");

    static String refused(URI address) {
        return tr("The browser refused the connection to {0}.", address);
    }

    static String notAccepted(String method, String reason) {
        return tr("The browser does not accept {0}: {1}.", method, reason);
    }

    static String noResponse(String method, long seconds) {
        return tr("The browser did not respond to {0} within {1} s.", method, seconds);
    }

    static String interrupted(String method) {
        return tr("{0} was interrupted.", method);
    }

    static String broken(@Nullable String reason) {
        return tr(
                "The browser was closed, or its connection broke ({0}). Leave it open and record " + "again.", reason);
    }

    static String invalidJson(@Nullable String reason) {
        return tr("it sent invalid JSON: {0}", reason);
    }

    static final String NOT_AN_OBJECT = tr("it sent JSON that is not an object");
    static final String CLOSED = tr("it was closed");
    static final String CLOSED_BY_BROWSER = tr("closed by the browser");
}
