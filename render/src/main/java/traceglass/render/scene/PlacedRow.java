package traceglass.render.scene;

import traceglass.render.layout.Row;

/// Row at its position on the control.
///
/// @param row the row
/// @param top its top edge, on a whole px of the control
/// @param isPinned whether it is a pinned row
public record PlacedRow(Row row, double top, boolean isPinned) {

    public double bottom() {
        return top + row.height();
    }

    public boolean contains(double y) {
        return y >= top && y < bottom();
    }
}
