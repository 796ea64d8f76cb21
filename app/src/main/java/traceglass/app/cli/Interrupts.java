package traceglass.app.cli;

import java.util.ArrayList;
import java.util.List;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/// Hands Ctrl+C, the request to end and the closing of the terminal to a command that has something to finish first.
final class Interrupts implements AutoCloseable {

    /// What happens at each.
    interface Handler {

        void interrupted();
    }

    private record Saved(Signal signal, SignalHandler before) {}

    private final List<Saved> saved = new ArrayList<>();

    private Interrupts() {}

    /// Until it is closed, each goes to the handler, on a thread of its own.
    static Interrupts to(Handler handler) {
        Interrupts interrupts = new Interrupts();
        for (String name : List.of("INT", "TERM", "HUP")) {
            try {
                Signal signal = new Signal(name);
                interrupts.saved.add(new Saved(signal, Signal.handle(signal, s -> handler.interrupted())));
            } catch (IllegalArgumentException e) {
                // This machine does not have it, or keeps it for itself.
            }
        }
        return interrupts;
    }

    @Override
    public void close() {
        saved.forEach(s -> Signal.handle(s.signal(), s.before()));
    }
}
