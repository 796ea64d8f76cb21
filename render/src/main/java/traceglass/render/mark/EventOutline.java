package traceglass.render.mark;

import java.util.ArrayList;
import java.util.List;
import traceglass.render.box.Box;
import traceglass.render.box.Drawing;
import traceglass.render.box.Layer;
import traceglass.render.box.PaintContext;
import traceglass.render.frame.SliceIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.model.EventLookup;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.EventBox;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.Placement;

/// Outline of the selected event, or time range of the selected sample of a counter.
///
/// @param box box of the event
/// @param isSample whether it is a sample
record EventOutline(EventBox box, boolean isSample) implements Box {

    private static final double MIN_SAMPLE_WIDTH = 2;

    /// Places all outlines of the event, which may be drawn several times: pinned, in its group, and on its CPU.
    static List<EventOutline> place(Placement placement) {
        List<EventOutline> outlines = new ArrayList<>();
        if (placement.model().selection() instanceof TimelineSelection.Event(TrackItem item)) {
            Layout layout = placement.model().layout();
            boolean isKnown = layout.row(item.trackKey()) != null || layout.pinnedRow(item.trackKey()) != null;
            placement.pinned().forEach(row -> add(placement, row, item, isKnown, outlines));
            placement.rows().forEach(row -> add(placement, row, item, isKnown, outlines));
        }
        return outlines;
    }

    /// Searches only the item's own track if that has a row, else every track that shows events of its table.
    private static void add(
            Placement placement, PlacedRow placed, TrackItem item, boolean isKnown, List<EventOutline> outlines) {
        TimelineModel model = placement.model();
        Row row = placed.row();
        boolean isSearched = isKnown
                ? row.node().key().equals(item.trackKey())
                : row.node().kind().table().equals(item.table());
        if (!isSearched || row.node().isGroup() && !row.isSummary()) {
            return;
        }
        TrackEntry entry = model.frames().entry(row.node().key());
        if (entry != null && entry.index() instanceof SliceIndex index) {
            int event = EventLookup.find(index.data(), item.id(), item.ts());
            if (event >= 0) {
                outlines.add(new EventOutline(placement.events().of(placed, index.data(), event), false));
            }
        } else if (isKnown && row.node().isCounter()) {
            double x = model.x(item.ts());
            double width = Math.max(MIN_SAMPLE_WIDTH, model.x(item.end()) - x);
            EventBox box = new EventBox(x, placed.top(), width, row.height() - 1, placed.isPinned(), true);
            outlines.add(new EventOutline(box, true));
        }
    }

    @Override
    public Layer layer() {
        return Layer.SELECTION;
    }

    @Override
    public void paint(PaintContext context, Drawing drawing) {
        EventFrame frame = new EventFrame(context.geometry(), drawing);
        frame.clip(box.isPinned());
        if (isSample) {
            drawing.rect(context.tokens().selection(), box.left(), box.top(), box.width(), box.height());
        } else {
            drawing.stroke(context.tokens().outline(), 2);
            frame.draw(box, 2, 4);
            if (frame.visibleWidth(box) > 4) {
                drawing.stroke(context.tokens().halo(), 1);
                frame.draw(box, 0, 2.5);
            }
        }
        drawing.unclip();
    }
}
