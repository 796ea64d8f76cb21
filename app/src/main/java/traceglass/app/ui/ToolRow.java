package traceglass.app.ui;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ContentDisplay;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.render.control.Hints;

/// The row of tools above a grid. It fits where it is narrow: then words that only explain go, and buttons show their
/// icon alone.
public final class ToolRow extends HBox {

    private final List<Node> words = new ArrayList<>();
    private final List<ButtonBase> buttons = new ArrayList<>();
    private boolean narrow;
    private double need;

    public ToolRow(Node... children) {
        super(10, children);
        setMinWidth(0);
        setAlignment(Pos.CENTER_LEFT);
        getStyleClass().add("tg-area-tools");
    }

    /// What takes the width that is left, so that the tools after it stand on the right.
    public static Region space() {
        Region space = new Region();
        setHgrow(space, Priority.ALWAYS);
        return space;
    }

    /// Nodes that are left out where it is narrow.
    public ToolRow leaveOut(Node... nodes) {
        words.addAll(List.of(nodes));
        return this;
    }

    /// Buttons with an icon that lose their words where it is narrow; their tooltips say them.
    public ToolRow shorten(ButtonBase... some) {
        for (ButtonBase b : some) {
            Hints.set(b, b.getText());
            b.setAccessibleText(b.getText());
            buttons.add(b);
        }
        return this;
    }

    /// Whether words are left out.
    public boolean isNarrow() {
        return narrow;
    }

    @Override
    protected void layoutChildren() {
        if (!narrow) {
            need = computeMinWidth(-1);
        }
        boolean now = getWidth() > 0 && getWidth() < need;
        if (now != narrow) {
            narrow = now;
            words.forEach(n -> {
                n.setVisible(!now);
                n.setManaged(!now);
            });
            buttons.forEach(b -> b.setContentDisplay(now ? ContentDisplay.GRAPHIC_ONLY : ContentDisplay.LEFT));
        }
        super.layoutChildren();
    }
}
