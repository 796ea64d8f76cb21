package traceglass.app.ui;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContentDisplay;
import javafx.scene.layout.HBox;

/// A row of tools that fits where it is narrow: then words that only explain go, and buttons show their icon alone.
public final class ToolRow extends HBox {

    private final List<Node> words = new ArrayList<>();
    private final List<Button> buttons = new ArrayList<>();
    private boolean narrow;
    private double need;

    public ToolRow(double spacing, Node... children) {
        super(spacing, children);
        setMinWidth(0);
    }

    /// Nodes that are left out where it is narrow.
    public ToolRow leaveOut(Node... nodes) {
        words.addAll(List.of(nodes));
        return this;
    }

    /// Buttons with an icon that lose their words where it is narrow; their tooltips say them.
    public ToolRow shorten(Button... some) {
        for (Button b : some) {
            b.setTooltip(IconButton.tooltip(b.getText()));
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
