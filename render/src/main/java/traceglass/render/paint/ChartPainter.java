package traceglass.render.paint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.render.font.MeasuredFont;
import traceglass.render.frame.CounterFrame;
import traceglass.render.frame.CounterIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.CounterStyle;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.CounterScale;
import traceglass.render.scene.CounterStack;
import traceglass.render.surface.Pen;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.text.NumberText;

/// Paints several counters in one row: overlaid or normalized lines, or a stack, with an axis and a legend.
final class ChartPainter {

    /// Height of a row from which there is an axis.
    private static final double AXIS_FROM = 70;
    private static final double STACK_OPACITY = .5;
    private static final double NAME_ROOM = 160;

    private final TimelineModel model;
    private final Pen pen;
    private final CounterCurves curves;
    private double[] below = new double[0];
    private double[] above = new double[0];

    ChartPainter(TimelineModel model, Pen pen, CounterCurves curves) {
        this.model = model;
        this.pen = pen;
        this.curves = curves;
    }

    /// One counter of the chart.
    private record Series(TrackNode node, CounterIndex index, CounterFrame frame, int argb) {}

    /// @param shown frame of the row's own counter that is shown: the newest one, or its overview
    void paint(Row row, CounterStyle style, CounterScale scale, double top, CounterFrame shown, CounterData data) {
        double bottom = CounterScale.bottom(row, top);
        List<Series> all = series(row, style, shown);
        boolean hasAxis = row.height() >= model.px(AXIS_FROM);
        if (hasAxis) {
            paintAxisLines(scale, bottom);
        }
        switch (style.chart()) {
            case OVERLAID -> {
                curves.paintArea(shown, scale, bottom, model.palette().counterFill);
                all.forEach(s -> curves.paintLine(s.frame, scale, bottom, s.argb));
            }
            case NORMALIZED ->
                all.forEach(s -> curves.paintLine(
                        s.frame,
                        CounterScale.normalized(model, s.node.key(), style, scale.heightPx()),
                        bottom,
                        s.argb));
            case STACKED -> paintStack(all, scale, bottom);
        }
        if (hasAxis) {
            paintAxisLabels(style, scale, bottom, data.unit());
        }
        MeasuredFont font = model.fonts().ui(10);
        double x = model.geometry().timeX() + model.px(4);
        double middle = top + model.px(8);
        String label = topLabel(style, scale, data.unit());
        x += pen.text(font, model.palette().tokens.text3(), label, x, middle, font.width(label) + model.px(4))
                + model.px(10);
        paintLegend(all, style, font, x, middle);
    }

    /// The counters that are loaded, in the order of the legend. Each keeps its color while others load.
    private List<Series> series(Row row, CounterStyle style, CounterFrame shown) {
        TrackEntry first = model.frames().entry(row.node().key());
        boolean areOverviews = first != null && shown == first.overview();
        List<Series> all = new ArrayList<>();
        List<String> keys = CounterStack.keys(row.node().key(), style);
        for (int i = 0; i < keys.size(); i++) {
            String key = keys.get(i);
            TrackEntry entry = model.frames().entry(key);
            TrackNode node = i == 0 ? row.node() : model.tracks().node(key);
            if (node != null
                    && entry != null
                    && (areOverviews ? entry.overview() : entry.frame()) instanceof CounterFrame frame
                    && entry.index() instanceof CounterIndex index) {
                all.add(new Series(node, index, frame, model.palette().series(i)));
            }
        }
        return all;
    }

    private static String topLabel(CounterStyle style, CounterScale scale, String unit) {
        return switch (style.chart()) {
            case NORMALIZED -> TimelineViewTexts.CHART_WHOLE;
            case STACKED ->
                NumberText.round(scale.largest(), unit) + scale.suffix() + TimelineViewTexts.CHART_SUM_SUFFIX;
            case OVERLAID -> NumberText.round(scale.largest(), unit) + scale.suffix();
        };
    }

    /// Lines at the largest, the middle and the lowest value, below the data.
    private void paintAxisLines(CounterScale scale, double bottom) {
        Geometry geometry = model.geometry();
        for (double value : new double[] {scale.high(), middle(scale), scale.low()}) {
            double y = scale.y(value, bottom);
            pen.rect(model.palette().tokens.gridStrong(), geometry.timeX(), y, geometry.timeWidth(), pen.devicePixel());
        }
    }

