package traceglass.app.ui;

import javafx.beans.value.ObservableValue;
import javafx.scene.Node;

/// One of the contents that the sidebar switches between.
public interface Page {

    /// Short and stable: `timeline`, `sql`, `overview`; also what `--panel` of the command line names.
    String id();

    /// Name in the sidebar's tooltip and in commands.
    String title();

    /// Name of an icon.
    String icon();

    /// What fills the page area. The same node every time.
    Node node();

    /// Whether the page makes sense only while a trace is open.
    default boolean needsTrace() {
        return true;
    }

    /// Where the timelines of the window stand while this page is shown; null for a page without timelines.
    default javafx.scene.layout.StackPane timelinePlace() {
        return null;
    }

    /// Whether the drawer belongs below this page.
    default boolean hasDrawer() {
        return false;
    }

    /// Whether the top bar has the page's title in place of the trace's name, on a page that is not about the open
    /// trace.
    default boolean isNamedAbove() {
        return !needsTrace();
    }

    /// What the top bar says after the title, on a page that is not about the open trace; null for nothing.
    default ObservableValue<String> facts() {
        return null;
    }

    /// Called on the JavaFX thread each time that the page comes into view.
    default void shown() {}

    /// Whether everything that the page shows is there; a screenshot waits for it.
    default boolean isComplete() {
        return true;
    }
}
