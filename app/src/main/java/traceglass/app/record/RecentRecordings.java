package traceglass.app.record;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.geometry.Point2D;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.Region;

/// Finds the newest recordings in the folder of recordings, and offers them in a menu.
final class RecentRecordings {

    private static final int MAX_RECENT = 12;

    private RecentRecordings() {}

    /// Recordings in a folder, newest first; empty if there is no such folder.
    static List<Path> in(Path folder) {
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.filter(f -> f.toString().endsWith(".pftrace"))
                    .sorted(Comparator.comparing((Path f) -> f.toFile().lastModified())
                            .reversed())
                    .limit(MAX_RECENT)
                    .toList();
        } catch (IOException e) {
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
