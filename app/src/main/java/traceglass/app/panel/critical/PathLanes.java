package traceglass.app.panel.critical;

import java.util.function.Consumer;
import java.util.function.IntConsumer;
import javafx.geometry.VPos;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.text.Font;
import javafx.scene.text.Text;
import traceglass.analysis.sched.PathSpans;
import traceglass.app.theme.StyleSheets;
import traceglass.render.color.Palette;
import traceglass.render.control.Tooltips;
import traceglass.store.time.TimeText;

/// Draws the lanes of a critical path over its time span.
final class PathLanes extends Region {

    private static final double LABEL_WIDTH = 104;
    private static final double LANE_HEIGHT = 20;
    private static final double BOX_HEIGHT = 17;
    private static final double TOP_MARGIN = 6;
    private static final double MIN_TEXT_WIDTH = 26;

    private final Canvas canvas = new Canvas();
    private final Tooltip tooltip = Tooltips.tooltip("");
    private final Font font = Font.font(11.5);
    private final Text measure = new Text();
    private Palette palette;
    /// Scale of the text, and thus of the lanes. Coordinates are unscaled.
    private double scale = 1;
    private PathSpans spans = PathSpans.NONE;
    private long start;
    private long end = 1;
    private IntConsumer onClicked = _ -> {};
    private Consumer<Long> onHovered = _ -> {};

    PathLanes(Palette palette) {
        this.palette = palette;
        measure.setFont(font);
        getChildren().add(canvas);
        setMinHeight(0);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(CriticalPathTexts.LANES);
        setOnMouseMoved(this::mouseMoved);
        setOnMouseExited(_ -> onHovered.accept(null));
        setOnMouseClicked(e -> {
            PathSpans.Span s = spanAt(e);
            if (s != null) {
                onClicked.accept(s.row());
            }
        });
        Tooltip.install(this, tooltip);
    }

    /// Sets the callback for clicks; receives the list row at which the clicked section starts.
    void onClicked(IntConsumer action) {
        onClicked = action;
    }

    /// Sets the callback for the time under the pointer; receives null if there is none.
    void onHovered(Consumer<Long> action) {
        onHovered = action;
    }

    void setPalette(Palette newPalette) {
        palette = newPalette;
        draw();
    }

    void show(PathSpans newSpans, long newStart, long newEnd) {
        spans = newSpans;
        start = newStart;
        end = Math.max(newStart + 1, newEnd);
        requestLayout();
        if (getParent() != null) {
            getParent().requestLayout();
        }
        draw();
    }

    @Override
    protected double computePrefHeight(double width) {
        return spans.lanes().isEmpty()
                ? 0
                : (2 * TOP_MARGIN + spans.lanes().size() * LANE_HEIGHT) * StyleSheets.factor();
    }

    @Override
    protected void layoutChildren() {
        if (canvas.getWidth() != getWidth() || canvas.getHeight() != getHeight()) {
            scale = StyleSheets.factor();
            canvas.setWidth(getWidth());
            canvas.setHeight(getHeight());
            draw();
        }
    }

    private double x(long ts) {
        return LABEL_WIDTH + (getWidth() / scale - LABEL_WIDTH - 12) * (double) (ts - start) / (end - start);
    }

    private void draw() {
        GraphicsContext g = canvas.getGraphicsContext2D();
        g.setTransform(scale, 0, 0, scale, 0, 0);
        g.setFill(color(palette.tokens.surface()));
        g.fillRect(0, 0, canvas.getWidth() / scale, canvas.getHeight() / scale);
        g.setFont(font);
        g.setTextBaseline(VPos.CENTER);
        for (int l = 0; l < spans.lanes().size(); l++) {
            PathSpans.Lane lane = spans.lanes().get(l);
            double y = TOP_MARGIN + l * LANE_HEIGHT;
            g.setFill(color(palette.tokens.text2()));
            g.fillText(lane.title(), 12, Math.round(y + BOX_HEIGHT / 2) + .5, LABEL_WIDTH - 16);
            double drawn = -1;
            for (PathSpans.Span s : lane.spans()) {
                double from = x(s.start());
                double to = Math.max(from + 1, x(s.end()) - (x(s.end()) - from > 3 ? 1 : 0));
                if (to <= drawn) {
                    continue;
                }
                drawn = to;
                boolean isState = lane.color() == PathSpans.Color.STATE;
                g.setFill(color(isState ? palette.state(s.text()) : palette.slice(s.text())));
                g.fillRoundRect(from, y, to - from, BOX_HEIGHT, to - from >= 5 ? 5 : 0, to - from >= 5 ? 5 : 0);
                String shown = to - from < MIN_TEXT_WIDTH ? "" : fit(s.text(), to - from - 8);
                if (!shown.isEmpty()) {
                    g.setFill(color(isState ? palette.stateText(s.text()) : palette.sliceText));
                    g.fillText(shown, from + 4, Math.round(y + BOX_HEIGHT / 2) + .5);
                }
            }
        }
        g.setFill(color(palette.tokens.border()));
        g.fillRect(0, canvas.getHeight() / scale - 1, canvas.getWidth() / scale, 1);
    }

    private String fit(String text, double width) {
        measure.setText(text);
        if (measure.getLayoutBounds().getWidth() <= width) {
            return text;
        }
        int low = 0;
        int high = Math.min(text.length(), 200);
        while (low < high) {
            int middle = low + high + 1 >>> 1;
            measure.setText(text.substring(0, middle) + "…");
            if (measure.getLayoutBounds().getWidth() <= width) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low == 0 ? "" : text.substring(0, low) + "…";
    }

    private PathSpans.Span spanAt(MouseEvent e) {
        int l = (int) Math.floor((e.getY() / scale - TOP_MARGIN) / LANE_HEIGHT);
        if (l < 0 || l >= spans.lanes().size() || e.getX() / scale < LABEL_WIDTH) {
            return null;
        }
        long ts = time(e.getX());
        for (PathSpans.Span s : spans.lanes().get(l).spans()) {
            if (ts >= s.start() && ts < s.end()) {
                return s;
            }
        }
        return null;
    }

    private long time(double x) {
        return start + (long) ((x / scale - LABEL_WIDTH) / (getWidth() / scale - LABEL_WIDTH - 12) * (end - start));
    }

    private void mouseMoved(MouseEvent e) {
        PathSpans.Span s = spanAt(e);
        tooltip.setText(s == null ? "" : s.text() + "\n" + TimeText.duration(s.end() - s.start()));
        onHovered.accept(s == null ? null : Long.valueOf(time(e.getX())));
    }

    private static Color color(int argb) {
        return Color.rgb(argb >> 16 & 255, argb >> 8 & 255, argb & 255, (argb >>> 24) / 255.0);
    }
}
