package traceglass.render.paint;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import traceglass.analysis.track.TrackNode;
import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.frame.SliceIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.item.Note;
import traceglass.render.item.TimelineSelection;
import traceglass.render.item.TrackItem;
import traceglass.render.layout.Layout;
import traceglass.render.layout.Row;
import traceglass.render.model.EventLookup;
import traceglass.render.model.Geometry;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.AreaBox;
import traceglass.render.scene.EventBox;
import traceglass.render.scene.EventBoxes;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.Scene;
import traceglass.render.scene.Scenes;
import traceglass.render.surface.Pen;

/// Paints everything that changes with the pointer and the selection, over the tracks: outlines, area, flows, pointer
/// time.
public final class OverlayPainter {

    private final Scenes scenes;
    private final TimelineModel model;
    private final Pen pen;
    private final EventBoxes boxes;
    private final EventOutlines outlines;
    private final FlowPainter flows;
    private final WakeupPainter wake;
    private final SelectedEventsPainter selected;

    public OverlayPainter(Scenes scenes, Pen pen) {
        this.scenes = scenes;
        this.model = scenes.model();
        this.pen = pen;
        boxes = new EventBoxes(model, pen.deviceScale());
        outlines = new EventOutlines(model, pen);
        flows = new FlowPainter(model, pen);
        wake = new WakeupPainter(model, pen);
        selected = new SelectedEventsPainter(model, pen);
    }

    public void paint() {
        Scene scene = scenes.scene();
        Geometry geometry = model.geometry();
        pen.cover(geometry.width(), geometry.height(), 0);
        pen.clip(geometry.timeX(), geometry.notesTop(), geometry.timeWidth(), geometry.height() - geometry.notesTop());
        paintFlagLines();
        paintZeroLine();
        switch (model.selection()) {
            case TimelineSelection.Area area -> {
                paintArea(area, Objects.requireNonNull(scene.area()));
                flows.paint(scene);
            }
            case TimelineSelection.Event event -> {
                flows.paint(scene);
                paintOutline(scene, event.item());
                wake.paint(scene);
            }
            case TimelineSelection.Events events -> selected.paint(scene, events);
            case TimelineSelection.Nothing _ -> {}
        }
        selected.paintLasso();
        paintHover();
        paintPointer();
        pen.unclip();
        paintHighlight();
        paintFocus();
        paintDropPosition();
        paintMarks();
    }

    /// Line at the time on which two timelines are aligned.
    private void paintZeroLine() {
        Geometry geometry = model.geometry();
        double x = model.zeroTime() == null ? Double.NaN : pen.snap(model.x(model.zeroTime()));
        if (x >= geometry.timeX() && x <= geometry.width()) {
            pen.fill(Palette.fade(model.palette().tokens.warn(), .7));
            for (double y = geometry.notesTop(); y < geometry.height(); y += 6) {
                pen.rect(x, y, 1, 3);
            }
        }
    }

    /// Marks rows with lost data, rows with search hits and the selected event next to the scroll bar, for the
    /// whole tree.
    private void paintMarks() {
        Geometry geometry = model.geometry();
        Layout layout = model.layout();
        if (layout.height() <= geometry.tracksHeight()) {
            return;
        }
        double scale = geometry.tracksHeight() / layout.height();
        pen.fill(model.palette().tokens.error());
        paintMarks(model.marks().losses().tracks(), scale);
        pen.fill(model.palette().tokens.warn());
        paintMarks(model.marks().hitTracks(), scale);
        if (model.selection() instanceof TimelineSelection.Event event) {
            pen.fill(model.palette().tokens.accent());
            paintMark(layout.row(event.item().trackKey()), scale);
        }
    }

    private void paintMarks(Set<String> keys, double scale) {
        Set<String> shown = new HashSet<>();
        for (String key : keys) {
            // A track hidden in a closed group is marked at the group.
            shown.add(model.layout().row(key) != null ? key : model.visibleGroupOf(key));
        }
        for (String key : shown) {
            paintMark(key == null ? null : model.layout().row(key), scale);
        }
    }

    private void paintMark(Row row, double scale) {
        if (row != null) {
            pen.rect(
                    model.geometry().width() - 8,
                    Math.round(model.geometry().tracksTop() + (row.y() + row.height() / 2) * scale) - 1,
                    7,
                    2);
        }
    }

