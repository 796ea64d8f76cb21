package traceglass.render.paint;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.marks.Flow;
import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.font.MeasuredFont;
import traceglass.render.font.Weight;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.paint.EventLocator.Place;
import traceglass.render.scene.LabelText;
import traceglass.render.scene.Scenes;
import traceglass.render.surface.Pen;
import traceglass.render.text.TimelineViewTexts;

/// Paints the flows of the selected slice as curves between slices, and the number of flows that are not drawn.
final class FlowPainter {

    private final Scenes scenes;
    private final TimelineModel model;
    private final Pen pen;
    private final EventLocator locator;

    FlowPainter(Scenes scenes, Pen pen, EventLocator locator) {
        this.scenes = scenes;
        this.model = scenes.model();
        this.pen = pen;
        this.locator = locator;
    }

    void paint() {
        List<Flow> flows = model.marks().flows();
        Geometry geometry = model.geometry();
        pen.clip(
                geometry.timeX(),
                geometry.headerHeight(),
                geometry.timeWidth(),
                geometry.height() - geometry.headerHeight());
        List<double[]> labels = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        for (Flow flow : flows) {
            Place from = locator.placeOrGroup(flow.fromTrack(), flow.fromId(), flow.fromTs());
            Place to = locator.placeOrGroup(flow.toTrack(), flow.toId(), flow.toTs());
            if (from == null || to == null) {
                continue;
            }
            for (Place end : List.of(from, to)) {
                if (end.isExact()) {
                    addPartner(end);
                }
            }
            double x1 = Math.clamp(model.x(flow.fromTs()), -4000, 12_000);
            double x2 = Math.clamp(model.x(flow.toTs()), -4000, 12_000);
            paintCurve(x1, from.middle(), x2, to.middle(), flow.isFocused());
            labels.add(new double[] {x1, from.middle(), x2, to.middle()});
            texts.add(model.times().duration(flow.toTs() - flow.fromTs()));
        }
        if (labels.size() <= 3) {
            for (int i = 0; i < labels.size(); i++) {
                double[] ends = labels.get(i);
                paintPill(texts.get(i), ends);
            }
        }
        if (model.marks().hiddenFlows() > 0) {
            paintHidden();
        }
        pen.unclip();
    }

    private void addPartner(Place place) {
        locator.clipTo(place);
        pen.stroke(model.palette().tokens.accent(), 1.5);
        double left = Math.max(place.left(), model.geometry().timeX() - 8);
        double right = Math.min(place.left() + place.width(), model.geometry().width() + 8);
        pen.frame(left - 1, place.top() - 1, right - left + 2, place.height() + 2, 3.5);
        pen.unclip();
    }

    private static double bend(double x1, double x2) {
        return Math.clamp(Math.abs(x2 - x1) * .5, 36, 200);
    }

    private void paintCurve(double x1, double y1, double x2, double y2, boolean isFocused) {
        Tokens tokens = model.palette().tokens;
        double m = bend(x1, x2);
        for (int pass = 0; pass < 2; pass++) {
            pen.stroke(
                    pass == 0 ? Palette.fade(tokens.halo(), .85) : tokens.accent(), pass == 0 ? 5 : isFocused ? 3 : 2);
            pen.curve(x1, y1, x1 + (x2 - x1 > 80 ? m : -m), y1, x2 - m, y2, x2 - 6, y2);
        }
        pen.fill(tokens.accent());
        pen.polygon(new double[] {x2, x2 - 8, x2 - 8}, new double[] {y2, y2 - 4.5, y2 + 4.5});
        pen.oval(x1 - 3.5, y1 - 3.5, 7, 7);
    }

    /// Places the pill where the curve crosses its middle height, or on a nearby group header, where it covers
    /// nothing.
    private void paintPill(String text, double[] ends) {
        Tokens tokens = model.palette().tokens;
        MeasuredFont font = model.fonts().ui(11, Weight.MEDIUM);
        double width = font.width(text) + 14;
        double half = Math.round(model.px(9));
        double m = bend(ends[0], ends[2]);
        boolean isForward = ends[2] - ends[0] > 80;
        double x = (ends[0] + ends[2]) / 2 - (isForward ? 0 : m * .75);
        double left = Math.clamp(
                x - width / 2,
                model.geometry().timeX() + 2,
                Math.max(model.geometry().timeX() + 2, model.geometry().width() - width - 2));
        double preferred =
                pillY(Math.min(ends[1], ends[3]), Math.max(ends[1], ends[3]), (ends[1] + ends[3]) / 2, left, width);
        // A curve that leaves the window keeps its pill inside, below the headers of open groups.
        boolean isPinned = preferred > model.geometry().headerHeight()
                && preferred < model.geometry().tracksTop();
        double top =
                (isPinned ? model.geometry().headerHeight() : scenes.scene().uncoveredTop()) + half + 2;
        double y = Math.clamp(preferred, top, Math.max(top, model.geometry().height() - half - 2));
        pen.fill(tokens.surface());
        pen.round(left, y - half, width, 2 * half, half);
        pen.stroke(tokens.accent(), 1);
        pen.frame(left, y - half, width, 2 * half, half);
        pen.text(font, tokens.accent(), text, left + 7, y, width);
    }

    private double pillY(double from, double to, double preferred, double left, double width) {
        double best = preferred;
        double distance = Double.MAX_VALUE;
        boolean isOnHeader = false;
        Layout layout = model.layout();
        for (int i = layout.indexAt(model.scrollY()); i < layout.rows().size(); i++) {
            Row row = layout.rows().get(i);
            double middle = model.top(row, false) + row.height() / 2;
            if (middle > to - 9) {
                break;
            }
            boolean isHeader = row.node().isGroup() && !row.isSummary();
            boolean isFree = isHeader && hasRoom(row, left, width);
            // A header is best if nothing is written there; otherwise the middle of a row, because between
            // two rows it would cover both.
            boolean isBetter = isFree && !isOnHeader || isFree == isOnHeader && Math.abs(middle - preferred) < distance;
            if (middle > from + 9 && isBetter && isHeader == isFree) {
                best = middle;
                distance = Math.abs(middle - preferred);
                isOnHeader = isFree;
            }
        }
        return Math.round(best);
    }

    /// Whether this part of a row is free: it contains neither the name of an open group, which may extend into the
    /// tracks, nor the text at the right of its header.
    private boolean hasRoom(Row row, double left, double width) {
        double gap = model.px(10);
        double right = scenes.scene().labels().contentRight();
        return left > LabelText.ofHeader(model, row, right, false).end() + gap
                && left + width < LabelText.factsLeft(model, row) - gap;
    }

    /// Draws the number of hidden flows in the corner, where it covers least.
    private void paintHidden() {
        Tokens tokens = model.palette().tokens;
        MeasuredFont font = model.fonts().ui(11, Weight.MEDIUM);
        String text = TimelineViewTexts.flowsNotDrawn(model.marks().hiddenFlows());
        double width = font.width(text) + 16;
        double left = model.geometry().width() - width - model.px(18);
        double top = model.geometry().tracksTop() + model.px(6);
        pen.fill(tokens.surface());
        pen.round(left, top, width, 20, 10);
        pen.stroke(tokens.borderStrong(), 1);
        pen.frame(left, top, width, 20, 10);
        pen.text(font, tokens.text2(), text, left + 8, top + 10, width);
    }
}
