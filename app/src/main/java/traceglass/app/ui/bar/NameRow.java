package traceglass.app.ui.bar;

import javafx.geometry.HPos;
import javafx.geometry.Insets;
import javafx.geometry.Orientation;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/// Row with a name, an icon before it and controls after it. If name and controls do not fit in one line, the controls
/// move below the name, and the name wraps to at most [#LINES] lines.
public final class NameRow extends Region {

    /// More lines would push the details below out of view.
    private static final int LINES = 3;
    private static final double GAP = 8;
    private static final double ROW_GAP = 2;

    private final @Nullable Node mark;
    private final Label name;
    private final HBox controls;

    /// Creates a row.
    ///
    /// @param mark node before the name, or null for none
    public NameRow(@Nullable Node mark, Label name, HBox controls) {
        this.mark = mark;
        this.name = name;
        this.controls = controls;
        name.setWrapText(true);
        if (mark != null) {
            getChildren().add(mark);
        }
        getChildren().addAll(name, controls);
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    private double innerWidth(double width) {
        Insets in = getInsets();
        return width - in.getLeft() - in.getRight();
    }

    private double widthBeforeName() {
        return mark == null ? 0 : markWidth() + GAP;
    }

    /// The larger of minimum and preferred width: a mark whose style sets only a minimum width has no preferred
    /// width. 0 without a mark.
    private double markWidth() {
        return mark == null ? 0 : Math.max(mark.minWidth(-1), mark.prefWidth(-1));
    }

    /// Returns whether name and controls fit in one line of the given inner width.
    private boolean fitsOneLine(double width) {
        return Math.ceil(widthBeforeName() + name.prefWidth(-1) + GAP + controls.prefWidth(-1)) <= width;
    }

    private double nameHeight(double width) {
        return Math.min(name.prefHeight(Math.max(1, width - widthBeforeName())), LINES * name.prefHeight(-1));
    }

    @Override
    protected double computeMinWidth(double height) {
        return getInsets().getLeft() + controls.minWidth(-1) + getInsets().getRight();
    }

    @Override
    protected double computePrefWidth(double height) {
        return getInsets().getLeft()
                + widthBeforeName()
                + name.prefWidth(-1)
                + GAP
                + controls.prefWidth(-1)
                + getInsets().getRight();
    }

    @Override
    protected double computeMinHeight(double width) {
        return computePrefHeight(width);
    }

    @Override
    protected double computePrefHeight(double width) {
        double inner = width < 0 ? Double.MAX_VALUE : innerWidth(width);
        double content = fitsOneLine(inner)
                ? Math.max(name.prefHeight(-1), controls.prefHeight(-1))
                : nameHeight(inner) + ROW_GAP + controls.prefHeight(-1);
        return getInsets().getTop() + snapSizeY(content) + getInsets().getBottom();
    }

    @Override
    protected void layoutChildren() {
        Insets in = getInsets();
        double width = innerWidth(getWidth());
        double left = in.getLeft();
        double top = in.getTop();
        boolean isOneLine = fitsOneLine(width);
        double lineHeight = isOneLine ? getHeight() - top - in.getBottom() : name.prefHeight(-1);
        if (mark != null) {
            layoutInArea(mark, left, top, markWidth(), lineHeight, 0, HPos.LEFT, VPos.CENTER);
        }
        // Controls with an overflow menu may be narrower.
        double controlsWidth = Math.min(controls.prefWidth(-1), Math.max(controls.minWidth(-1), width));
        if (isOneLine) {
            layoutInArea(
                    name,
                    left + widthBeforeName(),
                    top,
                    width - widthBeforeName() - GAP - controlsWidth,
                    lineHeight,
                    0,
                    HPos.LEFT,
                    VPos.CENTER);
            layoutInArea(
                    controls, left + width - controlsWidth, top, controlsWidth, lineHeight, 0, HPos.RIGHT, VPos.CENTER);
        } else {
            double height = nameHeight(width);
            layoutInArea(
                    name, left + widthBeforeName(), top, width - widthBeforeName(), height, 0, HPos.LEFT, VPos.TOP);
            layoutInArea(
                    controls,
                    left + Math.max(0, widthBeforeName() - GAP / 2),
                    top + height + ROW_GAP,
                    controlsWidth,
                    controls.prefHeight(-1),
                    0,
                    HPos.LEFT,
                    VPos.TOP);
        }
    }
}
