package traceglass.app.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import javafx.scene.AccessibleRole;
import javafx.scene.Cursor;
import javafx.scene.canvas.Canvas;
import javafx.scene.control.Label;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import traceglass.app.theme.StyleSheets;
import traceglass.render.color.Palette;

/// Interactive plot. Hovering shows a tooltip for a trace or bar, a click opens the trace or selects the traces of the
/// bar, Ctrl+click adds to the selection. Arrow keys move between traces, Enter opens the current one.
final class PlotCanvas extends Region {

    private static final double HIT_RADIUS = 12;
    private static final double TOOLTIP_GAP = 12;

    /// Actions on traces. Traces are identified by their rows in the table.
    interface Actions {

        void open(int row);

        /// @param adds whether to add the rows to the selection instead of replacing it
        void select(List<Integer> rows, boolean adds);
    }

    private final Canvas canvas = new Canvas();
    private final Label tooltip = new Label();
    private final Supplier<Palette> palette;
    private final Function<Integer, String> describeRow;
    private final Function<Plot.Bin, String> describeBin;
    private final Actions actions;
    private @Nullable Plot plot;
    private @Nullable PlotPainter painter;
    private Set<Integer> selected = Set.of();
    private int hoveredRow = -1;
    private int hoveredBin = -1;

    /// @param describeRow returns the tooltip of a row
    /// @param describeBin returns the tooltip of a bar
    PlotCanvas(
            Supplier<Palette> palette,
            Function<Integer, String> describeRow,
            Function<Plot.Bin, String> describeBin,
            Actions actions) {
        this.palette = palette;
        this.describeRow = describeRow;
        this.describeBin = describeBin;
        this.actions = actions;
        setId("fleet-plot");
        getStyleClass().add("tg-fleet-plot");
        tooltip.getStyleClass().add("tooltip");
        tooltip.setId("fleet-plot-tooltip");
        tooltip.setManaged(false);
        tooltip.setMouseTransparent(true);
        tooltip.setVisible(false);
        getChildren().addAll(canvas, tooltip);
        setMinSize(0, 0);
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setAccessibleText(FleetPageTexts.CHART);
        setOnMouseMoved(this::onMouseMoved);
        setOnMouseExited(_ -> point(-1, -1, 0, 0));
        setOnMouseClicked(this::onMouseClicked);
        setOnKeyPressed(this::onKeyPressed);
        focusedProperty().addListener(_ -> draw());
    }

    void show(Plot newPlot) {
        plot = newPlot;
        hoveredRow = -1;
        hoveredBin = -1;
        tooltip.setVisible(false);
        draw();
    }

    void select(Set<Integer> rows) {
        selected = Set.copyOf(rows);
        draw();
    }

    /// Returns the table row under the pointer, or −1.
    int hoveredRow() {
        return hoveredRow;
    }

    /// Returns the x and y position at which a row is drawn, for tests; null if it is not drawn.
    double @Nullable [] position(int row) {
        return painter == null ? null : painter.position(row);
    }

    /// Returns the x and y position of the center of a bar, for tests; null if nothing is drawn.
    double @Nullable [] positionOfBin(int bin) {
        return painter == null ? null : painter.positionOfBin(bin);
    }

    @Nullable
    Plot plot() {
        return plot;
    }

    @Override
    protected void layoutChildren() {
        canvas.setWidth(getWidth());
        canvas.setHeight(getHeight());
        draw();
    }

    /// Redraws everything, for example after the colors have changed.
    void draw() {
        Plot shown = plot;
        if (shown == null || getWidth() < 40 || getHeight() < 40) {
            canvas.getGraphicsContext2D().clearRect(0, 0, canvas.getWidth(), canvas.getHeight());
            painter = null;
            return;
        }
        painter = new PlotPainter(shown, palette.get(), getWidth(), getHeight(), StyleSheets.factor());
        painter.paint(canvas.getGraphicsContext2D(), selected, hoveredRow, hoveredBin, isFocused());
    }

