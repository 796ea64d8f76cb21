package traceglass.render.scene;

import java.util.List;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;

/// Row at its position on the control.
///
/// @param row row of the layout
/// @param top its top edge, on a whole px of the control
/// @param isPinned whether it is a pinned row
public record PlacedRow(Row row, double top, boolean isPinned) {

    /// Top edge of the part of the rows below the pinned ones that no sticky header covers.
    ///
    /// @param sticky the headers
    static double uncoveredTop(Geometry geometry, List<PlacedRow> sticky) {
        double top = geometry.tracksTop();
        for (PlacedRow header : sticky) {
            top = Math.max(top, header.bottom());
        }
        return top;
    }

    public double bottom() {
        return top + row.height();
    }

    public boolean contains(double y) {
        return y >= top && y < bottom();
    }
}
