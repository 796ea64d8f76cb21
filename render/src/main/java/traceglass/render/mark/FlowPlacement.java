package traceglass.render.mark;

import java.util.ArrayList;
import java.util.List;
import traceglass.analysis.marks.Flow;
import traceglass.render.box.Box;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.EventBox;
import traceglass.render.scene.EventBoxes;
import traceglass.render.scene.LabelText;
import traceglass.render.scene.Placement;

/// Places the arrows of flows, and their durations if there are few arrows.
final class FlowPlacement {

    /// Maximum number of arrows for which durations are shown.
    private static final int MAX_PILLS = 3;
    /// Range of horizontal positions, px. Curves with more distant ends would be drawn imprecisely.
    private static final double MIN_X = -4_000;
    private static final double MAX_X = 12_000;
    /// Minimum distance between the middle of a pill's row and an end of its curve.
    private static final double MIN_DISTANCE = 9;
    /// Distance between a pill and the edges of the time area.
    private static final double EDGE = 2;
    /// Distance between a pill on a header and the texts there.
    private static final double TEXT_GAP = 10;

    private final TimelineModel model;
    private final double uncoveredTop;
    private final double labelRight;

    private FlowPlacement(TimelineModel model, double uncoveredTop, double labelRight) {
        this.model = model;
        this.uncoveredTop = uncoveredTop;
        this.labelRight = labelRight;
    }

    /// Arrows, then their durations, over all curves.
    static List<Box> place(Placement placement) {
        List<FlowArrow> arrows = arrows(placement);
        List<Box> boxes = new ArrayList<>(arrows);
        for (FlowArrow arrow : arrows) {
            if (arrow.pill() != null) {
                boxes.add(arrow.pill());
            }
        }
        return boxes;
    }

    /// Places the arrows of the selected event or area, except arrows with an end that has no row.
    private static List<FlowArrow> arrows(Placement placement) {
        TimelineModel model = placement.model();
        EventBoxes boxes = placement.events();
        List<FlowArrow> arrows = new ArrayList<>();
        List<Flow> placed = new ArrayList<>();
        if (!isShown(model.selection())) {
            return arrows;
        }
        for (Flow flow : model.marks().flows()) {
            EventBox from = boxes.find(flow.fromTrack(), flow.fromId(), flow.fromTs());
            EventBox to = boxes.find(flow.toTrack(), flow.toId(), flow.toTs());
            if (from != null && to != null) {
                double startX = Math.clamp(model.x(flow.fromTs()), MIN_X, MAX_X);
                double endX = Math.clamp(model.x(flow.toTs()), MIN_X, MAX_X);
                boolean isMixed = from.isPinned() != to.isPinned();
                double startY = isMixed ? visibleMiddle(from, model.geometry()) : from.middle();
                double endY = isMixed ? visibleMiddle(to, model.geometry()) : to.middle();
                arrows.add(new FlowArrow(from, to, startX, startY, endX, endY, flow.isFocused(), null));
                placed.add(flow);
            }
        }
        if (arrows.size() <= MAX_PILLS) {
            FlowPlacement placing = new FlowPlacement(
                    model, placement.uncoveredTop(), placement.labels().contentRight());
            for (int i = 0; i < arrows.size(); i++) {
                FlowArrow arrow = arrows.get(i);
                if (!arrow.isOutside(model.geometry())) {
                    Flow flow = placed.get(i);
                    String duration = model.times().duration(flow.toTs() - flow.fromTs());
                    arrows.set(i, arrow.withPill(placing.pill(arrow, duration)));
                }
            }
        }
        return arrows;
    }

    /// Middle of a box, or the edge of its area nearest to it: between pinned and other rows, a curve to a row that is
    /// scrolled away would end on a row of the other area.
    private static double visibleMiddle(EventBox box, Geometry geometry) {
        return box.isPinned()
                ? Math.clamp(box.middle(), geometry.headerHeight(), geometry.tracksTop())
                : Math.max(box.middle(), geometry.tracksTop());
    }

    /// Whether flows are shown for a selection.
    static boolean isShown(TimelineSelection selection) {
        return selection instanceof TimelineSelection.Event || selection instanceof TimelineSelection.Area;
    }

    /// Places the pill where the curve crosses its middle height, or on a nearby group header, where it covers
    /// nothing.
    private DurationPill pill(FlowArrow arrow, String text) {
        Geometry geometry = model.geometry();
        double width = DurationPill.width(model, text);
        double half = DurationPill.halfHeight(model);
        double x = (arrow.startX() + arrow.endX()) / 2 - (arrow.isForward() ? 0 : arrow.bend() * .75);
        double minLeft = geometry.timeX() + EDGE;
        double left = Math.clamp(x - width / 2, minLeft, Math.max(minLeft, geometry.width() - width - EDGE));
        double preferred = preferredMiddle(arrow, left, width);
        // A curve that leaves the window keeps its pill inside, below the headers of open groups.
        boolean isPinned = arrow.isBetweenPinned()
                || arrow.isPinned() && preferred > geometry.headerHeight() && preferred < geometry.tracksTop();
        double top = (isPinned ? geometry.headerHeight() : uncoveredTop) + half + EDGE;
        double bottom = arrow.visibleBottom(geometry) - half - EDGE;
        double middle = Math.clamp(preferred, top, Math.max(top, bottom));
        return new DurationPill(text, left, middle, width, half);
    }

    private double preferredMiddle(FlowArrow arrow, double left, double width) {
        double from = Math.min(arrow.startY(), arrow.endY());
        double to = Math.max(arrow.startY(), arrow.endY());
        double preferred = (arrow.startY() + arrow.endY()) / 2;
        if (arrow.isBetweenPinned()) {
            return Math.round(preferred);
        }
        double best = preferred;
        double distance = Double.MAX_VALUE;
        boolean isOnHeader = false;
        Layout layout = model.layout();
        for (int i = layout.indexAt(model.scrollY()); i < layout.rows().size(); i++) {
            Row row = layout.rows().get(i);
            double middle = model.top(row, false) + row.height() / 2;
            if (middle > to - MIN_DISTANCE) {
                break;
            }
            boolean isHeader = row.node().isGroup() && !row.isSummary();
            boolean isFree = isHeader && hasRoom(row, left, width);
            // A header is best if nothing is written there; otherwise the middle of a row, because between
            // two rows it would cover both.
            boolean isBetter = isFree && !isOnHeader || isFree == isOnHeader && Math.abs(middle - preferred) < distance;
            if (middle > from + MIN_DISTANCE && isBetter && isHeader == isFree) {
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
        double gap = model.px(TEXT_GAP);
        return left > LabelText.ofHeader(model, row, labelRight, false).end() + gap
                && left + width < LabelText.factsLeft(model, row) - gap;
    }
}
