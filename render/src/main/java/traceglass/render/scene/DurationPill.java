package traceglass.render.scene;

import traceglass.render.font.MeasuredFont;
import traceglass.render.font.Weight;
import traceglass.render.model.TimelineModel;

/// Duration of an arrow in a box with round ends, px of the control.
///
/// @param text the duration
/// @param left left edge
/// @param middle vertical middle
/// @param width width
/// @param half half of the height
public record DurationPill(String text, double left, double middle, double width, double half) {

    /// Space between the text and each end.
    private static final double SPACE = 7;

    /// Font of the text.
    public static MeasuredFont font(TimelineModel model) {
        return model.fonts().ui(11, Weight.MEDIUM);
    }

    /// Width of a pill with this text, px.
    static double width(TimelineModel model, String text) {
        return font(model).width(text) + 2 * SPACE;
    }

    /// Left edge of the text.
    public double textLeft() {
        return left + SPACE;
    }

    /// Top edge.
    public double top() {
        return middle - half;
    }

    /// Height of the whole pill.
    public double height() {
        return 2 * half;
    }
}
