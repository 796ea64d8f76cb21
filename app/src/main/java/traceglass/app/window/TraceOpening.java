package traceglass.app.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.TraceState;
import traceglass.app.context.WindowContext;
import traceglass.app.io.CommandOutput;
import traceglass.app.project.ProjectFile;
import traceglass.app.session.LiveSource;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.app.window.opening.OpeningProgress;
import traceglass.app.window.opening.PendingOpen;
import traceglass.ingest.database.ColumnChoices;
import traceglass.ingest.database.ColumnMeanings;
import traceglass.ingest.database.TableColumn;
import traceglass.ingest.database.Tables;
import traceglass.ingest.database.UnclearColumnsProblem;
import traceglass.store.database.StoreOptions;

/// Opens a trace in place of the open one. The open trace stays until the first tracks of the new one are ready,
/// or for good if the new one can't be opened.
final class TraceOpening implements PendingOpen.Outcome {

    /// Receives the progress of an opening, to show it in the window.
    interface Listener {

        /// Opens a file that is not a trace on another page.
        ///
        /// @param whenDone called once, with whether it was opened
        /// @return false if no page opens such files
        boolean opensOnPage(Path file, Consumer<Boolean> whenDone);

        /// Called for several files, or for a folder that is not a trace.
        ///
        /// @param fallback called unless a page can use the files
        void offer(List<Path> files, Runnable fallback);

        /// Stops work of pages that would offer or open something else.
        void stopOffers();

        /// A trace has started to open.
        void openingStarted(Path file);

        /// No trace is being opened.
        void openingEnded();

        /// The window has switched to the new trace, which has tracks but possibly not all of them.
        void sessionAdopted();

        /// The trace is completely open and its saved state is restored.
        void opened(TraceSession session);

        /// The file is a table whose columns have to be chosen.
        ///
        /// @param onChoose called with the meanings of the columns, unless the user cancels
        void askColumns(Path file, UnclearColumnsProblem problem, Consumer<ColumnMeanings> onChoose);

        /// Opening ended without a complete trace.
        ///
        /// @param wasAdopted whether its first tracks were already shown
        void ended(boolean wasAdopted);
    }

    private final TraceState state;
    private final TraceSlot slot;
    private final WindowContext window;
    private final StoreOptions store;
    private final WindowProject projects;
    private final OpeningProgress progress;
    private final Listener listener;
    private final PendingOpen opening;
    private CompletableFuture<?> awaitedSave;
    /// Recording whose first events have not arrived, or null.
    private TraceSession startingRecording;

    TraceOpening(
            TraceState state,
            WindowContext window,
            StoreOptions store,
            WindowProject projects,
            OpeningProgress progress,
            Listener shown) {
        this.state = state;
        slot = state.slot();
        this.window = window;
        this.store = store;
        this.projects = projects;
        this.progress = progress;
        this.listener = shown;
        opening = new PendingOpen(progress, this);
    }

    /// Opens a trace, or a project with its trace.
    ///
    /// @param whenDone called once, with whether it was opened
    void open(Path file, Consumer<Boolean> whenDone) {
        window.messages().notices().closeAll(Notices.Scope.OPENING);
        if (ProjectFile.isProject(file)) {
            projects.open(file, whenDone);
        } else if (!listener.opensOnPage(file, whenDone)) {
            openTrace(file, isShownLive(file) ? projects.current() : projects.prepare(file), whenDone);
        }
    }

    /// Offers to open several files together.
    ///
    /// @param fallback opens them without that
    void offer(List<Path> files, Runnable fallback) {
        window.messages().notices().closeAll(Notices.Scope.OPENING);
        listener.offer(files, fallback);
    }

    /// Shows a running recording in place of the open trace as soon as its first events have arrived.
    void showLive(LiveSource source) {
        if (isShownLive(source.file())
                || startingRecording != null && startingRecording.file().equals(source.file())) {
            return;
        }
        stopStartingRecording();
        listener.stopOffers();
        TraceSession session =
                TraceSession.openLive(source, window.preferences().withLimits(store));
        startingRecording = session;
        session.stateProperty().addListener(o -> {
            if (session == startingRecording) {
                startingRecording = null;
                if (session.isReady()) {
                    replace(session);
                } else {
                    showProblem(session.failure(), WindowTexts.OPEN_ANOTHER_FILE, this::chooseFile);
                    session.close();
                }
            }
        });
    }

    private void stopStartingRecording() {
        if (startingRecording != null) {
            TraceSession abandoned = startingRecording;
            startingRecording = null;
            abandoned.close();
        }
    }

    /// Returns whether the open trace is a running recording with this file.
    boolean isShownLive(Path file) {
        TraceSession session = slot.trace().session();
        return session != null
                && session.recording().isPresent()
                && session.file().equals(file.toAbsolutePath().normalize());
    }

    /// The timeline of a recording is complete when its file starts to open, and stays until the file is open.
    @Override
    public boolean waitsForAll(TraceSession session) {
        return isShownLive(session.file()) && slot.trace().session() != session;
    }

