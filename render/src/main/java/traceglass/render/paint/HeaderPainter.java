package traceglass.render.paint;

import java.util.List;
import javafx.scene.text.FontWeight;
import traceglass.model.time.TimeFormat;
import traceglass.model.time.TimeSpan;
import traceglass.model.time.TimeText;
import traceglass.model.track.MinimapData;
import traceglass.render.color.Palette;
import traceglass.render.color.Tokens;
import traceglass.render.item.Note;
import traceglass.render.item.Selection;
import traceglass.render.time.Ticks;

/// Paints what stands above the tracks: corner, minimap, time axis and notes.
final class HeaderPainter {

    private static final double TALL_LANE = 7;

    private final Picture picture;
    private final Pen pen;

    HeaderPainter(Picture picture, Pen pen) {
        this.picture = picture;
        this.pen = pen;
    }

    void paint() {
        if (picture.geometry.bare()) {
            return;
        }
        minimap();
        axis();
        notes();
        corner();
    }

    private void corner() {
        Tokens tokens = picture.palette.tokens;
        Geometry geometry = picture.geometry;
        double width = geometry.labelWidth();
        pen.rect(tokens.surface2(), 0, 0, width, geometry.headerHeight());
        pen.rect(tokens.border(), width - 1, 0, 1, geometry.headerHeight());
        pen.rect(tokens.grid(), 0, geometry.minimapHeight() - 1, width - 1, 1);
        pen.rect(tokens.border(), 0, geometry.headerHeight() - 1, width, 1);
        TimeSpan visible = picture.viewport.visible();
        double room = width - picture.px(66);
        pen.text(picture.fonts.ui(12, FontWeight.MEDIUM), tokens.text(), range(visible),
                picture.px(10), picture.px(11.5), room);
        String length = TimeText.duration(Math.round(picture.viewport.spanNs())) + " of " + TimeText.duration(picture.reach().durNs());
        if (picture.times.format().isTimeOfDay() && picture.times.knowsTimeOfDay()) {
            length += " · " + picture.times.date(visible.start());
        }
        pen.text(picture.fonts.ui(11), tokens.text3(), length, picture.px(10), picture.px(26.5), room);
    }

    private String range(TimeSpan visible) {
        if (picture.times.format() == TimeFormat.TIMECODE || picture.times.format().isTimeOfDay() && !picture.times.knowsTimeOfDay()) {
            return TimeText.range(visible.start(), visible.end(), picture.origin());
        }
        long origin = picture.origin();
        long step = Math.max(1, visible.durNs() / 1000);
        long largest = Math.max(Math.abs(visible.end() - origin), 1);
        return picture.times.tick(visible.start() - origin, step, largest, origin) + " – "
                + picture.times.tick(visible.end() - origin, step, largest, origin);
    }

