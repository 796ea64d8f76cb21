package traceglass.render.paint;

import traceglass.analysis.track.SliceData;
import traceglass.analysis.track.TrackStyle;
import traceglass.render.color.Palette;
import traceglass.render.frame.SliceColors;
import traceglass.render.frame.SliceFrame;
import traceglass.render.frame.SliceIndex;
import traceglass.render.layout.Row;
import traceglass.render.model.Bands;
import traceglass.render.model.Geometry;
import traceglass.render.model.TimelineModel;
import traceglass.render.scene.SliceBoxes;
import traceglass.render.surface.BandRaster;
import traceglass.render.surface.Pen;

/// Paints boxes, diamonds and lines: slices, thread states, CPU slices and the summary lanes of a closed group.
final class SlicePainter {

    private static final double FADE_WIDTH = 24;
    /// Unfinished events are slightly darker than finished ones.
    private static final double UNFINISHED_SHARE = .88;
    private static final double INSTANT_GAP = 3;
    /// Distance between hatching lines, and the smallest width of a hatched box, px.
    private static final int HATCH_GAP = 5;
    private static final double MIN_HATCHED_WIDTH = 5;

    private final TimelineModel model;
    private final Pen pen;
    private final ThinBoxes thin = new ThinBoxes();
    private final BandRasterCache rasters;
    /// Corners of the diamond that is being painted; reused, because a frame may have thousands of them.
    private final double[] diamondXs = new double[4];
    private final double[] diamondYs = new double[4];

    SlicePainter(TimelineModel model, Pen pen) {
        this.model = model;
        this.pen = pen;
        rasters = new BandRasterCache(model, pen);
    }

    /// Called before a frame is painted.
    void begin() {
        rasters.begin();
    }

    void paint(Row row, double top, SliceFrame frame, SliceIndex index, double clipTop, double clipBottom) {
        Bands bands = Bands.of(model, row, frame.rows());
        SliceBoxes boxes = new SliceBoxes(model, frame, pen.deviceScale());
        for (int depth = 0; depth < frame.rows(); depth++) {
            double y = top + bands.top(depth);
            if (y + bands.height() < clipTop || y > clipBottom) {
                continue;
            }
            if (paintBoxes(row, boxes, index, depth, y, bands)) {
                paintInstants(row, boxes, index, depth, y, bands.height());
            }
        }
    }

    /// First time that may be visible: an event that ends a few px before the edge is still drawn one px wide.
    private long visibleFrom() {
        return model.viewport().start()
                - (long) Math.ceil(8 * model.viewport().nsPerPx(model.geometry().timeWidth()));
    }

    /// Paints all boxes except instants; returns whether there are instants.
    private boolean paintBoxes(Row row, SliceBoxes boxes, SliceIndex index, int depth, double y, Bands bands) {
        SliceFrame frame = boxes.frame();
        Geometry geometry = model.geometry();
        int first = frame.firstEndingAfter(depth, visibleFrom());
        int end = frame.firstStartingAfter(
                depth, model.viewport().timeAt(geometry.timeWidth() + 8, geometry.timeWidth()));
        Band band = new Band(row, boxes, index, bands);
        BandRaster raster = rasters.of(boxes, depth, first, end, bands, band);
        if (raster != null) {
            rasters.draw(raster, y, bands.height());
            for (int k = 0; k < raster.overlays(); k++) {
                int i = raster.overlay(k);
                double a = boxes.left(i);
                band.decorate(i, a, boxes.width(i, a), y);
            }
            return raster.hasInstants();
        }
        boolean hasInstants = false;
        double height = bands.height();
        double hair = pen.devicePixel();
        for (int i = first; i < end; i++) {
            byte kind = frame.kind()[i];
            if (kind == SliceFrame.INSTANT) {
                hasInstants = true;
                continue;
            }
            double a = boxes.left(i);
            double width = boxes.width(i, a);
            if (kind == SliceFrame.LINE) {
                thin.flush();
                pen.rect(band.argb(i), a, Math.round(y + height / 2) - 1, width, 1);
                continue;
            }
            if (width <= hair && kind != SliceFrame.UNFINISHED) {
                thin.add(band.argb(i), a, a + width, y, height);
                continue;
            }
            thin.flush();
            if (kind != SliceFrame.UNFINISHED) {
                pen.fill(band.argb(i));
                if (width > SliceBoxes.MIN_ROUNDED_WIDTH && bands.radius() > 0) {
                    pen.roundRect(a, y, width, height, bands.radius());
                } else {
                    pen.rect(a, y, width, height);
                }
            }
            band.decorate(i, a, width, y);
        }
        thin.flush();
        return hasInstants;
    }

