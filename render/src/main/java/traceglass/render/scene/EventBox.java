package traceglass.render.scene;

/// Box of an event in a row, px of the control. Unlike the boxes of frames, it is not clipped.
///
/// @param left left edge
/// @param top top edge
/// @param width distance between the left and right edges
/// @param height distance between the top and bottom edges
/// @param isPinned whether it is in a pinned row
/// @param isExact whether it is the box of the event itself, rather than its time in a whole row: that of its track
///     while the event is not loaded, or of the closed group that contains the track
public record EventBox(double left, double top, double width, double height, boolean isPinned, boolean isExact) {

    /// Right edge.
    public double right() {
        return left + width;
    }

    /// Vertical middle.
    public double middle() {
        return top + height / 2;
    }
}
