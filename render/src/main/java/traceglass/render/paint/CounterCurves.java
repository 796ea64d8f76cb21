package traceglass.render.paint;

import traceglass.render.color.Palette;
import traceglass.render.frame.CounterFrame;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.CounterScale;
import traceglass.render.surface.Pen;

/// Paints the steps of a counter: a line, and the area below it. Uses only rectangles, so that edges are sharp. Where
/// the measured resource is known to be idle, the area is pale and has no line.
final class CounterCurves {

    /// Opacity of the area where all time is idle.
    private static final double IDLE_FADE = .28;

    private final TimelineModel model;
    private final Pen pen;

    CounterCurves(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
    }

    /// Merges adjacent steps of the same height and color into one box.
    void paintArea(CounterFrame frame, CounterScale scale, double bottom, int argb) {
        double right = model.geometry().width() + 2;
        double base = scale.y(Math.max(scale.low(), Math.min(0, scale.high())), bottom);
        int i = frame.lastStartingBy(model.viewport().start());
        double from = left(frame, i);
        double x0 = from;
        double open = Double.NaN;
        int color = argb;
        for (; i < frame.size() && x0 <= right; i++) {
            double x1 = i + 1 < frame.size() ? left(frame, i + 1) : right;
            double y = scale.y(frame.last()[i], bottom);
            int shade = frame.idle() == null ? argb : faded(argb, frame.idle()[i]);
            if (y != open || shade != color) {
                paintBox(color, from, x0, open, base);
                from = x0;
                open = y;
                color = shade;
            }
            x0 = x1;
        }
        paintBox(color, from, Math.min(x0, right), open, base);
    }

    private void paintBox(int argb, double from, double to, double y, double base) {
        if (to > from && y != base) {
            pen.rect(argb, from, Math.min(y, base), to - from, Math.abs(base - y));
        }
    }

    /// Rounds to eighths, so that the number of paints stays small.
    private static int faded(int argb, float idle) {
        return Palette.fade(argb, 1 - Math.round(idle * 8) / 8.0 * (1 - IDLE_FADE));
    }

    void paintLine(CounterFrame frame, CounterScale scale, double bottom, int argb) {
        if (frame.size() == 0) {
            return;
        }
        double right = model.geometry().width() + 2;
        pen.fill(argb);
        double before = Double.NaN;
        int i = frame.lastStartingBy(model.viewport().start());
        double x0 = left(frame, i);
        // Left edge of the level being drawn, or NaN.
        double from = Double.NaN;
        for (; i < frame.size() && x0 <= right; i++) {
            double x1 = i + 1 < frame.size() ? left(frame, i + 1) : right;
            double last = frame.last()[i];
            double y = scale.y(last, bottom);
            double low = frame.min()[i] == last ? y : Math.max(scale.y(frame.min()[i], bottom), y);
            double high = frame.max()[i] == last ? y : Math.min(scale.y(frame.max()[i], bottom), y);
            if (!Double.isNaN(before)) {
                low = Math.max(low, before);
                high = Math.min(high, before);
            }
            boolean isIdle = frame.idle() != null && frame.idle()[i] > .5;
            if (isIdle || y != before) {
                addLevel(from, x0, before);
                from = isIdle ? Double.NaN : x0;
            } else if (Double.isNaN(from)) {
                from = x0;
            }
            if (low > high) {
                pen.rect(x0, high, CounterScale.LINE_WIDTH, low - high + CounterScale.LINE_WIDTH);
            }
            before = y;
            x0 = x1;
        }
        addLevel(from, Math.min(x0, right), before);
    }

    private void addLevel(double from, double to, double y) {
        if (to > from) {
            pen.rect(from, y, to - from, CounterScale.LINE_WIDTH);
        }
    }

    private double left(CounterFrame frame, int i) {
        return pen.snap(Math.max(model.x(frame.start()[i]), model.geometry().timeX() - 2));
    }
}
