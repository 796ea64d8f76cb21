package traceglass.render.input;

/// Shapes of the cursor over a timeline.
public enum CursorShape {
    DEFAULT,
    /// Over an edge that can be dragged to the left and to the right.
    RESIZE_WIDTH,
    /// Over an edge that can be dragged up and down.
    RESIZE_HEIGHT,
    OPEN_HAND,
    CLOSED_HAND
}
