package traceglass.app.panel.details;

import java.util.function.IntConsumer;
import javafx.geometry.VPos;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import traceglass.analysis.slices.Durations;
import traceglass.render.color.Palette;
import traceglass.render.control.Tooltips;
import traceglass.render.font.MeasuredFont;
import traceglass.render.surface.InstalledFonts;
import traceglass.store.time.TimeText;

/// Histogram of durations with the bar of the selected slice highlighted. A click on a bar, or Enter on the bar
/// reached by the arrow keys, lists its slices.
final class DurationBars extends Region {

    /// Height of the area for bars, px.
    private static final double BARS = 64;
    private static final double AXIS_HEIGHT = 20;
    private static final double GAP = 1;
    private static final double MIN_BAR_HEIGHT = 2;
    /// Maximum width of a bar, px; matters if there are few bars.
    private static final double MAX_BAR_WIDTH = 36;

    private final Canvas canvas = new Canvas();
    private final Tooltip tooltip = Tooltips.tooltip("");
    private final MeasuredFont face = InstalledFonts.at(1).ui(11);
    private final Font font = InstalledFonts.font(face.face());
    private final Palette palette;
    private final Durations durations;
    private final int selectedBar;
    private final int color;
    private int hoveredBar = -1;

    /// Creates a histogram.
    ///
    /// @param dur duration of the selected slice in ns
    /// @param color color of slices with this name
    DurationBars(Durations durations, long dur, int color, Palette palette, IntConsumer onBar) {
        this.durations = durations;
        this.palette = palette;
        this.color = color;
        selectedBar = durations.bar(dur);
        setId("details-histogram");
        getChildren().add(canvas);
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        hoverBar(-1);
        setCursor(Cursor.HAND);
        setMinHeight(BARS + AXIS_HEIGHT);
        setPrefHeight(BARS + AXIS_HEIGHT);
        Tooltip.install(this, tooltip);
        setOnMouseMoved(e -> hoverBar(barAt(e.getX())));
        setOnMouseExited(e -> hoverBar(-1));
        setOnMouseClicked(e -> {
            requestFocus();
            if (barAt(e.getX()) >= 0) {
                onBar.accept(barAt(e.getX()));
            }
        });
        focusedProperty().addListener(o -> draw());
        setOnKeyPressed(e -> {
            int bars = durations.upper().length;
            switch (e.getCode()) {
                case LEFT -> hoverBar(hoveredBar < 0 ? Math.max(0, selectedBar) : Math.max(0, hoveredBar - 1));
                case RIGHT -> hoverBar(hoveredBar < 0 ? Math.max(0, selectedBar) : Math.min(bars - 1, hoveredBar + 1));
                case ENTER, SPACE -> onBar.accept(hoveredBar < 0 ? Math.max(0, selectedBar) : hoveredBar);
                default -> {
                    return;
                }
            }
            e.consume();
        });
    }

    private void hoverBar(int bar) {
        hoveredBar = bar;
        if (bar < 0) {
            setAccessibleText(DetailsTexts.histogram(durations.min(), durations.max()));
            tooltip.setText("");
        } else {
            String text = DetailsTexts.bar(
                    range(bar), durations.counts()[bar], 100.0 * durations.counts()[bar] / durations.count());
            setAccessibleText(text.replace('\n', ','));
            tooltip.setText(text);
        }
        draw();
    }

    /// Duration range of a bar, e.g. `1.2 ms – 1.5 ms`.
    String range(int bar) {
        return DetailsTexts.durationRange(durations.from(bar), durations.upper()[bar]);
    }

    private double step() {
        return Math.min(MAX_BAR_WIDTH, getWidth() / Math.max(1, durations.upper().length));
    }

    private int barAt(double x) {
        int bar = (int) Math.floor(x / step());
        return bar < 0 || bar >= durations.upper().length ? -1 : bar;
    }

    /// Horizontal center of a bar in pixels.
    double middle(int bar) {
        return (bar + .5) * step();
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        draw();
    }

    private void draw() {
        GraphicsContext g = canvas.getGraphicsContext2D();
        g.clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
        int n = durations.upper().length;
        long highest = 1;
        for (long c : durations.counts()) {
            highest = Math.max(highest, c);
        }
        double step = step();
        for (int i = 0; i < n; i++) {
            long c = durations.counts()[i];
            double h = c == 0 ? 0 : Math.max(MIN_BAR_HEIGHT, (BARS - 6) * c / highest);
            double x = i * step;
            double w = Math.max(1, step - GAP);
            if (i == hoveredBar) {
                g.setFill(paint(palette.tokens.hover()));
                g.fillRect(x, 0, w, BARS);
            }
            g.setFill(paint(i == selectedBar ? palette.tokens.accent() : color));
            g.fillRect(x, BARS - h, w, h);
        }
        g.setFill(paint(palette.tokens.border()));
        g.fillRect(0, BARS, canvas.getWidth(), 1);
        if (selectedBar >= 0) {
            double x = middle(selectedBar);
            g.setFill(paint(palette.tokens.accent()));
            g.fillPolygon(new double[] {x - 4, x + 4, x}, new double[] {BARS + 6, BARS + 6, BARS + 1}, 3);
        }
        g.setFont(font);
        g.setTextBaseline(VPos.CENTER);
        g.setFill(paint(palette.tokens.text3()));
        double minX = -8;
        for (int i = 0; i <= 4 && n > 0; i++) {
            int bar = i * (n - 1) / 4;
            String label = TimeText.duration(i == 4 ? durations.max() : durations.from(bar));
            double width = face.width(label);
            double right = Math.max(n * step, width);
            double x = i == 4 ? Math.max(right - width, minX + 8) : bar * step;
            if (x >= minX + 8 && (i == 4 || x + width + 16 + width < right)) {
                g.fillText(label, x, BARS + AXIS_HEIGHT / 2 + 3);
                minX = x + width;
            }
        }
        if (isFocused()) {
            g.setStroke(paint(palette.tokens.accent()));
            g.setLineWidth(1);
            g.strokeRect(.5, .5, canvas.getWidth() - 1, BARS);
        }
    }

    private static Color paint(int argb) {
        return Color.rgb(argb >> 16 & 255, argb >> 8 & 255, argb & 255, (argb >>> 24) / 255.0);
    }
}
