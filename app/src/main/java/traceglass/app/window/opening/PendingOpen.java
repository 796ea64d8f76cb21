package traceglass.app.window.opening;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import traceglass.app.session.TraceSession;
import traceglass.store.database.StoreOptions;

/// Opens traces, at most one at a time, and follows the trace until it is ready, has failed or was canceled.
public final class PendingOpen {

    /// Receives the outcome of an opening; methods are listed in calling order.
    public interface Outcome {

        /// The first tracks are ready and can be shown; the outcome is reported later.
        void adopt(TraceSession session);

        /// Returns whether to show the first part of a file as soon as it is read. It may turn out that the
        /// rest can't be read, and it replaces the trace that is shown.
        default boolean acceptsPreview() {
            return false;
        }

        /// Returns whether to wait with [#adopt] until the trace is completely read, because the current
        /// content is at least as complete.
        default boolean waitsForAll(TraceSession session) {
            return false;
        }

        /// The trace is completely read.
        ///
        /// @param whenDone called with whether the trace stays open
        void ready(TraceSession session, Consumer<Boolean> whenDone);

        /// The trace can't be read.
        void failed(TraceSession session);

        /// The user canceled opening the trace.
        void canceled(TraceSession session);

        /// Called after any other outcome was handled.
        default void openingEnded() {}
    }

    private final OpeningProgress progress;
    private final Outcome outcome;
    private TraceSession opening;
    private boolean isAdopted;
    private Consumer<Boolean> whenOpened = ok -> {};

    /// @param progress shows the progress
    public PendingOpen(OpeningProgress progress, Outcome outcome) {
        this.progress = progress;
        this.outcome = outcome;
    }

    /// Starts to open a trace. A trace that is still being opened is closed without an outcome.
    ///
    /// @param whenDone called once, with whether the trace was opened
    public TraceSession begin(Path file, StoreOptions store, Consumer<Boolean> whenDone) {
        close();
        removeCallback().accept(false);
        whenOpened = whenDone;
        TraceSession session = TraceSession.open(file, store);
        opening = session;
        session.stateProperty().addListener(o -> stateChanged(session));
        isAdopted = false;
        session.tracksProperty().addListener((_, _, newValue) -> {
            if (isAdopted || session != opening) {
                return;
            }
            if (outcome.waitsForAll(session)) {
                session.holdUntil(CompletableFuture.completedStage(null));
                return;
            }
            if (newValue.isPreview() && !outcome.acceptsPreview()) {
                // No frame of this first part will be drawn that the import could wait for.
                session.holdUntil(CompletableFuture.completedStage(null));
                return;
            }
            isAdopted = true;
            outcome.adopt(session);
        });
        progress.begin(session);
        return session;
    }

    public boolean isOpening() {
        return opening != null;
    }

    public void cancel() {
        if (opening != null) {
            opening.cancel();
        }
    }

    /// Stops a running import without an outcome.
    public void close() {
        if (opening != null) {
            opening.close();
        }
    }

    private Consumer<Boolean> removeCallback() {
        Consumer<Boolean> whenDone = whenOpened;
        whenOpened = ok -> {};
        return whenDone;
    }

    private void stateChanged(TraceSession session) {
        if (session != opening) {
            return;
        }
        opening = null;
        progress.end();
        Consumer<Boolean> whenDone = removeCallback();
        switch (session.state()) {
            case READY -> {
                if (!isAdopted) {
                    isAdopted = true;
                    outcome.adopt(session);
                }
                outcome.ready(session, whenDone);
            }
            case FAILED -> {
                outcome.failed(session);
                whenDone.accept(false);
            }
            case CANCELED -> {
                outcome.canceled(session);
                whenDone.accept(false);
            }
            case OPENING -> throw new IllegalStateException("the session has already begun");
        }
        outcome.openingEnded();
    }
}
