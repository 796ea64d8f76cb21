package traceglass.app.window.stage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javafx.animation.AnimationTimer;
import javafx.animation.PauseTransition;
import javafx.application.Platform;
import javafx.geometry.Rectangle2D;
import javafx.scene.Scene;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.scene.input.InputEvent;
import javafx.scene.layout.Region;
import javafx.stage.Screen;
import javafx.stage.Stage;
import javafx.util.Duration;
import traceglass.app.context.WindowState;
import traceglass.app.launch.ToolkitMessageFilter;
import traceglass.app.preferences.Preferences;
import traceglass.app.project.SessionStore;
import traceglass.app.settings.RecentTraces;
import traceglass.app.settings.Settings;
import traceglass.app.task.FxThread;
import traceglass.app.theme.WindowTheme;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.app.window.MainWindow;
import traceglass.app.window.SampleTour;
import traceglass.app.window.WindowEnvironment;
import traceglass.app.window.frame.FirstFrames;
import traceglass.app.window.frame.FxDialogs;
import traceglass.app.window.frame.PngImage;
import traceglass.app.window.frame.WindowHost;
import traceglass.app.window.frame.WindowPlacement;
import traceglass.icons.AppIcon;
import traceglass.store.database.StoreOptions;

/// One window of the program on a screen: a stage with a [MainWindow], its theme and preferences. Used on the JavaFX
/// thread.
final class ScreenWindow implements WindowHost {

    private static final double WIDTH = 1600;
    private static final double HEIGHT = 1000;
    private static final double MIN_WIDTH = 900;
    private static final double MIN_HEIGHT = 560;
    /// Maximum size of a window icon, px; larger ones are for installers.
    private static final int MAX_ICON = 256;
    /// How long a finished window waits for the first tracks before it is shown.
    private static final long MAX_UNSEEN_NS = 400_000_000;
    /// Height of the part of a window that must be on a screen for its position to be restored, px.
    private static final double TITLE_HEIGHT = 40;
    /// Time after which window managers have reported the size of their frames.
    private static final Duration FRAME_DELAY = Duration.millis(400);

    /// State shared by all windows.
    ///
    /// @param windows opens other windows and ends the program
    /// @param sync moves the timelines of several windows together
    /// @param collector shrinks the heap while no window is used
    record Shared(
            StoreOptions store,
            Settings settings,
            RecentTraces recent,
            SessionStore sessionStore,
            Windows windows,
            WindowSync sync,
            IdleCollector collector) {}

    /// The windows of the program.
    interface Windows {

        /// Opens a window.
        ///
        /// @param file file to open in the window, or null
        /// @param from the requesting window
        void open(Path file, ScreenWindow from);

        /// Returns the open windows.
        List<ScreenWindow> all();

        void closed(ScreenWindow window);

        void quit();
    }

    private final Stage stage;
    private final Shared shared;
    private final int number;
    private final Preferences preferences;
    private final WindowTheme theme = new WindowTheme();
    private final MainWindow window;
    private Rectangle2D placed;

    /// @param opener the window it is opened from, or null for the first
    ScreenWindow(Stage stage, Shared shared, int number, ScreenWindow opener) {
        this.stage = stage;
        this.shared = shared;
        this.number = number;
        preferences = new Preferences(shared.settings);
        theme.choiceProperty().bindBidirectional(preferences.themeProperty());
        WindowState state = new WindowState(new FxDialogs(() -> stage, shared.settings), preferences, number);
        MainWindow[] created = new MainWindow[1];
        ToolkitMessageFilter.quietly(() -> created[0] = new MainWindow(
                state,
                new WindowEnvironment(
                        shared.store, theme, false, shared.recent, SampleTour.SAMPLE, this, shared.sessionStore)));
        window = created[0];
        shared.sync.add(window);
        window.slot().host().detailsPane().setDraggedHeight(shared.settings.number("drawer.height", 0));
        place(opener);
        // Laid out once, for the final size.
        Rectangle2D screen = Screen.getPrimary().getVisualBounds();
        Scene scene = stage.isMaximized()
                ? new Scene(window.root(), screen.getWidth(), screen.getHeight())
                : new Scene(window.root(), stage.getWidth(), stage.getHeight());
        theme.install(scene);
        stage.titleProperty().bind(window.titleProperty());
        stage.setScene(scene);
        stage.addEventFilter(InputEvent.ANY, _ -> shared.collector.onUse());
        window.slot().trace().sessionProperty().addListener(_ -> shared.collector.onTraceChange());
        stage.setOnCloseRequest(e -> {
            if (!state.context().guards().canClose()) {
                e.consume();
            }
        });
        stage.setOnHiding(e -> save());
        stage.setOnHidden(e -> release());
    }

