package traceglass.app.window;

import java.util.LinkedHashMap;
import java.util.Map;
import javafx.beans.InvalidationListener;
import javafx.event.EventHandler;
import javafx.scene.input.InputEvent;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseEvent;
import traceglass.app.AppContext;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.app.ui.Drawer;
import traceglass.app.ui.DrawerTab;

/// Which page is shown, and whether the drawer is open, how high, and with which tab.
final class PanelsSection implements ProjectSection {

    private final AppContext context;
    private final MainWindow window;
    private final Drawer drawer;
    private String wanted = "";
    private final InvalidationListener comeForward = o -> javafx.application.Platform.runLater(this::chooseWanted);
    private final EventHandler<InputEvent> stopWanting = e -> want("");

    PanelsSection(AppContext context, MainWindow window) {
        this.context = context;
        this.window = window;
        this.drawer = context.drawer();
        window.pageProperty().addListener(o -> context.sections().changed());
        drawer.openProperty().addListener(o -> context.sections().changed());
        drawer.maximisedProperty().addListener(o -> context.sections().changed());
        drawer.selectedProperty().addListener(o -> context.sections().changed());
        drawer.prefHeightProperty().addListener(o -> context.sections().changed());
    }

    @Override
    public String name() {
        return "panels";
    }

    @Override
    public boolean onlyInProjects() {
        return true;
    }

    @Override
    public Map<String, Object> state() {
        DrawerTab tab = drawer.selectedProperty().get();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("page", window.pageProperty().get().id());
        fields.put("drawerOpen", drawer.openProperty().get());
        fields.put("drawerMaximised", drawer.maximisedProperty().get());
        fields.put("drawerHeightPx", drawer.draggedHeight() > 0 ? drawer.draggedHeight() : null);
        fields.put("drawerTab", !wanted.isEmpty() ? wanted : tab == null ? null : tab.id());
        return fields;
    }

    @Override
    public void restore(Fields f) {
        if (f.has("drawerHeightPx")) {
            drawer.setDraggedHeight(Math.clamp(f.decimal("drawerHeightPx", 0), 0, 10_000));
        }
        drawer.openProperty().set(f.flag("drawerOpen", false));
        drawer.maximisedProperty().set(f.flag("drawerMaximised", false));
        want(f.text("drawerTab", ""));
        chooseWanted();
        context.navigator().showPage(f.text("page", TimelinePage.ID));
    }

    @Override
    public void reset() {
        want("");
    }

    /// Tabs about the selection are there only when their contents have been read; others must not stay in front of it until then. A person
    /// who does something has chosen for themselves.
    private void want(String id) {
        drawer.selectedProperty().removeListener(comeForward);
        drawer.tabs().forEach(t -> t.availableProperty().removeListener(comeForward));
        window.root().removeEventFilter(MouseEvent.MOUSE_PRESSED, stopWanting);
        window.root().removeEventFilter(KeyEvent.KEY_PRESSED, stopWanting);
        wanted = id;
        if (!id.isEmpty()) {
            drawer.selectedProperty().addListener(comeForward);
            drawer.tab(id).ifPresent(t -> t.availableProperty().addListener(comeForward));
            window.root().addEventFilter(MouseEvent.MOUSE_PRESSED, stopWanting);
            window.root().addEventFilter(KeyEvent.KEY_PRESSED, stopWanting);
        }
    }

    private void chooseWanted() {
        drawer.tab(wanted).filter(t -> t.availableProperty().get() && drawer.selectedProperty().get() != t).ifPresent(t -> {
            boolean open = drawer.openProperty().get();
            drawer.select(t);
            drawer.openProperty().set(open);
        });
    }
}
