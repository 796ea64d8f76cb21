package traceglass.app.window.stage;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.PauseTransition;
import javafx.animation.Timeline;
import javafx.application.Application;
import javafx.stage.Stage;
import javafx.util.Duration;
import traceglass.app.context.Messages;
import traceglass.app.io.CommandOutput;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.SampleTrace;
import traceglass.app.preferences.Preferences;
import traceglass.app.preferences.page.SettingsPage;
import traceglass.app.project.OpenTraces;
import traceglass.app.project.ProjectFile;
import traceglass.app.project.ProjectWriter;
import traceglass.app.project.SessionFiles;
import traceglass.app.project.SessionStore;
import traceglass.app.report.CrashDialog;
import traceglass.app.report.CrashReports;
import traceglass.app.report.ProgramLog;
import traceglass.app.session.PrefetchedSession;
import traceglass.app.settings.Folders;
import traceglass.app.settings.RecentTraces;
import traceglass.app.settings.Settings;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Notices;
import traceglass.app.update.Installation;
import traceglass.app.update.UpdateRun;
import traceglass.app.update.Updater;
import traceglass.app.window.LaunchActions;
import traceglass.app.window.MainWindow;
import traceglass.app.window.SampleTour;
import traceglass.app.window.opening.WarmUp;
import traceglass.engine.fleet.Fleet;
import traceglass.render.windowless.PaintWarmUp;
import traceglass.store.database.StoreOptions;

/// The JavaFX application with its windows on a screen; it ends with the last window.
public final class WindowApp extends Application implements ScreenWindow.Windows {

    /// Time for the window to appear and settle before background work starts.
    private static final Duration WARM_UP_DELAY = Duration.seconds(1);
    private static final Duration WATCH = Duration.millis(50);

    private static final AtomicReference<LaunchRequest> REQUEST = new AtomicReference<>();

    private final List<ScreenWindow> open = new ArrayList<>();
    private ScreenWindow.Shared shared;
    private UpdateRun updates;

    /// Opens the window and waits until the last one is closed.
    ///
    /// @return 0, or 1 if there is no screen to open it on
    public static int show(LaunchRequest request) {
        begin(request, Folders.ofPlatform());
        // JavaFX creates the application object itself, so the request is passed in a static field.
        REQUEST.set(request);
        try {
            Application.launch(WindowApp.class);
            return 0;
        } catch (UnsupportedOperationException | IllegalStateException e) {
            CommandOutput.printNote(StageTexts.cantOpenHere(e.getMessage()));
            return 1;
        }
    }

    /// Starts to open the trace before anything else is ready.
    static void begin(LaunchRequest request, Folders folders) {
        if (request.trace() != null && !ProjectFile.isProject(request.trace()) && !Fleet.isFleet(request.trace())) {
            Preferences preferences = new Preferences(Settings.in(folders.config()));
            PrefetchedSession.begin(request.trace(), preferences.withLimits(request.store()));
            preferences.close();
        }
    }

    @Override
    public void start(Stage primary) {
        LaunchRequest request = REQUEST.get();
        start(primary, request, Folders.ofPlatform());
        watchForErrors(Folders.ofPlatform());
        // The window is shown, so the installed version works.
        Updater.confirmStart();
        updates.checkIfDue(Instant.now());
        if (request.trace() == null) {
            warmUp(request.store());
        }
    }

    /// Reports unexpected errors of all threads from now on.
    private void watchForErrors(Folders folders) {
        ProgramLog log = new ProgramLog(folders.logs());
        log.startInBackground();
        CrashDialog dialog =
                new CrashDialog(task -> Thread.ofVirtual().name("save report").start(task));
        Thread.setDefaultUncaughtExceptionHandler(new CrashReports(
                folders.reports(),
                log,
                report -> FxThread.later(() -> open.stream().findFirst().ifPresent(window -> {
                    Messages messages = window.window().context().messages();
                    dialog.show(
                            report,
                            messages.dialogs(),
                            problem -> messages.notices().show(Notices.Severity.ERROR, "report", problem));
                }))));
    }

    private static boolean isWorking(ScreenWindow window) {
        return !window.window().isComplete() || window.window().context().work().isRunning();
    }

