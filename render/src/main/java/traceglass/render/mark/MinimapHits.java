package traceglass.render.mark;

import java.util.Arrays;
import java.util.List;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.model.Geometry;
import traceglass.render.scene.MinimapScale;
import traceglass.render.scene.Placement;

/// Search hits at the bottom of the minimap, at most one per px.
///
/// @param lefts left edges, px of the control, ascending
record MinimapHits(double[] lefts) implements Box {

    private static final double WIDTH = 1.5;
    private static final double HEIGHT = 4;
    private static final double BOTTOM_MARGIN = 5;

    static List<MinimapHits> place(Placement placement) {
        MinimapScale scale = MinimapScale.of(placement.model());
        long[] hits = placement.model().marks().searchHits();
        double[] lefts = new double[hits.length];
        int n = 0;
        double last = -10;
        for (long hit : hits) {
            double x = placement.snap(scale.x(hit));
            if (x - last >= 1) {
                lefts[n++] = x;
                last = x;
            }
        }
        return n == 0 ? List.of() : List.of(new MinimapHits(Arrays.copyOf(lefts, n)));
    }

    @Override
    public Layer layer() {
        return Layer.MINIMAP_MARKS;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        Geometry geometry = context.geometry();
        drawing.fill(context.tokens().warn());
        for (double left : lefts) {
            drawing.rect(
                    left,
                    geometry.minimapHeight() - BOTTOM_MARGIN * geometry.scale(),
                    WIDTH,
                    HEIGHT * geometry.scale());
        }
    }
}