    /// Colors and decoration of the boxes of a band.
    private final class Band implements BandRasterCache.BoxColors {

        private final SliceBoxes boxes;
        private final SliceFrame frame;
        private final SliceIndex index;
        private final Bands bands;
        private final SliceData data;
        private final TrackStyle style;
        private final boolean showsPriority;
        private final boolean hasFrames;
        private final boolean hasEdges;
        /// Whether events with names other than that under the pointer are dimmed.
        private final boolean hasFades;

        Band(Row row, SliceBoxes boxes, SliceIndex index, Bands bands) {
            this.boxes = boxes;
            this.frame = boxes.frame();
            this.index = index;
            this.bands = bands;
            data = index.data();
            style = row.node().kind().style();
            showsPriority = style.colors() == TrackStyle.Colors.PRIORITIES;
            hasFrames = style.colors() == TrackStyle.Colors.FRAMES;
            hasEdges = model.theme().isHighContrast() && bands.hasLabels() && style.hasEdges();
            hasFades = model.highlights().name() != null
                    && style.equals(model.highlights().style());
        }

        @Override
        public int argb(int i) {
            return hasFades ? shade(frame, index, i, style) : frame.argb()[i];
        }

        @Override
        public boolean needsOverlay(int i, double width) {
            return frame.kind()[i] == SliceFrame.UNFINISHED
                    || frame.kind()[i] == SliceFrame.BOX
                            && (isHatched(i, width) || isFramed(i, width) || hasEdge(i, width) || hasLabel(i, width));
        }

        private boolean isHatched(int i, double width) {
            return showsPriority
                    && width >= MIN_HATCHED_WIDTH
                    && frame.count()[i] == 1
                    && index.isHatched(frame.first()[i]);
        }

        private boolean isFramed(int i, double width) {
            return hasFrames && width > 3 && colorKey(i).equals("Expected");
        }

        private boolean hasEdge(int i, double width) {
            return hasEdges && width > 2 && frame.count()[i] == 1;
        }

        private boolean hasLabel(int i, double width) {
            return bands.hasLabels() && width > bands.minLabelWidth() && frame.count()[i] == 1;
        }

        private String colorKey(int i) {
            return data.colorKeys()[data.color()[frame.first()[i]]];
        }

        /// Paints the decoration of a box, or an unfinished event as a whole.
        void decorate(int i, double a, double width, double y) {
            Geometry geometry = model.geometry();
            double height = bands.height();
            if (frame.kind()[i] == SliceFrame.UNFINISHED) {
                paintUnfinished(
                        a,
                        y,
                        Math.min(boxes.right(i), geometry.width()) - a,
                        height,
                        Palette.mix(argb(i), 0xFF000000, UNFINISHED_SHARE));
            }
            if (isHatched(i, width)) {
                hatch(Math.max(a, geometry.timeX()), Math.min(a + width, geometry.width()), y, height);
            }
            if (isFramed(i, width)) {
                pen.stroke(model.palette().expectedFrameEdge(), 1);
                pen.frame(a, y, width, height, bands.radius());
            } else if (hasEdge(i, width)) {
                pen.stroke(SliceColors.edge(colorKey(i), model.palette()), 1);
                pen.frame(a, y, width, height, bands.radius());
            }
            if (hasLabel(i, width)) {
                paintLabel(style, index, frame.first()[i], a, a + width, y + height / 2, bands);
            }
        }
    }

    /// Boxes of one line that are as thin as possible. Crowded rows consist of them; adjacent ones of the same
    /// color are merged.
    private final class ThinBoxes {
        private int argb;
        private double from;
        private double to;
        private double y;
        private double height;
        private boolean hasAny;

        void add(int color, double left, double right, double top, double newHeight) {
            if (hasAny && color == argb && left == to) {
                to = right;
                return;
            }
            flush();
            argb = color;
            from = left;
            to = right;
            y = top;
            height = newHeight;
            hasAny = true;
        }

