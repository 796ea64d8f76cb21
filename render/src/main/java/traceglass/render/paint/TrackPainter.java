package traceglass.render.paint;

import java.util.List;
import traceglass.render.box.Layer;
import traceglass.render.font.MeasuredFont;
import traceglass.render.frame.CounterFrame;
import traceglass.render.frame.CounterIndex;
import traceglass.render.frame.SliceFrame;
import traceglass.render.frame.SliceIndex;
import traceglass.render.frame.TrackEntry;
import traceglass.render.frame.TrackFrame;
import traceglass.render.layout.Row;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.LabelText;
import traceglass.render.scene.PlacedRow;
import traceglass.render.scene.Scene;
import traceglass.render.surface.Glyphs;
import traceglass.render.surface.Pen;
import traceglass.render.text.TimelineViewTexts;
import traceglass.render.time.Ticks;

/// Paints the time area of the rows: background, grid, and the content of the tracks.
final class TrackPainter {

    /// Time after which a missing part of a track is shown as unknown.
    private static final long UNKNOWN_DELAY_NS = 150_000_000;
    /// Distance between the hatching lines of unknown parts, px.
    private static final int UNKNOWN_GAP = 9;

    private final TimelineModel model;
    private final Pen pen;
    private final SlicePainter slices;
    private final CounterPainter counters;
    private final BoxPainter boxes;

    TrackPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
        slices = new SlicePainter(model, pen);
        counters = new CounterPainter(model, pen);
        boxes = new BoxPainter(model, pen);
    }

    /// Called before a frame is painted.
    void begin() {
        slices.begin();
    }

    /// Paints the grid behind the pinned rows, or behind all others, and the boxes of the layers around it.
    void paintBackground(Scene scene, boolean isPinned) {
        Geometry geometry = scene.geometry();
        Layer behind = Layer.behindGrid(isPinned);
        double top = behind.top(geometry);
        double bottom = behind.bottom(geometry);
        // Behind the other rows, the surface is already painted.
        if (isPinned) {
            pen.rect(model.palette().tokens.surface(), geometry.timeX(), top, geometry.timeWidth(), bottom - top);
        }
        boxes.paint(scene, behind);
        paintGrid(geometry, top, bottom);
        boxes.paint(scene, Layer.overGrid(isPinned));
    }

    private void paintGrid(Geometry geometry, double top, double bottom) {
        Ticks ticks = Ticks.of(model.viewport(), geometry.timeWidth(), model.px(120), model.origin());
        double right = geometry.width();
        pen.fill(model.palette().tokens.grid());
        for (long tick = Math.floorDiv(ticks.first(), ticks.step()) * ticks.step(); ; tick += ticks.step()) {
            double x = pen.snap(model.x(model.origin() + tick));
            if (x > right) {
                return;
            }
            if (x >= geometry.timeX()) {
                pen.rect(x, top, pen.devicePixel(), bottom - top);
            }
        }
    }

    void paint(List<PlacedRow> rows, double clipTop, double clipBottom) {
        for (PlacedRow placed : rows) {
            paintRow(placed.row(), placed.top(), clipTop, clipBottom);
        }
    }

    private void paintRow(Row row, double top, double clipTop, double clipBottom) {
        Geometry geometry = model.geometry();
        double left = geometry.timeX();
        double width = geometry.timeWidth();
        if (row.node().isGroup() && !row.isSummary()) {
            pen.rect(model.palette().tokens.bg(), left, top, width, row.height());
            pen.rect(model.palette().tokens.border(), left, top + row.height() - 1, width, 1);
            if (!row.node().sideText().isEmpty()) {
                pen.textRight(
                        model.fonts().ui(11),
                        model.palette().tokens.text3(),
                        row.node().sideText(),
                        LabelText.factsRight(model),
                        top + row.height() / 2,
                        width - model.px(28));
            }
            return;
        }
        pen.rect(model.palette().tokens.grid(), left, top + row.height() - 1, width, 1);
        TrackEntry entry = model.frames().entry(row.node().key());
        if (entry == null || entry.frame() == null) {
            if (entry != null && entry.error() != null) {
                paintFailure(entry.error(), top, row.height());
            } else {
                paintUnknown(entry, left, geometry.width(), top, row.height());
            }
            return;
        }
        paintOutside(row, entry, top, clipTop, clipBottom);
        paintContent(row, entry, entry.frame(), top, clipTop, clipBottom);
        if (entry.error() != null) {
            paintFailure(entry.error(), top, row.height());
        }
    }

    private void paintContent(
            Row row, TrackEntry entry, TrackFrame shown, double top, double clipTop, double clipBottom) {
        if (shown instanceof SliceFrame frame && entry.index() instanceof SliceIndex index) {
            slices.paint(row, top, frame, index, clipTop, clipBottom);
        } else if (shown instanceof CounterFrame frame && entry.index() instanceof CounterIndex index) {
            counters.paint(row, top, frame, index.data());
        }
    }

    /// Outside the frame, the overview is shown until the next frame is ready.
    private void paintOutside(Row row, TrackEntry entry, double top, double clipTop, double clipBottom) {
        TrackFrame frame = entry.frame();
        if (frame.from() > Math.max(model.viewport().start(), model.bounds().start())) {
            paintOverview(row, entry, model.geometry().timeX(), model.x(frame.from()), top, clipTop, clipBottom);
        }
        if (frame.to()
                < Math.min(model.viewport().visible().end(), model.bounds().end())) {
            paintOverview(row, entry, model.x(frame.to()), model.geometry().width(), top, clipTop, clipBottom);
        }
    }

    private void paintOverview(
            Row row, TrackEntry entry, double x0, double x1, double top, double clipTop, double clipBottom) {
        double from = Math.floor(Math.max(x0, model.geometry().timeX()));
        double to = Math.ceil(Math.min(x1, model.geometry().width()));
        if (to <= from) {
            return;
        }
        TrackFrame overview = entry.overview();
        boolean covers = overview != null
                && overview.from()
                        <= Math.max(model.viewport().start(), model.bounds().start())
                && overview.to()
                        >= Math.min(
                                model.viewport().visible().end(), model.bounds().end());
        if (!covers) {
            paintUnknown(entry, from, to, top, row.height());
            return;
        }
        pen.clip(from, top, to - from, row.height() - 1);
        paintContent(row, entry, overview, top, clipTop, clipBottom);
        pen.unclip();
    }

    private void paintUnknown(TrackEntry entry, double x0, double x1, double top, double height) {
        model.painting().countBlankRow();
        if (entry == null || entry.frame() != null || x1 <= x0) {
            return;
        }
        if (model.painting().nowNs() - entry.requestedSinceNs() < UNKNOWN_DELAY_NS) {
            model.painting()
                    .setUnknownMarkNs(
                            Math.min(model.painting().unknownMarkNs(), entry.requestedSinceNs() + UNKNOWN_DELAY_NS));
            return;
        }
        pen.rect(model.palette().tokens.surface2(), x0, top, x1 - x0, height - 1);
        // An image instead of lines: while a trace is being opened all tracks look like this, and loading needs
        // the processors.
        pen.hatch(model.palette().tokens.grid(), Math.floor(x0), Math.ceil(x1), top, height - 1, UNKNOWN_GAP);
    }

    private void paintFailure(String error, double top, double height) {
        Geometry geometry = model.geometry();
        double middle = top + Math.min(height, model.px(26)) / 2;
        double x = geometry.timeX() + model.px(8);
        pen.rect(model.palette().tokens.surface(), geometry.timeX(), top, geometry.timeWidth(), height - 1);
        Glyphs.draw(
                pen,
                "error",
                x,
                middle - model.px(7),
                model.px(14),
                model.palette().tokens.error());
        x += model.px(20);
        MeasuredFont font = model.fonts().ui(12);
        x += pen.text(font, model.palette().tokens.error(), error, x, middle, geometry.width() - x - model.px(80))
                + model.px(10);
        pen.text(
                model.fonts().ui(12),
                model.palette().tokens.accent(),
                TimelineViewTexts.TRY_AGAIN,
                x,
                middle,
                model.px(60));
    }
}
