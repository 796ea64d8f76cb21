package traceglass.render.paint;

import java.util.List;
import traceglass.render.box.Box;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.Scene;
import traceglass.render.surface.Pen;

/// Paints the boxes of a layer.
final class BoxPainter {

    private final TimelineModel model;
    private final Pen pen;

    BoxPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
    }

    void paint(Scene scene, Layer layer) {
        List<Box> boxes = scene.boxes(layer);
        if (boxes.isEmpty()) {
            return;
        }
        if (layer.isClipped()) {
            Geometry geometry = scene.geometry();
            double top = layer.top(geometry);
            pen.clip(geometry.timeX(), top, geometry.timeWidth(), Math.max(0, layer.bottom(geometry) - top));
        }
        PaintContext context = PaintContext.of(model);
        for (Box box : boxes) {
            box.paint(context, pen);
        }
        if (layer.isClipped()) {
            pen.unclip();
        }
    }
}
