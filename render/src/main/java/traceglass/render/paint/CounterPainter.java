package traceglass.render.paint;

import traceglass.model.track.CounterData;
import traceglass.render.frame.CounterFrame;
import traceglass.render.layout.Row;

/// Paints a counter as steps: a line, the area below it, and its scale. All of rectangles, so that edges are sharp.
final class CounterPainter {

    static final double LINE = 1.5;
    /// Kept free above the line, so that it never runs through its scale, and below it.
    static final double HEADROOM = 15;

    private final Picture picture;
    private final Pen pen;

    CounterPainter(Picture picture, Pen pen) {
        this.picture = picture;
        this.pen = pen;
    }

    void paint(Row row, double top, CounterFrame frame, CounterData data) {
        if (frame.size() == 0) {
            return;
        }
        CounterScale scale = CounterScale.of(data, row.height() - picture.px(HEADROOM));
        double bottom = top + row.height() - 2;
        double right = picture.geometry.width() + 2;
        int from = firstVisible(frame);
        double base = scale.y(Math.max(scale.low(), Math.min(0, scale.high())), bottom);
        pen.fill(picture.palette.counterFill);
        for (int i = from; i < frame.size(); i++) {
            double x0 = left(frame, i);
            double x1 = i + 1 < frame.size() ? left(frame, i + 1) : right;
            if (x0 > right) {
                break;
            }
            double y = scale.y(frame.last()[i], bottom);
            pen.rect(x0, Math.min(y, base), Math.min(x1, right) - x0, Math.abs(base - y));
        }
        pen.fill(picture.palette.counterLine);
        double before = Double.NaN;
        for (int i = from; i < frame.size(); i++) {
            double x0 = left(frame, i);
            double x1 = i + 1 < frame.size() ? left(frame, i + 1) : right;
            if (x0 > right) {
                break;
            }
            double y = scale.y(frame.last()[i], bottom);
            double low = Math.max(scale.y(frame.min()[i], bottom), y);
            double high = Math.min(scale.y(frame.max()[i], bottom), y);
            if (!Double.isNaN(before)) {
                low = Math.max(low, before);
                high = Math.min(high, before);
            }
            if (low > high) {
                pen.rect(x0, high, LINE, low - high + LINE);
            }
            pen.rect(x0, y, Math.min(x1, right) - x0, LINE);
            before = y;
        }
        String label = Numbers.compact(data.max(), data.unit()) + (scale.zeroBased() ? "" : "  min–max");
        Face face = picture.fonts.ui(10);
        double width = face.width(label) + picture.px(4);
        pen.text(face, picture.palette.tokens.text3(), label, picture.geometry.timeX() + picture.px(4), top + picture.px(8), width);
    }

    private double left(CounterFrame frame, int i) {
        return pen.snap(Math.max(picture.x(frame.start()[i]), picture.geometry.timeX() - 2));
    }

    /// The last step that starts at or before the left edge.
    private int firstVisible(CounterFrame frame) {
        int low = 0;
        int high = frame.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (frame.start()[middle] <= picture.viewport.start()) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return Math.max(0, low - 1);
    }
}