    /// Shows the window on the screen, with everything opened in it so far.
    void show() {
        stage.show();
        PauseTransition framed = new PauseTransition(FRAME_DELAY);
        framed.setOnFinished(e -> moveOntoScreen());
        framed.play();
        // Computing all icon sizes takes a tenth of a second in a program that has just started; the first
        // frame needs that time.
        FirstFrames.next().thenRun(this::addIcons);
    }

    /// Shows the window together with the first tracks of the trace opened in it if they are ready soon. A window
    /// without them would have to be painted and copied to the screen again, which usually takes longer than
    /// waiting for the tracks.
    void showWithTracks() {
        Region root = (Region) window.root();
        new AnimationTimer() {
            private long laidOutNs;
            private boolean isRequested;
            private boolean isDrawn;

            @Override
            public void handle(long now) {
                boolean isWaiting = false;
                try {
                    layOut();
                    isWaiting = isWaitingForTracks();
                } finally {
                    if (!isWaiting) {
                        stop();
                        show();
                    }
                }
            }

            // A stage that is not on the screen gets no pulses, and without a size the timeline can't determine
            // which events to read.
            private void layOut() {
                if (laidOutNs == 0 || root.isNeedsLayout()) {
                    root.applyCss();
                    root.resize(stage.getScene().getWidth(), stage.getScene().getHeight());
                }
                root.layout();
                if (laidOutNs == 0) {
                    laidOutNs = System.nanoTime();
                }
            }

            private boolean isWaitingForTracks() {
                if (!isRequested && window.hasTracks()) {
                    isRequested = true;
                    window.pane().view().whenDrawn().thenRun(() -> isDrawn = true);
                }
                return !isDrawn && (isRequested || window.isOpening()) && System.nanoTime() - laidOutNs < MAX_UNSEEN_NS;
            }
        }.start();
    }

    private void addIcons() {
        Thread.ofPlatform().daemon().name("window-icons").start(() -> {
            int[] sizes =
                    IntStream.of(AppIcon.SIZES).filter(size -> size <= MAX_ICON).toArray();
            int[][] pixels = IntStream.of(sizes).mapToObj(AppIcon::pixels).toArray(int[][]::new);
            FxThread.later(() -> {
                for (int i = 0; i < sizes.length; i++) {
                    stage.getIcons().add(icon(sizes[i], pixels[i]));
                }
            });
        });
    }

    MainWindow window() {
        return window;
    }

    int number() {
        return number;
    }

    Stage stage() {
        return stage;
    }

    private void release() {
        shared.sync.remove(window);
        window.close();
        theme.close();
        preferences.close();
        shared.windows.closed(this);
    }

    private static WritableImage icon(int size, int[] pixels) {
        WritableImage image = new WritableImage(size, size);
        image.getPixelWriter().setPixels(0, 0, size, size, PixelFormat.getIntArgbInstance(), pixels, 0, size);
        return image;
    }

    /// Restores the last position, moved into a screen; an additional window is placed next to the one it is opened
    /// from.
    private void place(ScreenWindow opener) {
        Settings settings = shared.settings;
        double width = settings.number("window.width", WIDTH);
        double height = settings.number("window.height", HEIGHT);
        if (opener != null) {
            Rectangle2D bounds = opener.bounds();
            Rectangle2D from =
                    opener.stage.isMaximized() ? WindowPlacement.restored(width, height, bounds) : opener.frame();
            List<Rectangle2D> others = shared.windows.all().stream()
                    .filter(w -> w != this)
                    .map(ScreenWindow::frame)
                    .toList();
            place(WindowPlacement.cascaded(from, others, bounds), bounds, false);
            return;
        }
        boolean isMaximized = Boolean.parseBoolean(settings.get("window.maximised", "false"));
        double x = settings.number("window.x", Double.NaN);
        double y = settings.number("window.y", Double.NaN);
        List<Screen> last = Double.isNaN(x) || Double.isNaN(y)
                ? List.of()
                : Screen.getScreensForRectangle(x, y, Math.max(1, width), TITLE_HEIGHT);
        Rectangle2D bounds = (last.isEmpty() ? Screen.getPrimary() : last.getFirst()).getVisualBounds();
        if (isMaximized || WindowPlacement.fillsScreen(width, height, bounds)) {
            place(WindowPlacement.restored(width, height, bounds), bounds, true);
        } else if (last.isEmpty()) {
            place(WindowPlacement.centered(width, height, bounds), bounds, false);
        } else {
            place(WindowPlacement.inside(new Rectangle2D(x, y, width, height), bounds), bounds, false);
        }
    }

