package traceglass.render.scene;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.render.box.Box;
import traceglass.render.box.Layer;
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
/// @param window visible window on the minimap
/// @param boxes all other boxes by layer, in the order in which they are painted; layers without boxes are missing
public record Scene(
        Geometry geometry,
        List<PlacedRow> pinned,
        List<PlacedRow> rows,
        List<PlacedRow> sticky,
        LabelBoxes labels,
        MinimapWindow window,
        Map<Layer, List<Box>> boxes) {

    /// Distance in px at which the edges of the label column and of the pinned area can still be hit.
    private static final double EDGE = 3;
    private static final List<Layer> LAYERS = List.of(Layer.values());

    public Scene {
        pinned = List.copyOf(pinned);
        rows = List.copyOf(rows);
        sticky = List.copyOf(sticky);
        boxes = Map.copyOf(boxes);
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
    /// @param factories kinds of boxes
    static Scene of(TimelineModel model, double deviceScale, List<BoxFactory> factories) {
        Layout layout = model.layout();
        Geometry geometry = model.geometry();
        LabelBoxes labels = new LabelBoxes(
                geometry.labelWidth(),
                geometry.scale(),
                model.selection() instanceof TimelineSelection.Area area
                        && !area.trackKeys().isEmpty());
        Placement placement = new Placement(
                model,
                deviceScale,
                placed(model, layout.pinned(), 0, geometry.tracksTop(), true),
                placed(model, layout.rows(), layout.indexAt(model.scrollY()), geometry.height(), false),
                stickyRows(model),
                labels);
        Map<Layer, List<Box>> boxes = new EnumMap<>(Layer.class);
        for (BoxFactory factory : factories) {
            for (Box box : factory.place(placement)) {
                boxes.computeIfAbsent(box.layer(), _ -> new ArrayList<>()).add(box);
            }
        }
        return new Scene(
                geometry,
                placement.pinned(),
                placement.rows(),
                placement.sticky(),
                labels,
                MinimapWindow.of(model),
                boxes);
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

    /// Boxes of a layer, in the order in which they are painted.
    public List<Box> boxes(Layer layer) {
        return boxes.getOrDefault(layer, List.of());
    }

    /// Boxes of one class, in the order in which they are painted.
    public <T extends Box> List<T> boxes(Layer layer, Class<T> type) {
        return boxes(layer).stream().filter(type::isInstance).map(type::cast).toList();
    }

    /// Topmost box at a point of the minimap, the strip of notes or the tracks, or null.
    public @Nullable Box boxAt(double x, double y) {
        Part part = boxes.isEmpty() ? Part.NOTHING : partAt(x, y);
        if (part != Part.MINIMAP && part != Part.NOTES && part != Part.TRACK) {
            return null;
        }
        for (int i = LAYERS.size() - 1; i >= 0; i--) {
            Layer layer = LAYERS.get(i);
            if (y < layer.top(geometry) || y >= layer.bottom(geometry)) {
                continue;
            }
            for (Box box : boxes(layer).reversed()) {
                if (box.contains(x, y)) {
                    return box;
                }
            }
        }
        return null;
    }

    /// Edge of the selected area at a point of the time area, or null. The minimap has none.
    public AreaBox.@Nullable Edge areaEdgeAt(double x, double y) {
        List<AreaBox> areas = boxes(Layer.AREA, AreaBox.class);
        return areas.isEmpty() || y < geometry.axisTop()
                ? null
                : areas.getFirst().edgeAt(x);
    }

    /// Row painted on top at a position, or null.
    public @Nullable PlacedRow rowAt(double y) {
        if (y < geometry.tracksTop()) {
            return find(pinned, y);
        }
        for (int i = sticky.size() - 1; i >= 0; i--) {
            if (sticky.get(i).contains(y)) {
                return sticky.get(i);
            }
        }
        return find(rows, y);
    }

    /// Top edge of the part of the other rows that no sticky header covers.
    public double uncoveredTop() {
        return PlacedRow.uncoveredTop(geometry, sticky);
    }

    /// Finds the row at a position among rows in the order of their positions.
    private static @Nullable PlacedRow find(List<PlacedRow> rows, double y) {
        int low = 0;
        int high = rows.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (rows.get(middle).bottom() <= y) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low < rows.size() && rows.get(low).contains(y) ? rows.get(low) : null;
    }
}
