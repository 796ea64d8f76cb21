package traceglass.render.scene;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.render.item.Note;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;

/// Boxes of the visible part of a timeline. Immutable.
///
/// @param geometry parts of the control
/// @param pinned pinned rows, from the top; rows that are scrolled away at the top are included
/// @param rows other visible rows, from the top
/// @param sticky headers of the open groups around the first visible row, innermost first; painted over the rows in
///     this order, so that an outer header covers an inner one that it pushes away
/// @param labels controls in the labels
/// @param notes notes of the strip, in the order in which they are painted
/// @param window visible window on the minimap
/// @param area selected area, or null
/// @param flows arrows of the flows of the selected slice or area, in the order in which they are painted
/// @param wakeup wakeup of the selected thread, or null
public record Scene(
        Geometry geometry,
        List<PlacedRow> pinned,
        List<PlacedRow> rows,
        List<PlacedRow> sticky,
        LabelBoxes labels,
        List<NoteBox> notes,
        MinimapWindow window,
        @Nullable AreaBox area,
        List<FlowArrow> flows,
        @Nullable WakeupArrow wakeup) {

    /// Distance in px at which the edges of the label column and of the pinned area can still be hit.
    private static final double EDGE = 3;

    public Scene {
        pinned = List.copyOf(pinned);
        rows = List.copyOf(rows);
        sticky = List.copyOf(sticky);
        notes = List.copyOf(notes);
        flows = List.copyOf(flows);
    }

    /// Parts of the control.
    public enum Part {
        CORNER,
        MINIMAP,
        AXIS,
        NOTES,
        LABEL_EDGE,
        PINNED_EDGE,
        LABEL,
        TRACK,
        NOTHING
    }

    /// Places everything visible.
    ///
    /// @param deviceScale device pixels per px
    public static Scene of(TimelineModel model, double deviceScale) {
        Layout layout = model.layout();
        Geometry geometry = model.geometry();
        List<PlacedRow> sticky = stickyRows(model);
        LabelBoxes labels = new LabelBoxes(
                geometry.labelWidth(),
                geometry.scale(),
                model.selection() instanceof TimelineSelection.Area area
                        && !area.trackKeys().isEmpty());
        EventBoxes boxes = new EventBoxes(model, deviceScale);
        return new Scene(
                geometry,
                placed(model, layout.pinned(), 0, geometry.tracksTop(), true),
                placed(model, layout.rows(), layout.indexAt(model.scrollY()), geometry.height(), false),
                sticky,
                labels,
                NoteBox.of(model),
                MinimapWindow.of(model),
                AreaBox.of(model),
                FlowPlacement.of(model, boxes, uncoveredTop(geometry, sticky), labels.contentRight()),
                WakeupArrow.of(model, boxes));
    }

    private static List<PlacedRow> placed(
            TimelineModel model, List<Row> rows, int from, double bottom, boolean isPinned) {
        List<PlacedRow> placed = new ArrayList<>();
        for (int i = from; i < rows.size(); i++) {
            double top = model.top(rows.get(i), isPinned);
            if (top > bottom) {
                break;
            }
            placed.add(new PlacedRow(rows.get(i), top, isPinned));
        }
        return placed;
    }

    /// Headers that stay at the top until the next header pushes them away.
    private static List<PlacedRow> stickyRows(TimelineModel model) {
        Layout layout = model.layout();
        List<PlacedRow> rows = new ArrayList<>();
        double tracksTop = model.geometry().tracksTop();
        double used = 0;
        for (int group : openGroupsAt(layout, layout.indexAt(model.scrollY())).reversed()) {
            Row header = layout.rows().get(group);
            if (header.y() - model.scrollY() >= used) {
                break;
            }
            double end = layout.end(group) - model.scrollY();
            double top = tracksTop + Math.min(used, end - header.height());
            rows.addFirst(new PlacedRow(header, Math.round(top), false));
            used += header.height();
        }
        return rows;
    }

    /// Indexes of the open groups that contain a row, or are that row, innermost first.
    private static List<Integer> openGroupsAt(Layout layout, int index) {
        List<Integer> chain = new ArrayList<>();
        if (index < layout.rows().size()) {
            Row row = layout.rows().get(index);
            if (row.isOpen()) {
                chain.add(index);
            }
            for (int parent = row.parent();
                    parent >= 0;
                    parent = layout.rows().get(parent).parent()) {
                chain.add(parent);
            }
        }
        return chain;
    }

    /// Part of the control at a point.
    public Part partAt(double x, double y) {
        if (x < 0 || y < 0 || x > geometry.width() || y > geometry.height()) {
            return Part.NOTHING;
        }
        if (Math.abs(x - geometry.labelWidth()) <= EDGE) {
            return Part.LABEL_EDGE;
        }
        boolean isLabel = x < geometry.labelWidth();
        if (y < geometry.headerHeight()) {
            return isLabel
                    ? Part.CORNER
                    : y < geometry.axisTop() ? Part.MINIMAP : y < geometry.notesTop() ? Part.AXIS : Part.NOTES;
        }
        if (geometry.pinned() > 0 && Math.abs(y - geometry.tracksTop()) <= EDGE) {
            return Part.PINNED_EDGE;
        }
        return isLabel ? Part.LABEL : Part.TRACK;
    }

    /// Note painted on top at a position of the strip, or null.
    public @Nullable Note noteAt(double x) {
        for (NoteBox box : notes.reversed()) {
            if (box.contains(x)) {
                return box.note();
            }
        }
        return null;
    }

    /// Edge of the selected area at a point of the time area, or null. The minimap has none.
    public AreaBox.@Nullable Edge areaEdgeAt(double x, double y) {
        return area == null || y < geometry.axisTop() ? null : area.edgeAt(x);
    }

    /// Row painted on top at a position, or null.
    public @Nullable PlacedRow rowAt(double y) {
        if (y < geometry.tracksTop()) {
            return find(pinned, y);
        }
        PlacedRow header = find(sticky.reversed(), y);
        return header == null ? find(rows, y) : header;
    }

    /// Top edge of the part of the other rows that no sticky header covers.
    public double uncoveredTop() {
        return uncoveredTop(geometry, sticky);
    }

    private static double uncoveredTop(Geometry geometry, List<PlacedRow> sticky) {
        double top = geometry.tracksTop();
        for (PlacedRow header : sticky) {
            top = Math.max(top, header.bottom());
        }
        return top;
    }

    private static @Nullable PlacedRow find(List<PlacedRow> rows, double y) {
        for (PlacedRow row : rows) {
            if (row.contains(y)) {
                return row;
            }
        }
        return null;
    }
}
