package traceglass.render.paint;

import java.util.List;
import javafx.scene.text.FontWeight;
import traceglass.model.track.MinimapData;
import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.item.Note;

/// Paints the minimap: load over the whole trace, where data was lost, notes, search hits, and the window in it.
final class MinimapPainter {

    private static final double TALL_LANE = 7;

    private final Picture picture;
    private final Pen pen;
    private final LossPainter losses;

    MinimapPainter(Picture picture, Pen pen) {
        this.picture = picture;
        this.pen = pen;
        losses = new LossPainter(picture, pen);
    }

    void paint() {
        Tokens tokens = picture.palette.tokens;
        Geometry geometry = picture.geometry;
        double left = geometry.timeX();
        double width = geometry.timeWidth();
        double height = geometry.minimapHeight();
        pen.rect(tokens.bg(), left, 0, width, height);
        lanes(left, width, height);
        double span = Math.max(1, picture.reach().durNs());
        losses.minimap(left, width, height - 1);
        double a = left + Math.clamp((picture.viewport.start() - picture.reach().start()) / span, 0, 1) * width;
        double b = left + Math.clamp((picture.viewport.start() - picture.reach().start() + picture.viewport.spanNs()) / span, 0, 1) * width;
        pen.fill(Palette.fade(tokens.surface(), .55));
        pen.rect(left, 0, a - left, height);
        pen.rect(b, 0, left + width - b, height);
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
        letters(left, height);
        // A window narrower than its handles is shown a little wider, so that it can still be seen.
        double middle = (a + b) / 2;
        double shownA = Math.max(left + .5, Math.min(a, middle - 3));
        double shownB = Math.min(left + width - .5, Math.max(b, middle + 3));
        pen.stroke(tokens.accent(), 1.5);
        pen.frame(shownA - .75, 1, shownB - shownA + 1.5, height - 3, 3);
        pen.fill(tokens.accent());
        if (shownB - shownA >= 10) {
            pen.round(shownA - 2.5, height / 2 - 7, 5, 14, 2.5);
            pen.round(shownB - 2.5, height / 2 - 7, 5, 14, 2.5);
        }
        pen.rect(tokens.border(), left, height - 1, width, 1);
    }

    /// Which lane is which of two traces.
    private void letters(double left, double height) {
        if (picture.pairMinimap == null) {
            return;
        }
        double pitch = (height - 8) / 2;
        for (int lane = 0; lane < picture.pairMinimap.lanes().size(); lane++) {
            double y = 4 + lane * pitch;
            pen.fill(Palette.fade(picture.palette.tokens.surface(), .8));
            pen.round(left + 4, y + 1, picture.px(13), pitch - 2, 3);
            pen.text(picture.fonts.ui(10, FontWeight.SEMI_BOLD), lane == 0 ? picture.palette.traceA : picture.palette.traceB,
                    picture.pairMinimap.lanes().get(lane).name(), left + picture.px(7), y + pitch / 2, picture.px(20));
        }
    }

    private void lanes(double left, double width, double height) {
        boolean pair = picture.pairMinimap != null;
        MinimapData minimap = pair ? picture.pairMinimap : picture.minimap;
        if (minimap == null || minimap.lanes().isEmpty()) {
            return;
        }
        List<MinimapData.Lane> lanes = minimap.lanes();
        double pxPerNs = width / Math.max(1, picture.reach().durNs());
        double origin = left + (minimap.start() - picture.reach().start()) * pxPerNs;
        double bucket = minimap.bucketNs() * pxPerNs;
        double pitch = (height - 8) / lanes.size();
        double gap = pitch >= 3 ? 1 : 0;
        for (int lane = 0; lane < lanes.size(); lane++) {
            float[] load = lanes.get(lane).load();
            double y = pitch >= 3 ? Math.round(4 + lane * pitch) : 4 + lane * pitch;
            double h = pitch >= 3 ? Math.max(1, Math.floor(pitch - gap)) : pitch;
            if (pitch >= TALL_LANE) {
                bars(load, origin, bucket, y, h, pair ? Palette.fade(lane == 0 ? picture.palette.traceA : picture.palette.traceB, .8)
                        : Palette.fade(picture.palette.tokens.accent(), .5));
                continue;
            }
            for (int i = 0; i < load.length; i++) {
                if (load[i] > .02) {
                    // Twenty shades are as many as the eye tells apart, and keep the number of paints small.
                    double shade = Math.round(Math.min(1, .22 + load[i] * .75) * 20) / 20.0;
                    double x = pen.snap(origin + i * bucket);
                    pen.rect(Palette.fade(picture.palette.tokens.accent(), shade), x, y, pen.snap(origin + (i + 1) * bucket) - x, h);
                }
            }
        }
    }

    /// Where there is room, load is height and the colour stays calm. Neighbours of one height are one box.
    private void bars(float[] load, double origin, double bucket, double y, double height, int argb) {
        pen.fill(argb);
        double open = 0;
        int from = 0;
        for (int i = 0; i <= load.length; i++) {
            double tall = i < load.length && load[i] > .02 ? Math.max(1, Math.round(height * Math.min(1, load[i]))) : 0;
            if (tall == open && i < load.length) {
                continue;
            }
            if (open > 0) {
                double x = pen.snap(origin + from * bucket);
                pen.rect(x, y + height - open, pen.snap(origin + i * bucket) - x, open);
            }
            open = tall;
            from = i;
        }
    }
}
