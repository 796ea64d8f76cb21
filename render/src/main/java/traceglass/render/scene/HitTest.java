package traceglass.render.scene;

import org.jspecify.annotations.Nullable;
import traceglass.analysis.track.CounterData;
import traceglass.analysis.track.TrackNode;
import traceglass.render.box.Box;
import traceglass.render.frame.CounterIndex;
import traceglass.render.frame.SliceFrame;
import traceglass.render.frame.SliceIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Row;
import traceglass.render.model.Bands;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;

/// Finds the element at a point: searches the boxes of the scene that is painted, or is about to be painted.
public final class HitTest {

    /// @param part part of the control at the point
    /// @param placed row at the point, or null
    public record Hit(Scene.Part part, @Nullable PlacedRow placed) {

        /// Row at the point, or null.
        public @Nullable Row row() {
            return placed == null ? null : placed.row();
        }

        /// Whether it is a pinned row.
        public boolean isPinned() {
            return placed != null && placed.isPinned();
        }
    }

    private final Scenes scenes;
    private final TimelineModel model;

    public HitTest(Scenes scenes) {
        this.scenes = scenes;
        this.model = scenes.model();
    }

    public Hit at(double x, double y) {
        Scene scene = scenes.scene();
        Scene.Part part = scene.partAt(x, y);
        return new Hit(part, part == Scene.Part.LABEL || part == Scene.Part.TRACK ? scene.rowAt(y) : null);
    }

    /// Event at a point of a track, or a hover without an event.
    public Hover hover(Hit hit, double x, double y) {
        PlacedRow placed = hit.placed();
        if (placed == null) {
            return Hover.NONE;
        }
        TrackNode node = placed.row().node();
        Hover none = new Hover(node.key(), placed.isPinned(), hit.part() == Scene.Part.LABEL, -1, null, 0, 0, 0, 0, 0);
        if (hit.part() != Scene.Part.TRACK || node.isGroup() && !placed.row().isSummary()) {
            return none;
        }
        Box box = scenes.scene().boxAt(x, y);
        if (box != null && box.layer().coversTracks()) {
            return none;
        }
        TrackEntry entry = model.frames().entry(node.key());
        if (entry == null || entry.error() != null) {
            return none;
        }
        if (entry.frame() instanceof SliceFrame frame && entry.index() instanceof SliceIndex index) {
            return slice(placed, frame, index, x, y, none);
        }
        return entry.index() instanceof CounterIndex index ? counter(placed, index, x, none) : none;
    }

    private Hover slice(PlacedRow placed, SliceFrame frame, SliceIndex index, double x, double y, Hover none) {
        Bands bands = Bands.of(model, placed.row(), frame.rows());
        int band = bands.bandAt(y - placed.top(), frame.rows());
        if (band < 0) {
            return none;
        }
        SliceBoxes boxes = new SliceBoxes(model, frame, scenes.deviceScale());
        int box = boxes.at(band, x);
        return box < 0 ? none : hover(placed, boxes, index, box, band, bands);
    }

    private static Hover hover(PlacedRow placed, SliceBoxes boxes, SliceIndex index, int box, int band, Bands bands) {
        int first = boxes.frame().first()[box];
        int count = boxes.frame().count()[box];
        int event = count == 1 ? first : index.longest(first, first + count);
        return new Hover(
                placed.row().node().key(),
                placed.isPinned(),
                false,
                event,
                TrackItem.of(placed.row().node(), index.data(), event),
                count - 1,
                boxes.shownLeft(box),
                placed.top() + bands.top(band),
                boxes.shownWidth(box),
                bands.height());
    }

    private Hover counter(PlacedRow placed, CounterIndex index, double x, Hover none) {
        CounterData data = index.data();
        int sample = index.at(model.viewport()
                .timeAt(x - model.geometry().timeX(), model.geometry().timeWidth()));
        if (sample < 0) {
            return none;
        }
        double bottom = CounterScale.bottom(placed.row(), placed.top());
        double y = CounterScale.of(model, placed.row(), data).y(data.value()[sample], bottom);
        return new Hover(
                placed.row().node().key(),
                placed.isPinned(),
                false,
                sample,
                TrackItem.of(placed.row().node(), data, sample, model.bounds().end()),
                0,
                model.x(data.ts()[sample]),
                y,
                1,
                1);
    }
}
