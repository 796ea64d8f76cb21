package traceglass.render.paint;

import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.Scene;
import traceglass.render.scene.WakeupArrow;
import traceglass.render.surface.Pen;

/// Paints the wakeup of the selected thread: a line at the wakeup, a diamond on the CPU of the waker, and an arrow
/// over the scheduling latency.
final class WakeupPainter {

    private final TimelineModel model;
    private final Pen pen;
    private final PillPainter pills;

    WakeupPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
        pills = new PillPainter(model, pen);
    }

    void paint(Scene scene) {
        WakeupArrow arrow = scene.wakeup();
        if (arrow == null) {
            return;
        }
        Geometry geometry = scene.geometry();
        pen.clip(geometry.timeX(), geometry.tracksTop(), geometry.timeWidth(), geometry.tracksHeight());
        Tokens tokens = model.palette().tokens;
        double x = arrow.wakeX();
        double top = Math.min(arrow.y(), arrow.wakerY());
        double height = Math.abs(arrow.y() - arrow.wakerY());
        pen.rect(Palette.fade(tokens.halo(), .8), x - 1, top, 3.5, height);
        pen.rect(tokens.accent(), x, top, 1.5, height);
        if (arrow.hasWaker()) {
            double y = arrow.wakerY();
            double[] xs = {x - 5, x + .75, x + 6.5, x + .75};
            double[] ys = {y, y - 7, y, y + 7};
            pen.fill(tokens.accent());
            pen.polygon(xs, ys);
        }
        paintLatency(arrow, tokens);
        pen.unclip();
    }

    /// Arrow with two heads across the scheduling latency, which a pill shows.
    private void paintLatency(WakeupArrow arrow, Tokens tokens) {
        double from = arrow.wakeX();
        double to = arrow.runX();
        double y = arrow.y();
        pen.fill(tokens.accent());
        if (to - from > 8) {
            pen.rect(from, y - .75, to - from, 1.5);
            pen.polygon(new double[] {from, from + 5, from + 5}, new double[] {y, y - 3.5, y + 3.5});
            pen.polygon(new double[] {to, to - 5, to - 5}, new double[] {y, y - 3.5, y + 3.5});
        }
        pills.paint(arrow.pill());
    }
}