    /// Highlight of the row that was just jumped to, in a fading color.
    private void paintHighlight() {
        Row row = model.highlights().highlightedRow() == null
                ? null
                : model.layout().row(model.highlights().highlightedRow());
        if (row != null) {
            Geometry geometry = model.geometry();
            int accent = model.palette().tokens.accent();
            pen.clip(0, geometry.tracksTop(), geometry.width(), geometry.tracksHeight());
            pen.rect(
                    Palette.fade(accent, .35 * model.highlights().highlightStrength()),
                    0,
                    model.top(row, false),
                    geometry.width(),
                    row.height());
            pen.unclip();
        }
    }

    /// Focus ring around the row with the keyboard focus.
    private void paintFocus() {
        Row row = model.highlights().focusedRow() == null
                ? null
                : model.layout().row(model.highlights().focusedRow());
        if (row == null) {
            return;
        }
        Geometry geometry = model.geometry();
        double top = model.top(row, false);
        pen.clip(0, geometry.tracksTop(), geometry.width(), geometry.tracksHeight());
        pen.stroke(model.palette().tokens.accent(), 2);
        pen.frame(1, top, geometry.width() - 2, row.height(), 4);
        pen.unclip();
    }

    /// Line at the drop position of a dragged row.
    private void paintDropPosition() {
        if (!Double.isNaN(model.pointer().dropY())) {
            double y = Math.round(model.pointer().dropY());
            pen.fill(model.palette().tokens.accent());
            pen.rect(
                    model.pointer().dropInset() + 4,
                    y - 1,
                    model.geometry().width() - model.pointer().dropInset() - 8,
                    2);
            pen.oval(model.pointer().dropInset(), y - 4, 8, 8);
        }
    }

    private void paintFlagLines() {
        Geometry geometry = model.geometry();
        for (Note note : model.marks().notes()) {
            double x = pen.snap(model.x(note.start()));
            if (note.isFlag() && x >= geometry.timeX() && x <= geometry.width()) {
                pen.fill(Palette.fade(note.argb(), .7));
                for (double y = geometry.headerHeight(); y < geometry.height(); y += 6) {
                    pen.rect(x, y, 1, 3);
                }
            }
        }
    }

    private void paintPointer() {
        Geometry geometry = model.geometry();
        if (model.marks().markedTime() != null) {
            double x = pen.snap(model.x(model.marks().markedTime()));
            if (x >= geometry.timeX() && x <= geometry.width()) {
                pen.rect(
                        model.palette().tokens.accent(),
                        x,
                        geometry.notesTop(),
                        1.5,
                        geometry.height() - geometry.notesTop());
            }
        }
        double pointer = !Double.isNaN(model.pointer().x())
                ? model.pointer().x()
                : model.pointer().pairTime() != null ? model.x(model.pointer().pairTime()) : Double.NaN;
        if (pointer >= geometry.timeX() && pointer <= geometry.width()) {
            double x = pen.snap(pointer);
            pen.rect(
                    Palette.fade(model.palette().tokens.text3(), .7),
                    x,
                    geometry.headerHeight(),
                    pen.devicePixel(),
                    geometry.height() - geometry.headerHeight());
        }
        if (model.pointer().snappedTo() != Long.MIN_VALUE) {
            double x = pen.snap(model.x(model.pointer().snappedTo()));
            pen.fill(model.palette().tokens.accent());
            for (double y = geometry.notesTop(); y < geometry.height(); y += 7) {
                pen.rect(x, y, 1, 4);
            }
        }
    }

    private void paintHover() {
        Hover hover = model.pointer().hover();
        if (hover.item() == null || hover.width() <= 0) {
            return;
        }
        Geometry geometry = model.geometry();
        double clipTop = hover.isPinned() ? geometry.headerHeight() : geometry.tracksTop();
        double clipBottom = hover.isPinned() ? geometry.tracksTop() : geometry.height();
        double top = Math.max(hover.top(), clipTop);
        double bottom = Math.min(hover.top() + hover.height(), clipBottom);
        if (bottom <= top) {
            return;
        }
        TrackNode node = model.tracks().node(hover.rowKey());
        if (node != null && node.isCounter()) {
            pen.fill(model.palette().counterLine);
            double x = model.pointer().x();
            pen.oval(x - 3.5, hover.top() - 3.5, 7, 7);
            pen.fill(model.palette().tokens.surface());
            pen.oval(x - 1.5, hover.top() - 1.5, 3, 3);
            return;
        }
        pen.fill(model.theme().isDark() ? 0x24FFFFFF : 0x2AFFFFFF);
        double left = Math.max(hover.left(), geometry.timeX() - 6);
        double right = Math.min(hover.left() + hover.width(), geometry.width() + 6);
        if (right - left > 5) {
            pen.round(left, top, right - left, bottom - top, 2.5);
        } else {
            pen.rect(left, top, Math.max(1, right - left), bottom - top);
        }
    }

