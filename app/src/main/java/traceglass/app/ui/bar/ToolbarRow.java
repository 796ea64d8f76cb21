package traceglass.app.ui.bar;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ContentDisplay;
import traceglass.render.control.Tooltips;

/// Toolbar above a grid. If it is too narrow, explanatory text is hidden and buttons show only their icons; controls
/// that still do not fit are in a menu.
public final class ToolbarRow extends OverflowRow {

    private final List<Node> explanations = new ArrayList<>();
    private final List<ButtonBase> buttons = new ArrayList<>();
    private boolean isNarrow;
    private double neededWidth;

    public ToolbarRow(Node... children) {
        super(10, children);
        getStyleClass().add("tg-toolbar");
    }

    /// Registers nodes that are hidden if the row is too narrow.
    public ToolbarRow hideIfNarrow(Node... nodes) {
        explanations.addAll(List.of(nodes));
        return this;
    }

    /// Registers buttons that lose their labels if the row is too narrow; their tooltips show the labels.
    public ToolbarRow shorten(ButtonBase... items) {
        for (ButtonBase b : items) {
            Tooltips.set(b, b.getText());
            b.setAccessibleText(b.getText());
            buttons.add(b);
        }
        return this;
    }

    /// Returns whether the row is currently shortened.
    public boolean isNarrow() {
        return isNarrow;
    }

    @Override
    protected void layoutChildren() {
        if (!isNarrow) {
            neededWidth = neededWidth();
        }
        boolean isNowNarrow = getWidth() > 0 && getWidth() < neededWidth;
        if (isNowNarrow != isNarrow) {
            isNarrow = isNowNarrow;
            explanations.forEach(n -> {
                n.setVisible(!isNowNarrow);
                n.setManaged(!isNowNarrow);
            });
            buttons.forEach(b -> b.setContentDisplay(isNowNarrow ? ContentDisplay.GRAPHIC_ONLY : ContentDisplay.LEFT));
        }
        super.layoutChildren();
    }
}
