package traceglass.app.io;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jline.utils.Signals;

/// Passes Ctrl+C, termination requests and the closing of the terminal to a command that must finish its work first.
public final class Interrupts implements AutoCloseable {

    /// Handles a signal.
    public interface Handler {

        void onInterrupt();
    }

    private final Map<String, Object> previousHandlers = new HashMap<>();

    private Interrupts() {}

    /// Passes signals to the handler, on a separate thread, until the result is closed. Signals that the platform
    /// lacks or reserves keep their default behavior.
    public static Interrupts install(Handler handler) {
        return install(List.of("INT", "TERM", "HUP"), handler);
    }

    /// Passes the named signals only.
    public static Interrupts install(List<String> names, Handler handler) {
        Interrupts interrupts = new Interrupts();
        for (String name : names) {
            Object previous = Signals.register(name, handler::onInterrupt);
            if (previous != null) {
                interrupts.previousHandlers.put(name, previous);
            }
        }
        return interrupts;
    }

    @Override
    public void close() {
        previousHandlers.forEach(Signals::unregister);
    }
}
