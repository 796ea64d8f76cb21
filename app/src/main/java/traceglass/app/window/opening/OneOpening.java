package traceglass.app.window.opening;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import traceglass.app.session.TraceSession;
import traceglass.store.database.StoreOptions;

/// The trace that is being opened, at most one at a time: followed until it is there, has failed or was cancelled.
public final class OneOpening {

    /// What becomes of it, in the order in which it is told.
    public interface Outcome {

        /// Its first tracks are known, so that it can be shown; what it comes to is told later.
        void adopt(TraceSession session);

        /// Whether the beginning of a file is worth showing. It says little of whether all of it can be read,
        /// and takes the place of what is shown.
        default boolean takesGlimpse() {
            return false;
        }

        /// It is there.
        ///
        /// @param then to be told whether it stays
        void ready(TraceSession session, Consumer<Boolean> then);

        /// It cannot be read.
        void failed(TraceSession session);

        /// A person did not want to wait for it.
        void cancelled(TraceSession session);

        /// Whatever became of it is done.
        default void over() {}
    }

    private final OpeningProgress progress;
    private final Outcome outcome;
    private TraceSession opening;
    private boolean adopted;
    private Consumer<Boolean> whenOpened = ok -> {};

    /// @param progress says how far it is read
    public OneOpening(OpeningProgress progress, Outcome outcome) {
        this.progress = progress;
        this.outcome = outcome;
    }

    /// Begins to open a trace. One that is still being opened is let go without a word to the outcome.
    ///
    /// @param then called once with whether it was opened
    public TraceSession begin(Path file, StoreOptions store, Consumer<Boolean> then) {
        close();
        answer().accept(false);
        whenOpened = then;
        TraceSession session = TraceSession.open(file, store);
        opening = session;
        session.stateProperty().addListener(o -> stateChanged(session));
        adopted = false;
        session.tracksProperty().addListener((o, was, is) -> {
            if (adopted || session != opening) {
                return;
            }
            if (is.glimpse() && !outcome.takesGlimpse()) {
                // Nobody waits for its picture.
                session.holdUntil(CompletableFuture.completedStage(null));
                return;
            }
            adopted = true;
            outcome.adopt(session);
        });
        progress.begin(session);
        return session;
    }

    public boolean isGoingOn() {
        return opening != null;
    }

    public void cancel() {
        if (opening != null) {
            opening.cancel();
        }
    }

    /// Ends what runs; nobody is told.
    public void close() {
        if (opening != null) {
            opening.close();
        }
    }

    private Consumer<Boolean> answer() {
        Consumer<Boolean> then = whenOpened;
        whenOpened = ok -> {};
        return then;
    }

    private void stateChanged(TraceSession session) {
        if (session != opening) {
            return;
        }
        opening = null;
        progress.end();
        Consumer<Boolean> then = answer();
        switch (session.state()) {
            case READY -> outcome.ready(session, then);
            case FAILED -> {
                outcome.failed(session);
                then.accept(false);
            }
            case CANCELLED -> {
                outcome.cancelled(session);
                then.accept(false);
            }
            case OPENING -> throw new IllegalStateException("a session does not begin twice");
        }
        outcome.over();
    }
}
