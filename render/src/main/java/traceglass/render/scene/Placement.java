package traceglass.render.scene;

import java.util.List;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;

/// State of the timeline and its visible rows, from which boxes are placed.
///
/// @param deviceScale device pixels per px
/// @param pinned pinned rows, from the top; rows that are scrolled away at the top are included
/// @param rows other visible rows, from the top
/// @param sticky headers of the open groups around the first visible row, in the order in which they are painted
/// @param labels controls in the labels
public record Placement(
        TimelineModel model,
        double deviceScale,
        List<PlacedRow> pinned,
        List<PlacedRow> rows,
        List<PlacedRow> sticky,
        LabelBoxes labels) {

    public Geometry geometry() {
        return model.geometry();
    }

    /// Places single events.
    public EventBoxes events() {
        return new EventBoxes(model, deviceScale);
    }

    /// Rounds a position to the nearest device pixel.
    public double snap(double value) {
        return events().snap(value);
    }

    /// Top edge of the part of the other rows that no sticky header covers.
    public double uncoveredTop() {
        return PlacedRow.uncoveredTop(geometry(), sticky);
    }
}
