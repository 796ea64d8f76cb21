package traceglass.render.paint;

import javafx.scene.text.FontWeight;
import traceglass.analysis.sched.MinimapData;
import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.item.Note;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.PaintState;
import traceglass.render.scene.MinimapWindow;
import traceglass.render.surface.Pen;

/// Paints the minimap: load over the whole trace, lost data, notes, search hits, and the visible window.
final class MinimapPainter {

    private final PaintState picture;
    private final Pen pen;
    private final LossPainter losses;
    private MinimapBoxes boxes;

    MinimapPainter(PaintState picture, Pen pen) {
        this.picture = picture;
        this.pen = pen;
        losses = new LossPainter(picture, pen);
    }

    void paint(MinimapWindow window) {
        Tokens tokens = picture.palette.tokens;
        Geometry geometry = picture.geometry;
        double left = geometry.timeX();
        double width = geometry.timeWidth();
        double height = geometry.minimapHeight();
        pen.rect(tokens.bg(), left, 0, width, height);
        lanes(left, width, height);
        double span = Math.max(1, picture.reach().durNs());
        losses.minimap(left, width, height - 1);
        pen.fill(Palette.fade(tokens.surface(), .55));
        pen.rect(left, 0, window.left() - left, height);
        pen.rect(window.right(), 0, left + width - window.right(), height);
        for (Note note : picture.notes) {
            double x = pen.snap(left + (note.start() - picture.reach().start()) / span * width);
            pen.rect(note.argb(), x, 1, Math.max(2, (note.end() - note.start()) / span * width), picture.px(4));
        }
        pen.fill(tokens.warn());
        double last = -10;
        for (long hit : picture.searchHits) {
            double x = pen.snap(left + (hit - picture.reach().start()) / span * width);
            if (x - last >= 1) {
                pen.rect(x, height - picture.px(5), 1.5, picture.px(4));
                last = x;
            }
        }
        laneNames(left, height);
        double shownA = window.shownLeft();
        double shownB = window.shownRight();
        pen.stroke(tokens.accent(), 1.5);
        pen.frame(shownA - .75, 1, shownB - shownA + 1.5, height - 3, 3);
        pen.fill(tokens.accent());
        if (shownB - shownA >= 10) {
            pen.round(shownA - 2.5, height / 2 - 7, 5, 14, 2.5);
            pen.round(shownB - 2.5, height / 2 - 7, 5, 14, 2.5);
        }
        pen.rect(tokens.border(), left, height - 1, width, 1);
    }

    /// Labels the lanes A and B while two traces are open.
    private void laneNames(double left, double height) {
        if (picture.pairMinimap == null) {
            return;
        }
        double pitch = (height - 8) / 2;
        for (int lane = 0; lane < picture.pairMinimap.lanes().size(); lane++) {
            double y = 4 + lane * pitch;
            pen.fill(Palette.fade(picture.palette.tokens.surface(), .8));
            pen.round(left + 4, y + 1, picture.px(13), pitch - 2, 3);
            pen.text(
                    picture.fonts.ui(10, FontWeight.SEMI_BOLD),
                    lane == 0 ? picture.palette.traceA : picture.palette.traceB,
                    picture.pairMinimap.lanes().get(lane).name(),
                    left + picture.px(7),
                    y + pitch / 2,
                    picture.px(20));
        }
    }

    private void lanes(double left, double width, double height) {
        boolean pair = picture.pairMinimap != null;
        MinimapData minimap = pair ? picture.pairMinimap : picture.minimap;
        if (minimap == null || minimap.lanes().isEmpty()) {
            return;
        }
        if (boxes == null || !boxes.isOf(minimap, picture, left, width, height)) {
            boxes = new MinimapBoxes(minimap, pair, picture, pen, left, width, height);
        }
        boxes.paint();
    }
}
