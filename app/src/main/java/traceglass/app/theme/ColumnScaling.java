package traceglass.app.theme;

import java.util.List;
import javafx.scene.control.TableColumnBase;

/// Keeps the widths of a table's columns scaled to the text size.
public final class ColumnScaling {

    private double factor = StyleSheets.factor();

    /// Scales the widths if the text size has changed since the last call. To be called from each layout of the
    /// table's parent, because a new text size leads to a new layout.
    public void apply(List<? extends TableColumnBase<?, ?>> columns) {
        double ratio = StyleSheets.factor() / factor;
        factor = StyleSheets.factor();
        if (ratio != 1) {
            columns.forEach(c -> c.setPrefWidth(Math.ceil(c.getPrefWidth() * ratio)));
        }
    }
}
