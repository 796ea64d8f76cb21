package traceglass.app.symbols;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.store.cache.AddedPackets;

/// Knows whether symbols were added to the open trace. The name of their file depends on samples of the trace, which
/// may be on a slow network disk; therefore it is only looked for in the background. Used on the JavaFX thread.
final class AddedSymbols {

    private final Supplier<TraceSession> open;
    private boolean arePresent;
    /// Number of checks, to ignore the results of earlier ones.
    private int checks;

    /// @param open returns the session of the open trace, or null
    AddedSymbols(Supplier<TraceSession> open) {
        this.open = open;
    }

    /// Returns whether the open trace had added symbols when it was last checked.
    boolean arePresent() {
        return arePresent;
    }

    /// The open trace has changed: follows it until its symbols are known.
    void follow(TraceSession session) {
        arePresent = false;
        if (session == null) {
            return;
        }
        if (session.isReady()) {
            check(session);
        } else {
            session.stateProperty().addListener(_ -> {
                if (session.isReady()) {
                    check(session);
                }
            });
        }
    }

    /// Looks for the symbols of the open trace in the background.
    void check(TraceSession session) {
        int check = ++checks;
        Thread.ofPlatform().daemon().name("added-symbols").start(() -> {
            boolean found = find(session).isPresent();
            FxThread.later(() -> {
                if (check == checks && session == open.get()) {
                    arePresent = found;
                }
            });
        });
    }

    /// Returns the file with the symbols added to a trace. Not for the JavaFX thread.
    static Optional<Path> find(TraceSession session) {
        return AddedPackets.find(session.file(), session.options());
    }
}