    private void onMouseMoved(MouseEvent e) {
        PlotPainter drawn = painter;
        if (drawn != null) {
            point(drawn.rowAt(e.getX(), e.getY(), HIT_RADIUS), drawn.binAt(e.getX(), e.getY()), e.getX(), e.getY());
        }
    }

    private void point(int row, int bin, double x, double y) {
        boolean isChanged = row != hoveredRow || bin != hoveredBin;
        hoveredRow = row;
        hoveredBin = bin;
        setCursor(row >= 0 || bin >= 0 ? Cursor.HAND : null);
        Plot shown = plot;
        boolean hasTarget = shown != null && (row >= 0 || bin >= 0);
        tooltip.setVisible(hasTarget);
        if (shown != null && hasTarget) {
            if (isChanged) {
                tooltip.setText(
                        row >= 0
                                ? describeRow.apply(row)
                                : describeBin.apply(shown.bins().get(bin)));
                setAccessibleText(tooltip.getText().replace('\n', ','));
            }
            tooltip.applyCss();
            tooltip.autosize();
            positionTooltip(x, y);
        }
        if (isChanged) {
            draw();
        }
    }

    private void positionTooltip(double x, double y) {
        double width = tooltip.getWidth();
        double height = tooltip.getHeight();
        double left = x + TOOLTIP_GAP + width <= getWidth() ? x + TOOLTIP_GAP : x - TOOLTIP_GAP - width;
        double top = y + TOOLTIP_GAP + height <= getHeight() ? y + TOOLTIP_GAP : y - TOOLTIP_GAP - height;
        tooltip.relocate(Math.round(Math.max(0, left)), Math.round(Math.max(0, top)));
    }

    private void onMouseClicked(MouseEvent e) {
        requestFocus();
        Plot shown = plot;
        if (e.getButton() != MouseButton.PRIMARY || shown == null) {
            return;
        }
        onMouseMoved(e);
        if (hoveredRow >= 0) {
            if (e.isShortcutDown()) {
                actions.select(List.of(hoveredRow), true);
            } else {
                actions.open(hoveredRow);
            }
        } else if (hoveredBin >= 0) {
            actions.select(shown.bins().get(hoveredBin).rows(), e.isShortcutDown());
        }
    }

    private void onKeyPressed(KeyEvent e) {
        switch (e.getCode()) {
            case LEFT -> moveTo(-1);
            case RIGHT -> moveTo(1);
            case ENTER -> activate(false);
            case SPACE -> activate(true);
            default -> {
                return;
            }
        }
        e.consume();
    }

    private void activate(boolean selects) {
        Plot shown = plot;
        if (hoveredRow >= 0) {
            if (selects) {
                actions.select(List.of(hoveredRow), true);
            } else {
                actions.open(hoveredRow);
            }
        } else if (hoveredBin >= 0 && shown != null) {
            actions.select(shown.bins().get(hoveredBin).rows(), false);
        }
    }

    /// Moves to the next trace or bar to the left or right.
    private void moveTo(int direction) {
        Plot shown = plot;
        PlotPainter drawn = painter;
        if (shown == null || drawn == null) {
            return;
        }
        if (!shown.bins().isEmpty()) {
            int bin = Math.clamp(hoveredBin + (long) direction, 0, shown.bins().size() - 1);
            double[] at = drawn.positionOfBin(bin);
            point(-1, bin, at[0], at[1]);
            return;
        }
        List<Plot.Dot> byX = new ArrayList<>(shown.dots());
        byX.sort(Comparator.comparingDouble(Plot.Dot::x).thenComparing(Plot.Dot::y));
        int current = -1;
        for (int i = 0; i < byX.size(); i++) {
            current = byX.get(i).row() == hoveredRow ? i : current;
        }
        if (!byX.isEmpty()) {
            int next = current < 0
                    ? (direction > 0 ? 0 : byX.size() - 1)
                    : Math.clamp(current + (long) direction, 0, byX.size() - 1);
            double[] at = drawn.position(byX.get(next).row());
            if (at != null) {
                point(byX.get(next).row(), -1, at[0], at[1]);
            }
        }
    }
}