    private void minimap() {
        Tokens tokens = picture.palette.tokens;
        Geometry geometry = picture.geometry;
        double left = geometry.timeX();
        double width = geometry.timeWidth();
        double height = geometry.minimapHeight();
        pen.rect(tokens.bg(), left, 0, width, height);
        lanes(left, width, height);
        double span = Math.max(1, picture.reach().durNs());
        for (TimeSpan loss : picture.losses) {
            double a = left + (loss.start() - picture.reach().start()) / span * width;
            double b = left + (loss.end() - picture.reach().start()) / span * width;
            loss(a, Math.max(b, a + 2), height);
        }
        double a = left + Math.clamp((picture.viewport.start() - picture.reach().start()) / span, 0, 1) * width;
        double b = left + Math.clamp((picture.viewport.start() - picture.reach().start() + picture.viewport.spanNs()) / span, 0, 1) * width;
        pen.fill(Palette.fade(tokens.surface(), .55));
        pen.rect(left, 0, a - left, height);
        pen.rect(b, 0, left + width - b, height);
        for (Note note : picture.notes) {
            double x = pen.snap(left + (note.start() - picture.reach().start()) / span * width);
            pen.rect(note.argb(), x, 1, Math.max(2, (note.end() - note.start()) / span * width), picture.px(4));
        }
        pen.fill(tokens.warn());
        double last = -10;
        for (long hit : picture.searchHits) {
            double x = pen.snap(left + (hit - picture.reach().start()) / span * width);
            if (x - last >= 1) {
                pen.rect(x, height - picture.px(5), 1.5, picture.px(4));
                last = x;
            }
        }
        letters(left, height);
        // A window narrower than its handles is shown a little wider, so that it can still be seen.
        double middle = (a + b) / 2;
        double shownA = Math.max(left + .5, Math.min(a, middle - 3));
        double shownB = Math.min(left + width - .5, Math.max(b, middle + 3));
        pen.stroke(tokens.accent(), 1.5);
        pen.frame(shownA - .75, 1, shownB - shownA + 1.5, height - 3, 3);
        pen.fill(tokens.accent());
        if (shownB - shownA >= 10) {
            pen.round(shownA - 2.5, height / 2 - 7, 5, 14, 2.5);
            pen.round(shownB - 2.5, height / 2 - 7, 5, 14, 2.5);
        }
        pen.rect(tokens.border(), left, height - 1, width, 1);
    }

    /// Which lane is which of two traces.
    private void letters(double left, double height) {
        if (picture.pairMinimap == null) {
            return;
        }
        double pitch = (height - 8) / 2;
        for (int lane = 0; lane < picture.pairMinimap.lanes().size(); lane++) {
            double y = 4 + lane * pitch;
            pen.fill(Palette.fade(picture.palette.tokens.surface(), .8));
            pen.round(left + 4, y + 1, picture.px(13), pitch - 2, 3);
            pen.text(picture.fonts.ui(10, FontWeight.SEMI_BOLD), lane == 0 ? picture.palette.traceA : picture.palette.traceB,
                    picture.pairMinimap.lanes().get(lane).name(), left + picture.px(7), y + pitch / 2, picture.px(20));
        }
    }

    private void lanes(double left, double width, double height) {
        boolean pair = picture.pairMinimap != null;
        MinimapData minimap = pair ? picture.pairMinimap : picture.minimap;
        if (minimap == null || minimap.lanes().isEmpty()) {
            return;
        }
        List<MinimapData.Lane> lanes = minimap.lanes();
        double pxPerNs = width / Math.max(1, picture.reach().durNs());
        double origin = left + (minimap.start() - picture.reach().start()) * pxPerNs;
        double bucket = minimap.bucketNs() * pxPerNs;
        double pitch = (height - 8) / lanes.size();
        double gap = pitch >= 3 ? 1 : 0;
        for (int lane = 0; lane < lanes.size(); lane++) {
            float[] load = lanes.get(lane).load();
            double y = pitch >= 3 ? Math.round(4 + lane * pitch) : 4 + lane * pitch;
            double h = pitch >= 3 ? Math.max(1, Math.floor(pitch - gap)) : pitch;
            if (pitch >= TALL_LANE) {
                bars(load, origin, bucket, y, h, pair ? Palette.fade(lane == 0 ? picture.palette.traceA : picture.palette.traceB, .8)
                        : Palette.fade(picture.palette.tokens.accent(), .5));
                continue;
            }
            for (int i = 0; i < load.length; i++) {
                if (load[i] > .02) {
                    // Twenty shades are as many as the eye tells apart, and keep the number of paints small.
                    double shade = Math.round(Math.min(1, .22 + load[i] * .75) * 20) / 20.0;
                    double x = pen.snap(origin + i * bucket);
                    pen.rect(Palette.fade(picture.palette.tokens.accent(), shade), x, y, pen.snap(origin + (i + 1) * bucket) - x, h);
                }
            }
        }
    }

