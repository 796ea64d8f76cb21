package traceglass.app.ui.bar;

import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.text.Text;
import traceglass.render.control.Tooltips;
import traceglass.store.text.SingleLineText;

/// Label with several short texts in one line, the most important first. If space is short, the last ones are
/// omitted rather than truncated; the tooltip contains all of them. In an [OverflowRow], the first one is always
/// visible.
public final class SummaryLabel extends Label {

    /// Separator between two parts.
    public static final String SEPARATOR = "  ·  ";
    private final Text measure = new Text();
    private List<String> parts = List.of();

    public SummaryLabel() {
        setMinWidth(0);
        widthProperty().addListener(o -> fit());
        fontProperty().addListener(o -> fit());
    }

    /// Sets the parts; empty strings are skipped.
    public void setParts(List<String> newParts) {
        parts = newParts.stream()
                .filter(p -> !p.isEmpty())
                .map(SingleLineText::of)
                .toList();
        String all = String.join(SEPARATOR, parts);
        Tooltips.set(this, all);
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
        while (count > 0 && getWidth() > 0 && width(String.join(SEPARATOR, parts.subList(0, count))) > getWidth()) {
            count--;
        }
        setText(String.join(SEPARATOR, parts.subList(0, count)));
    }

    /// Keeps the first part visible.
    void keepFirst() {
        setMinWidth(USE_COMPUTED_SIZE);
    }

    @Override
    protected double computeMinWidth(double height) {
        return parts.isEmpty() ? 0 : width(parts.getFirst());
    }

    /// Width of all parts, so that omitted ones return when there is room.
    @Override
    protected double computePrefWidth(double height) {
        return width(String.join(SEPARATOR, parts));
    }
}
