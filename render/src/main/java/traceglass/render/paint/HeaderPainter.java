package traceglass.render.paint;

import traceglass.render.box.Layer;
import traceglass.render.color.Tokens;
import traceglass.render.font.Fonts;
import traceglass.render.font.MeasuredFont;
import traceglass.render.font.Weight;
import traceglass.render.mark.NoteBox;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.Scene;
import traceglass.render.surface.Pen;
import traceglass.render.text.TimelineViewTexts;
import traceglass.render.time.Ticks;
import traceglass.render.time.Viewport;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeStyle;
import traceglass.store.time.TimeText;

/// Paints the header above the tracks: corner, time axis and notes; the minimap has a separate painter.
final class HeaderPainter {

    private static final long MINUTE_NS = 60_000_000_000L;

    private final TimelineModel model;
    private final Pen pen;
    private final MinimapPainter minimap;
    private final BoxPainter boxes;
    private Corner corner;

    /// Text of the corner, cached with its inputs.
    private record Corner(
            Viewport viewport,
            TimeSpan allowedSpan,
            long origin,
            TimeStyle times,
            Fonts fonts,
            double room,
            MeasuredFont font,
            String range,
            String length) {

        boolean matches(TimelineModel model, double room) {
            return viewport == model.viewport()
                    && allowedSpan.equals(model.allowedSpan())
                    && origin == model.origin()
                    && times == model.times()
                    && fonts == model.fonts()
                    && this.room == room;
        }
    }

    HeaderPainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
        minimap = new MinimapPainter(model, pen);
        boxes = new BoxPainter(model, pen);
    }

    void paint(Scene scene) {
        if (scene.geometry().isHeaderHidden()) {
            return;
        }
        minimap.paint(scene);
        paintAxis();
        paintNotes(scene);
        paintCorner();
    }

    private void paintCorner() {
        Tokens tokens = model.palette().tokens;
        Geometry geometry = model.geometry();
        double width = geometry.labelWidth();
        pen.rect(tokens.surface2(), 0, 0, width, geometry.headerHeight());
        pen.rect(tokens.border(), width - 1, 0, 1, geometry.headerHeight());
        pen.rect(tokens.grid(), 0, geometry.minimapHeight() - 1, width - 1, 1);
        pen.rect(tokens.border(), 0, geometry.headerHeight() - 1, width, 1);
        double room = width - model.px(66);
        if (corner == null || !corner.matches(model, room)) {
            corner = layOutCorner(room);
        }
        pen.text(corner.font, tokens.text(), corner.range, model.px(10), model.px(11.5), room);
        pen.text(model.fonts().ui(11), tokens.text3(), corner.length, model.px(10), model.px(26.5), room);
    }

    private Corner layOutCorner(double room) {
        TimeSpan visible = model.viewport().visible();
        String range = range(visible);
        double size = 12;
        // Every digit of a time in nanoseconds counts, so the font shrinks before the text is cut.
        while (size > 9.5 && model.fonts().ui(size, Weight.MEDIUM).width(range) > room) {
            size -= .5;
        }
        String length = TimelineViewTexts.spanOf(
                TimeText.duration(Math.round(model.viewport().spanNs())),
                TimeText.duration(model.allowedSpan().durNs()));
        if (model.times().format().isTimeOfDay() && model.times().hasTimeOfDay()) {
            length += TimelineViewTexts.SEPARATOR + model.times().date(visible.start());
        }
        return new Corner(
                model.viewport(),
                model.allowedSpan(),
                model.origin(),
                model.times(),
                model.fonts(),
                room,
                model.fonts().ui(size, Weight.MEDIUM),
                range,
                length);
    }

    /// Formats the range in seconds or less for a short trace; from a minute on in the format of the axis, since
    /// days in seconds are unreadable.
    private String range(TimeSpan visible) {
        long origin = model.origin();
        long largest = Math.max(1, Math.max(Math.abs(visible.start() - origin), Math.abs(visible.end() - origin)));
        boolean isTimecode = model.times().format() == TimeFormat.TIMECODE
                || model.times().format().isTimeOfDay() && !model.times().hasTimeOfDay();
        if (isTimecode && largest < MINUTE_NS) {
            return TimeText.range(visible.start(), visible.end(), origin);
        }
        long step = Math.max(1, visible.durNs() / 1000);
        return model.times().tick(visible.start() - origin, step, largest, origin) + " – "
                + model.times().tick(visible.end() - origin, step, largest, origin);
    }

    private void paintAxis() {
        Tokens tokens = model.palette().tokens;
        Geometry geometry = model.geometry();
        double left = geometry.timeX();
        double width = geometry.timeWidth();
        double top = geometry.axisTop();
        double height = geometry.axisHeight();
        pen.rect(tokens.surface2(), left, top, width, height);
        Ticks ticks = Ticks.of(model.viewport(), width, model.px(120), model.origin());
        long origin = model.origin();
        long largest = Math.max(
                Math.max(
                        Math.abs(model.viewport().visible().start() - origin),
                        Math.abs(model.viewport().visible().end() - origin)),
                ticks.step());
        MeasuredFont font = model.fonts().ui(11);
        Bar bar = selectionBar();
        boolean spansAxis = bar != null && bar.to - bar.from > width / 2;
        if (spansAxis) {
            bar.paint(top, height, false);
        }
        for (long tick = Math.floorDiv(ticks.first(), ticks.step()) * ticks.step(); ; tick += ticks.subdivision()) {
            double x = pen.snap(model.x(origin + tick));
            if (x > left + width + model.px(80)) {
                break;
            }
            boolean isMajor = ticks.isMajor(tick);
            double tickHeight = model.px(isMajor ? 9 : 5);
            pen.rect(
                    isMajor ? tokens.borderStrong() : tokens.border(),
                    x,
                    top + height - tickHeight,
                    pen.devicePixel(),
                    tickHeight);
            if (isMajor
                    && (model.zeroTime() != null
                            || tick >= 0 && origin + tick <= model.bounds().end())) {
                paintTickLabel(font, model.times().tick(tick, ticks.step(), largest, origin), x, top, bar, spansAxis);
            }
        }
        if (bar != null && !spansAxis) {
            bar.paint(top, height, true);
        }
        pen.rect(tokens.border(), left, top + height - 1, width, 1);
    }

    /// Labels are centered on their tick. At the ends of the axis, short labels move inwards and long ones are
    /// omitted. Labels behind the selection bar are omitted too, except that a bar across the whole axis is broken
    /// by them, as no time would be readable otherwise.
    private void paintTickLabel(MeasuredFont font, String text, double x, double top, Bar bar, boolean spansAxis) {
        double middle = top + model.px(8.5);
        double left = model.geometry().timeX() + model.px(4);
        double right = model.geometry().width() - model.px(4);
        double width = font.width(text);
        double from = x - width / 2;
        if (from < left || from + width > right) {
            if (width > model.px(70) || x < left - model.px(4) || x > right + model.px(4)) {
                return;
            }
            from = Math.clamp(from, left, right - width);
        }
        boolean isFree = bar == null || from + width < bar.from - 4 || from > bar.to + 4;
        boolean interruptsBar = !isFree && spansAxis && bar.allowsLabel(from - 4, from + width + 4);
        if (interruptsBar) {
            pen.rect(
                    model.palette().tokens.surface2(),
                    from - 4,
                    top,
                    width + 8,
                    model.geometry().axisHeight() - model.px(9));
        }
        if (isFree || interruptsBar) {
            pen.text(font, model.palette().tokens.text2(), text, from, middle, width + 1);
        }
    }

    /// Bar with the length of the selection, or null if none of it is visible.
    private Bar selectionBar() {
        TimeSpan span = model.selection().span();
        double left = model.geometry().timeX();
        double right = model.geometry().width();
        if (span == null || span.durNs() <= 0) {
            return null;
        }
        double a = Math.clamp(model.x(span.start()), left - 20, right + 20);
        double b = Math.clamp(model.x(span.end()), left - 20, right + 20);
        if (b <= left || a >= right) {
            return null;
        }
        String text = model.times().duration(span.durNs());
        double half = model.fonts().ui(11, Weight.MEDIUM).width(text) / 2 + model.px(6);
        double from = Math.max(a, left);
        double to = Math.min(b, right);
        if (to - from >= 2 * half + 12) {
            return new Bar(a, b, text, (from + to) / 2, half, from, to);
        }
        boolean isOnRight = to + 2 * half + 4 < right;
        return isOnRight
                ? new Bar(a, b, text, to + half + 2, half, from, to + 2 * half + 2)
                : new Bar(a, b, text, from - half - 2, half, from - 2 * half - 2, to);
    }

    /// Bar with end marks and a length, in its middle or, if it is short, next to it.
    private final class Bar {
        private final double a;
        private final double b;
        private final String text;
        private final double textCenter;
        private final double half;
        private final double from;
        private final double to;

        Bar(double a, double b, String text, double textCenter, double half, double from, double to) {
            this.a = a;
            this.b = b;
            this.text = text;
            this.textCenter = textCenter;
            this.half = half;
            this.from = from;
            this.to = to;
        }

        /// Whether a label may interrupt the line: not at its ends and not at its number.
        boolean allowsLabel(double labelFrom, double labelTo) {
            return (labelTo < textCenter - half || labelFrom > textCenter + half)
                    && !(labelFrom < a + 4 && labelTo > a - 2)
                    && !(labelFrom < b + 2 && labelTo > b - 4);
        }

        /// @param clearsAxis whether it clears the axis behind it
        void paint(double top, double height, boolean clearsAxis) {
            Tokens tokens = model.palette().tokens;
            double line = 1.5;
            double start = Math.max(a, model.geometry().timeX());
            double end = Math.min(b, model.geometry().width());
            double y = top + Math.round(height / 2 - .75);
            if (clearsAxis) {
                pen.rect(tokens.surface2(), from, top, to - from, height - 1);
            }
            pen.fill(tokens.accent());
            pen.rect(pen.snap(a), top + 4, line, height - 8);
            pen.rect(Math.max(pen.snap(b) - line, pen.snap(a)), top + 4, line, height - 8);
            if (textCenter > start && textCenter < end) {
                pen.rect(start, y, textCenter - half - start, line);
                pen.rect(textCenter + half, y, end - textCenter - half, line);
            } else {
                pen.rect(start, y, end - start, line);
            }
            pen.textCenter(
                    model.fonts().ui(11, Weight.MEDIUM), tokens.accent(), text, textCenter, top + height / 2, 2 * half);
        }
    }

    private void paintNotes(Scene scene) {
        Tokens tokens = model.palette().tokens;
        Geometry geometry = scene.geometry();
        double left = geometry.timeX();
        double top = geometry.notesTop();
        double height = geometry.notesHeight();
        pen.rect(tokens.surface2(), left, top, geometry.timeWidth(), height);
        boxes.paint(scene, Layer.NOTES);
        if (!Double.isNaN(model.pointer().noteX())) {
            NoteBox.paintFlag(pen.snap(model.pointer().noteX()), geometry, tokens.borderStrong(), pen);
        }
        pen.rect(tokens.border(), left, top + height - 1, geometry.timeWidth(), 1);
    }
}
