package traceglass.app.overview;

import java.util.List;
import javafx.geometry.Orientation;
import javafx.scene.layout.Region;

/// Two equally wide columns of cards side by side, or one below the other if there is little room. It is as tall as its
/// cards at their actual width; a grid pane also reserves the height of chips that wrap at their preferred width.
final class CardColumns extends Region {

    private static final double TWO_COLUMNS = 860;
    private static final double COLUMN_GAP = 14;
    private static final double ROW_GAP = 16;

    private final List<Region> columns;

    CardColumns(Region left, Region right) {
        columns = List.of(left, right);
        getChildren().addAll(columns);
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    @Override
    protected double computeMinWidth(double height) {
        return 0;
    }

    @Override
    protected double computeMinHeight(double width) {
        return computePrefHeight(width);
    }

    @Override
    protected double computePrefHeight(double width) {
        double total = width < 0 ? TWO_COLUMNS : width;
        double column = columnWidth(total);
        double first = columns.getFirst().prefHeight(column);
        double second = columns.getLast().prefHeight(column);
        return isDivided(total) ? Math.max(first, second) : first + ROW_GAP + second;
    }

    @Override
    protected void layoutChildren() {
        double column = columnWidth(getWidth());
        boolean isDivided = isDivided(getWidth());
        double y = 0;
        for (Region card : columns) {
            double height = card.prefHeight(column);
            double x = isDivided && card == columns.getLast() ? getWidth() - column : 0;
            card.resizeRelocate(x, y, column, height);
            y = isDivided ? 0 : y + height + ROW_GAP;
        }
    }

    private static boolean isDivided(double width) {
        return width >= TWO_COLUMNS;
    }

    private static double columnWidth(double width) {
        return isDivided(width) ? Math.floor((width - COLUMN_GAP) / 2) : width;
    }
}
