package traceglass.app.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.util.Duration;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.project.Fields;
import traceglass.app.project.Keeping;
import traceglass.app.project.ProjectFile;
import traceglass.app.project.ProjectProblem;
import traceglass.app.project.TraceRef;
import traceglass.app.session.TraceSession;
import traceglass.app.settings.RecentTraces;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Notices;
import traceglass.store.cache.TraceFingerprint;
import traceglass.store.text.Texts;

/// The project of one window: opens and saves it, and keeps what is done to the open trace as it is done, in the
/// project's file or, where there is none, in the session of the trace. Used on the JavaFX thread; files are read and
/// written on others.
final class Projects {

    /// How long what was done may be unsaved.
    private static final Duration PATIENCE = Duration.millis(700);
    private static final Duration TOLD = Duration.seconds(12);
    private static final String ABOUT = "project";
    private static final String RESTORED = "restored";

    /// What is known of a file before its trace is there.
    ///
    /// @param project the project's file, or null when it is a trace
    /// @param content what was kept, or null
    /// @param readOnly whether changes may not be written to the project's file
    private record Arriving(Path project, ProjectFile content, boolean readOnly, String fingerprint) {}

    private final TraceSlot slot;
    private final Messages messages;
    private final MainWindow window;
    private final Keeping keeping;
    private final RecentTraces recent;
    private final PauseTransition pause = new PauseTransition(PATIENCE);
    private final PauseTransition told = new PauseTransition(TOLD);
    private CompletableFuture<Arriving> arriving = CompletableFuture.completedFuture(null);
    /// What the open trace belongs to; null while none is open.
    private Arriving open;
    private boolean failing;

    Projects(TraceSlot slot, Messages messages, MainWindow window, Keeping keeping, RecentTraces recent) {
        this.slot = slot;
        this.messages = messages;
        this.window = window;
        this.keeping = keeping;
        this.recent = recent;
        pause.setOnFinished(e -> keep());
        told.setOnFinished(e -> messages.notices().close(RESTORED));
        slot.host().sections().onChange(() -> {
            if (open != null && pause.getStatus() != javafx.animation.Animation.Status.RUNNING) {
                pause.playFromStart();
            }
        });
    }

    /// The file of the open project, or null when a trace is open without one.
    Path file() {
        return open == null ? null : open.project;
    }

    /// Name of the open project, or empty.
    String name() {
        return file() == null ? "" : file().getFileName().toString();
    }

    // ---- opening ----

    /// Reads a project and opens its trace, or says what keeps it from that.
    void open(Path project, Consumer<Boolean> then) {
        Path file = project.toAbsolutePath().normalize();
        List<Path> known = recent.entries().stream()
                .map(RecentTraces.Entry::file)
                .filter(f -> !ProjectFile.isProject(f))
                .toList();
        inBackground(() -> {
            try {
                ProjectFile content = ProjectFile.read(file);
                Optional<TraceRef.Found> found = content.trace().find(file, known);
                FxThread.later(() -> found(file, content, found, then));
            } catch (ProjectProblem e) {
                FxThread.later(() -> failed(
                        e.getMessage(),
                        then,
                        new Notices.Action(
                                "Open another file…",
                                () -> slot.host().commands().run("trace.open"))));
            }
        });
    }

    private void failed(String text, Consumer<Boolean> then, Notices.Action... actions) {
        messages.notices().show(Notices.Severity.ERROR, "open", text, List.of(actions));
        then.accept(false);
    }

    private void found(Path project, ProjectFile content, Optional<TraceRef.Found> found, Consumer<Boolean> then) {
        Notices.Action locate = new Notices.Action("Locate the trace…", () -> locate(project, content));
        if (found.isEmpty()) {
            TraceRef ref = content.trace();
            failed(
                    "The trace of " + project.getFileName()
                            + (ref.name().isEmpty()
                                    ? " is not named in it."
                                    : ", " + ref.name() + ", is neither beside it nor at " + ref.absolute()
                                            + ". Put it beside the project, or say where it is."),
                    then,
                    locate);
        } else if (!found.get().same()) {
            failed(
                    "The trace at " + found.get().file() + " is not the one that " + project.getFileName()
                            + " was saved with (" + Texts.size(content.trace().bytes()) + " then, "
                            + Texts.size(found.get().bytes()) + " now). Notes and views may not fit it.",
                    then,
                    new Notices.Action(
                            "Open anyway",
                            () -> openTrace(project, content, found.get().file(), true, ok -> {})),
                    locate);
        } else {
            openTrace(project, content, found.get().file(), false, then);
        }
    }

