package traceglass.app.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.Node;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import traceglass.app.context.TracePair;
import traceglass.app.context.TraceSlot;
import traceglass.app.help.HelpPage;
import traceglass.app.preferences.page.SettingsPage;
import traceglass.app.ui.Page;
import traceglass.app.window.frame.Sidebar;
import traceglass.app.window.opening.StartPage;
import traceglass.app.window.timeline.TimelinePage;
import traceglass.app.window.timeline.Timelines;

/// Pages of a window, and the one that is shown. Used on the JavaFX thread.
final class WindowPages {

    private final TraceSlot slot;
    private final TracePair pair;
    private final Timelines timelines;
    private final StackPane area = new StackPane();
    private final List<Page> pages = new ArrayList<>();
    private final ReadOnlyObjectWrapper<Page> shown = new ReadOnlyObjectWrapper<>();
    private Consumer<Page> listener = _ -> {};

    /// @param timelines timelines of the window, which are shown on the pages that contain them
    WindowPages(TraceSlot slot, TracePair pair, Timelines timelines) {
        this.slot = slot;
        this.pair = pair;
        this.timelines = timelines;
        area.setMinSize(0, 0);
        // The page takes the space that the details pane leaves. With a preferred height of its own it would
        // take half of the space that an opening pane needs.
        area.setPrefHeight(0);
        VBox.setVgrow(area, Priority.ALWAYS);
    }

    /// Adds a page at the end. The first one is the start page.
    void add(Page page) {
        pages.add(page);
    }

    /// Sets the listener that is called with each page before its `onShown` is called.
    void setListener(Consumer<Page> value) {
        listener = value;
    }

    List<Page> all() {
        return List.copyOf(pages);
    }

    /// All pages except the start page.
    List<Page> withoutStart() {
        return List.copyOf(pages.subList(1, pages.size()));
    }

    Optional<Page> find(String id) {
        return pages.stream().filter(p -> p.id().equals(id)).findFirst();
    }

    /// The page that is shown.
    Page shown() {
        return shown.get();
    }

    ReadOnlyObjectProperty<Page> shownProperty() {
        return shown.getReadOnlyProperty();
    }

    /// Node that contains the page that is shown.
    Node area() {
        return area;
    }

    /// Adds a button for each page to the sidebar: settings and help at the bottom, the others at the top.
    void addTo(Sidebar sidebar) {
        sidebar.addLogo("page." + StartPage.ID);
        for (Page page : withoutStart()) {
            if (page.id().equals(SettingsPage.ID) || page.id().equals(HelpPage.ID)) {
                continue;
            }
            sidebar.addPage("page." + page.id(), page.id());
            if (page instanceof TimelinePage) {
                sidebar.add("trace.open");
            }
        }
        sidebar.addSpace();
        sidebar.addPage("page." + HelpPage.ID, HelpPage.ID);
        sidebar.addPage("page.settings", SettingsPage.ID);
    }

    /// Shows a page, unless it needs a trace and there is none.
    void show(Page next) {
        // Showing the current page again must not move the focus: Enter in the search field steps through the
        // hits.
        if (next.needsTrace() && slot.trace().session() == null || next == shown.get()) {
            return;
        }
        shown.set(next);
        if (next.timelineContainer() != null) {
            next.timelineContainer().getChildren().setAll(timelines.node());
        }
        area.getChildren().setAll(next.node());
        listener.accept(next);
        updateDetailsPane();
        // Split panes have their content only with their styles; without a scene, it could not take the focus.
        next.node().applyCss();
        next.onShown();
    }

    /// Shows or hides the details pane of the active trace, as the page requires.
    void updateDetailsPane() {
        pair.active().host().detailsPane().setAllowedOnPage(shown.get().hasDetailsPane());
    }
}
