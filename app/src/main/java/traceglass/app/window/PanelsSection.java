package traceglass.app.window;

import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.app.context.Navigator;
import traceglass.app.context.TraceSlot;
import traceglass.app.project.Fields;
import traceglass.app.project.ProjectSection;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.DetailsTab;
import traceglass.app.window.frame.PendingTab;
import traceglass.app.window.timeline.TimelinePage;

/// Project section for the current page and the state of the details pane: open or closed, height, and selected tab.
final class PanelsSection implements ProjectSection {

    private final Navigator navigator;
    private final MainWindow window;
    private final DetailsPane detailsPane;
    private final PendingTab pendingTab;

    PanelsSection(TraceSlot slot, MainWindow window) {
        this.navigator = slot.navigation().navigator();
        this.window = window;
        this.detailsPane = slot.host().detailsPane();
        pendingTab = new PendingTab(detailsPane, window.root());
        slot.trace().sessionProperty().addListener(_ -> detailsPane.closeIfUnused());
        window.pageProperty().addListener(o -> slot.host().sections().notifyChanged());
        detailsPane.openProperty().addListener(o -> slot.host().sections().notifyChanged());
        detailsPane.maximizedProperty().addListener(o -> slot.host().sections().notifyChanged());
        detailsPane.selectedProperty().addListener(o -> slot.host().sections().notifyChanged());
        detailsPane.prefHeightProperty().addListener(o -> slot.host().sections().notifyChanged());
    }

    @Override
    public String name() {
        return "panels";
    }

    @Override
    public boolean isProjectOnly() {
        return true;
    }

    @Override
    public Map<String, Object> state() {
        DetailsTab tab = detailsPane.selectedProperty().get();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("page", window.pageProperty().get().id());
        fields.put("drawerOpen", detailsPane.openProperty().get());
        fields.put("drawerMaximised", detailsPane.maximizedProperty().get());
        fields.put("drawerHeightPx", detailsPane.draggedHeight() > 0 ? detailsPane.draggedHeight() : null);
        fields.put("drawerTab", !pendingTab.id().isEmpty() ? pendingTab.id() : tab == null ? null : tab.id());
        return fields;
    }

    @Override
    public void restore(Fields f) {
        if (f.contains("drawerHeightPx")) {
            detailsPane.setDraggedHeight(Math.clamp(f.decimal("drawerHeightPx", 0), 0, 10_000));
        }
        detailsPane.openProperty().set(f.flag("drawerOpen", false));
        detailsPane.maximizedProperty().set(f.flag("drawerMaximised", false));
        pendingTab.selectWhenAvailable(f.text("drawerTab", ""));
        navigator.showPage(f.text("page", TimelinePage.ID));
    }

    @Override
    public void reset() {
        pendingTab.selectWhenAvailable("");
    }
}