    /// Middle and lowest value, over the data.
    private void paintAxisLabels(CounterStyle style, CounterScale scale, double bottom, String unit) {
        MeasuredFont font = model.fonts().ui(10);
        for (double value : new double[] {middle(scale), scale.low()}) {
            String label = style.chart() != CounterStyle.Chart.NORMALIZED
                    ? NumberText.round(value, unit)
                    : value == scale.low() ? TimelineViewTexts.CHART_NONE : TimelineViewTexts.CHART_HALF;
            double x = model.geometry().timeX() + model.px(4);
            double y = scale.y(value, bottom) - model.px(7);
            double width = font.width(label) + model.px(4);
            pen.fill(Palette.fade(model.palette().tokens.surface(), .75));
            pen.roundRect(x - 2, y - model.px(6), width, model.px(12), 3);
            pen.text(font, model.palette().tokens.text2(), label, x, y, width);
        }
    }

    private static double middle(CounterScale scale) {
        return (scale.low() + scale.high()) / 2;
    }

    /// Draws entries while there is room, then the number of omitted entries.
    private void paintLegend(List<Series> all, CounterStyle style, MeasuredFont font, double from, double middle) {
        double x = from;
        for (int i = 0; i < all.size(); i++) {
            Series s = all.get(i);
            String value = value(s, style);
            double name = Math.min(model.px(NAME_ROOM), Math.ceil(font.width(s.node.name())));
            double width = model.px(value.isEmpty() ? 13 : 17) + name + font.width(value);
            double gap = i + 1 < all.size() ? model.px(34) : model.px(10);
            if (x + width > model.geometry().width() - gap) {
                String others = "+ " + (all.size() - i);
                pen.text(font, model.palette().tokens.text2(), others, x, middle, model.px(40));
                return;
            }
            pen.rect(s.argb, x, middle - 1, model.px(10), 2);
            x += model.px(13);
            x += pen.text(font, model.palette().tokens.text2(), s.node.name(), x, middle, model.px(NAME_ROOM));
            if (!value.isEmpty()) {
                x += model.px(4);
                double room = font.width(value) + model.px(4);
                x += pen.text(font, model.palette().tokens.text3(), value, x, middle, room);
            }
            x += model.px(10);
        }
    }

    /// Value at the pointer, or else, on a normalized chart, the range that its line covers.
    private String value(Series s, CounterStyle style) {
        CounterData data = s.index.data();
        if (!Double.isNaN(model.pointer().x())) {
            int sample = s.index.at(model.viewport()
                    .timeAt(
                            model.pointer().x() - model.geometry().timeX(),
                            model.geometry().timeWidth()));
            return sample < 0 ? "–" : NumberText.compact(data.value()[sample], data.unit());
        }
        if (style.chart() != CounterStyle.Chart.NORMALIZED) {
            return "";
        }
        CounterScale rowScale = CounterScale.normalized(model, s.node.key(), style, 1);
        return NumberText.compact(rowScale.low(), data.unit()) + "–"
                + NumberText.compact(rowScale.largest(), data.unit());
    }

    /// Draws areas on top of each other, one column per pixel; adjacent columns of equal height are one box.
    private void paintStack(List<Series> all, CounterScale scale, double bottom) {
        int columns = (int) Math.ceil(model.geometry().timeWidth());
        if (below.length != columns) {
            below = new double[columns];
            above = new double[columns];
        }
        Arrays.fill(below, 0);
        double nsPerPx = model.viewport().nsPerPx(model.geometry().timeWidth());
        for (Series s : all) {
            System.arraycopy(below, 0, above, 0, columns);
            int first = s.frame.lastStartingBy(model.viewport().start());
            CounterStack.add(s.frame, first, model.viewport().start(), nsPerPx, false, above);
            paintBoxes(scale, bottom, s.argb);
            double[] swap = below;
            below = above;
            above = swap;
        }
    }

    private void paintBoxes(CounterScale scale, double bottom, int argb) {
        int fill = Palette.fade(argb, STACK_OPACITY);
        double before = Double.NaN;
        int from = 0;
        for (int c = 1; c <= below.length; c++) {
            if (c < below.length && above[c] == above[from] && below[c] == below[from]) {
                continue;
            }
            if (above[from] > below[from]) {
                double high = scale.y(above[from], bottom);
                double low = scale.y(below[from], bottom);
                double left = pen.snap(model.geometry().timeX() + from);
                double width = pen.snap(model.geometry().timeX() + c) - left;
                if (low > high) {
                    pen.rect(fill, left, high, width, low - high);
                }
                pen.rect(argb, left, high, width, CounterScale.LINE_WIDTH);
                if (!Double.isNaN(before) && Math.abs(before - high) > CounterScale.LINE_WIDTH) {
                    pen.rect(left, Math.min(before, high), pen.devicePixel(), Math.abs(before - high));
                }
                before = high;
            } else {
                before = Double.NaN;
            }
            from = c;
        }
    }
}
