package traceglass.app.fleet;

import java.util.List;
import java.util.Set;
import javafx.geometry.VPos;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.paint.Color;
import org.jspecify.annotations.Nullable;
import traceglass.render.color.Palette;
import traceglass.render.font.MeasuredFont;
import traceglass.render.surface.InstalledFonts;

/// Draws a plot at one size, and finds the dot or bar at a point.
final class PlotPainter {

    private static final double TOP = 10;
    private static final double RIGHT = 14;
    private static final double GAP = 8;
    private static final double LINE_HEIGHT = 15;
    private static final double MANY_DOTS = 400;
    private static final double BOX_FRACTION = .5;
    private static final double MAX_BOX_WIDTH = 90;
    private static final double MIN_BAR_HEIGHT = 2;

    private final Plot plot;
    private final Palette palette;
    private final MeasuredFont font;
    private final double left;
    private final double top;
    private final double width;
    private final double height;
    private final double scale;
    private final double radius;

    /// @param scale factor of the text size
    PlotPainter(Plot plot, Palette palette, double fullWidth, double fullHeight, double scale) {
        this.plot = plot;
        this.palette = palette;
        this.scale = scale;
        font = InstalledFonts.at(scale).ui(11);
        double widest = 0;
        for (double tick : plot.y().scale().ticks()) {
            widest = Math.max(widest, font.width(label(plot.y(), tick)));
        }
        left = Math.ceil(widest) + 2 * GAP;
        top = TOP;
        width = Math.max(1, fullWidth - left - RIGHT);
        height = Math.max(1, fullHeight - top - 24 * scale);
        radius = (plot.dots().size() > MANY_DOTS ? 2.5 : 3.5) * scale;
    }

    private static String label(Plot.Axis axis, double value) {
        return axis.format().tick(value, axis.scale());
    }

    private double x(double value) {
        return left + plot.x().scale().position(value) * width;
    }

    /// Returns the x position of a dot; dots of a group are not spread wider than its box.
    private double x(Plot.Dot dot) {
        if (plot.x().categories().isEmpty()) {
            return x(dot.x());
        }
        double group = Math.rint(dot.x());
        double availableWidth = Math.min(width / plot.x().categories().size(), MAX_BOX_WIDTH * scale / BOX_FRACTION);
        return x(group) + (dot.x() - group) * availableWidth;
    }

    private double y(double value) {
        return top + (1 - plot.y().scale().position(value)) * height;
    }

    void paint(GraphicsContext g, Set<Integer> selected, int hoveredRow, int hoveredBin, boolean isFocused) {
        g.clearRect(0, 0, g.getCanvas().getWidth(), g.getCanvas().getHeight());
        if (plot.isEmpty()) {
            return;
        }
        g.setFont(InstalledFonts.font(font.face()));
        g.setTextBaseline(VPos.CENTER);
        paintAxes(g);
        paintBins(g, selected, hoveredBin);
        paintBoxes(g);
        paintDots(g);
        paintLines(g);
        paintMarks(g, selected, hoveredRow);
        if (isFocused) {
            g.setStroke(paint(palette.tokens.accent()));
            g.setLineWidth(1);
            g.strokeRect(.5, .5, g.getCanvas().getWidth() - 1, g.getCanvas().getHeight() - 1);
        }
    }

    private void paintAxes(GraphicsContext g) {
        g.setLineWidth(1);
        double previous = Double.MAX_VALUE;
        for (double tick : plot.y().scale().ticks()) {
            double position = Math.round(y(tick)) + .5;
            g.setStroke(paint(palette.tokens.grid()));
            g.strokeLine(left, position, left + width, position);
            // In a plot of little height, only some lines have room for their labels.
            if (previous - position >= LINE_HEIGHT * scale) {
                g.setFill(paint(palette.tokens.text3()));
                String text = label(plot.y(), tick);
                g.fillText(text, left - GAP - font.width(text), position);
                previous = position;
            }
        }
        g.setStroke(paint(palette.tokens.borderStrong()));
        g.strokeLine(left, Math.round(top + height) + .5, left + width, Math.round(top + height) + .5);
        g.setFill(paint(palette.tokens.text3()));
        if (plot.x().categories().isEmpty()) {
            paintNumbers(g);
        } else {
            paintCategories(g);
        }
    }

    private void paintNumbers(GraphicsContext g) {
        double end = -GAP;
        double step = plot.x().scale().step();
        double first = Math.ceil(plot.x().scale().min() / step - 1e-9) * step;
        for (double tick = first; tick <= plot.x().scale().max() + step * 1e-9; tick += step) {
            String text = label(plot.x(), tick);
            double half = font.width(text) / 2;
            double position = x(tick);
            double from = Math.min(Math.max(0, position - half), left + width + RIGHT - 4 - 2 * half);
            if (from > end + GAP) {
                g.fillText(text, from, top + height + 13 * scale);
                end = from + 2 * half;
            }
        }
    }

    private void paintCategories(GraphicsContext g) {
        List<String> names = plot.x().categories();
        double availableWidth = width / names.size();
        double end = -GAP;
        for (int i = 0; i < names.size(); i++) {
            String text = font.fit(names.get(i), Math.max(availableWidth, 60 * scale) - GAP);
            double half = font.width(text) / 2;
            double from = Math.min(Math.max(0, x(i) - half), left + width + RIGHT - 4 - 2 * half);
            // If there are many groups, only some have room for their names.
            if (from > end + GAP) {
                g.fillText(text, from, top + height + 13 * scale);
                end = from + 2 * half;
            }
        }
    }

