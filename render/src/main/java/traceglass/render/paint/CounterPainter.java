package traceglass.render.paint;

import traceglass.analysis.track.CounterData;
import traceglass.render.font.MeasuredFont;
import traceglass.render.frame.CounterFrame;
import traceglass.render.item.CounterStyle;
import traceglass.render.layout.Row;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.CounterScale;
import traceglass.render.surface.Pen;
import traceglass.store.text.NumberText;

/// Paints a counter as steps, with its scale, or several counters as one chart.
final class CounterPainter {

    private final TimelineModel model;
    private final Pen pen;
    private final CounterCurves curves;
    private final ChartPainter chart;

    CounterPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
        curves = new CounterCurves(model, pen);
        chart = new ChartPainter(model, pen, curves);
    }

    void paint(Row row, double top, CounterFrame frame, CounterData data) {
        if (frame.size() == 0) {
            return;
        }
        CounterScale scale = CounterScale.of(model, row, data);
        CounterStyle style = model.tracks().counterStyle(row.node().key());
        double bottom = CounterScale.bottom(row, top);
        if (!style.overlays().isEmpty()) {
            chart.paint(row, style, scale, top, frame, data);
            return;
        }
        curves.paintArea(frame, scale, bottom, model.palette().counterFill);
        curves.paintLine(frame, scale, bottom, model.palette().counterLine);
        MeasuredFont font = model.fonts().ui(10);
        double x = model.geometry().timeX() + model.px(4);
        String label = NumberText.round(scale.largest(), data.unit()) + scale.suffix();
        pen.text(font, model.palette().tokens.text3(), label, x, top + model.px(8), font.width(label) + model.px(4));
    }
}
