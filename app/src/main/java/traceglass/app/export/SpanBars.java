package traceglass.app.export;

import java.util.List;
import javafx.scene.layout.Region;
import javafx.scene.shape.Rectangle;
import traceglass.store.time.TimeSpan;

/// Two time spans as bars, one below the other, on a common scale.
final class SpanBars extends Region {

    private static final double BAR_HEIGHT = 8;
    private static final double GAP = 6;
    private static final double MIN_WIDTH = 3;

    private final Rectangle first = bar("-tg-trace-a");
    private final Rectangle second = bar("-tg-trace-b");
    private TimeSpan a = new TimeSpan(0, 0);
    private TimeSpan b = new TimeSpan(0, 0);

    SpanBars() {
        getChildren().addAll(List.of(first, second));
        setFocusTraversable(false);
    }

    private static Rectangle bar(String color) {
        Rectangle bar = new Rectangle(0, BAR_HEIGHT);
        bar.setArcWidth(4);
        bar.setArcHeight(4);
        bar.setStyle("-fx-fill: " + color + ";");
        return bar;
    }

    void show(TimeSpan main, TimeSpan other) {
        a = main;
        b = other;
        requestLayout();
    }

    @Override
    protected double computePrefHeight(double width) {
        return 2 * BAR_HEIGHT + GAP;
    }

    @Override
    protected double computeMinHeight(double width) {
        return computePrefHeight(width);
    }

    @Override
    protected void layoutChildren() {
        double start = Math.min(a.start(), b.start());
        double length = Math.max(1, Math.max(a.end(), b.end()) - start);
        layOut(first, a, start, length, 0);
        layOut(second, b, start, length, BAR_HEIGHT + GAP);
    }

    private void layOut(Rectangle bar, TimeSpan span, double start, double length, double y) {
        double width = Math.max(MIN_WIDTH, span.durNs() / length * getWidth());
        bar.setWidth(width);
        bar.relocate(Math.min(getWidth() - width, (span.start() - start) / length * getWidth()), y);
    }
}