    /// Opens a trace.
    ///
    /// @param saved the saved state of the trace, for [WindowProject]
    void openTrace(Path file, CompletableFuture<?> saved, Consumer<Boolean> whenDone) {
        openTrace(file, store, saved, whenDone);
    }

    private void openTrace(Path file, StoreOptions options, CompletableFuture<?> saved, Consumer<Boolean> whenDone) {
        awaitedSave = saved;
        listener.stopOffers();
        TraceSession session = opening.begin(file, window.preferences().withLimits(options), whenDone);
        listener.openingStarted(file);
        session.applyResults();
    }

    /// Opens the open trace again with its view, selection and notes, because its symbols or columns have changed.
    void openAgain() {
        TraceSession session = slot.trace().session();
        if (session != null) {
            openTrace(session.file(), projects.current(), ok -> {});
        }
    }

    /// Returns whether the open trace is a table, so that its columns can be chosen.
    boolean isTable() {
        TraceSession session = slot.trace().session();
        return session != null
                && session.isReady()
                && Tables.isTable(session.summary().metadata().get("trace_type"));
    }

    /// Asks for the columns of the open table.
    void chooseColumns() {
        StoreOptions options = store.withReading(store.reading().withColumns(ColumnChoices.ASK));
        openTrace(slot.trace().session().file(), options, projects.current(), ok -> {});
    }

    boolean isOpening() {
        return opening.isOpening();
    }

    void cancel() {
        opening.cancel();
    }

    /// Cancels a running import and releases its resources.
    void close() {
        opening.close();
        stopStartingRecording();
        progress.end();
    }

    @Override
    public void adopt(TraceSession session) {
        if (isShownLive(session.file())) {
            // The user may have moved on since the file began to open.
            awaitedSave = projects.current();
        }
        CompletableFuture<?> saved = awaitedSave;
        replace(session);
        projects.setPending(saved);
    }

    private void replace(TraceSession session) {
        TraceSession old = slot.trace().session();
        projects.saveBeforeLeaving();
        state.setSession(session);
        if (old != null) {
            old.close();
        }
        listener.sessionAdopted();
    }

    /// Returns whether no trace is open; an open trace is not replaced by a preview.
    @Override
    public boolean acceptsPreview() {
        return slot.trace().session() == null;
    }

    @Override
    public void ready(TraceSession session, Consumer<Boolean> whenDone) {
        projects.opened(session, still -> {
            if (still) {
                listener.opened(session);
            }
            whenDone.accept(still);
        });
    }

    @Override
    public void failed(TraceSession session) {
        if (session.problem() instanceof UnclearColumnsProblem unclear) {
            closeSession(session);
            askColumns(session.file(), unclear);
            return;
        }
        closeSession(session);
        Runnable report = () -> showProblem(session.failure(), WindowTexts.OPEN_ANOTHER_FILE, this::chooseFile);
        if (Files.isDirectory(session.file())) {
            listener.offer(List.of(session.file()), report);
        } else {
            report.run();
        }
    }

    private void chooseFile() {
        slot.host().commands().run("trace.open");
    }

    private void showProblem(String text, String action, Runnable run) {
        window.messages()
                .notices()
                .show(
                        Notices.Scope.OPENING,
                        Notices.Severity.ERROR,
                        "open",
                        text,
                        List.of(new Notices.Action(action, run)));
    }

    /// Asks for the columns of a table. If none looks like a time, the file may not be meant for this program, and
    /// users are asked only on request.
    private void askColumns(Path file, UnclearColumnsProblem unclear) {
        if (unclear.guess().hasTime()) {
            listener.askColumns(file, unclear, meanings -> openTable(file, unclear, meanings));
            return;
        }
        showProblem(
                WindowTexts.sentence(unclear.summary()),
                WindowTexts.CHOOSE_COLUMNS,
                () -> listener.askColumns(file, unclear, meanings -> openTable(file, unclear, meanings)));
    }

    private void openTable(Path file, UnclearColumnsProblem table, ColumnMeanings meanings) {
        window.messages().notices().closeAll(Notices.Scope.OPENING);
        try {
            ColumnChoices.of(store.reading())
                    .save(table.columns().stream().map(TableColumn::name).toList(), meanings);
        } catch (IOException e) {
            window.messages()
                    .notices()
                    .show(Notices.Severity.WARN, "columns", WindowTexts.cantRememberColumns(CommandOutput.reason(e)));
        }
        StoreOptions options = store.withReading(store.reading().withColumns(meanings.text()));
        openTrace(file, options, projects.prepare(file), ok -> {});
    }

    @Override
    public void canceled(TraceSession session) {
        closeSession(session);
        window.messages().status().setState("cancel", CommonTexts.CANCELED, WindowTexts.opening(session.name()));
    }

    @Override
    public void openingEnded() {
        listener.openingEnded();
    }

    private void closeSession(TraceSession session) {
        session.close();
        boolean isAdopted = slot.trace().session() == session;
        if (isAdopted) {
            state.setSession(null);
        }
        listener.ended(isAdopted);
    }
}
