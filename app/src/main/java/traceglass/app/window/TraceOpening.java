package traceglass.app.window;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import traceglass.app.AppContext;
import traceglass.app.project.ProjectFile;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.Notices;
import traceglass.model.store.StoreOptions;

/// Opens a trace in place of the one that is open. That one stays until the first tracks of the new one are there, and stays for good
/// when the new one cannot be opened.
final class TraceOpening {

    /// What the window shows of it.
    interface Shown {

        /// A trace has begun to open, or has ended to.
        void changed();

        /// The open trace is another one; with tracks, though perhaps not yet all.
        void adopted();

        /// It is there, whole, with what was kept of it.
        void opened(TraceSession session);

        /// It went away before it was whole.
        ///
        /// @param wasAdopted whether its first tracks were shown already
        void left(boolean wasAdopted);
    }

    private final AppContext context;
    private final StoreOptions store;
    private final Projects projects;
    private final OpeningProgress progress;
    private final Shown shown;
    private TraceSession opening;
    private CompletableFuture<?> expected;
    private Consumer<Boolean> whenOpened = ok -> { };

    TraceOpening(AppContext context, StoreOptions store, Projects projects, OpeningProgress progress, Shown shown) {
        this.context = context;
        this.store = store;
        this.projects = projects;
        this.progress = progress;
        this.shown = shown;
    }

    /// Opens a trace, or a project with its trace.
    ///
    /// @param then called once with whether it was opened
    void open(Path file, Consumer<Boolean> then) {
        context.notices().close("open");
        if (ProjectFile.isProject(file)) {
            projects.open(file, then);
        } else {
            openTrace(file, projects.prepare(file), then);
        }
    }

    /// @param kept what was kept of the trace, for [Projects]
    void openTrace(Path file, CompletableFuture<?> kept, Consumer<Boolean> then) {
        if (opening != null) {
            opening.close();
        }
        whenOpened.accept(false);
        expected = kept;
        whenOpened = then;
        TraceSession session = TraceSession.open(file, context.preferences().limited(store));
        opening = session;
        session.stateProperty().addListener(o -> stateChanged(session));
        session.tracksProperty().addListener((o, was, is) -> {
            if (was == null && session == opening) {
                adopt(session);
            }
        });
        progress.begin(session);
        shown.changed();
    }

    boolean isOpening() {
        return opening != null;
    }

    void cancel() {
        if (opening != null) {
            opening.cancel();
        }
    }

    /// Ends what runs.
    void close() {
        if (opening != null) {
            opening.close();
        }
        progress.end();
    }

    private void adopt(TraceSession session) {
        TraceSession old = context.session();
        projects.leave();
        projects.expect(expected);
        context.setSession(session);
        if (old != null) {
            old.close();
        }
        shown.adopted();
    }

    private void stateChanged(TraceSession session) {
        if (session != opening) {
            return;
        }
        opening = null;
        progress.end();
        Consumer<Boolean> then = whenOpened;
        whenOpened = ok -> { };
        switch (session.state()) {
            case READY -> projects.opened(session, still -> {
                if (still) {
                    shown.opened(session);
                }
                then.accept(still);
            });
            case FAILED -> {
                context.notices().show(Notices.Severity.ERROR, "open", session.failure(), "Open another file…",
                        () -> context.commands().run("trace.open"));
                leave(session);
                then.accept(false);
            }
            case CANCELLED -> {
                leave(session);
                context.status().setState("cancel", "Cancelled", "opening " + session.name());
                then.accept(false);
            }
            case OPENING -> throw new IllegalStateException("a session does not begin twice");
        }
        shown.changed();
    }

    private void leave(TraceSession session) {
        session.close();
        boolean adopted = context.session() == session;
        if (adopted) {
            context.setSession(null);
        }
        shown.left(adopted);
    }
}