    private void locate(Path project, ProjectFile content) {
        messages.dialogs()
                .chooseOpen("Where " + content.trace().name() + " is")
                .ifPresent(chosen -> inBackground(() -> {
                    Optional<TraceRef.Found> found = content.trace().check(chosen);
                    FxThread.later(() -> found(project, content, found, ok -> {}));
                }));
    }

    /// @param other whether the trace is not the one that the project was saved with
    private void openTrace(Path project, ProjectFile content, Path trace, boolean other, Consumer<Boolean> then) {
        CompletableFuture<Arriving> prepared = new CompletableFuture<>();
        inBackground(() -> prepared.complete(new Arriving(
                project, content, other || content.isNewer() || !Files.isWritable(project), fingerprint(trace))));
        window.openTrace(trace, prepared, then);
    }

    /// Begins to read what was kept of a trace that is opened without a project.
    CompletableFuture<Arriving> prepare(Path trace) {
        if (keeping.sessions() == null) {
            return CompletableFuture.completedFuture(new Arriving(null, null, false, ""));
        }
        CompletableFuture<Arriving> prepared = new CompletableFuture<>();
        inBackground(() -> {
            String fingerprint = fingerprint(trace);
            prepared.complete(new Arriving(
                    null,
                    fingerprint.isEmpty()
                            ? null
                            : keeping.sessions().read(fingerprint).orElse(null),
                    false,
                    fingerprint));
        });
        return prepared;
    }

    /// What is opened from now on.
    void expect(CompletableFuture<?> prepared) {
        @SuppressWarnings("unchecked")
        CompletableFuture<Arriving> mine = (CompletableFuture<Arriving>) prepared;
        arriving = mine;
    }

    private static String fingerprint(Path trace) {
        try {
            return TraceFingerprint.of(trace);
        } catch (IOException e) {
            // Opening says what is wrong with it.
            return "";
        }
    }

    /// The trace can be queried: brings back what was kept of it.
    ///
    /// @param then called when that is done, with whether the trace is still the open one
    void opened(TraceSession session, Consumer<Boolean> then) {
        arriving.thenAccept(kept -> FxThread.run(() -> {
            boolean still = session == slot.trace().session();
            if (still) {
                adopt(kept);
            }
            then.accept(still);
        }));
    }

    private void adopt(Arriving kept) {
        open = kept;
        failing = false;
        boolean project = kept.project != null;
        if (!project) {
            slot.host().sections().leaveProject();
        }
        if (kept.content != null) {
            slot.host().sections().restore(kept.content.sections(), project);
            if (!project) {
                sayRestored(kept.content.sections());
            }
        }
        if (project) {
            sayReadOnly(kept);
        }
    }

    private void sayReadOnly(Arriving kept) {
        Notices.Action copy = new Notices.Action("Save as another project…", this::saveAs);
        String name = name();
        if (kept.content.isNewer()) {
            messages.notices()
                    .show(
                            Notices.Severity.WARN,
                            ABOUT,
                            name + " was written by a newer version of Traceglass (project format "
                                    + kept.content.version() + ", this one knows " + ProjectFile.VERSION
                                    + "). What is known of it is shown; nothing is written to it.",
                            List.of(copy));
        } else if (kept.readOnly) {
            messages.notices()
                    .show(
                            Notices.Severity.INFO,
                            ABOUT,
                            "What you change is not kept in " + name
                                    + (Files.isWritable(kept.project)
                                            ? ", as it belongs to another trace."
                                            : ", as the file cannot be written to."),
                            List.of(copy));
        }
    }

    /// Says what came back by itself; nothing, when that is no more than what of the trace was visible.
    private void sayRestored(Map<String, Object> sections) {
        List<String> what = new ArrayList<>();
        int notes = Fields.of(sections.get("notes")).objects("notes").size();
        int pins = Fields.of(sections.get("tracks")).texts("pinned").size();
        if (notes > 0) {
            what.add(Texts.count(notes, "note", "notes"));
        }
        if (pins > 0) {
            what.add(Texts.count(pins, "pinned track", "pinned tracks"));
        }
        messages.notices()
                .show(
                        Notices.Severity.INFO,
                        RESTORED,
                        "This trace is shown as you left it"
                                + (what.isEmpty() ? "." : ", with " + String.join(" and ", what) + "."),
                        "Start fresh",
                        this::startFresh);
        told.playFromStart();
    }