    /// Where there is room, load is height and the colour stays calm.
    private void bars(float[] load, double origin, double bucket, double y, double height, int argb) {
        pen.fill(argb);
        for (int i = 0; i < load.length; i++) {
            if (load[i] > .02) {
                double x = pen.snap(origin + i * bucket);
                double tall = Math.max(1, Math.round(height * Math.min(1, load[i])));
                pen.rect(x, y + height - tall, pen.snap(origin + (i + 1) * bucket) - x, tall);
            }
        }
    }

    private void loss(double a, double b, double height) {
        pen.rect(picture.palette.tokens.errorSoft(), a, 0, b - a, height);
        pen.clip(Math.floor(a), 0, Math.ceil(b - a), height);
        pen.stroke(picture.palette.tokens.error(), 1);
        for (double x = a - height; x < b; x += 5) {
            pen.line(x, height, x + height, 0);
        }
        pen.unclip();
    }

    private void axis() {
        Tokens tokens = picture.palette.tokens;
        Geometry geometry = picture.geometry;
        double left = geometry.timeX();
        double width = geometry.timeWidth();
        double top = geometry.axisTop();
        double height = geometry.axisHeight();
        pen.rect(tokens.surface2(), left, top, width, height);
        Ticks ticks = Ticks.of(picture.viewport, width, picture.px(120), picture.origin());
        long origin = picture.origin();
        long largest = Math.max(Math.max(Math.abs(picture.viewport.visible().start() - origin), Math.abs(picture.viewport.visible().end() - origin)),
                ticks.step());
        Face face = picture.fonts.ui(11);
        Bar bar = bar();
        for (long tick = Math.floorDiv(ticks.first(), ticks.step()) * ticks.step(); ; tick += ticks.part()) {
            double x = pen.snap(picture.x(origin + tick));
            if (x > left + width + picture.px(80)) {
                break;
            }
            boolean major = ticks.isMajor(tick);
            double tall = picture.px(major ? 9 : 5);
            pen.rect(major ? tokens.borderStrong() : tokens.border(), x, top + height - tall, pen.hair(), tall);
            if (major && (picture.zero != null || tick >= 0 && origin + tick <= picture.bounds.end())) {
                tickLabel(face, picture.times.tick(tick, ticks.step(), largest, origin), x, top + picture.px(8.5), bar);
            }
        }
        if (bar != null) {
            bar.paint(top, height);
        }
        pen.rect(tokens.border(), left, top + height - 1, width, 1);
    }

    /// Labels stand around their tick; at the ends of the axis short ones move inwards, long ones are left out. So are those that the
    /// bar of the selection would cover.
    private void tickLabel(Face face, String text, double x, double middle, Bar bar) {
        double left = picture.geometry.timeX() + picture.px(4);
        double right = picture.geometry.width() - picture.px(4);
        double width = face.width(text);
        double from = x - width / 2;
        if (from < left || from + width > right) {
            if (width > picture.px(70) || x < left - picture.px(4) || x > right + picture.px(4)) {
                return;
            }
            from = Math.clamp(from, left, right - width);
        }
        if (bar == null || from + width < bar.from - 4 || from > bar.to + 4) {
            pen.text(face, picture.palette.tokens.text2(), text, from, middle, width + 1);
        }
    }

    /// The length of the selection, or null when nothing of it is visible.
    private Bar bar() {
        TimeSpan span = picture.selection.span();
        double left = picture.geometry.timeX();
        double right = picture.geometry.width();
        if (span == null || span.durNs() <= 0) {
            return null;
        }
        double a = Math.clamp(picture.x(span.start()), left - 20, right + 20);
        double b = Math.clamp(picture.x(span.end()), left - 20, right + 20);
        if (b <= left || a >= right) {
            return null;
        }
        String text = picture.times.duration(span.durNs());
        double half = picture.fonts.ui(11, FontWeight.MEDIUM).width(text) / 2 + picture.px(6);
        double from = Math.max(a, left);
        double to = Math.min(b, right);
        if (to - from >= 2 * half + 12) {
            return new Bar(a, b, text, (from + to) / 2, half, from, to);
        }
        boolean rightSide = to + 2 * half + 4 < right;
        return rightSide ? new Bar(a, b, text, to + half + 2, half, from, to + 2 * half + 2)
                : new Bar(a, b, text, from - half - 2, half, from - 2 * half - 2, to);
    }

