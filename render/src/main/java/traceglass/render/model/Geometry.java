package traceglass.render.model;

import traceglass.render.layout.Layout;

/// Positions of the parts of the timeline, in px of the control.
///
/// @param width width of the control
/// @param height height of the control
/// @param labelWidth width of the label column
/// @param pinned height of the pinned area with its line, 0 if nothing is pinned
/// @param scale scale of text and rows
/// @param isHeaderHidden whether there is no header because a timeline above this one shows the shared axis
public record Geometry(
        double width, double height, double labelWidth, double pinned, double scale, boolean isHeaderHidden) {

    /// Computes the geometry. The pinned area gets the height it needs, up to 40% of the space, or the height
    /// set by the user (`requestedPinnedHeight`, negative if not set).
    public static Geometry of(
            double width,
            double height,
            double labelWidth,
            double requestedPinnedHeight,
            Layout layout,
            double scale,
            boolean isBare) {
        Geometry none = new Geometry(width, height, labelWidth, 0, scale, isBare);
        if (layout.pinned().isEmpty()) {
            return none;
        }
        double room = none.tracksHeight();
        double maxPinned = requestedPinnedHeight >= 0 ? Math.min(requestedPinnedHeight, room * .8) : room * .4;
        double pinned = Math.round(Math.max(24, Math.min(layout.pinnedHeight() + 1, maxPinned)));
        return new Geometry(width, height, labelWidth, pinned, scale, isBare);
    }

    public double minimapHeight() {
        return isHeaderHidden ? 0 : Math.round(38 * scale);
    }

    public double axisTop() {
        return minimapHeight();
    }

    public double axisHeight() {
        return isHeaderHidden ? 0 : Math.round(24 * scale);
    }

    public double notesTop() {
        return axisTop() + axisHeight();
    }

    public double notesHeight() {
        return isHeaderHidden ? 0 : Math.round(18 * scale);
    }

    public double headerHeight() {
        return notesTop() + notesHeight();
    }

    public double tracksTop() {
        return headerHeight() + pinned;
    }

    public double tracksHeight() {
        return Math.max(0, height - tracksTop());
    }

    public double timeX() {
        return labelWidth;
    }

    public double timeWidth() {
        return Math.max(1, width - labelWidth);
    }
}
