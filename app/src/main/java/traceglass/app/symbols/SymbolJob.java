package traceglass.app.symbols;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;

/// Runs [SymbolRun] for a window on a separate thread, with progress, and can be canceled. Used on the JavaFX thread.
final class SymbolJob {

    /// Callbacks, called on the JavaFX thread.
    ///
    /// @param progress receives a description of the current step
    /// @param done receives the result
    /// @param failed receives the reason for a failure; empty if the run was canceled
    record Listener(Consumer<String> progress, Consumer<SymbolRun.Report> done, Consumer<String> failed) {}

    private final AtomicBoolean isCanceled = new AtomicBoolean();
    private final Thread thread;

    private SymbolJob(
            TraceSession session, SymbolRun.UnresolvedNames unresolved, SymbolChoices choices, Listener listener) {
        Consumer<String> progress = FxThread.latest(listener.progress);
        thread = Thread.ofPlatform().daemon().name("symbols").unstarted(() -> {
            try {
                SymbolRun.Report report = SymbolRun.run(
                        session.file(),
                        session.options(),
                        unresolved,
                        choices,
                        (step, done, total) -> progress.accept(SymbolTexts.progress(step, done, total)),
                        isCanceled::get);
                FxThread.later(() -> {
                    if (isCanceled.get()) {
                        listener.failed.accept("");
                    } else {
                        listener.done.accept(report);
                    }
                });
            } catch (IOException e) {
                FxThread.later(() -> listener.failed.accept(
                        e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage()));
            } catch (InterruptedException e) {
                FxThread.later(() -> listener.failed.accept(""));
            } catch (RuntimeException | Error e) {
                System.getLogger(SymbolJob.class.getName())
                        .log(System.Logger.Level.ERROR, "adding symbols to " + session.file(), e);
                FxThread.later(() -> listener.failed.accept(e.toString()));
            }
        });
    }

    static SymbolJob start(
            TraceSession session, SymbolRun.UnresolvedNames unresolved, SymbolChoices choices, Listener listener) {
        SymbolJob job = new SymbolJob(session, unresolved, choices, listener);
        job.thread.start();
        return job;
    }

    void cancel() {
        isCanceled.set(true);
        // Interrupts a running download.
        thread.interrupt();
    }
}
