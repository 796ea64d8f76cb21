package traceglass.app.panel.flame;

import javafx.scene.Node;
import traceglass.app.ui.Segments;

/// Choice of coloring frames by module or by name. If all frames belong to one module, they are colored by name; they
/// would all have the same color otherwise.
final class FlameColorChoice {

    private final Runnable onChange;
    private final Segments<String> box;
    private boolean isModuleChosen = true;
    private boolean hasSeveralModules = true;
    private boolean isDifference;

    FlameColorChoice(Runnable onChange) {
        this.onChange = onChange;
        box = FlameToolbar.segments("flame-color", this::chosen, FlameTexts.COLOR_BY_MODULE, FlameTexts.COLOR_BY_NAME);
    }

    private void chosen(String by) {
        isModuleChosen = by.equals(FlameTexts.COLOR_BY_MODULE);
        update();
        onChange.run();
    }

    Node node() {
        return box;
    }

    /// Whether frames are colored by module.
    boolean isByModule() {
        return isModuleChosen && hasSeveralModules;
    }

    /// Sets whether the frames belong to several modules; true while there is no graph.
    void setSeveralModules(boolean value) {
        hasSeveralModules = value;
        update();
    }

    /// Sets whether the graph shows differences, which have colors of their own.
    void setDifference(boolean value) {
        isDifference = value;
        update();
    }

    private void update() {
        box.setValue(isByModule() ? FlameTexts.COLOR_BY_MODULE : FlameTexts.COLOR_BY_NAME);
        box.setDisable(isDifference || !hasSeveralModules);
    }
}
