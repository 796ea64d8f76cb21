package traceglass.app.ui;

import javafx.geometry.HPos;
import javafx.geometry.Insets;
import javafx.geometry.Orientation;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;

/// A name with a mark before it and tools after it. Where the name does not fit beside the tools it has the row for
/// itself, takes as many lines as [#LINES], and the tools stand below.
public final class NameRow extends Region {

    /// More would push the facts below out of sight.
    private static final int LINES = 3;
    private static final double GAP = 8;
    private static final double ROW_GAP = 2;

    private final Node mark;
    private final Label name;
    private final HBox tools;

    /// @param mark or null for none
    public NameRow(Node mark, Label name, HBox tools) {
        this.mark = mark;
        this.name = name;
        this.tools = tools;
        name.setWrapText(true);
        if (mark != null) {
            getChildren().add(mark);
        }
        getChildren().addAll(name, tools);
    }

    @Override
    public Orientation getContentBias() {
        return Orientation.HORIZONTAL;
    }

    private double inner(double width) {
        Insets in = getInsets();
        return width - in.getLeft() - in.getRight();
    }

    private double before() {
        return mark == null ? 0 : markWidth() + GAP;
    }

    /// What has a style's smallest width alone would have none.
    private double markWidth() {
        return Math.max(mark.minWidth(-1), mark.prefWidth(-1));
    }

    /// Whether name and tools go into one row of that inner width.
    private boolean beside(double width) {
        return Math.ceil(before() + name.prefWidth(-1) + GAP + tools.prefWidth(-1)) <= width;
    }

    private double nameHeight(double width) {
        return Math.min(name.prefHeight(Math.max(1, width - before())), LINES * name.prefHeight(-1));
    }

    @Override
    protected double computeMinWidth(double height) {
        return getInsets().getLeft() + tools.prefWidth(-1) + getInsets().getRight();
    }

    @Override
    protected double computePrefWidth(double height) {
        return getInsets().getLeft()
                + before()
                + name.prefWidth(-1)
                + GAP
                + tools.prefWidth(-1)
                + getInsets().getRight();
    }

    @Override
    protected double computeMinHeight(double width) {
        return computePrefHeight(width);
    }

    @Override
    protected double computePrefHeight(double width) {
        double inner = width < 0 ? Double.MAX_VALUE : inner(width);
        double content = beside(inner)
                ? Math.max(name.prefHeight(-1), tools.prefHeight(-1))
                : nameHeight(inner) + ROW_GAP + tools.prefHeight(-1);
        return getInsets().getTop() + snapSizeY(content) + getInsets().getBottom();
    }

    @Override
    protected void layoutChildren() {
        Insets in = getInsets();
        double width = inner(getWidth());
        double left = in.getLeft();
        double top = in.getTop();
        boolean one = beside(width);
        double line = one ? getHeight() - top - in.getBottom() : name.prefHeight(-1);
        if (mark != null) {
            layoutInArea(mark, left, top, markWidth(), line, 0, HPos.LEFT, VPos.CENTER);
        }
        double toolsWidth = tools.prefWidth(-1);
        if (one) {
            layoutInArea(
                    name, left + before(), top, width - before() - GAP - toolsWidth, line, 0, HPos.LEFT, VPos.CENTER);
            layoutInArea(tools, left + width - toolsWidth, top, toolsWidth, line, 0, HPos.RIGHT, VPos.CENTER);
        } else {
            double high = nameHeight(width);
            layoutInArea(name, left + before(), top, width - before(), high, 0, HPos.LEFT, VPos.TOP);
            layoutInArea(
                    tools,
                    left + Math.max(0, before() - GAP / 2),
                    top + high + ROW_GAP,
                    toolsWidth,
                    tools.prefHeight(-1),
                    0,
                    HPos.LEFT,
                    VPos.TOP);
        }
    }
}