        void flush() {
            if (hasAny) {
                pen.rect(argb, from, y, to - from, height);
                hasAny = false;
            }
        }
    }

    /// Paints the instants. Called after the boxes are painted, because an instant is drawn wider than its time.
    private void paintInstants(Row row, SliceBoxes boxes, SliceIndex index, int depth, double y, double height) {
        SliceFrame frame = boxes.frame();
        double right = model.geometry().width() + 8;
        double last = Double.NEGATIVE_INFINITY;
        TrackStyle style = row.node().kind().style();
        boolean fades = model.highlights().name() != null
                && style.equals(model.highlights().style());
        for (int i = frame.firstEndingAfter(depth, visibleFrom()); i < frame.rowStart()[depth + 1]; i++) {
            double x = boxes.start(i);
            if (x > right) {
                return;
            }
            if (frame.kind()[i] == SliceFrame.INSTANT && x - last >= INSTANT_GAP) {
                paintDiamond(x, y, height, fades ? shade(frame, index, i, style) : frame.argb()[i]);
                last = x;
            }
        }
    }

    /// Color of a box while the pointer is over an event of a track of the same style.
    private int shade(SliceFrame frame, SliceIndex index, int i, TrackStyle style) {
        int argb = frame.argb()[i];
        SliceData data = index.data();
        if (frame.count()[i] == 1 && model.highlights().name().equals(data.names()[data.name()[frame.first()[i]]])) {
            return argb;
        }
        return style.hover() == TrackStyle.Hover.GRAY
                ? model.palette().tokens.sleep()
                : Palette.mix(argb, model.palette().tokens.surface(), .55);
    }

    private void paintLabel(
            TrackStyle style, SliceIndex index, int event, double a, double b, double middle, Bands bands) {
        Geometry geometry = model.geometry();
        double from = Math.max(a, geometry.timeX()) + model.px(4);
        double room = Math.min(b, geometry.width()) - from - model.px(3);
        if (room < model.px(14)) {
            return;
        }
        SliceData data = index.data();
        String name = data.names()[data.name()[event]];
        if (name == null || name.isEmpty()) {
            return;
        }
        String key = data.colorKeys()[data.color()[event]];
        int text = index.text(event);
        int color = text != 0
                ? text
                : switch (style.colors()) {
                    case STATES -> model.palette().stateText(key);
                    case FRAMES -> model.palette().frameText(key);
                    case NAMES, PRIORITIES, LOG_LEVELS, SUMMARY -> model.palette().sliceText;
                };
        if (style.hover() == TrackStyle.Hover.GRAY
                && model.highlights().name() != null
                && style.equals(model.highlights().style())
                && !model.highlights().name().equals(name)) {
            color = model.palette().tokens.text3();
        }
        pen.text(model.fonts().ui(bands.fontSize()), color, name, from, middle, room);
    }

    /// Diagonal lines over the box of a real-time thread.
    private void hatch(double from, double to, double y, double height) {
        pen.hatch(Palette.fade(model.palette().sliceText, .3), from, to, y, height, HATCH_GAP);
    }

    private void paintDiamond(double x, double y, double height, int argb) {
        double half = SliceBoxes.instantHalf(model.geometry().scale());
        diamondXs[0] = x;
        diamondXs[1] = x + half;
        diamondXs[2] = x;
        diamondXs[3] = x - half;
        diamondYs[0] = y;
        diamondYs[1] = y + height / 2;
        diamondYs[2] = y + height;
        diamondYs[3] = y + height / 2;
        pen.fill(argb);
        pen.polygon(diamondXs, diamondYs);
    }

    /// Paints an unfinished event: solid at the start, then fading in steps of two px, because its end is unknown.
    private void paintUnfinished(double x, double y, double width, double height, int argb) {
        double fade = Math.min(FADE_WIDTH, width);
        double solid = width - fade;
        if (solid > 0) {
            pen.rect(argb, x, y, solid, height);
        }
        for (double done = 0; done < fade; done += 2) {
            pen.rect(
                    Palette.fade(argb, 1 - (done + 1) / (fade + 1)),
                    x + solid + done,
                    y,
                    Math.min(2, fade - done),
                    height);
        }
    }
}
