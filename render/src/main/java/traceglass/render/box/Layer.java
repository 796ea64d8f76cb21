package traceglass.render.box;

import traceglass.render.model.Geometry;

/// Layers of boxes, in the order in which they are painted: boxes of later layers cover those of earlier ones. Within
/// a layer, boxes are painted in the order of their registration.
public enum Layer {
    /// Behind the grid of the rows.
    ROWS_BEHIND_GRID(Area.ROWS),
    /// Over the grid, behind the content of the rows.
    ROWS_OVER_GRID(Area.ROWS),
    /// Behind the grid of the pinned rows.
    PINNED_BEHIND_GRID(Area.PINNED),
    /// Over the grid, behind the content of the pinned rows.
    PINNED_OVER_GRID(Area.PINNED),
    /// Over the load in the minimap, behind the visible window.
    MINIMAP_LOAD(Area.MINIMAP),
    /// Over the shaded parts of the minimap, behind the frame of the visible window.
    MINIMAP_MARKS(Area.MINIMAP),
    /// The strip of notes.
    NOTES(Area.NOTES),
    /// Lines over all tracks.
    LINES(Area.TRACKS),
    /// The selected area.
    AREA(Area.TRACKS),
    /// Flows of the selection.
    FLOWS(Area.TRACKS),
    /// Outlines of the selected event.
    SELECTION(Area.TRACKS),
    /// Durations and number of flows.
    FLOW_TEXTS(Area.TRACKS),
    /// Wakeup of the selected event.
    WAKEUP(Area.ROWS),
    /// Next to the scroll bar, over everything.
    SCROLL_BAR(Area.ROWS);

    /// Parts of the control.
    private enum Area {
        MINIMAP,
        NOTES,
        PINNED,
        ROWS,
        /// Pinned and other rows.
        TRACKS
    }

    private final Area area;

    Layer(Area area) {
        this.area = area;
    }

    /// Layer behind the grid.
    public static Layer behindGrid(boolean isPinned) {
        return isPinned ? PINNED_BEHIND_GRID : ROWS_BEHIND_GRID;
    }

    /// Layer between the grid and the content of the rows.
    public static Layer overGrid(boolean isPinned) {
        return isPinned ? PINNED_OVER_GRID : ROWS_OVER_GRID;
    }

    /// Whether its boxes are painted over the content of the tracks, so that events below a box are not found.
    public boolean coversTracks() {
        return ordinal() >= LINES.ordinal();
    }

    /// Whether painting is restricted to its part of the control.
    public boolean isClipped() {
        return this == FLOWS || this == FLOW_TEXTS || this == WAKEUP;
    }

    /// Top edge of its part of the control, px.
    public double top(Geometry geometry) {
        return switch (area) {
            case MINIMAP -> 0;
            case NOTES -> geometry.notesTop();
            case PINNED, TRACKS -> geometry.headerHeight();
            case ROWS -> geometry.tracksTop();
        };
    }

    /// Bottom edge of its part of the control, px.
    public double bottom(Geometry geometry) {
        return switch (area) {
            case MINIMAP -> geometry.minimapHeight();
            case NOTES -> geometry.headerHeight();
            case PINNED -> geometry.tracksTop();
            case ROWS, TRACKS -> geometry.height();
        };
    }
}
