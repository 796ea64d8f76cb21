package traceglass.app.window.opening;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import traceglass.app.session.TraceSession;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.open.TraceOpener;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.database.StoreOptions;

/// Warms up the virtual machine: imports the sample trace several times in the background while the window shows no
/// trace, reads the data that a window would show, and discards the result. The code is then compiled, and the first
/// trace that the user opens is ready in two thirds of the time. Stops as soon as a trace is opened. Errors are
/// ignored, because the real opening reports them.
public final class WarmUp {

    /// Number of times that the sample is opened. More did not make the code faster.
    public static final int ROUNDS = 3;

    private final Callable<Path> sample;
    private final StoreOptions store;
    private final Thread thread;
    private volatile boolean isCanceled;
    private volatile ImportProgress progress = new ImportProgress();
    private volatile int rounds;

    /// @param sample provides the trace
    /// @param store options for the temporary databases; the cache folder is not used
    public WarmUp(Callable<Path> sample, StoreOptions store) {
        this.sample = sample;
        this.store = StoreOptions.uncached().withTempDir(store.tempDir()).withMemoryLimit(store.memoryLimit());
        thread = Thread.ofPlatform()
                .daemon()
                .priority(Thread.MIN_PRIORITY)
                .name("warm-up")
                .unstarted(this::run);
    }

    /// Starts the imports in the background. May be called once.
    public void start() {
        thread.start();
    }

    /// Stops soon; may be called more than once, and before [#start].
    public void cancel() {
        isCanceled = true;
        progress.cancel();
    }

    /// Returns how many times the trace was imported completely.
    public int rounds() {
        return rounds;
    }

    /// Returns whether the thread has ended or was never started.
    public boolean isOver() {
        return !thread.isAlive();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // Only the thread of this object writes it.
    private void run() {
        try {
            Path file = sample.call();
            while (rounds < ROUNDS && !isCanceled) {
                progress = new ImportProgress();
                if (isCanceled) {
                    return;
                }
                try (TraceStore opened = TraceOpener.open(file, store, progress).store()) {
                    if (!isCanceled) {
                        TraceSession.warmUp(opened);
                    }
                }
                rounds++;
            }
        } catch (ImportCanceled | TraceProblem | IOException | QueryException e) {
            // A trace is being opened, or the sample can't be opened for a reason that a real opening
            // reports.
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
