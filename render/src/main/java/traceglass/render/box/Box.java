package traceglass.render.box;

import org.jspecify.annotations.Nullable;
import traceglass.render.model.TimelineModel;
import traceglass.render.model.TimelineRequests;

/// Box of the scene, at its position on the control. Immutable: it is placed when the scene is built, and the same
/// box is painted, found under the pointer and described.
///
/// A new kind of box is one class that implements this interface, with a method that places its boxes, and one line
/// of `TimelineBoxes` with that method. Painters, hit-testing, tooltips, clicks, files and assistive technology use
/// it from there.
public interface Box {

    /// Layer in which the box is painted and hit.
    Layer layer();

    /// Paints the box on the screen or into a file.
    void paint(PaintContext context, Drawing drawing);

    /// Whether the pointer hits the box at a point of its layer, px of the control. The pointer never hits a box that
    /// is only painted.
    default boolean contains(double x, double y) {
        return false;
    }

    /// Tooltip at a point that the pointer hits, or null.
    default @Nullable TooltipText tooltip(TimelineModel model, double x, double y) {
        return null;
    }

    /// Handles a click on the box. Returns whether the click was handled.
    default boolean handleClick(TimelineRequests requests) {
        return false;
    }

    /// Name for assistive technology, or null if the box has none.
    default @Nullable AccessibleName accessibleName() {
        return null;
    }
}