    /// A bar with ends, and a number in its middle or, when it is short, beside it.
    private final class Bar {
        private final double a;
        private final double b;
        private final String text;
        private final double textAt;
        private final double half;
        private final double from;
        private final double to;

        Bar(double a, double b, String text, double textAt, double half, double from, double to) {
            this.a = a;
            this.b = b;
            this.text = text;
            this.textAt = textAt;
            this.half = half;
            this.from = from;
            this.to = to;
        }

        void paint(double top, double height) {
            Tokens tokens = picture.palette.tokens;
            double line = 1.5;
            double start = Math.max(a, picture.geometry.timeX());
            double end = Math.min(b, picture.geometry.width());
            double y = top + Math.round(height / 2 - .75);
            pen.rect(tokens.surface2(), from, top, to - from, height - 1);
            pen.fill(tokens.accent());
            pen.rect(pen.snap(a), top + 4, line, height - 8);
            pen.rect(Math.max(pen.snap(b) - line, pen.snap(a)), top + 4, line, height - 8);
            if (textAt > start && textAt < end) {
                pen.rect(start, y, textAt - half - start, line);
                pen.rect(textAt + half, y, end - textAt - half, line);
            } else {
                pen.rect(start, y, end - start, line);
            }
            pen.textCenter(picture.fonts.ui(11, FontWeight.MEDIUM), tokens.accent(), text, textAt, top + height / 2, 2 * half);
        }
    }

    private void notes() {
        Tokens tokens = picture.palette.tokens;
        Geometry geometry = picture.geometry;
        double left = geometry.timeX();
        double top = geometry.notesTop();
        double height = geometry.notesHeight();
        pen.rect(tokens.surface2(), left, top, geometry.timeWidth(), height);
        for (Note note : picture.notes) {
            double x = pen.snap(picture.x(note.start()));
            if (x > geometry.width() + 10) {
                continue;
            }
            if (note.isFlag()) {
                if (x > left - 200) {
                    flag(x, top, height, note.argb());
                    pen.text(picture.fonts.ui(11, FontWeight.MEDIUM), tokens.text(), note.text(), x + picture.px(15), top + height / 2 - 1,
                            picture.px(160));
                }
                continue;
            }
            double end = pen.snap(picture.x(note.end()));
            if (end > left) {
                pen.fill(Palette.fade(note.argb(), .22));
                pen.round(Math.max(x, left - 5), top + 3, Math.min(end, geometry.width() + 5) - Math.max(x, left - 5), height - 7, 3);
                pen.fill(note.argb());
                pen.rect(x, top + 3, 2, height - 7);
                pen.rect(end - 2, top + 3, 2, height - 7);
                double from = Math.max(x, left) + picture.px(6);
                pen.text(picture.fonts.ui(11, FontWeight.MEDIUM), tokens.text(), note.text(), from, top + height / 2 - .5, end - from - 4);
            }
        }
        if (!Double.isNaN(picture.noteHoverX)) {
            flag(pen.snap(picture.noteHoverX), top, height, tokens.borderStrong());
        }
        pen.rect(tokens.border(), left, top + height - 1, geometry.timeWidth(), 1);
    }

    private void flag(double x, double top, double height, int argb) {
        pen.fill(argb);
        pen.polygon(new double[] {x, x + 11, x + 8, x + 11, x + 1.5, x + 1.5, x},
                new double[] {top + 3, top + 3, top + 7, top + 11, top + 11, top + height, top + height});
    }
}
