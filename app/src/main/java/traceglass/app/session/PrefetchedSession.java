package traceglass.app.session;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import traceglass.store.database.StoreOptions;

/// Opens the trace given on the command line while JavaFX and the window are still starting, which takes about a
/// second on one processor. A cached trace is ready by the time the window is. [TraceSession#open] takes over the
/// session.
public final class PrefetchedSession {

    /// The session that has not been taken over yet. There is only one command line, so one is enough.
    private static final AtomicReference<PrefetchedSession> PENDING = new AtomicReference<>();

    private final Path file;
    private final StoreOptions options;
    private final TraceSession session;

    private PrefetchedSession(Path file, StoreOptions options) {
        this.file = TraceSession.normalized(file);
        this.options = options;
        session = TraceSession.begin(this.file, options);
    }

    /// Starts opening the first trace that a window will open, with the same options. Returns immediately; does not
    /// need JavaFX.
    public static void begin(Path file, StoreOptions options) {
        PENDING.set(new PrefetchedSession(file, options));
    }

    /// Takes over the session started for this file; null if there is none. A session for another file or with
    /// other options is canceled. Called on the JavaFX thread.
    static TraceSession claim(Path file, StoreOptions options) {
        PrefetchedSession pending = PENDING.getAndSet(null);
        if (pending == null) {
            return null;
        }
        if (pending.file.equals(file) && pending.options.equals(options)) {
            return pending.session;
        }
        pending.session.discard();
        return null;
    }
}
