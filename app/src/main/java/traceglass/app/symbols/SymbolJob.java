package traceglass.app.symbols;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;

/// A run of the window on a thread of its own, with progress and a way to cancel it. Used on the JavaFX thread.
final class SymbolJob {

    /// Receives what happens, on the JavaFX thread.
    ///
    /// @param progress description of the current step
    /// @param done the result
    /// @param failed why there is none; empty if it was canceled
    record Listener(Consumer<String> progress, Consumer<SymbolRun.Report> done, Consumer<String> failed) {}

    private final AtomicBoolean cancelled = new AtomicBoolean();
    private final Thread thread;

    private SymbolJob(TraceSession session, SymbolRun.Lack lack, SymbolChoices choices, Listener listener) {
        Consumer<String> progress = FxThread.latest(listener.progress);
        thread = Thread.ofPlatform().daemon().name("symbols").unstarted(() -> {
            try {
                SymbolRun.Report report = SymbolRun.run(
                        session.file(),
                        session.options(),
                        lack,
                        choices,
                        (what, done, of) -> progress.accept(SymbolTexts.progress(what, done, of)),
                        cancelled::get);
                FxThread.later(() -> {
                    if (cancelled.get()) {
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

    static SymbolJob start(TraceSession session, SymbolRun.Lack lack, SymbolChoices choices, Listener listener) {
        SymbolJob job = new SymbolJob(session, lack, choices, listener);
        job.thread.start();
        return job;
    }

    void cancel() {
        cancelled.set(true);
        // Ends a download.
        thread.interrupt();
    }
}
