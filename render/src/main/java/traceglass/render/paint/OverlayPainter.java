package traceglass.render.paint;

import traceglass.analysis.track.TrackNode;
import traceglass.render.box.Layer;
import traceglass.render.color.Palette;
import traceglass.render.item.TimelineSelection;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.Hover;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.Scene;
import traceglass.render.scene.Scenes;
import traceglass.render.surface.Pen;

/// Paints everything that changes with the pointer and the selection, over the tracks: outlines, area, flows, pointer
/// time.
public final class OverlayPainter {

    private final Scenes scenes;
    private final TimelineModel model;
    private final Pen pen;
    private final BoxPainter boxes;
    private final SelectedEventsPainter selected;

    public OverlayPainter(Scenes scenes, Pen pen) {
        this.scenes = scenes;
        this.model = scenes.model();
        this.pen = pen;
        boxes = new BoxPainter(model, pen);
        selected = new SelectedEventsPainter(model, pen);
    }

    public void paint() {
        Scene scene = scenes.scene();
        Geometry geometry = model.geometry();
        pen.cover(geometry.width(), geometry.height(), 0);
        pen.clip(geometry.timeX(), geometry.notesTop(), geometry.timeWidth(), geometry.height() - geometry.notesTop());
        boxes.paint(scene, Layer.LINES);
        boxes.paint(scene, Layer.AREA);
        boxes.paint(scene, Layer.FLOWS);
        boxes.paint(scene, Layer.SELECTION);
        boxes.paint(scene, Layer.FLOW_TEXTS);
        boxes.paint(scene, Layer.WAKEUP);
        if (model.selection() instanceof TimelineSelection.Events events) {
            selected.paint(scene, events);
        }
        selected.paintLasso();
        paintHover();
        paintPointer();
        pen.unclip();
        paintHighlight();
        paintFocus();
        paintDropPosition();
        boxes.paint(scene, Layer.SCROLL_BAR);
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
            pen.roundRect(left, top, right - left, bottom - top, 2.5);
        } else {
            pen.rect(left, top, Math.max(1, right - left), bottom - top);
        }
    }
}
