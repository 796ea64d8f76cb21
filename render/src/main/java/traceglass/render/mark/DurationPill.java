package traceglass.render.mark;

import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.font.Fonts;
import traceglass.render.font.MeasuredFont;
import traceglass.render.font.Weight;
import traceglass.render.model.TimelineModel;

/// Duration of an arrow in a box with rounded ends, px of the control.
///
/// @param text the duration
/// @param left left edge
/// @param middle vertical middle
/// @param width width, px
/// @param halfHeight half of the height
public record DurationPill(String text, double left, double middle, double width, double halfHeight) implements Box {

    /// Space between the text and each end.
    private static final double SPACE = 7;
    /// Half of the height at 100%.
    private static final double HALF_HEIGHT = 9;

    /// Half of the height of a pill.
    static double halfHeight(TimelineModel model) {
        return Math.round(model.px(HALF_HEIGHT));
    }

    private static MeasuredFont font(Fonts fonts) {
        return fonts.ui(11, Weight.MEDIUM);
    }

    /// Width of a pill with this text, px.
    static double width(TimelineModel model, String text) {
        return font(model.fonts()).width(text) + 2 * SPACE;
    }

    /// Top edge.
    double top() {
        return middle - halfHeight;
    }

    @Override
    public Layer layer() {
        return Layer.FLOW_TEXTS;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        drawing.fill(context.tokens().surface());
        drawing.roundRect(left, top(), width, 2 * halfHeight, halfHeight);
        drawing.stroke(context.tokens().accent(), 1);
        drawing.frame(left, top(), width, 2 * halfHeight, halfHeight);
        drawing.text(font(context.fonts()), context.tokens().accent(), text, left + SPACE, middle, width);
    }
}
