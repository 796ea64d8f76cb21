package traceglass.app.window;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import javafx.application.Application;
import javafx.geometry.Rectangle2D;
import javafx.scene.Scene;
import javafx.scene.image.PixelFormat;
import javafx.scene.image.WritableImage;
import javafx.stage.Screen;
import javafx.stage.Stage;
import traceglass.app.AppContext;
import traceglass.app.Launch;
import traceglass.app.SampleTrace;
import traceglass.app.preferences.Preferences;
import traceglass.app.project.Keeping;
import traceglass.app.project.ProjectWriter;
import traceglass.app.project.SessionFiles;
import traceglass.app.settings.Folders;
import traceglass.app.settings.RecentTraces;
import traceglass.app.settings.Settings;
import traceglass.app.theme.Theme;
import traceglass.app.ui.Notices;
import traceglass.icons.AppIcon;
import traceglass.icons.Png;

/// The program with a window on a screen.
public final class WindowApp extends Application {

    private static final AtomicReference<Launch.Request> REQUEST = new AtomicReference<>();
    private static final double WIDTH = 1600;
    private static final double HEIGHT = 1000;
    private static final double LEAST_WIDTH = 900;
    private static final double LEAST_HEIGHT = 560;

    private Stage stage;
    private Settings settings;
    private Theme theme;
    private MainWindow window;

    /// Opens the window and waits until it is closed.
    ///
    /// @return 0, or 1 when there is no screen to open it on
    public static int show(Launch.Request request) {
        // JavaFX makes the application object itself, so what it is to show has to wait somewhere.
        REQUEST.set(request);
        try {
            Application.launch(WindowApp.class);
            return 0;
        } catch (UnsupportedOperationException | IllegalStateException e) {
            System.err.println("traceglass: no window can be opened here (" + e.getMessage()
                    + "); \"traceglass screenshot TRACE -o OUT.png\" draws it to a file, query and info need no window");
            return 1;
        }
    }

    @Override
    public void start(Stage primary) {
        Launch.Request request = REQUEST.get();
        stage = primary;
        Folders folders = Folders.ofPlatform();
        settings = Settings.in(folders.config());
        theme = new Theme();
        Preferences preferences = new Preferences(settings);
        theme.choiceProperty().bindBidirectional(preferences.themeProperty());
        AppContext context = new AppContext(new FxDialogs(() -> stage, settings), preferences);
        Keeping keeping = new Keeping(new SessionFiles(folders.sessions()), new ProjectWriter());
        keeping.writer().afterwards(keeping.sessions()::trim);
        Launch.quietly(() -> window = new MainWindow(context, new MainWindow.Environment(request.store(), theme, false,
                RecentTraces.in(folders.config()), SampleTrace::file, new OnScreen(), keeping)));
        context.drawer().setDraggedHeight(settings.number("drawer.height", 0));
        Scene scene = new Scene(window.root(), WIDTH, HEIGHT);
        theme.install(scene);
        for (int size : AppIcon.SIZES) {
            stage.getIcons().add(icon(size));
        }
        stage.titleProperty().bind(window.titleProperty());
        stage.setScene(scene);
        place();
        stage.setOnCloseRequest(e -> {
            if (window.context().mayClose()) {
                save();
            } else {
                e.consume();
            }
        });
        stage.show();
        open(request);
    }

    private void open(Launch.Request request) {
        if (request.trace() != null) {
            window.open(request.trace(), ok -> {
                if (ok) {
                    Arrival arrival = new Arrival(window);
                    arrival.showTracks(request.tracks(), () -> arrival.show(request.time(), request.select(), request.sql()));
                }
            });
        }
    }

    private static WritableImage icon(int size) {
        WritableImage image = new WritableImage(size, size);
        image.getPixelWriter().setPixels(0, 0, size, size, PixelFormat.getIntArgbInstance(), AppIcon.pixels(size), 0, size);
        return image;
    }

    /// Where it was last, when that is still on a screen.
    private void place() {
        stage.setMinWidth(LEAST_WIDTH);
        stage.setMinHeight(LEAST_HEIGHT);
        Rectangle2D screen = Screen.getPrimary().getVisualBounds();
        double width = Math.min(settings.number("window.width", WIDTH), screen.getWidth());
        double height = Math.min(settings.number("window.height", HEIGHT), screen.getHeight());
        stage.setWidth(width);
        stage.setHeight(height);
        double x = settings.number("window.x", Double.NaN);
        double y = settings.number("window.y", Double.NaN);
        if (!Double.isNaN(x) && !Screen.getScreensForRectangle(x, y, width, 40).isEmpty()) {
            stage.setX(x);
            stage.setY(y);
        }
        stage.setMaximized(Boolean.parseBoolean(settings.get("window.maximised", "false")));
    }

    private void save() {
        settings.set("window.maximised", stage.isMaximized());
        if (!stage.isMaximized() && !stage.isFullScreen()) {
            settings.set("window.width", stage.getWidth());
            settings.set("window.height", stage.getHeight());
            settings.set("window.x", stage.getX());
            settings.set("window.y", stage.getY());
        }
        settings.set("drawer.height", window.context().drawer().draggedHeight());
    }

    @Override
    public void stop() {
        if (window != null) {
            window.close();
        }
    }

    private final class OnScreen implements WindowHost {

        @Override
        public void nextTheme() {
            Theme.Choice[] all = Theme.Choice.values();
            Theme.Choice next = all[(theme.choiceProperty().get().ordinal() + 1) % all.length];
            theme.choiceProperty().set(next);
            window.context().status().setState("theme", "Colours:", switch (next) {
                case SYSTEM -> "as the system";
                case LIGHT -> "light";
                case DARK -> "dark";
            });
        }

        @Override
        public void toggleFullScreen() {
            stage.setFullScreen(!stage.isFullScreen());
        }

        @Override
        public void quit() {
            if (window.context().mayClose()) {
                save();
                stage.close();
            }
        }

        @Override
        public void savePicture(Path file) {
            WritableImage image = stage.getScene().snapshot(null);
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    Files.write(file, encode(image));
                    javafx.application.Platform.runLater(() -> window.context().notices().toast(stage, "Saved the picture", file.toString()));
                } catch (IOException e) {
                    javafx.application.Platform.runLater(() -> window.context().notices().show(Notices.Severity.ERROR, "picture",
                            "The picture could not be written to " + file + ": " + e.getMessage()));
                }
            });
        }
    }

    /// The image as the bytes of a PNG file.
    public static byte[] encode(WritableImage image) {
        int width = (int) image.getWidth();
        int height = (int) image.getHeight();
        int[] pixels = new int[width * height];
        image.getPixelReader().getPixels(0, 0, width, height, PixelFormat.getIntArgbInstance(), pixels, 0, width);
        return Png.encode(pixels, width, height);
    }
}
