package traceglass.app.ui;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.text.Text;
import traceglass.render.control.Hints;

/// Facts in one line, the most important first. Where it is narrow the last of them are left out whole, and none is
/// cut; a tooltip says all.
public final class PartsLabel extends Label {

    /// What stands between two facts.
    public static final String BETWEEN = "  ·  ";
    private final Text measure = new Text();
    private List<String> parts = List.of();

    public PartsLabel() {
        setMinWidth(0);
        widthProperty().addListener(o -> fit());
        fontProperty().addListener(o -> fit());
    }

    /// Says these facts; empty ones are passed over.
    public void setParts(List<String> facts) {
        parts = facts.stream().filter(f -> !f.isEmpty()).toList();
        String all = String.join(BETWEEN, parts);
        Hints.set(this, all);
        setAccessibleText(all);
        fit();
        requestLayout();
    }

    private double width(String text) {
        measure.setFont(getFont());
        measure.setText(text);
        return Math.ceil(measure.getLayoutBounds().getWidth()) + snappedLeftInset() + snappedRightInset();
    }

    private void fit() {
        int count = parts.size();
        while (count > 1 && getWidth() > 0 && width(String.join(BETWEEN, parts.subList(0, count))) > getWidth()) {
            count--;
        }
        setText(String.join(BETWEEN, parts.subList(0, count)));
    }

    /// All of them, so that those left out come back when there is room.
    @Override
    protected double computePrefWidth(double height) {
        return width(String.join(BETWEEN, parts));
    }
}
