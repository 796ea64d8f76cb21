package traceglass.app.cli;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jline.utils.Signals;

/// Hands Ctrl+C, the request to end and the closing of the terminal to a command that has something to finish first.
final class Interrupts implements AutoCloseable {

    /// What happens at each.
    interface Handler {

        void interrupted();
    }

    private final Map<String, Object> before = new HashMap<>();

    private Interrupts() {}

    /// Until it is closed, each goes to the handler, on a thread of its own. A signal that this machine does not
    /// have, or keeps for itself, stays as it is.
    static Interrupts to(Handler handler) {
        Interrupts interrupts = new Interrupts();
        for (String name : List.of("INT", "TERM", "HUP")) {
            Object previous = Signals.register(name, handler::interrupted);
            if (previous != null) {
                interrupts.before.put(name, previous);
            }
        }
        return interrupts;
    }

    @Override
    public void close() {
        before.forEach(Signals::unregister);
    }
}
