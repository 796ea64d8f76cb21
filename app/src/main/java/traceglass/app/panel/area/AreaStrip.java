package traceglass.app.panel.area;

import javafx.scene.Node;
import traceglass.analysis.area.AreaScope;

/// Node above the grid of a report. Used on the JavaFX thread.
public interface AreaStrip {

    Node node();

    /// Shows the given range from now on, or nothing for null.
    void show(AreaScope scope);
}
