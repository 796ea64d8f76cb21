package traceglass.app.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javafx.animation.Animation;
import javafx.animation.PauseTransition;
import javafx.util.Duration;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectFile;
import traceglass.app.project.ProjectProblem;
import traceglass.app.project.SessionStore;
import traceglass.app.project.TraceRef;
import traceglass.app.session.TraceSession;
import traceglass.app.settings.RecentTraces;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.store.cache.TraceFingerprint;

/// The project of one window. Opens and saves it, and saves changes to the open trace as they are made: to the
/// project file, or to the session of the trace if it has no project. Used on the JavaFX thread; files are read and
/// written on other threads.
final class WindowProject {

    /// Delay before changes are saved.
    private static final Duration SAVE_DELAY = Duration.millis(700);
    private static final Duration NOTICE_TIME = Duration.seconds(12);
    private static final String TOPIC = "project";
    private static final String RESTORED = "restored";

    /// State known about a file before its trace is open.
    ///
    /// @param project the project file, or null if a trace was opened
    /// @param content the saved state, or null
    /// @param isReadOnly whether changes must not be written to the project file
    private record SavedState(Path project, ProjectFile content, boolean isReadOnly, String fingerprint) {}

    private final TraceSlot slot;
    private final Messages messages;
    private final MainWindow window;
    private final SessionStore sessionStore;
    private final RecentTraces recent;
    private final PauseTransition pause = new PauseTransition(SAVE_DELAY);
    private final PauseTransition noticeTimeout = new PauseTransition(NOTICE_TIME);
    private CompletableFuture<SavedState> pendingState = CompletableFuture.completedFuture(null);
    /// State belonging to the open trace; null if no trace is open.
    private SavedState open;
    private boolean isWritingFailing;
    /// Recording that has ended and its fingerprint, or null.
    private Path recordedFile;
    private CompletableFuture<String> recordedFingerprint;
    /// Whether the trace is opened again with its current state, for which no notice is shown.
    private boolean isReopening;

    WindowProject(
            TraceSlot slot, Messages messages, MainWindow window, SessionStore sessionStore, RecentTraces recent) {
        this.slot = slot;
        this.messages = messages;
        this.window = window;
        this.sessionStore = sessionStore;
        this.recent = recent;
        pause.setOnFinished(e -> saveSession());
        noticeTimeout.setOnFinished(e -> messages.notices().close(RESTORED));
        slot.host().sections().onChange(() -> {
            if (open != null && pause.getStatus() != Animation.Status.RUNNING) {
                pause.playFromStart();
            }
        });
    }

    /// Returns the file of the open project, or null if the trace was opened without one.
    Path file() {
        return open == null ? null : open.project;
    }

    /// Returns the name of the open project, or an empty string.
    String name() {
        return file() == null ? "" : file().getFileName().toString();
    }

    // ---- opening ----

    /// Reads a project and opens its trace, or reports why it can't.
    void open(Path project, Consumer<Boolean> whenDone) {
        Path file = project.toAbsolutePath().normalize();
        List<Path> recentFiles = recent.files();
        runInBackground(() -> {
            try {
                List<Path> known = recentFiles.stream()
                        .filter(f -> !ProjectFile.isProject(f))
                        .toList();
                ProjectFile content = ProjectFile.read(file);
                Optional<TraceRef.Found> found = content.trace().find(file, known);
                FxThread.later(() -> traceFound(file, content, found, whenDone));
            } catch (ProjectProblem e) {
                FxThread.later(() -> failed(
                        e.getMessage(),
                        whenDone,
                        new Notices.Action(
                                WindowTexts.OPEN_ANOTHER_FILE,
                                () -> slot.host().commands().run("trace.open"))));
            }
        });
    }

    private void failed(String text, Consumer<Boolean> whenDone, Notices.Action... actions) {
        messages.notices().show(Notices.Scope.OPENING, Notices.Severity.ERROR, "open", text, List.of(actions));
        whenDone.accept(false);
    }

