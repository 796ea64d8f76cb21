package traceglass.render.paint;

import java.util.Arrays;
import java.util.List;
import traceglass.render.frame.CounterFrame;
import traceglass.render.frame.CounterIndex;
import traceglass.render.frame.FrameLoader;
import traceglass.render.frame.SliceFrame;
import traceglass.render.frame.SliceIndex;
import traceglass.render.frame.TrackFrame;
import traceglass.render.layout.Row;
import traceglass.render.picture.Geometry;
import traceglass.render.picture.PaintState;
import traceglass.render.scene.PlacedRow;
import traceglass.render.surface.Glyphs;
import traceglass.render.surface.MeasuredFont;
import traceglass.render.surface.Pen;
import traceglass.render.text.TimelineViewTexts;
import traceglass.render.time.Ticks;

/// Paints the time area of the rows: background, grid, and the content of the tracks.
final class TrackPainter {

    /// Time after which a missing part of a track is shown as unknown.
    private static final long PATIENCE_NS = 150_000_000;
    /// Distance between the hatching lines of unknown parts, px.
    private static final int UNKNOWN_GAP = 9;

    private final PaintState picture;
    private final Pen pen;
    private final SlicePainter slices;
    private final CounterPainter counters;
    private final LossPainter losses;

    TrackPainter(PaintState picture, Pen pen) {
        this.picture = picture;
        this.pen = pen;
        slices = new SlicePainter(picture, pen);
        counters = new CounterPainter(picture, pen);
        losses = new LossPainter(picture, pen);
    }

    /// Called before a frame is painted.
    void begin() {
        slices.begin();
    }

    /// Paints the surface, unless it is already covered, and the grid behind all rows.
    void background(double top, double bottom, boolean covered) {
        Geometry geometry = picture.geometry;
        if (!covered) {
            pen.rect(picture.palette.tokens.surface(), geometry.timeX(), top, geometry.timeWidth(), bottom - top);
        }
        stripes(top, bottom);
        losses.background(top, bottom);
        Ticks ticks = Ticks.of(picture.viewport, geometry.timeWidth(), picture.px(120), picture.origin());
        double right = geometry.width();
        pen.fill(picture.palette.tokens.grid());
        for (long tick = Math.floorDiv(ticks.first(), ticks.step()) * ticks.step(); ; tick += ticks.step()) {
            double x = pen.snap(picture.x(picture.origin() + tick));
            if (x > right) {
                return;
            }
            if (x >= geometry.timeX()) {
                pen.rect(x, top, pen.hair(), bottom - top);
            }
        }
    }

    private void stripes(double top, double bottom) {
        long[] pairs = picture.stripes;
        int i = Arrays.binarySearch(pairs, picture.viewport.start());
        pen.fill(picture.palette.tokens.hover());
        for (i = (i < 0 ? -i - 1 : i) & ~1; i + 1 < pairs.length; i += 2) {
            double a = Math.max(picture.geometry.timeX(), pen.snap(picture.x(pairs[i])));
            double b = Math.min(picture.geometry.width(), pen.snap(picture.x(pairs[i + 1])));
            if (a >= picture.geometry.width()) {
                return;
            }
            // Narrower stripes would merge into one gray area.
            if (b - a >= 3) {
                pen.rect(a, top, b - a, bottom - top);
            }
        }
    }

    void paint(List<PlacedRow> rows, double clipTop, double clipBottom) {
        for (PlacedRow placed : rows) {
            paintRow(placed.row(), placed.top(), clipTop, clipBottom);
        }
    }

    private void paintRow(Row row, double top, double clipTop, double clipBottom) {
        Geometry geometry = picture.geometry;
        double left = geometry.timeX();
        double width = geometry.timeWidth();
        if (row.node().isGroup() && !row.summary()) {
            pen.rect(picture.palette.tokens.bg(), left, top, width, row.height());
            pen.rect(picture.palette.tokens.border(), left, top + row.height() - 1, width, 1);
            if (!row.node().facts().isEmpty()) {
                pen.textRight(
                        picture.fonts.ui(11),
                        picture.palette.tokens.text3(),
                        row.node().facts(),
                        geometry.width() - picture.px(14),
                        top + row.height() / 2,
                        width - picture.px(28));
            }
            return;
        }
        pen.rect(picture.palette.tokens.grid(), left, top + row.height() - 1, width, 1);
        losses.row(row, top);
        FrameLoader.Entry entry = picture.frames.entry(row.node().key());
        if (entry == null || entry.frame() == null) {
            if (entry != null && entry.error() != null) {
                failure(entry.error(), top, row.height());
            } else {
                unknown(entry, left, geometry.width(), top, row.height());
            }
            return;
        }
        outside(row, entry, top, clipTop, clipBottom);
        content(row, entry, entry.frame(), top, clipTop, clipBottom);
        if (entry.error() != null) {
            failure(entry.error(), top, row.height());
        }
    }

