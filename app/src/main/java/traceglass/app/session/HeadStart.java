package traceglass.app.session;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import traceglass.store.database.StoreOptions;

/// Opens the trace of the command line while JavaFX and the window are still being started, which takes a second of one
/// processor: a trace that is in the cache is there when the window is. Used by [TraceSession#open], which then finds
/// the session already begun.
public final class HeadStart {

    /// The one that nobody has asked for yet. There is one command line, so there is one of these.
    private static final AtomicReference<HeadStart> WAITING = new AtomicReference<>();

    private final Path file;
    private final StoreOptions options;
    private final TraceSession session;

    private HeadStart(Path file, StoreOptions options) {
        this.file = TraceSession.normal(file);
        this.options = options;
        session = TraceSession.begin(this.file, options);
    }

    /// Begins to open a trace that a window will be asked to open before any other, with these very options.
    /// Returns at once; needs no JavaFX.
    public static void begin(Path file, StoreOptions options) {
        WAITING.set(new HeadStart(file, options));
    }

    /// The session that was begun for this file; null when none was. One for another file, or with other options,
    /// is given up. On the JavaFX thread.
    static TraceSession take(Path file, StoreOptions options) {
        HeadStart begun = WAITING.getAndSet(null);
        if (begun == null) {
            return null;
        }
        if (begun.file.equals(file) && begun.options.equals(options)) {
            return begun.session;
        }
        begun.session.abandon();
        return null;
    }
}
