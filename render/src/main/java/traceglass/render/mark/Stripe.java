package traceglass.render.mark;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.Placement;

/// Shaded time range behind the rows, or behind the pinned rows, px of the control.
record Stripe(Layer layer, double left, double right) implements Box {

    /// Minimum width, because narrower stripes would merge into one gray area.
    private static final double MIN_WIDTH = 3;

    static List<Stripe> place(Placement placement) {
        TimelineModel model = placement.model();
        Geometry geometry = model.geometry();
        List<Stripe> stripes = new ArrayList<>();
        long[] pairs = model.marks().stripes();
        int i = Arrays.binarySearch(pairs, model.viewport().start());
        for (i = (i < 0 ? -i - 1 : i) & ~1; i + 1 < pairs.length; i += 2) {
            double a = Math.max(geometry.timeX(), placement.snap(model.x(pairs[i])));
            double b = Math.min(geometry.width(), placement.snap(model.x(pairs[i + 1])));
            if (a >= geometry.width()) {
                break;
            }
            if (b - a >= MIN_WIDTH) {
                stripes.add(new Stripe(Layer.behindGrid(false), a, b));
                stripes.add(new Stripe(Layer.behindGrid(true), a, b));
            }
        }
        return stripes;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        double top = layer.top(context.geometry());
        drawing.rect(context.tokens().hover(), left, top, right - left, layer.bottom(context.geometry()) - top);
    }
}
