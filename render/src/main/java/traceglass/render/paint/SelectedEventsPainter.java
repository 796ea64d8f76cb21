package traceglass.render.paint;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.track.SliceData;
import traceglass.render.color.Palette;
import traceglass.render.frame.SliceIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.mark.EventFrame;
import traceglass.render.model.EventLookup;
import traceglass.render.model.Geometry;
import traceglass.render.model.Lasso;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.EventBox;
import traceglass.render.scene.EventBoxes;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.Scene;
import traceglass.render.surface.Pen;

/// Outlines several selected events, and the rectangle that selects them. Events are looked up once per selection and
/// loaded data; after that, the cost of painting depends only on the visible outlines.
final class SelectedEventsPainter {

    private final TimelineModel model;
    private final Pen pen;
    private final EventBoxes boxes;
    private TimelineSelection.Events knownEvents;
    private final Map<String, List<TrackItem>> byTrack = new HashMap<>();
    private final Map<String, FoundEvents> found = new HashMap<>();

    /// Selected events of one track.
    ///
    /// @param data the data that they were found in
    /// @param events indexes, ascending
    private record FoundEvents(SliceData data, int[] events) {}

    SelectedEventsPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
        boxes = new EventBoxes(model, pen.deviceScale());
    }

    void paint(Scene scene, TimelineSelection.Events selection) {
        if (selection != knownEvents) {
            knownEvents = selection;
            found.clear();
            byTrack.clear();
            selection
                    .items()
                    .forEach(item -> byTrack.computeIfAbsent(item.trackKey(), _ -> new ArrayList<>())
                            .add(item));
        }
        scene.pinned().forEach(this::paintRow);
        scene.rows().forEach(this::paintRow);
    }

    private void paintRow(PlacedRow placed) {
        Row row = placed.row();
        List<TrackItem> items = byTrack.get(row.node().key());
        TrackEntry entry =
                items == null ? null : model.frames().entry(row.node().key());
        if (entry == null || !(entry.index() instanceof SliceIndex index)) {
            return;
        }
        SliceData data = index.data();
        FoundEvents selected = found.get(row.node().key());
        if (selected == null || selected.data() != data) {
            selected = new FoundEvents(data, find(data, items));
            found.put(row.node().key(), selected);
        }
        for (int depth = 0; depth < data.rows(); depth++) {
            paintDepth(placed, selected, depth);
        }
    }

    private static int[] find(SliceData data, List<TrackItem> items) {
        return items.stream()
                .mapToInt(item -> EventLookup.find(data, item.id(), item.ts()))
                .filter(event -> event >= 0)
                .sorted()
                .toArray();
    }

    /// Outlines the selected events of one depth; events that share pixels get one outline.
    private void paintDepth(PlacedRow placed, FoundEvents selected, int depth) {
        SliceData data = selected.data();
        int from = indexOf(selected.events(), data.rowStart()[depth]);
        int to = indexOf(selected.events(), data.rowStart()[depth + 1]);
        long first = model.viewport().start();
        long last = model.viewport().visible().end();
        EventBox open = null;
        for (int k = from; k < to; k++) {
            int event = selected.events()[k];
            if (Math.max(data.end()[event], data.ts()[event] + 1) <= first) {
                continue;
            }
            if (data.ts()[event] > last) {
                break;
            }
            double right = model.x(data.end()[event]);
            if (open != null && right <= open.right() + 3) {
                open = new EventBox(
                        open.left(),
                        open.top(),
                        Math.max(open.width(), right - open.left()),
                        open.height(),
                        open.isPinned(),
                        true);
                continue;
            }
            paintOutline(open);
            open = boxes.of(placed, data, event);
        }
        paintOutline(open);
    }

    private static int indexOf(int[] events, int event) {
        int index = Arrays.binarySearch(events, event);
        return index < 0 ? -index - 1 : index;
    }

    private void paintOutline(EventBox box) {
        if (box == null) {
            return;
        }
        EventFrame frame = new EventFrame(model.geometry(), pen);
        frame.clip(box.isPinned());
        pen.stroke(model.palette().tokens.outline(), 2);
        frame.draw(box, 1, 3);
        pen.unclip();
    }

    /// Rectangle of the running drag.
    void paintLasso() {
        Lasso lasso = model.pointer().lasso();
        if (lasso == null) {
            return;
        }
        Geometry geometry = model.geometry();
        new EventFrame(geometry, pen).clip(lasso.isPinned());
        double x = Math.max(model.x(lasso.span().start()), geometry.timeX() - 4);
        double width = Math.min(model.x(lasso.span().end()), geometry.width() + 4) - x;
        double y = lasso.top() + model.offset(lasso.isPinned());
        pen.rect(Palette.fade(model.palette().tokens.accent(), .1), x, y, width, lasso.bottom() - lasso.top());
        pen.stroke(model.palette().tokens.accent(), 1);
        pen.frame(x, y, width, lasso.bottom() - lasso.top(), 0);
        pen.unclip();
    }
}
