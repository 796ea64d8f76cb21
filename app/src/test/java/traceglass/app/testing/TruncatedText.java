package traceglass.app.testing;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeTableView;
import javafx.scene.text.Text;
import traceglass.app.ui.TabScroll;

/// Finds texts that a window does not show in full.
public final class TruncatedText {

    private TruncatedText() {}

    /// Returns numbers and buttons shown with an ellipsis, and texts that extend beyond the visible area to the right
    /// or left. Columns of a table that can be scrolled horizontally may be out of view. Called on the JavaFX
    /// thread.
    public static List<String> in(Parent root) {
        List<String> truncated = new ArrayList<>();
        collect(root, truncated);
        return truncated;
    }

    private static void collect(Node node, List<String> truncated) {
        if (!node.isVisible() || node.getOpacity() == 0) {
            return;
        }
        if (node instanceof Labeled labeled
                && labeled.getText() != null
                && !labeled.getText().isBlank()) {
            check(labeled, truncated);
        }
        if (node instanceof TextField field && field.getText().isEmpty() && field.getPromptText() != null) {
            checkPrompt(field, truncated);
        }
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(n -> collect(n, truncated));
        }
    }

    private static void checkPrompt(TextField field, List<String> truncated) {
        Text prompt = new Text(field.getPromptText());
        prompt.setFont(field.getFont());
        double availableWidth = field.getWidth() - field.snappedLeftInset() - field.snappedRightInset();
        if (prompt.getLayoutBounds().getWidth() > availableWidth + 1) {
            truncated.add("the prompt “" + field.getPromptText() + "” in " + path(field));
        }
    }

    private static void check(Labeled labeled, List<String> truncated) {
        String text = labeled.getText();
        for (Node n : labeled.getChildrenUnmodifiable()) {
            if (n instanceof Text shown && n.isVisible()) {
                boolean isShortened =
                        !shown.getText().equals(text) && shown.getText().matches("(?s).*(…|\\.\\.\\.)");
                if (isShortened && (isNumber(text) || isButton(labeled))) {
                    truncated.add("“" + text + "” as “" + shown.getText() + "” in " + path(labeled));
                }
                Bounds bounds = shown.localToScene(shown.getLayoutBounds());
                checkClipping(labeled, bounds, text, truncated);
            }
        }
    }

    private static void checkClipping(Labeled labeled, Bounds bounds, String text, List<String> truncated) {
        for (Node p = labeled.getParent(); p != null; p = p.getParent()) {
            if (scrollsHorizontally(p)) {
                return;
            }
        }
        for (Node p = labeled.getParent(); p != null; p = p.getParent()) {
            Bounds visible = p.localToScene(
                    p.getClip() == null ? p.getLayoutBounds() : p.getClip().getBoundsInParent());
            boolean isClipping = p.getClip() != null || p.getParent() == null;
            if (isClipping && !bounds.intersects(visible)) {
                return;
            }
            if (isClipping
                    && (bounds.getMaxX() > visible.getMaxX() + 1.5 || bounds.getMinX() < visible.getMinX() - 1.5)) {
                truncated.add("“" + text + "” outside " + p.getClass().getSimpleName() + " in " + path(labeled));
                return;
            }
        }
    }

    private static boolean scrollsHorizontally(Node n) {
        // Rows of tabs also scroll, and have a menu of all tabs next to them. Totals scroll with the table above.
        return n instanceof TabScroll
                || n.getStyleClass().contains("tg-grid-summary")
                        && n.getParent().getChildrenUnmodifiable().stream()
                                .anyMatch(other -> other != n && scrollsHorizontally(other))
                || (n instanceof TableView || n instanceof TreeTableView || n instanceof ScrollPane)
                        && n.lookupAll(".scroll-bar").stream()
                                .anyMatch(b -> b instanceof ScrollBar bar
                                        && bar.getOrientation() == javafx.geometry.Orientation.HORIZONTAL
                                        && bar.isVisible());
    }

    private static boolean isButton(Labeled labeled) {
        return labeled instanceof ButtonBase && !(labeled instanceof Hyperlink || labeled instanceof CheckBox);
    }

    private static boolean isNumber(String text) {
        return text.strip().matches("\\d{4}-\\d\\d-\\d\\d.*|[-+−~≈]?\\d[\\d.,\\u2009\\u00a0 ]*( ?[%a-zµA-Z/]{1,5})?");
    }

    private static String path(Node node) {
        List<String> ids = new ArrayList<>();
        for (Node n = node; n != null && ids.size() < 3; n = n.getParent()) {
            if (n.getId() != null) {
                ids.add("#" + n.getId());
            } else if (n == node && !n.getStyleClass().isEmpty()) {
                ids.add("." + n.getStyleClass().getLast());
            }
        }
        return String.join(" < ", ids);
    }
}
