package traceglass.app.window.stage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javafx.animation.Animation;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.application.Platform;
import javafx.scene.Group;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.image.WritableImage;
import javafx.scene.layout.Region;
import javafx.scene.transform.Scale;
import javafx.stage.Stage;
import javafx.util.Duration;
import traceglass.analysis.coloring.ColorRule;
import traceglass.analysis.coloring.Condition;
import traceglass.analysis.coloring.EvaluatedColoring;
import traceglass.analysis.select.Selection;
import traceglass.app.context.WindowState;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.ToolkitMessageFilter;
import traceglass.app.launch.TrackFlags;
import traceglass.app.session.ColoringModel;
import traceglass.app.session.TraceNotes;
import traceglass.app.settings.Folders;
import traceglass.app.settings.RecentTraces;
import traceglass.app.theme.WindowTheme;
import traceglass.app.ui.DialogService;
import traceglass.app.window.MainWindow;
import traceglass.app.window.SampleTour;
import traceglass.app.window.WindowEnvironment;
import traceglass.app.window.frame.PngImage;
import traceglass.app.window.frame.WindowHost;
import traceglass.render.windowless.PaintWarmUp;
import traceglass.render.windowless.RenderBench;
import traceglass.render.windowless.Screenshotter;
import traceglass.store.database.StoreOptions;

/// Draws the window to a picture in memory, with or without a screen.
public final class WindowPicture {

    /// Describes a picture.
    ///
    /// @param trace file to open, or null for the start page
    /// @param second second trace, or null
    /// @param width width of the window, px
    /// @param height height of the window, px
    /// @param style sizes and colors
    /// @param time span to show, or null
    /// @param expand `all`, a part of the names of the groups to expand, or null
    /// @param filter text that filters the tracks as in the window, or null
    /// @param panel id of a page or of a tab of the details pane, or null; `overview/problems` names a section
    /// @param select event to select, or null
    /// @param area span to select on all tracks, or null
    /// @param sql text to run on the SQL page, or null
    /// @param search text to search for, or null
    /// @param tracks queries to show as tracks
    /// @param actions ids of commands to run at the end
    /// @param store location of the database of the trace
    public record Request(
            Path trace,
            Path second,
            int width,
            int height,
            Style style,
            TimeRange time,
            String expand,
            String filter,
            String panel,
            EventRef select,
            TimeRange area,
            String sql,
            String search,
            TrackFlags tracks,
            List<String> actions,
            StoreOptions store) {}

    /// Sizes and colors of a picture.
    ///
    /// @param scale device pixels per px
    /// @param textScale factor for the size of text and rows, one of
    ///     [traceglass.app.preferences.Preferences#TEXT_SCALES]
    /// @param isDark whether the color scheme is dark
    public record Style(double scale, double textScale, boolean isDark) {

        public static final Style PLAIN = new Style(1, 1, false);
    }

    private static final Duration POLL = Duration.millis(20);
    private static final int QUIET_POLLS = 3;
    private static final double HEADLESS_PX = 1000;

    private final Request request;
    private final CompletableFuture<WritableImage> result = new CompletableFuture<>();
    private final CompletableFuture<RenderBench.RenderBenchResult> renderResult = new CompletableFuture<>();
    private final int steps;
    /// The SVG drawing, if one is requested instead of a picture; otherwise null.
    private CompletableFuture<String> vector;
    /// Patterns for the names of slices that are colored by rules.
    private List<String> colors = List.of();

    private MainWindow window;
    private Stage stage;

    /// @param steps frames of the benchmark, or 0 for a picture
    private WindowPicture(Request request, int steps) {
        this.request = request;
        this.steps = steps;
    }

    /// Starts JavaFX without a screen and returns the picture as PNG.
    ///
    /// @throws IllegalStateException with a message for the user if the trace can't be opened or a requested item
    ///     is missing
    public static byte[] png(Request request, long timeoutSeconds) {
        startToolkit();
        WindowPicture picture = new WindowPicture(request, 0);
        return PngImage.encode(picture.await(picture.result, timeoutSeconds));
    }

    /// Starts JavaFX without a screen and returns the timeline alone as SVG.
    ///
    /// @throws IllegalStateException with a message for the user if the trace can't be opened or a page other than
    ///     the timeline is requested
    public static String svg(Request request, long timeoutSeconds) {
        startToolkit();
        WindowPicture picture = new WindowPicture(request, 0);
        picture.vector = new CompletableFuture<>();
        return picture.await(picture.vector, timeoutSeconds);
    }

