package traceglass.render.paint;

import traceglass.analysis.marks.Wakeup;
import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.font.MeasuredFont;
import traceglass.render.font.Weight;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.surface.Pen;

/// Paints the wakeup of the selected thread: a line at the wakeup, a diamond on the CPU of the waker, and an arrow
/// over the scheduling latency.
final class WakeupPainter {

    private final TimelineModel model;
    private final Pen pen;

    WakeupPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
    }

    void paint() {
        Wakeup wakeup = model.marks().wakeup();
        if (wakeup == null || !(model.selection() instanceof TimelineSelection.Event event)) {
            return;
        }
        Row wokenRow =
                model.layout().row(wakeup.ownTrack().isEmpty() ? event.item().trackKey() : wakeup.ownTrack());
        if (wokenRow == null) {
            return;
        }
        Geometry geometry = model.geometry();
        double x = pen.snap(model.x(wakeup.wakeTs()));
        double to = model.x(wakeup.runTs());
        if (x > geometry.width() + 50 || to < geometry.timeX() - 50) {
            return;
        }
        pen.clip(geometry.timeX(), geometry.tracksTop(), geometry.timeWidth(), geometry.tracksHeight());
        double middle = model.top(wokenRow, false) + wokenRow.height() / 2;
        Row waker = wakeup.wakerTrack().isEmpty() ? null : model.layout().row(wakeup.wakerTrack());
        double wakerMiddle = waker == null ? middle : model.top(waker, false) + waker.height() / 2;
        Tokens tokens = model.palette().tokens;
        double top = Math.min(middle, wakerMiddle);
        pen.rect(Palette.fade(tokens.halo(), .8), x - 1, top, 3.5, Math.abs(middle - wakerMiddle));
        pen.rect(tokens.accent(), x, top, 1.5, Math.abs(middle - wakerMiddle));
        if (waker != null) {
            double[] xs = {x - 5, x + .75, x + 6.5, x + .75};
            double[] ys = {wakerMiddle, wakerMiddle - 7, wakerMiddle, wakerMiddle + 7};
            pen.fill(tokens.accent());
            pen.polygon(xs, ys);
        }
        paintLatency(
                x,
                Math.min(to, geometry.width() + 20),
                middle,
                model.times().duration(wakeup.runTs() - wakeup.wakeTs()),
                tokens);
        pen.unclip();
    }

    /// Arrow with two heads across the wait, with its length in a pill above it.
    private void paintLatency(double from, double to, double y, String text, Tokens tokens) {
        pen.fill(tokens.accent());
        if (to - from > 8) {
            pen.rect(from, y - .75, to - from, 1.5);
            pen.polygon(new double[] {from, from + 5, from + 5}, new double[] {y, y - 3.5, y + 3.5});
            pen.polygon(new double[] {to, to - 5, to - 5}, new double[] {y, y - 3.5, y + 3.5});
        }
        MeasuredFont font = model.fonts().ui(11, Weight.MEDIUM);
        double width = font.width(text) + 14;
        boolean fits = to - from > width + 16;
        double left = fits ? (from + to - width) / 2 : from - width - 5;
        pen.fill(tokens.surface());
        pen.round(left, y - 9, width, 18, 9);
        pen.stroke(tokens.accent(), 1);
        pen.frame(left, y - 9, width, 18, 9);
        pen.text(font, tokens.accent(), text, left + 7, y, width);
    }
}
