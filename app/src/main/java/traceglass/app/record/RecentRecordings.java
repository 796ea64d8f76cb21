package traceglass.app.record;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.geometry.Point2D;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.Region;
import traceglass.app.task.FxThread;

/// Finds the newest recordings in the folder of recordings, and offers them in a menu.
final class RecentRecordings {

    private static final int MAX_RECENT = 12;

    private RecentRecordings() {}

    /// Finds recordings in a folder.
    ///
    /// @param found called later on the JavaFX thread with the recordings, newest first; with an empty list if
    ///     there is no such folder
    static void find(Path folder, Consumer<List<Path>> found) {
        Thread.ofVirtual().start(() -> {
            List<Path> files = in(folder);
            FxThread.later(() -> found.accept(files));
        });
    }

    /// Recordings in a folder, newest first. Blocks.
    static List<Path> in(Path folder) {
        try (Stream<Path> paths = Files.list(folder)) {
            // Times are read once: that of a running recording changes while sorting.
            return paths.filter(f -> f.toString().endsWith(".pftrace"))
                    .map(f -> Map.entry(f.toFile().lastModified(), f))
                    .sorted(Map.Entry.<Long, Path>comparingByKey().reversed())
                    .limit(MAX_RECENT)
                    .map(Map.Entry::getValue)
                    .toList();
        } catch (IOException | UncheckedIOException e) {
            // Without a folder, nothing has been recorded yet.
            return List.of();
        }
    }

    /// Shows a menu of recordings at the top right of a page.
    ///
    /// @param open opens a recording
    static void showMenu(Region page, List<Path> files, Consumer<Path> open) {
        ContextMenu menu = new ContextMenu();
        for (Path file : files) {
            MenuItem item = new MenuItem(file.getFileName().toString());
            item.setOnAction(_ -> open.accept(file));
            menu.getItems().add(item);
        }
        Point2D at = page.localToScreen(page.getWidth() - 320, 8);
        menu.show(page, at == null ? 0 : at.getX(), at == null ? 0 : at.getY());
    }
}