    /// One event can be drawn several times: pinned, in its group, and on its CPU.
    private void paintOutline(Scene scene, TrackItem item) {
        Layout layout = model.layout();
        boolean isKnown = layout.row(item.trackKey()) != null || layout.pinnedRow(item.trackKey()) != null;
        scene.pinned().forEach(placed -> paintOutlineIn(placed, item, isKnown));
        scene.rows().forEach(placed -> paintOutlineIn(placed, item, isKnown));
    }

    /// Searches only the item's own track if that has a row, else every track that shows events of its table.
    private void paintOutlineIn(PlacedRow placed, TrackItem item, boolean isKnown) {
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
                paintOutline(boxes.of(placed, index.data(), event));
            }
        } else if (isKnown && row.node().isCounter()) {
            double x = model.x(item.ts());
            outlines.clip(placed.isPinned());
            pen.rect(
                    model.palette().tokens.selection(),
                    x,
                    placed.top(),
                    Math.max(2, model.x(item.end()) - x),
                    row.height() - 1);
            pen.unclip();
        }
    }

    private void paintOutline(EventBox box) {
        Tokens tokens = model.palette().tokens;
        outlines.clip(box.isPinned());
        pen.stroke(tokens.outline(), 2);
        outlines.frame(box, 2, 4);
        if (outlines.visibleWidth(box) > 4) {
            pen.stroke(tokens.halo(), 1);
            outlines.frame(box, 0, 2.5);
        }
        pen.unclip();
    }

    private void paintArea(TimelineSelection.Area area, AreaBox box) {
        Geometry geometry = model.geometry();
        Tokens tokens = model.palette().tokens;
        double x1 = pen.snap(box.left());
        double x2 = pen.snap(box.right());
        if (area.trackKeys().isEmpty()) {
            pen.rect(
                    Palette.fade(tokens.selection(), .6),
                    x1,
                    geometry.headerHeight(),
                    x2 - x1,
                    geometry.height() - geometry.headerHeight());
            pen.rect(tokens.accent(), x1 - .5, geometry.notesTop(), 1, geometry.height());
            pen.rect(x2 - .5, geometry.notesTop(), 1, geometry.height());
            return;
        }
        pen.fill(Palette.fade(tokens.accent(), .35));
        pen.rect(x1 - .5, geometry.notesTop(), 1, geometry.height());
        pen.rect(x2 - .5, geometry.notesTop(), 1, geometry.height());
        paintSections(box.pinned(), geometry.headerHeight(), geometry.tracksTop(), x1, x2);
        paintSections(box.rows(), geometry.tracksTop(), geometry.height(), x1, x2);
    }

    private void paintSections(
            List<AreaBox.Section> sections, double clipTop, double clipBottom, double x1, double x2) {
        pen.clip(model.geometry().timeX(), clipTop, model.geometry().timeWidth(), Math.max(0, clipBottom - clipTop));
        for (AreaBox.Section section : sections) {
            paintAreaBox(x1, section.top(), x2, section.bottom());
        }
        pen.unclip();
    }

    private void paintAreaBox(double x1, double top, double x2, double bottom) {
        Tokens tokens = model.palette().tokens;
        pen.rect(tokens.selection(), x1, top, x2 - x1, bottom - top);
        pen.fill(tokens.accent());
        pen.rect(x1, top, x2 - x1, 1);
        pen.rect(x1, bottom - 1, x2 - x1, 1);
        double visibleTop = Math.max(top, model.geometry().headerHeight());
        double middle = (visibleTop + Math.min(bottom, model.geometry().height())) / 2;
        for (double x : new double[] {x1, x2}) {
            pen.rect(x - 1, top, 2, bottom - top);
            pen.round(x - 3, middle - 12, 6, 24, 3);
        }
    }
}
