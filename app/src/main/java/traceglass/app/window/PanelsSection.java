package traceglass.app.window;

import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.app.context.Navigator;
import traceglass.app.context.TraceSlot;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.DetailsTab;
import traceglass.app.window.timeline.TimelinePage;

/// Project section for the current page and the state of the details pane: open or closed, height, and selected tab.
final class PanelsSection implements ProjectSection {

    private final Navigator navigator;
    private final MainWindow window;
    private final DetailsPane drawer;
    private final PendingTab wanted;

    PanelsSection(TraceSlot slot, MainWindow window) {
        this.navigator = slot.navigation().navigator();
        this.window = window;
        this.drawer = slot.host().detailsPane();
        wanted = new PendingTab(drawer, window.root());
        window.pageProperty().addListener(o -> slot.host().sections().changed());
        drawer.openProperty().addListener(o -> slot.host().sections().changed());
        drawer.maximizedProperty().addListener(o -> slot.host().sections().changed());
        drawer.selectedProperty().addListener(o -> slot.host().sections().changed());
        drawer.prefHeightProperty().addListener(o -> slot.host().sections().changed());
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
        DetailsTab tab = drawer.selectedProperty().get();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("page", window.pageProperty().get().id());
        fields.put("drawerOpen", drawer.openProperty().get());
        fields.put("drawerMaximised", drawer.maximizedProperty().get());
        fields.put("drawerHeightPx", drawer.draggedHeight() > 0 ? drawer.draggedHeight() : null);
        fields.put("drawerTab", !wanted.id().isEmpty() ? wanted.id() : tab == null ? null : tab.id());
        return fields;
    }

    @Override
    public void restore(Fields f) {
        if (f.has("drawerHeightPx")) {
            drawer.setDraggedHeight(Math.clamp(f.decimal("drawerHeightPx", 0), 0, 10_000));
        }
        drawer.openProperty().set(f.flag("drawerOpen", false));
        drawer.maximizedProperty().set(f.flag("drawerMaximised", false));
        wanted.want(f.text("drawerTab", ""));
        navigator.showPage(f.text("page", TimelinePage.ID));
    }

    @Override
    public void reset() {
        wanted.want("");
    }
}