    private void paintBins(GraphicsContext g, Set<Integer> selected, int hovered) {
        for (int i = 0; i < plot.bins().size(); i++) {
            Plot.Bin bin = plot.bins().get(i);
            double from = Math.round(x(bin.from()));
            double to = Math.max(from + 1, Math.round(x(bin.to())) - 1);
            if (i == hovered) {
                g.setFill(paint(palette.tokens.hover()));
                g.fillRect(from, top, to - from, height);
            }
            if (bin.rows().isEmpty()) {
                continue;
            }
            double barHeight =
                    Math.max(MIN_BAR_HEIGHT, top + height - y(bin.rows().size()));
            g.setFill(paint(Palette.fade(palette.counterLine, .75)));
            g.fillRect(from, top + height - barHeight, to - from, barHeight);
            long chosen = bin.rows().stream().filter(selected::contains).count();
            if (chosen > 0) {
                double selectedHeight =
                        Math.max(MIN_BAR_HEIGHT, barHeight * chosen / bin.rows().size());
                g.setFill(paint(palette.tokens.accent()));
                g.fillRect(from, top + height - selectedHeight, to - from, selectedHeight);
            }
        }
    }

    private void paintBoxes(GraphicsContext g) {
        for (Plot.Box box : plot.boxes()) {
            double half = Math.min(MAX_BOX_WIDTH * scale, (x(1) - x(0)) * BOX_FRACTION) / 2;
            double middle = Math.round(x(box.x()));
            double q1 = Math.round(y(box.q1())) + .5;
            double q3 = Math.round(y(box.q3())) + .5;
            g.setFill(paint(Palette.fade(palette.counterLine, .16)));
            g.fillRect(middle - half, q3, 2 * half, q1 - q3);
            g.setStroke(paint(palette.counterLine));
            g.setLineWidth(1);
            g.strokeRect(middle - half + .5, q3, 2 * half - 1, q1 - q3);
            g.strokeLine(middle + .5, q3, middle + .5, y(box.high()));
            g.strokeLine(middle + .5, q1, middle + .5, y(box.low()));
            g.strokeLine(
                    middle - half / 3,
                    Math.round(y(box.high())) + .5,
                    middle + half / 3,
                    Math.round(y(box.high())) + .5);
            g.strokeLine(
                    middle - half / 3, Math.round(y(box.low())) + .5, middle + half / 3, Math.round(y(box.low())) + .5);
            g.setLineWidth(2);
            g.strokeLine(middle - half, Math.round(y(box.median())), middle + half, Math.round(y(box.median())));
        }
    }

    private void paintDots(GraphicsContext g) {
        for (Plot.Dot dot : plot.dots()) {
            g.setFill(
                    paint(Palette.fade(palette.series(dot.color()), plot.dots().size() > MANY_DOTS ? .55 : .75)));
            g.fillOval(x(dot) - radius, y(dot.y()) - radius, 2 * radius, 2 * radius);
        }
    }

    private void paintLines(GraphicsContext g) {
        g.setLineWidth(1.5 * scale);
        for (int i = 1; i < plot.line().size(); i++) {
            Plot.Dot from = plot.line().get(i - 1);
            Plot.Dot to = plot.line().get(i);
            if (from.color() == to.color()) {
                g.setStroke(paint(plot.legend().isEmpty() ? palette.tokens.text2() : palette.series(to.color())));
                g.strokeLine(x(from.x()), y(from.y()), x(to.x()), y(to.y()));
            }
        }
    }

    private void paintMarks(GraphicsContext g, Set<Integer> selected, int hovered) {
        for (Plot.Dot dot : plot.dots()) {
            boolean isHovered = dot.row() == hovered;
            if (isHovered || selected.contains(dot.row())) {
                double r = radius + 2 * scale;
                g.setFill(paint(palette.series(dot.color())));
                g.fillOval(x(dot) - radius, y(dot.y()) - radius, 2 * radius, 2 * radius);
                g.setStroke(paint(isHovered ? palette.tokens.accent() : palette.tokens.outline()));
                g.setLineWidth(2);
                g.strokeOval(x(dot) - r, y(dot.y()) - r, 2 * r, 2 * r);
            }
        }
    }

    /// Returns the row of the nearest dot within a distance, or −1.
    int rowAt(double px, double py, double maxDistance) {
        int found = -1;
        double nearest = maxDistance * scale;
        for (Plot.Dot dot : plot.dots()) {
            double distance = Math.hypot(x(dot) - px, y(dot.y()) - py);
            if (distance < nearest) {
                nearest = distance;
                found = dot.row();
            }
        }
        return found;
    }

    /// Returns the bar with traces at a point, or −1.
    int binAt(double px, double py) {
        for (int i = 0; i < plot.bins().size(); i++) {
            Plot.Bin bin = plot.bins().get(i);
            boolean isInside = px >= x(bin.from()) && px < x(bin.to()) && py >= top && py <= top + height;
            if (isInside && !bin.rows().isEmpty()) {
                return i;
            }
        }
        return -1;
    }

    double @Nullable [] position(int row) {
        for (Plot.Dot dot : plot.dots()) {
            if (dot.row() == row) {
                return new double[] {x(dot), y(dot.y())};
            }
        }
        return null;
    }

    double[] positionOfBin(int index) {
        Plot.Bin bin = plot.bins().get(index);
        return new double[] {(x(bin.from()) + x(bin.to())) / 2, top + height - 2};
    }

    private static Color paint(int argb) {
        return Color.rgb(argb >> 16 & 255, argb >> 8 & 255, argb & 255, (argb >>> 24) / 255.0);
    }
}