    private void traceFound(
            Path project, ProjectFile content, Optional<TraceRef.Found> found, Consumer<Boolean> whenDone) {
        Notices.Action locate = new Notices.Action(WindowTexts.LOCATE_TRACE, () -> locate(project, content));
        if (found.isEmpty()) {
            TraceRef ref = content.trace();
            failed(
                    ref.name().isEmpty()
                            ? WindowTexts.projectWithoutTrace(project)
                            : WindowTexts.traceNotFound(project, ref.name(), ref.absolute()),
                    whenDone,
                    locate);
        } else if (!found.get().isSame()) {
            failed(
                    WindowTexts.traceChanged(
                            project,
                            found.get().file(),
                            content.trace().bytes(),
                            found.get().bytes()),
                    whenDone,
                    new Notices.Action(
                            WindowTexts.OPEN_ANYWAY,
                            () -> openTrace(project, content, found.get().file(), true, ok -> {})),
                    locate);
        } else {
            openTrace(project, content, found.get().file(), false, whenDone);
        }
    }

    private void locate(Path project, ProjectFile content) {
        messages.dialogs()
                .chooseOpen(WindowTexts.locate(content.trace().name()))
                .ifPresent(chosen -> runInBackground(() -> {
                    Optional<TraceRef.Found> found = content.trace().check(chosen);
                    FxThread.later(() -> traceFound(project, content, found, ok -> {}));
                }));
    }

    /// @param isOtherTrace whether the trace is not the one that the project was saved with
    private void openTrace(
            Path project, ProjectFile content, Path trace, boolean isOtherTrace, Consumer<Boolean> whenDone) {
        CompletableFuture<SavedState> prepared = new CompletableFuture<>();
        runInBackground(() -> prepared.complete(new SavedState(
                project,
                content,
                isOtherTrace || content.isNewer() || !Files.isWritable(project),
                fingerprint(trace))));
        window.openTrace(trace, prepared, whenDone);
    }

    /// Starts reading the saved state of a trace that is opened without a project.
    CompletableFuture<SavedState> prepare(Path trace) {
        isReopening = false;
        if (sessionStore.sessions() == null) {
            return CompletableFuture.completedFuture(new SavedState(null, null, false, ""));
        }
        CompletableFuture<SavedState> prepared = new CompletableFuture<>();
        runInBackground(() -> {
            String fingerprint = fingerprint(trace);
            prepared.complete(new SavedState(
                    null,
                    fingerprint.isEmpty()
                            ? null
                            : sessionStore.sessions().read(fingerprint).orElse(null),
                    false,
                    fingerprint));
        });
        return prepared;
    }

    /// Returns the state of the open trace, to open it again as it is.
    CompletableFuture<SavedState> current() {
        TraceSession session = slot.trace().session();
        if (session.isReady() && session.recording().isPresent()) {
            isReopening = true;
            return recordedState(session);
        }
        if (open == null || !session.isReady()) {
            return prepare(session.file());
        }
        isReopening = true;
        Map<String, Object> before = open.content == null ? Map.of() : open.content.sections();
        ProjectFile content = new ProjectFile(
                TraceRef.of(session.file(), open.project, session.fileBytes(), open.fingerprint),
                slot.host().sections().state(before, open.project != null));
        return CompletableFuture.completedFuture(
                new SavedState(open.project, content, open.isReadOnly, open.fingerprint));
    }

    /// Returns the state of a recording that has ended, for its file.
    private CompletableFuture<SavedState> recordedState(TraceSession session) {
        Map<String, Object> sections = slot.host().sections().state(Map.of(), false);
        if (recordedFile == null || !recordedFile.equals(session.file())) {
            recordedFile = session.file();
            recordedFingerprint = CompletableFuture.supplyAsync(() -> fingerprint(session.file()));
        }
        return recordedFingerprint.thenApply(print -> new SavedState(
                null, new ProjectFile(TraceRef.of(session.file(), null, 0, print), sections), false, print));
    }