    /// Whether all that was done so far was handed to the writer; else it waits a moment for more.
    boolean isKept() {
        return pause.getStatus() != javafx.animation.Animation.Status.RUNNING;
    }

    /// Forgets what was done to the trace that is open without a project.
    void startFresh() {
        messages.notices().close(RESTORED);
        slot.host().sections().restore(Map.of(), false);
        slot.host().sections().changed();
    }

    /// Whether there is a trace with a session to forget.
    boolean hasSession() {
        return open != null && open.project == null;
    }

    // ---- keeping ----

    /// The window lets its trace go: what was done to it is written.
    void leave() {
        pause.stop();
        told.stop();
        messages.notices().close(RESTORED);
        messages.notices().close(ABOUT);
        keep();
        boolean project = file() != null;
        open = null;
        if (project) {
            slot.host().sections().leaveProject();
        }
    }

    /// Writes what was done, where that is kept by itself.
    private void keep() {
        TraceSession session = slot.trace().session();
        if (open == null || session == null || !session.isReady() || keeping.writer() == null || open.readOnly) {
            return;
        }
        if (open.project != null) {
            write(open.project, e -> {});
        } else if (!open.fingerprint.isEmpty()) {
            Map<String, Object> before = open.content == null ? Map.of() : open.content.sections();
            ProjectFile content = new ProjectFile(
                    TraceRef.of(session.file(), null, session.fileBytes(), open.fingerprint),
                    slot.host().sections().state(before, false));
            keeping.writer().write(keeping.sessions().file(open.fingerprint), content::text, e -> {
                if (e != null) {
                    System.getLogger(Projects.class.getName())
                            .log(System.Logger.Level.WARNING, "cannot keep the session of " + session.file(), e);
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
        keeping.writer()
                .write(
                        file,
                        content::text,
                        e -> FxThread.later(() -> {
                            if (e != null && !failing) {
                                // Said once, not at every change.
                                messages.notices()
                                        .show(
                                                Notices.Severity.ERROR,
                                                ABOUT,
                                                "The project cannot be written to " + file + ": " + e.getMessage()
                                                        + ". What you do is kept once it can.",
                                                List.of(new Notices.Action("Save as another project…", this::saveAs)));
                            }
                            failing = e != null;
                            done.accept(e);
                        }));
    }

    // ---- commands ----

    /// Saves the project, asking for a file when there is none that may be written.
    void save() {
        if (open != null && open.project != null && !open.readOnly) {
            saveTo(open.project);
        } else {
            saveAs();
        }
    }

    /// Saves what is open as a project in a file to be chosen, which is the open project from then on.
    void saveAs() {
        if (!canSave()) {
            return;
        }
        String trace = slot.trace().session().name();
        String suggested = open.project != null
                ? open.project.getFileName().toString()
                : trace.replaceFirst("(\\.[A-Za-z0-9_-]{1,12}){1,2}$", "") + "." + ProjectFile.ENDING;
        messages.dialogs()
                .chooseSave("Save the project", suggested, "Traceglass project", ProjectFile.ENDING)
                .ifPresent(chosen -> {
                    Path file = ProjectFile.isProject(chosen)
                            ? chosen
                            : chosen.resolveSibling(chosen.getFileName() + "." + ProjectFile.ENDING);
                    saveTo(file.toAbsolutePath().normalize());
                });
    }

    /// Whether there is something that can be saved.
    boolean canSave() {
        return open != null
                && keeping.writer() != null
                && slot.trace().session() != null
                && slot.trace().session().isReady();
    }

    private void saveTo(Path file) {
        Arriving saved = open;
        failing = false;
        write(file, e -> {
            if (e == null && open == saved) {
                messages.notices().close(ABOUT);
                messages.notices().close(RESTORED);
                boolean other = !file.equals(saved.project);
                open = new Arriving(file, content(file), false, saved.fingerprint);
                messages.status().setState("check", "Saved", file.getFileName().toString());
                if (other) {
                    slot.host().sections().saved();
                    window.projectChanged();
                }
            }
        });
    }

    private static void inBackground(Runnable action) {
        Thread.ofPlatform().daemon().name("project-reader").start(action);
    }
}
