package traceglass.app.window.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javafx.animation.AnimationTimer;
import javafx.application.Platform;
import javafx.scene.Scene;
import javafx.scene.shape.Rectangle;
import javafx.stage.Stage;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.TrackFlags;
import traceglass.app.session.TraceSession;
import traceglass.app.settings.Folders;
import traceglass.app.window.MainWindow;
import traceglass.app.window.opening.WarmUp;
import traceglass.store.database.StoreOptions;

/// Measures the start of the program: opens its window in memory as the command line does, and records when it and
/// the trace are shown. The user's settings and sessions are neither read nor written.
public final class StartMeasurement {

    /// Times at which parts of the window were shown, from `System.nanoTime`.
    ///
    /// @param windowNs the window itself
    /// @param openedNs when opening the trace began; equal to `windowNs` if it opens with the window
    /// @param timelineNs tracks with events, possibly not all; 0 without a trace
    /// @param completeNs everything; 0 without a trace
    /// @param fromCache whether the trace was in the cache
    public record Times(long windowNs, long openedNs, long timelineNs, long completeNs, boolean fromCache) {}

    /// Time at which the trace is opened.
    public enum Opening {
        /// With the window, as if the trace were named on the command line.
        AT_START,
        /// A few seconds after the window has appeared on the screen, as if the trace were dropped on it; see
        /// [WarmUp].
        LATER
    }

    private final CompletableFuture<Times> result = new CompletableFuture<>();
    private final WindowApp app = new WindowApp();
    private final Path folder;
    private final StoreOptions store;
    private Path laterTrace;
    private WarmUp warmUp;
    private long windowNs;
    private long openedNs;
    private long timelineNs;
    private boolean isRequested;
    private boolean isEnding;
    private boolean isTimelineShown;

    private StartMeasurement(Path folder, StoreOptions store) {
        this.folder = folder;
        this.store = store;
    }

    /// Opens the window and closes it when everything is shown.
    ///
    /// @param trace file to open, or null
    /// @throws IllegalStateException with a message for the user if the trace can't be opened
    public static Times run(Path trace, Opening opening, StoreOptions store, long timeoutSeconds) throws IOException {
        // A random name would initialize a secure random generator, which a normal start does not need.
        Path folder = Files.createDirectory(Path.of(
                System.getProperty("java.io.tmpdir"),
                "traceglass-start-" + ProcessHandle.current().pid() + "-" + System.nanoTime()));
        StartMeasurement clock = new StartMeasurement(folder, store);
        try {
            clock.laterTrace = opening == Opening.LATER ? trace : null;
            LaunchRequest request = new LaunchRequest(
                    opening == Opening.LATER ? null : trace, null, null, null, null, TrackFlags.none(), store);
            WindowApp.begin(request, new Folders(folder, folder, folder, folder));
            WindowPicture.startToolkit();
            Platform.runLater(() -> clock.begin(request));
            return clock.result.get(timeoutSeconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IllegalStateException s
                    ? s
                    : new IllegalStateException(StageTexts.cantOpenWindow(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(StageTexts.traceNotShown(timeoutSeconds), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(StageTexts.INTERRUPTED, e);
        } finally {
            clock.close();
        }
    }

    private void begin(LaunchRequest request) {
        try {
            app.start(new Stage(), request, new Folders(folder, folder, folder, folder));
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
            return;
        }
        boolean hasTrace = request.trace() != null || laterTrace != null;
        // Tracks that are already available may be in the first frame.
        recordTimeline();
        new AnimationTimer() {
            @Override
            public void handle(long now) {
                if (result.isDone()) {
                    stop();
                } else {
                    onFramePainted(hasTrace);
                }
            }
        }.start();
    }

    private void onFramePainted(boolean hasTrace) {
        if (!isTimelineShown && app.windows().getFirst().stage().isShowing()) {
            isTimelineShown = true;
            whenPainted(() -> onWindowPainted(hasTrace));
        }
        MainWindow window = app.windows().getFirst().window();
        if (laterTrace != null) {
            if (warmUp != null && warmUp.rounds() == WarmUp.ROUNDS) {
                openedNs = System.nanoTime();
                window.open(laterTrace, ok -> {});
                laterTrace = null;
            }
            return;
        }
        TraceSession session = window.slot().trace().session();
        if (!hasTrace || session == null || session.tracks() == null) {
            if (hasTrace && !window.isOpening()) {
                result.completeExceptionally(new IllegalStateException(StageTexts.joinNotices(
                        window.context().messages().notices().texts())));
            }
            return;
        }
        recordTimeline();
        if (timelineNs != 0 && windowNs != 0 && !isEnding && session.isReady() && window.isComplete()) {
            isEnding = true;
            boolean isFromCache = session.report().isFromCache();
            window.pane()
                    .whenIdle()
                    .thenRun(() -> whenPainted(
                            // If the tracks are in the first frame, they are recorded
                            // before the window.
                            () -> result.complete(new Times(
                                    windowNs,
                                    openedNs,
                                    Math.max(windowNs, timelineNs),
                                    System.nanoTime(),
                                    isFromCache))));
        }
    }

    /// Records when the first tracks are shown, once there are any.
    private void recordTimeline() {
        MainWindow window = app.windows().getFirst().window();
        TraceSession session = window.slot().trace().session();
        if (!isRequested && session != null && session.tracks() != null) {
            isRequested = true;
            window.pane().view().whenDrawn().thenRun(() -> whenPainted(() -> timelineNs = System.nanoTime()));
        }
    }

    private void onWindowPainted(boolean hasTrace) {
        windowNs = System.nanoTime();
        if (!hasTrace) {
            result.complete(new Times(windowNs, windowNs, 0, 0, false));
            return;
        }
        openedNs = windowNs;
        if (laterTrace != null) {
            warmUp = app.warmUp(store);
        }
    }

    /// Runs an action when the layout of this pulse, or of the next one if none is running, is painted and shown.
    /// At the end of a pulse the scene is handed to the painter. A snapshot requested right after that is only
    /// taken after the painting, and makes the JavaFX thread wait for it. By then the painter has queued the copy
    /// to the window on the JavaFX thread, so an action queued after the snapshot runs after that copy.
    private void whenPainted(Runnable whenDone) {
        Scene scene = app.windows().getFirst().stage().getScene();
        scene.addPostLayoutPulseListener(new Runnable() {
            @Override
            public void run() {
                scene.removePostLayoutPulseListener(this);
                Platform.runLater(() -> {
                    new Rectangle(1, 1).snapshot(null, null);
                    Platform.runLater(whenDone);
                });
            }
        });
        Platform.requestNextPulse();
    }

    private void close() throws IOException {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        Platform.runLater(() -> {
            app.windows().forEach(w -> w.stage().close());
            app.stop();
            closed.complete(null);
        });
        closed.completeOnTimeout(null, 5, TimeUnit.SECONDS).join();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        }
    }
}