    /// Starts JavaFX without a screen and runs the frame benchmark of the timeline for the given number of frames.
    ///
    /// @param colors patterns for the names of slices; each becomes a color rule
    /// @throws IllegalStateException with a message for the user if the trace can't be opened or a pattern is
    ///     invalid
    public static RenderBench.RenderBenchResult benchmark(
            Path trace,
            StoreOptions store,
            int width,
            int height,
            int steps,
            List<String> colors,
            long timeoutSeconds) {
        startToolkit();
        WindowPicture picture = new WindowPicture(
                new Request(
                        trace,
                        null,
                        width,
                        height,
                        Style.PLAIN,
                        null,
                        "all",
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        TrackFlags.none(),
                        List.of(),
                        store),
                steps);
        picture.colors = colors;
        return picture.await(picture.renderResult, timeoutSeconds);
    }

    private <T> T await(CompletableFuture<T> future, long timeoutSeconds) {
        try {
            Platform.runLater(this::begin);
            return future.get(timeoutSeconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IllegalStateException s
                    ? s
                    : new IllegalStateException(StageTexts.cantDrawWindow(e.getCause()), e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(StageTexts.pictureNotComplete(timeoutSeconds), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(StageTexts.INTERRUPTED, e);
        } finally {
            // The program may exit right after this; code of the window must not run after that.
            CompletableFuture<Void> ended = new CompletableFuture<>();
            Platform.runLater(() -> {
                end();
                Platform.runLater(() -> ended.complete(null));
            });
            ended.completeOnTimeout(null, 5, TimeUnit.SECONDS).join();
        }
    }

    static void startToolkit() {
        setIfAbsent("glass.platform", "Headless");
        setIfAbsent("prism.order", "sw");
        setIfAbsent("java.awt.headless", "true");
        ToolkitMessageFilter.install();
        try {
            Platform.startup(() -> {});
        } catch (IllegalStateException e) {
            // JavaFX is already running, as in tests.
        }
        Platform.setImplicitExit(false);
    }

    private static void setIfAbsent(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }

    private void begin() {
        try {
            WindowTheme theme = new WindowTheme();
            theme.choiceProperty().set(request.style.isDark ? WindowTheme.Choice.DARK : WindowTheme.Choice.LIGHT);
            RecentTraces recent =
                    request.trace == null ? RecentTraces.in(Folders.ofPlatform().config()) : RecentTraces.none();
            WindowState state = new WindowState(new NoDialogs());
            state.context().preferences().textScaleProperty().set(request.style.textScale);
            ToolkitMessageFilter.quietly(() -> window = new MainWindow(
                    state,
                    new WindowEnvironment(request.store, theme, true, recent, SampleTour.SAMPLE, WindowHost.NONE)));
            Scene scene = steps > 0
                    ? scaledScene(window.root(), request.width, request.height)
                    : new Scene(window.root(), request.width, request.height);
            theme.install(scene);
            if (request.trace == null) {
                content(scene).showPanel();
            } else {
                window.open(request.trace, ok -> {
                    if (!ok) {
                        failWithNotices();
                    } else if (window.slot().trace().session() == null) {
                        // The file is a fleet.
                        content(scene).runActions();
                    } else if (request.second == null) {
                        content(scene).arrange();
                    } else {
                        window.secondTrace().open(request.second, also -> {
                            if (also) {
                                content(scene).arrange();
                            } else {
                                failWithNotices();
                            }
                        });
                    }
                });
            }
        } catch (RuntimeException e) {
            fail(e);
        }
    }

    private PictureContent content(Scene scene) {
        return new PictureContent(request, window, () -> takePicture(scene), this::fail);
    }

    private void failWithNotices() {
        // The notice of the error may be added before or after the opening ends.
        Platform.runLater(() -> {
            List<String> notices = window.context().messages().notices().texts();
            // There is no notice for a folder of traces, because the window offers to import them.
            fail(new IllegalStateException(
                    notices.isEmpty() ? StageTexts.isFolder(request.trace) : StageTexts.joinNotices(notices)));
        });
    }

    /// Scales content into a smaller scene: a platform without a screen has windows of at most 1,000 px.
    private static Scene scaledScene(Parent root, int width, int height) {
        double factor = Math.min(1, HEADLESS_PX / Math.max(width, height));
        if (root instanceof Region region) {
            region.setMinSize(width, height);
            region.setPrefSize(width, height);
            region.setMaxSize(width, height);
        }
        root.getTransforms().add(new Scale(factor, factor));
        return new Scene(new Group(root), width * factor, height * factor);
    }

    private void fail(Throwable e) {
        result.completeExceptionally(e);
        renderResult.completeExceptionally(e);
        if (vector != null) {
            vector.completeExceptionally(e);
        }
    }

    private void takePicture(Scene scene) {
        if (steps > 0) {
            // A stage is needed for the frames to be rendered to pixels.
            stage = new Stage();
            stage.setX(0);
            stage.setY(0);
            stage.setScene(scene);
            stage.show();
            // The program's window does the same warm-up after a trace has been opened.
            whenComplete()
                    .thenCompose(v -> applyColors())
                    .thenCompose(v -> whenComplete())
                    .thenCompose(v -> PaintWarmUp.begin(window.pane().view()))
                    .thenCompose(v -> RenderBench.run(window.pane().view(), steps))
                    .whenComplete((f, e) -> {
                        if (e != null) {
                            fail(e);
                        } else {
                            renderResult.complete(f);
                        }
                    });
            return;
        }
        if (vector != null && window.pageProperty().get() != window.timeline()) {
            fail(new IllegalStateException(StageTexts.ONLY_TIMELINE_AS_SVG));
            return;
        }
        Screenshotter.capture(scene, vector == null ? request.style.scale : 1, this::whenComplete)
                .whenComplete((image, e) -> {
                    if (e != null) {
                        fail(e);
                    } else if (isSelectionMissing()) {
                        failWithNotices();
                    } else if (vector != null) {
                        window.timeline()
                                .view()
                                .toSvg(
                                        request.style.scale,
                                        window.slot().trace().session().name())
                                .whenComplete((text, failure) -> {
                                    if (failure != null) {
                                        fail(failure);
                                    } else {
                                        vector.complete(text);
                                    }
                                });
                    } else {
                        result.complete(image);
                    }
                });
    }

    /// Returns whether an event was to be selected and was not found.
    private boolean isSelectionMissing() {
        boolean isSelectionUnchanged = request.area == null && request.actions.isEmpty();
        return request.select != null
                && isSelectionUnchanged
                && !(window.slot().selection().get() instanceof Selection.Event);
    }

    /// Completes when the color rules are applied.
    private CompletableFuture<Void> applyColors() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        if (colors.isEmpty()) {
            done.complete(null);
            return done;
        }
        ColoringModel model = window.slot().coloring();
        model.evaluatedProperty()
                .addListener((_, _, newValue) -> newValue.outcomes().stream()
                        .map(EvaluatedColoring.Outcome::problem)
                        .filter(p -> !p.isEmpty())
                        .findFirst()
                        .ifPresentOrElse(
                                p -> done.completeExceptionally(new IllegalStateException(p)),
                                () -> done.complete(null)));
        List<ColorRule> rules = new ArrayList<>();
        for (String pattern : colors) {
            rules.add(new ColorRule(
                    true,
                    new Condition(Condition.By.NAME, pattern),
                    TraceNotes.COLORS.get(rules.size() % TraceNotes.COLORS.size())));
        }
        model.set(model.coloring().withRules(rules));
        return done;
    }

    /// Completes when no query and no drawing has run for several polls in a row: a result may start the next
    /// query.
    private CompletableFuture<Void> whenComplete() {
        CompletableFuture<Void> done = new CompletableFuture<>();
        int[] quiet = {0};
        Timeline poll = new Timeline();
        poll.getKeyFrames().add(new KeyFrame(POLL, e -> {
            quiet[0] = window.isComplete() ? quiet[0] + 1 : 0;
            if (quiet[0] >= QUIET_POLLS) {
                poll.stop();
                done.complete(null);
            }
        }));
        poll.setCycleCount(Animation.INDEFINITE);
        poll.play();
        return done;
    }

    private void end() {
        if (stage != null) {
            stage.close();
        }
        if (window != null) {
            window.close();
        }
    }

    /// Dialogs for a window without a user; all are canceled.
    private static final class NoDialogs implements DialogService {

        @Override
        public Optional<Path> chooseTrace() {
            return Optional.empty();
        }

        @Override
        public Optional<Path> chooseSave(String title, String suggested, String kind, String extension) {
            return Optional.empty();
        }
    }
}
