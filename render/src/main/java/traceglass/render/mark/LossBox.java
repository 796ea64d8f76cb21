package traceglass.render.mark;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.analysis.marks.DataLoss;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.box.TooltipText;
import traceglass.render.color.Palette;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.LossIndex;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.MinimapScale;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.Placement;
import traceglass.render.text.TimelineViewTexts;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeText;

/// Hatched ranges of lost data: on the minimap, behind all rows, or behind one row.
///
/// @param layer layer in which the box is painted
/// @param losses all losses
/// @param lanes hatched ranges
/// @param tooltips losses with tooltips
/// @param scale positions of times
/// @param top top edge, px of the control
/// @param height height of the hatched area, px
/// @param opacity opacity of the lines
record LossBox(
        Layer layer,
        LossIndex losses,
        List<LossIndex.Lane> lanes,
        Tooltips tooltips,
        Scale scale,
        double top,
        double height,
        double opacity)
        implements Box {

    private static final double STEP = 6;
    /// Minimum width of a hatched range, px, so that it stays visible.
    private static final double MIN_WIDTH = 2;
    /// Distance in px at which a narrow range can still be hit.
    private static final double HIT_DISTANCE = 2;
    private static final double MINIMAP_OPACITY = .6;
    private static final double TRACK_OPACITY = .45;

    /// Losses with tooltips, and the vertical range in which these are shown.
    ///
    /// @param keys keys of the track and its groups; null for all losses
    /// @param top top edge, px of the control
    /// @param bottom bottom edge; `top` if the box has no tooltips
    private record Tooltips(@Nullable List<String> keys, double top, double bottom) {

        static final Tooltips NONE = new Tooltips(null, 0, 0);
    }

    /// Position of a time: `origin`, in ns, is at `originX` px. Ranges are visible from `left` to `right`.
    private record Scale(long origin, double originX, double pxPerNs, double left, double right) {

        double x(long ts) {
            return originX + (ts - origin) * pxPerNs;
        }

        long time(double x) {
            return origin + (long) Math.floor((x - originX) / pxPerNs);
        }
    }

    static List<LossBox> place(Placement placement) {
        TimelineModel model = placement.model();
        LossIndex losses = model.marks().losses();
        List<LossBox> boxes = new ArrayList<>();
        if (losses.isEmpty()) {
            return boxes;
        }
        Geometry geometry = model.geometry();
        MinimapScale minimap = MinimapScale.of(model);
        double left = geometry.timeX();
        boxes.add(new LossBox(
                Layer.MINIMAP_LOAD,
                losses,
                List.of(losses.any()),
                new Tooltips(null, 0, geometry.minimapHeight()),
                new Scale(
                        minimap.start(),
                        minimap.left(),
                        minimap.pxPerNs(),
                        minimap.left(),
                        minimap.left() + minimap.width()),
                0,
                geometry.minimapHeight() - 1,
                MINIMAP_OPACITY));
        double pxPerNs = 1 / model.viewport().nsPerPx(geometry.timeWidth());
        Scale scale = new Scale(
                model.viewport().start(),
                left - model.viewport().fraction() * pxPerNs,
                pxPerNs,
                left,
                geometry.width());
        for (boolean isPinned : new boolean[] {false, true}) {
            Layer layer = Layer.behindGrid(isPinned);
            double top = layer.top(geometry);
            boxes.add(new LossBox(
                    layer,
                    losses,
                    List.of(losses.everywhere()),
                    Tooltips.NONE,
                    scale,
                    top,
                    layer.bottom(geometry) - top,
                    TRACK_OPACITY));
        }
        placement.rows().forEach(row -> boxes.add(ofRow(model, losses, row, scale, placement.uncoveredTop())));
        // Headers are added in the order in which they are painted, so that the pointer hits outer headers first.
        placement.sticky().forEach(row -> boxes.add(ofRow(model, losses, row, scale, geometry.tracksTop())));
        placement.pinned().forEach(row -> boxes.add(ofRow(model, losses, row, scale, geometry.headerHeight())));
        return boxes;
    }

    /// Losses of one row's track and of its groups. The time area of the header of an open group is not hatched.
    ///
    /// @param visibleTop top edge of the part of the control in which the row is visible
    private static LossBox ofRow(
            TimelineModel model, LossIndex losses, PlacedRow placed, Scale scale, double visibleTop) {
        Row row = placed.row();
        boolean isHeader = row.node().isGroup() && !row.isSummary();
        List<String> keys = new ArrayList<>();
        List<LossIndex.Lane> lanes = new ArrayList<>();
        for (String key = row.node().key(); key != null; key = model.tracks().parent(key)) {
            keys.add(key);
            LossIndex.Lane lane = losses.of(key);
            if (lane.size() > 0 && !isHeader) {
                lanes.add(lane);
            }
        }
        return new LossBox(
                Layer.overGrid(placed.isPinned()),
                losses,
                lanes,
                new Tooltips(keys, Math.max(placed.top(), visibleTop), placed.bottom()),
                scale,
                placed.top(),
                row.height() - 1,
                TRACK_OPACITY);
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        int error = context.tokens().error();
        for (LossIndex.Lane lane : lanes) {
            hatch(lane, error, drawing);
        }
    }

    private void hatch(LossIndex.Lane lane, int argb, Drawing drawing) {
        long origin = scale.origin();
        double originX = scale.originX();
        double pxPerNs = scale.pxPerNs();
        long from = origin + (long) Math.floor((scale.left() - originX - MIN_WIDTH) / pxPerNs);
        for (int i = lane.after(from - 1); i < lane.size(); ) {
            double a = scale.x(lane.start()[i]);
            if (a >= scale.right()) {
                return;
            }
            double b = Math.max(scale.x(lane.end()[i]), a + MIN_WIDTH);
            // A range that starts too close to the previous one to be drawn separately is merged with it.
            int next = i + 1;
            while (next < lane.size() && scale.x(lane.start()[next]) <= b + 1) {
                b = Math.max(b, scale.x(lane.end()[next]));
                next = Math.max(next + 1, lane.after(origin + (long) ((b + 1 - originX) / pxPerNs)));
            }
            hatch(Math.max(scale.left(), a), Math.min(scale.right(), b), argb, drawing);
            i = next;
        }
    }

    private void hatch(double a, double b, int argb, Drawing drawing) {
        if (b <= a) {
            return;
        }
        drawing.rect(Palette.fade(argb, opacity * .2), a, top, b - a, height);
        drawing.clip(Math.floor(a), top, Math.ceil(b) - Math.floor(a), height);
        drawing.stroke(Palette.fade(argb, opacity), 1);
        // Lines keep their position when the tracks are scrolled or the box is cut at the left.
        double first = Math.floor((a - height) / STEP) * STEP;
        for (double x = first; x < b; x += STEP) {
            drawing.line(x, top + height, x + height, top);
        }
        drawing.unclip();
    }

    @Override
    public boolean contains(double x, double y) {
        return y >= tooltips.top()
                && y < tooltips.bottom()
                && x >= scale.left()
                && !lossesAt(x).isEmpty();
    }

    private List<DataLoss> lossesAt(double x) {
        long ts = scale.time(Math.min(x, scale.right()));
        long margin = (long) Math.ceil(HIT_DISTANCE / scale.pxPerNs());
        return losses.within(ts - margin, ts + margin, tooltips.keys());
    }

    @Override
    public @Nullable TooltipText tooltip(TimelineModel model, double x, double y) {
        List<DataLoss> found = lossesAt(x);
        if (found.isEmpty()) {
            return null;
        }
        DataLoss first = found.getFirst();
        String time = model.times().format() == TimeFormat.TIMECODE
                ? TimeText.timestamp(first.start(), model.bounds().start())
                : model.times().time(first.start(), model.bounds().start());
        return new TooltipText(
                TimelineViewTexts.lost(first.description()),
                TimelineViewTexts.durationAndTime(model.times().duration(first.durNs()), time),
                TimelineViewTexts.withOtherLosses(found.size() - 1, TimelineViewTexts.GAPS_MAY_BE_LOSS));
    }
}