    /// Sets the saved state of the trace that opens next.
    void setPending(CompletableFuture<?> prepared) {
        @SuppressWarnings("unchecked")
        CompletableFuture<SavedState> newState = (CompletableFuture<SavedState>) prepared;
        pendingState = newState;
    }

    private static String fingerprint(Path trace) {
        try {
            return TraceFingerprint.of(trace);
        } catch (IOException e) {
            // Opening the trace reports the error.
            return "";
        }
    }

    /// Restores the saved state of a trace once it can be queried.
    ///
    /// @param whenDone called afterwards, with whether the trace is still the open one
    void opened(TraceSession session, Consumer<Boolean> whenDone) {
        pendingState.thenAccept(savedState -> FxThread.run(() -> {
            boolean mayContinue = session == slot.trace().session();
            if (mayContinue) {
                adopt(savedState);
            }
            whenDone.accept(mayContinue);
        }));
    }

    private void adopt(SavedState savedState) {
        open = savedState;
        isWritingFailing = false;
        boolean hasProject = savedState.project != null;
        if (!hasProject) {
            slot.host().sections().leaveProject();
        }
        if (savedState.content != null) {
            boolean isChanged =
                    !savedState.content.sections().equals(slot.host().sections().state(Map.of(), hasProject));
            slot.host().sections().restore(savedState.content.sections(), hasProject);
            if (!hasProject && !isReopening && isChanged) {
                reportRestored(savedState.content.sections());
            }
        }
        if (hasProject) {
            reportReadOnly(savedState);
        }
        isReopening = false;
    }

    private void reportReadOnly(SavedState savedState) {
        Notices.Action copy = new Notices.Action(WindowTexts.SAVE_PROJECT_AS, this::saveAs);
        String name = name();
        if (savedState.content.isNewer()) {
            messages.notices()
                    .show(
                            Notices.Severity.WARN,
                            TOPIC,
                            WindowTexts.newerProject(name, savedState.content.version(), ProjectFile.VERSION),
                            List.of(copy));
        } else if (savedState.isReadOnly) {
            messages.notices()
                    .show(
                            Notices.Severity.INFO,
                            TOPIC,
                            Files.isWritable(savedState.project)
                                    ? WindowTexts.projectOfOtherTrace(name)
                                    : WindowTexts.readOnlyProject(name),
                            List.of(copy));
        }
    }

    /// Reports which notes and pinned tracks were restored.
    private void reportRestored(Map<String, Object> sections) {
        int notes = Fields.of(sections.get("notes")).objects("notes").size();
        int pins = Fields.of(sections.get("tracks")).texts("pinned").size();
        messages.notices()
                .show(
                        Notices.Severity.INFO,
                        RESTORED,
                        WindowTexts.restored(notes, pins),
                        WindowTexts.RESET,
                        this::startFresh);
        noticeTimeout.playFromStart();
    }

    /// Returns whether all changes so far were passed to the writer; otherwise it is still waiting for more.
    boolean isSaved() {
        return pause.getStatus() != Animation.Status.RUNNING;
    }

    /// Discards the session of a trace that is open without a project.
    void startFresh() {
        messages.notices().close(RESTORED);
        slot.host().sections().restore(Map.of(), false);
        slot.host().sections().notifyChanged();
    }

    /// Returns whether the open trace is shown as it was left.
    boolean isRestored() {
        return open != null && open.content != null;
    }

    /// Returns whether the open trace has a session that can be discarded.
    boolean hasSession() {
        return open != null && open.project == null;
    }

    // ---- saving ----

    /// Saves the state of the trace before the window closes or replaces it.
    void saveBeforeLeaving() {
        pause.stop();
        noticeTimeout.stop();
        messages.notices().close(RESTORED);
        messages.notices().close(TOPIC);
        saveSession();
        boolean hasProject = file() != null;
        open = null;
        if (hasProject) {
            slot.host().sections().leaveProject();
        }
    }

