package traceglass.app.record.running;

import java.util.List;
import javafx.scene.layout.Region;
import javafx.scene.shape.Polygon;
import javafx.scene.shape.Polyline;

/// A line chart of recent values without axes.
public final class Sparkline extends Region {

    private static final double HEIGHT = 58;
    private static final double TOP = 4;

    private final Polygon area = new Polygon();
    private final Polyline line = new Polyline();
    private List<Double> values = List.of();

    /// Creates an empty chart with a fixed height.
    public Sparkline() {
        setMinHeight(HEIGHT);
        setPrefHeight(HEIGHT);
        area.getStyleClass().add("tg-spark-area");
        line.getStyleClass().add("tg-spark-line");
        area.setManaged(false);
        line.setManaged(false);
        getChildren().addAll(area, line);
    }

    /// Replaces the values, oldest first. The largest one reaches the top; fewer than two draw nothing.
    public void show(List<Double> newValues) {
        values = List.copyOf(newValues);
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        area.getPoints().clear();
        line.getPoints().clear();
        double max = values.stream().mapToDouble(v -> v).max().orElse(0);
        if (values.size() < 2 || max <= 0) {
            return;
        }
        double step = getWidth() / (values.size() - 1);
        area.getPoints().addAll(0.0, HEIGHT);
        for (int i = 0; i < values.size(); i++) {
            double y = HEIGHT - values.get(i) / max * (HEIGHT - TOP);
            line.getPoints().addAll(i * step, y);
            area.getPoints().addAll(i * step, y);
        }
        area.getPoints().addAll(getWidth(), HEIGHT);
    }
}