    void start(Stage primary, LaunchRequest request, Folders folders) {
        ProjectWriter writer = new ProjectWriter();
        SessionStore sessionStore =
                new SessionStore(new SessionFiles(folders.sessions()), writer, OpenTraces.in(folders.runs(), writer));
        writer.runAfterWrites(sessionStore.sessions()::trim);
        shared = new ScreenWindow.Shared(
                request.store(),
                Settings.in(folders.config()),
                RecentTraces.in(folders.config()),
                sessionStore,
                this,
                new WindowSync(),
                new IdleCollector(() -> open.stream().anyMatch(WindowApp::isWorking)));
        updates = new UpdateRun(Installation.running(), shared.settings(), System.getenv());
        ScreenWindow first = add(primary, null);
        MainWindow window = first.window();
        if (request.trace() != null && Fleet.isFleet(request.trace())) {
            window.open(request.trace());
            first.show();
        } else if (request.trace() != null) {
            window.open(request.trace(), ok -> {
                if (ok) {
                    window.pane()
                            .view()
                            .whenIdle()
                            .thenCompose(v -> PaintWarmUp.begin(window.pane().view()));
                    LaunchActions actions = new LaunchActions(window);
                    actions.showTracks(request.tracks(), () -> actions.show(request));
                    if (request.isPlain() && SampleTrace.isSample(request.trace())) {
                        new SampleTour(window).show();
                    }
                    if (request.second() != null) {
                        window.secondTrace().open(request.second(), also -> {});
                    }
                }
            });
            first.showWithTracks();
        } else {
            first.show();
            if (request.problem() != null) {
                window.context().messages().notices().show(Notices.Severity.ERROR, "open", request.problem());
            }
        }
        new ImporterQuestions(window.context().messages(), request.store().reading()).start();
    }

    /// Warms up the virtual machine while the user chooses a trace.
    WarmUp warmUp(StoreOptions store) {
        WarmUp warmUp = new WarmUp(SampleTrace::file, store);
        Timeline watch = new Timeline();
        watch.getKeyFrames().add(new KeyFrame(WATCH, e -> {
            if (open.isEmpty() || open.stream().anyMatch(w -> w.window().isOpening())) {
                warmUp.cancel();
            }
            if (warmUp.isOver()) {
                watch.stop();
            }
        }));
        PauseTransition start = new PauseTransition(WARM_UP_DELAY);
        start.setOnFinished(e -> {
            if (open.stream().noneMatch(w -> w.window().isOpening())) {
                warmUp.start();
                watch.setCycleCount(Animation.INDEFINITE);
                watch.play();
            }
        });
        start.play();
        return warmUp;
    }

    private ScreenWindow add(Stage stage, ScreenWindow opener) {
        int number = 1;
        while (isNumberUsed(number)) {
            number++;
        }
        ScreenWindow window = new ScreenWindow(stage, shared, number, opener);
        open.add(window);
        window.window().pages().stream()
                .filter(SettingsPage.class::isInstance)
                .forEach(page -> ((SettingsPage) page).showUpdates(updates));
        return window;
    }

    private boolean isNumberUsed(int number) {
        return open.stream().anyMatch(w -> w.number() == number);
    }

    /// Returns the open windows in the order in which they were opened.
    List<ScreenWindow> windows() {
        return List.copyOf(open);
    }

    /// Runs an action when all changes so far are written to files.
    void afterWrites(Runnable action) {
        shared.sessionStore().writer().runAfterWrites(action);
    }

    @Override
    public void open(Path file, ScreenWindow from) {
        ScreenWindow window = add(new Stage(), from);
        if (file != null) {
            window.window().open(file, ok -> {});
        }
        window.show();
    }

    @Override
    public List<ScreenWindow> all() {
        return windows();
    }

    @Override
    public void closed(ScreenWindow window) {
        open.remove(window);
    }

    @Override
    public void quit() {
        if (windows().stream().allMatch(w -> w.window().context().guards().canClose())) {
            windows().forEach(w -> w.stage().close());
        }
    }

    @Override
    public void stop() {
        windows().forEach(w -> w.window().close());
        // All windows are closed; the last changes must be on the disk before the program ends.
        if (shared != null) {
            shared.sessionStore().open().end();
            shared.sessionStore().writer().finish();
        }
    }
}