    /// Saves the current state, if it is saved automatically.
    private void saveSession() {
        TraceSession session = slot.trace().session();
        if (open == null || session == null || !session.isReady() || sessionStore.writer() == null || open.isReadOnly) {
            return;
        }
        if (open.project != null) {
            write(open.project, e -> {});
        } else if (!open.fingerprint.isEmpty()) {
            Map<String, Object> before = open.content == null ? Map.of() : open.content.sections();
            ProjectFile content = new ProjectFile(
                    TraceRef.of(session.file(), null, session.fileBytes(), open.fingerprint),
                    slot.host().sections().state(before, false));
            sessionStore.writer().write(sessionStore.sessions().file(open.fingerprint), content::text, e -> {
                if (e != null) {
                    System.getLogger(WindowProject.class.getName())
                            .log(System.Logger.Level.WARNING, "can't save the session of " + session.file(), e);
                }
            });
        }
    }

    private ProjectFile content(Path file) {
        TraceSession session = slot.trace().session();
        TraceRef ref = TraceRef.of(session.file(), file, session.fileBytes(), open.fingerprint);
        Map<String, Object> sections =
                slot.host().sections().state(open.content == null ? Map.of() : open.content.sections(), true);
        return open.content == null ? new ProjectFile(ref, sections) : open.content.with(ref, sections);
    }

    private void write(Path file, Consumer<IOException> done) {
        ProjectFile content = content(file);
        sessionStore
                .writer()
                .write(
                        file,
                        content::text,
                        e -> FxThread.later(() -> {
                            if (e != null && !isWritingFailing) {
                                // Reported once, not at every change.
                                messages.notices()
                                        .show(
                                                Notices.Severity.ERROR,
                                                TOPIC,
                                                WindowTexts.cantWriteProject(file, e.getMessage()),
                                                List.of(new Notices.Action(WindowTexts.SAVE_PROJECT_AS, this::saveAs)));
                            }
                            isWritingFailing = e != null;
                            done.accept(e);
                        }));
    }

    // ---- commands ----

    /// Saves the project; asks for a file if there is none or it is read-only.
    void save() {
        if (open != null && open.project != null && !open.isReadOnly) {
            saveTo(open.project);
        } else {
            saveAs();
        }
    }

    /// Saves the state as a project in a file the user chooses, which becomes the open project.
    void saveAs() {
        if (!canSave()) {
            return;
        }
        String trace = slot.trace().session().name();
        String suggested = open.project != null
                ? open.project.getFileName().toString()
                : trace.replaceFirst("(\\.[A-Za-z0-9_-]{1,12}){1,2}$", "") + "." + ProjectFile.EXTENSION;
        messages.dialogs()
                .chooseSave(WindowTexts.SAVE_THE_PROJECT, suggested, WindowTexts.PROJECT_FILES, ProjectFile.EXTENSION)
                .ifPresent(chosen -> {
                    Path file = ProjectFile.isProject(chosen)
                            ? chosen
                            : chosen.resolveSibling(chosen.getFileName() + "." + ProjectFile.EXTENSION);
                    saveTo(file.toAbsolutePath().normalize());
                });
    }

    /// Returns whether there is anything to save.
    boolean canSave() {
        return open != null
                && sessionStore.writer() != null
                && slot.trace().session() != null
                && slot.trace().session().isReady();
    }

    private void saveTo(Path file) {
        SavedState saved = open;
        isWritingFailing = false;
        write(file, e -> {
            if (e == null && open == saved) {
                messages.notices().close(TOPIC);
                messages.notices().close(RESTORED);
                boolean isOtherFile = !file.equals(saved.project);
                open = new SavedState(file, content(file), false, saved.fingerprint);
                if (isOtherFile) {
                    slot.host().sections().notifySaved();
                    window.projectChanged();
                }
                messages.status()
                        .setState("check", CommonTexts.SAVED, file.getFileName().toString());
            }
        });
    }

    private static void runInBackground(Runnable action) {
        Thread.ofPlatform().daemon().name("project-reader").start(action);
    }
}