    private void content(
            Row row, FrameLoader.Entry entry, TrackFrame shown, double top, double clipTop, double clipBottom) {
        if (shown instanceof SliceFrame frame && entry.index() instanceof SliceIndex index) {
            slices.paint(row, top, frame, index, clipTop, clipBottom);
        } else if (shown instanceof CounterFrame frame && entry.index() instanceof CounterIndex index) {
            counters.paint(row, top, frame, index.data());
        }
    }

    /// Outside of the frame, the overview is shown until the next frame is ready.
    private void outside(Row row, FrameLoader.Entry entry, double top, double clipTop, double clipBottom) {
        TrackFrame frame = entry.frame();
        if (frame.from() > Math.max(picture.viewport.start(), picture.bounds.start())) {
            paintOverview(row, entry, picture.geometry.timeX(), picture.x(frame.from()), top, clipTop, clipBottom);
        }
        if (frame.to() < Math.min(picture.viewport.visible().end(), picture.bounds.end())) {
            paintOverview(row, entry, picture.x(frame.to()), picture.geometry.width(), top, clipTop, clipBottom);
        }
    }

    private void paintOverview(
            Row row, FrameLoader.Entry entry, double x0, double x1, double top, double clipTop, double clipBottom) {
        double from = Math.floor(Math.max(x0, picture.geometry.timeX()));
        double to = Math.ceil(Math.min(x1, picture.geometry.width()));
        if (to <= from) {
            return;
        }
        TrackFrame overview = entry.overview();
        boolean covers = overview != null
                && overview.from() <= Math.max(picture.viewport.start(), picture.bounds.start())
                && overview.to() >= Math.min(picture.viewport.visible().end(), picture.bounds.end());
        if (!covers) {
            unknown(entry, from, to, top, row.height());
            return;
        }
        pen.clip(from, top, to - from, row.height() - 1);
        content(row, entry, overview, top, clipTop, clipBottom);
        pen.unclip();
    }

    private void unknown(FrameLoader.Entry entry, double x0, double x1, double top, double height) {
        picture.blankRows++;
        if (entry == null || entry.frame() != null || x1 <= x0) {
            return;
        }
        if (picture.nowNs - entry.requestedSinceNs() < PATIENCE_NS) {
            picture.unknownMarkNs = Math.min(picture.unknownMarkNs, entry.requestedSinceNs() + PATIENCE_NS);
            return;
        }
        pen.rect(picture.palette.tokens.surface2(), x0, top, x1 - x0, height - 1);
        // An image instead of lines: while a trace is being opened all tracks look like this, and loading needs
        // the processors.
        pen.hatch(picture.palette.tokens.grid(), Math.floor(x0), Math.ceil(x1), top, height - 1, UNKNOWN_GAP);
    }

    private void failure(String error, double top, double height) {
        Geometry geometry = picture.geometry;
        double middle = top + Math.min(height, picture.px(26)) / 2;
        double x = geometry.timeX() + picture.px(8);
        pen.rect(picture.palette.tokens.surface(), geometry.timeX(), top, geometry.timeWidth(), height - 1);
        Glyphs.draw(pen, "error", x, middle - picture.px(7), picture.px(14), picture.palette.tokens.error());
        x += picture.px(20);
        MeasuredFont face = picture.fonts.ui(12);
        x += pen.text(face, picture.palette.tokens.error(), error, x, middle, geometry.width() - x - picture.px(80))
                + picture.px(10);
        pen.text(
                picture.fonts.ui(12),
                picture.palette.tokens.accent(),
                TimelineViewTexts.RETRY,
                x,
                middle,
                picture.px(60));
    }
}
