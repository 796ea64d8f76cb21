package traceglass.app.panel.area;

import javafx.scene.Node;
import traceglass.analysis.area.AreaScope;

/// What a report shows above its grid. Used on the JavaFX thread.
public interface AreaStrip {

    Node node();

    /// The range that is shown from now on, or null for none.
    void show(AreaScope scope);
}