    private void place(Rectangle2D at, Rectangle2D bounds, boolean isMaximized) {
        stage.setMinWidth(Math.min(MIN_WIDTH, bounds.getWidth()));
        stage.setMinHeight(Math.min(MIN_HEIGHT, bounds.getHeight()));
        placed = at;
        setFrame(at);
        stage.setMaximized(isMaximized);
    }

    private Rectangle2D frame() {
        return new Rectangle2D(stage.getX(), stage.getY(), stage.getWidth(), stage.getHeight());
    }

    private void setFrame(Rectangle2D at) {
        stage.setX(at.getMinX());
        stage.setY(at.getMinY());
        stage.setWidth(at.getWidth());
        stage.setHeight(at.getHeight());
    }

    /// Returns the free part of the screen that the window is on.
    private Rectangle2D bounds() {
        List<Screen> screens = Screen.getScreensForRectangle(frame());
        return (screens.isEmpty() ? Screen.getPrimary() : screens.getFirst()).getVisualBounds();
    }

    /// Corrects the position of the window: until the size of its frame is known, the window may be positioned
    /// without regard to the frame, so that the title bar is outside the screen.
    private void moveOntoScreen() {
        if (!stage.isShowing() || stage.isMaximized() || stage.isFullScreen() || stage.isIconified()) {
            return;
        }
        Rectangle2D current = frame();
        boolean isMoved = Math.abs(current.getMinX() - placed.getMinX()) > 1
                || Math.abs(current.getMinY() - placed.getMinY()) > 1;
        Rectangle2D inside = isMoved ? placed : WindowPlacement.inside(current, bounds());
        if (!current.equals(inside)) {
            setFrame(inside);
        }
    }

    private void save() {
        Settings settings = shared.settings;
        settings.set("window.maximised", stage.isMaximized());
        if (!stage.isMaximized() && !stage.isFullScreen()) {
            settings.set("window.width", stage.getWidth());
            settings.set("window.height", stage.getHeight());
            settings.set("window.x", stage.getX());
            settings.set("window.y", stage.getY());
        }
        settings.set("drawer.height", window.slot().host().detailsPane().draggedHeight());
    }

    @Override
    public void nextTheme() {
        WindowTheme.Choice[] all = WindowTheme.Choice.values();
        WindowTheme.Choice next = all[(theme.choiceProperty().get().ordinal() + 1) % all.length];
        theme.choiceProperty().set(next);
        window.context().messages().status().setState("theme", StageTexts.COLOR_SCHEME, next.title());
    }

    @Override
    public void toggleFullScreen() {
        stage.setFullScreen(!stage.isFullScreen());
    }

    @Override
    public void openWindow(Path file) {
        shared.windows.open(file, this);
    }

    @Override
    public void close() {
        if (window.context().guards().canClose()) {
            stage.close();
        }
    }

    @Override
    public void quit() {
        shared.windows.quit();
    }

    @Override
    public void savePicture(Path file) {
        WritableImage image = stage.getScene().snapshot(null);
        Thread.ofPlatform().daemon().start(() -> {
            try {
                Files.write(file, PngImage.encode(image));
                Platform.runLater(() ->
                        window.context().messages().notices().toast(stage, StageTexts.SAVED_PICTURE, file.toString()));
            } catch (IOException e) {
                Platform.runLater(() -> window.context()
                        .messages()
                        .notices()
                        .show(Notices.Severity.ERROR, "picture", CommonTexts.cantWritePicture(file, e.getMessage())));
            }
        });
    }
}
