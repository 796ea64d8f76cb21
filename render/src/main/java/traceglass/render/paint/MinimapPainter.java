package traceglass.render.paint;

import traceglass.analysis.sched.MinimapData;
import traceglass.render.box.Layer;
import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.font.Weight;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.MinimapScale;
import traceglass.render.scene.MinimapWindow;
import traceglass.render.scene.Scene;
import traceglass.render.surface.Pen;

/// Paints the minimap: load over the whole trace, lost data, notes, search hits, and the visible window.
final class MinimapPainter {

    private final TimelineModel model;
    private final Pen pen;
    private final BoxPainter layers;
    private MinimapBoxes boxes;

    MinimapPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
        layers = new BoxPainter(model, pen);
    }

    void paint(Scene scene) {
        MinimapWindow window = scene.window();
        Tokens tokens = model.palette().tokens;
        MinimapScale scale = MinimapScale.of(model);
        double left = scale.left();
        double width = scale.width();
        double height = model.geometry().minimapHeight();
        pen.rect(tokens.bg(), left, 0, width, height);
        paintLanes(scale, height);
        layers.paint(scene, Layer.MINIMAP_LOAD);
        pen.fill(Palette.fade(tokens.surface(), .55));
        pen.rect(left, 0, window.left() - left, height);
        pen.rect(window.right(), 0, left + width - window.right(), height);
        layers.paint(scene, Layer.MINIMAP_MARKS);
        paintLaneNames(left, height);
        double shownA = window.shownLeft();
        double shownB = window.shownRight();
        pen.stroke(tokens.accent(), 1.5);
        pen.frame(shownA - .75, 1, shownB - shownA + 1.5, height - 3, 3);
        pen.fill(tokens.accent());
        if (shownB - shownA >= 10) {
            pen.roundRect(shownA - 2.5, height / 2 - 7, 5, 14, 2.5);
            pen.roundRect(shownB - 2.5, height / 2 - 7, 5, 14, 2.5);
        }
        pen.rect(tokens.border(), left, height - 1, width, 1);
    }

    /// Labels the lanes A and B while two traces are open.
    private void paintLaneNames(double left, double height) {
        if (model.marks().pairMinimap() == null) {
            return;
        }
        double pitch = (height - 8) / 2;
        for (int lane = 0; lane < model.marks().pairMinimap().lanes().size(); lane++) {
            double y = 4 + lane * pitch;
            pen.fill(Palette.fade(model.palette().tokens.surface(), .8));
            pen.roundRect(left + 4, y + 1, model.px(13), pitch - 2, 3);
            pen.text(
                    model.fonts().ui(10, Weight.SEMI_BOLD),
                    lane == 0 ? model.palette().traceA : model.palette().traceB,
                    model.marks().pairMinimap().lanes().get(lane).name(),
                    left + model.px(7),
                    y + pitch / 2,
                    model.px(20));
        }
    }

    private void paintLanes(MinimapScale scale, double height) {
        boolean isPair = model.marks().pairMinimap() != null;
        MinimapData minimap =
                isPair ? model.marks().pairMinimap() : model.marks().minimap();
        if (minimap == null || minimap.lanes().isEmpty()) {
            return;
        }
        if (boxes == null || !boxes.matches(minimap, model, scale, height)) {
            boxes = new MinimapBoxes(minimap, isPair, model, scale, height, pen);
        }
        boxes.paint();
    }
}
