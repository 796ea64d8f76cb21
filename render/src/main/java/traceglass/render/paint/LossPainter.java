package traceglass.render.paint;

import traceglass.render.color.Palette;
import traceglass.render.layout.Row;
import traceglass.render.model.LossIndex;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.MinimapScale;
import traceglass.render.surface.Pen;

/// Hatches lost data: on the minimap, behind all tracks, or behind single tracks.
final class LossPainter {

    private static final double STEP = 6;
    /// Minimum width of a hatched range, px, so that it stays visible.
    private static final double MIN_WIDTH = 2;

    private final TimelineModel model;
    private final Pen pen;

    LossPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
    }

    /// Hatches the minimap.
    void paintMinimap(MinimapScale scale, double height) {
        double left = scale.left();
        hatch(
                model.marks().losses().any(),
                scale.start(),
                left,
                scale.pxPerNs(),
                left,
                left + scale.width(),
                0,
                height,
                .6);
    }

    /// Hatches losses that may affect any track.
    void paintBackground(double top, double bottom) {
        paintTracks(model.marks().losses().everywhere(), top, bottom - top);
    }

    /// Hatches the losses of one row's track and of its groups.
    void paintRow(Row row, double top) {
        if (model.marks().losses().tracks().isEmpty()) {
            return;
        }
        for (String key = row.node().key(); key != null; key = model.tracks().parent(key)) {
            paintTracks(model.marks().losses().of(key), top, row.height() - 1);
        }
    }

    private void paintTracks(LossIndex.Lane lane, double top, double height) {
        double left = model.geometry().timeX();
        double pxPerNs = 1 / model.viewport().nsPerPx(model.geometry().timeWidth());
        long origin = model.viewport().start();
        hatch(
                lane,
                origin,
                left - model.viewport().fraction() * pxPerNs,
                pxPerNs,
                left,
                model.geometry().width(),
                top,
                height,
                .45);
    }

    private void hatch(
            LossIndex.Lane lane,
            long origin,
            double originX,
            double pxPerNs,
            double left,
            double right,
            double top,
            double height,
            double strength) {
        long from = origin + (long) Math.floor((left - originX - MIN_WIDTH) / pxPerNs);
        for (int i = lane.after(from - 1); i < lane.size(); ) {
            double a = originX + (lane.start()[i] - origin) * pxPerNs;
            if (a >= right) {
                return;
            }
            double b = Math.max(originX + (lane.end()[i] - origin) * pxPerNs, a + MIN_WIDTH);
            // A range that starts too close to the previous one to be drawn separately is merged with it.
            int next = i + 1;
            while (next < lane.size() && originX + (lane.start()[next] - origin) * pxPerNs <= b + 1) {
                double end = originX + (lane.end()[next] - origin) * pxPerNs;
                b = Math.max(b, end);
                next = Math.max(next + 1, lane.after(origin + (long) ((b + 1 - originX) / pxPerNs)));
            }
            paintBox(Math.max(left, a), Math.min(right, b), top, height, strength);
            i = next;
        }
    }

    private void paintBox(double a, double b, double top, double height, double strength) {
        if (b <= a) {
            return;
        }
        int error = model.palette().tokens.error();
        pen.rect(Palette.fade(error, strength * .2), a, top, b - a, height);
        pen.clip(Math.floor(a), top, Math.ceil(b) - Math.floor(a), height);
        pen.stroke(Palette.fade(error, strength), 1);
        // Lines keep their position when the tracks are scrolled or the box is cut at the left.
        double first = Math.floor((a - height) / STEP) * STEP;
        for (double x = first; x < b; x += STEP) {
            pen.line(x, top + height, x + height, top);
        }
        pen.unclip();
    }
}
