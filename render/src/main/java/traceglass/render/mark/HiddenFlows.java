package traceglass.render.mark;

import java.util.List;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.font.Fonts;
import traceglass.render.font.MeasuredFont;
import traceglass.render.font.Weight;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.Placement;
import traceglass.render.text.TimelineViewTexts;

/// Number of flows that are not drawn, in the corner, where it covers the least content, px of the control.
record HiddenFlows(String text, double left, double top, double width) implements Box {

    private static final double HEIGHT = 20;
    /// Space between the text and each end.
    private static final double SPACE = 8;
    private static final double RIGHT_MARGIN = 18;
    private static final double TOP_MARGIN = 6;

    static List<HiddenFlows> place(Placement placement) {
        TimelineModel model = placement.model();
        long count = model.marks().hiddenFlows();
        if (count <= 0 || !FlowPlacement.isShown(model.selection())) {
            return List.of();
        }
        String text = TimelineViewTexts.flowsNotDrawn(count);
        double width = font(model.fonts()).width(text) + 2 * SPACE;
        return List.of(new HiddenFlows(
                text,
                model.geometry().width() - width - model.px(RIGHT_MARGIN),
                model.geometry().tracksTop() + model.px(TOP_MARGIN),
                width));
    }

    private static MeasuredFont font(Fonts fonts) {
        return fonts.ui(11, Weight.MEDIUM);
    }

    @Override
    public Layer layer() {
        return Layer.FLOW_TEXTS;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        drawing.fill(context.tokens().surface());
        drawing.roundRect(left, top, width, HEIGHT, HEIGHT / 2);
        drawing.stroke(context.tokens().borderStrong(), 1);
        drawing.frame(left, top, width, HEIGHT, HEIGHT / 2);
        drawing.text(font(context.fonts()), context.tokens().text2(), text, left + SPACE, top + HEIGHT / 2, width);
    }
}
