package traceglass.app.ui;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/// Page that can be selected in the sidebar.
public interface Page {

    /// Short, stable id, e.g. `timeline`, `sql`, `overview`; also accepted by `--panel` on the command line.
    String id();

    /// Name in the sidebar's tooltip and in commands.
    String title();

    /// Name of an icon in `traceglass.icons`.
    String icon();

    /// Content of the page area. Always the same node.
    Node node();

    /// Returns whether the page is useful only while a trace is open.
    default boolean needsTrace() {
        return true;
    }

    /// Container for the window's timelines while this page is shown, or null for a page without timelines.
    default StackPane timelineContainer() {
        return null;
    }

    /// Returns whether the details pane is shown below this page.
    default boolean hasDetailsPane() {
        return false;
    }

    /// Returns whether the top bar shows the page title instead of the trace name; true for pages that are not
    /// about the open trace.
    default boolean showsTitleInTopBar() {
        return !needsTrace();
    }

    /// Text after the title in the top bar, for pages that are not about the open trace; null for none.
    default ObservableValue<String> subtitle() {
        return null;
    }

    /// Returns whether this page opens a file or folder that is not a trace. Called before a trace is opened, so it
    /// must be fast.
    default boolean canOpen(Path file) {
        return false;
    }

    /// Opens a file or folder for which [#canOpen] is true; the page is shown.
    ///
    /// @param action called once, with a short description for the list of recent files, or null if it can't be
    ///     opened
    default void open(Path file, Consumer<@Nullable String> action) {}

    /// Offers to open several files together, or a folder that is not a trace. Returns immediately.
    ///
    /// @param files several files or folders, or one folder
    /// @param show called before the offer appears, to show the page
    /// @param fallback called if the page can't do anything with the files, or the user opens them in
    ///     another way
    default void offer(List<Path> files, Runnable show, Runnable fallback) {
        fallback.run();
    }

    /// Returns whether the page implements [#offer].
    default boolean opensSeveralFiles() {
        return false;
    }

    /// Called on the JavaFX thread when a trace starts to open in place of the open one, to stop work that would
    /// open or offer something else.
    default void onOtherOpened() {}

    /// Called on the JavaFX thread each time the page is shown.
    default void onShown() {}

    /// Called on the JavaFX thread when the window is closed, to stop work that would otherwise keep the page in
    /// memory.
    default void onClosed() {}

    /// Returns whether all content is loaded. Screenshots wait for it.
    default boolean isComplete() {
        return true;
    }
}
