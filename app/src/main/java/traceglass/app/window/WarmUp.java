package traceglass.app.window;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import traceglass.app.session.TraceSession;
import traceglass.ingest.ImportCancelled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Imports the sample trace a few times behind a window that shows no trace yet, reads what a window would show of it,
/// and throws the result away: the virtual machine has then compiled what that needs, and the first trace that people
/// open is there in two thirds of the time. Ends at once when a trace is opened. It is a matter of speed only: what
/// goes wrong here is left for the real opening to tell.
final class WarmUp {

    /// More gained nothing any more.
    static final int ROUNDS = 3;

    private final Callable<Path> sample;
    private final StoreOptions store;
    private final Thread thread;
    private volatile boolean cancelled;
    private volatile ImportProgress progress = new ImportProgress();
    private volatile int rounds;

    /// @param sample gives the trace
    /// @param store where databases may lie for a while; nothing is put into its cache
    WarmUp(Callable<Path> sample, StoreOptions store) {
        this.sample = sample;
        this.store = StoreOptions.uncached().withTempDir(store.tempDir()).withMemoryLimit(store.memoryLimit());
        thread = Thread.ofPlatform()
                .daemon()
                .priority(Thread.MIN_PRIORITY)
                .name("warm-up")
                .unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// Ends it soon; may be called again, and before [#start].
    void cancel() {
        cancelled = true;
        progress.cancel();
    }

    /// How often the trace was imported whole.
    int rounds() {
        return rounds;
    }

    /// Whether its thread has ended or never began.
    boolean isOver() {
        return !thread.isAlive();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Its own thread alone counts.
    private void run() {
        try {
            Path file = sample.call();
            while (rounds < ROUNDS && !cancelled) {
                progress = new ImportProgress();
                if (cancelled) {
                    return;
                }
                try (TraceStore opened = TraceOpener.open(file, store, progress).store()) {
                    if (!cancelled) {
                        TraceSession.practise(opened);
                    }
                }
                rounds++;
            }
        } catch (ImportCancelled | TraceProblem | IOException | QueryException e) {
            // A trace is being opened, or cannot be opened for a reason that will show then.
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
