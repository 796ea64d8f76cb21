package traceglass.app.ui.bar;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javafx.event.ActionEvent;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver.ArrowLocation;
import org.jspecify.annotations.Nullable;
import traceglass.app.ui.FormPopup;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.UiTexts;

/// Row of controls. Controls that do not fit are moved, last one first, into a menu behind a button, so that none is
/// ever truncated.
public class OverflowRow extends HBox {

    private static final String OVERFLOWED = "traceglass.overflowed";
    private final List<Node> items = new ArrayList<>();
    private final Map<Node, Double> widths = new HashMap<>();
    private final Button more;
    private final VBox hiddenItems = new VBox(6);
    private @Nullable FormPopup popup;
    private int fittingCount = -1;

    /// @param spacing distance between two items, px
    public OverflowRow(double spacing, Node... items) {
        super(spacing);
        more = IconButton.of("more", 15, UiTexts.MORE, this::showHiddenItems);
        more.getStyleClass().add("tg-overflow-button");
        more.setMinWidth(USE_PREF_SIZE);
        hiddenItems.getStyleClass().add("tg-overflow-list");
        hiddenItems.setAlignment(Pos.CENTER_LEFT);
        hiddenItems.setFillWidth(false);
        // Pressing a button closes the menu; menus and fields in it are still in use.
        hiddenItems.addEventHandler(ActionEvent.ACTION, e -> {
            if (popup != null && e.getTarget() instanceof Labeled && !(e.getTarget() instanceof MenuButton)) {
                popup.hide();
            }
        });
        setMinWidth(0);
        setAlignment(Pos.CENTER_LEFT);
        setItems(List.of(items));
    }

    /// Creates a spacer that pushes the following items to the right.
    public static Region space() {
        Region space = new Region();
        setHgrow(space, Priority.ALWAYS);
        return space;
    }

    /// Appends items.
    public final void addItems(Node... newItems) {
        List<Node> all = new ArrayList<>(items);
        all.addAll(List.of(newItems));
        setItems(all);
    }

    /// Replaces the items. Items may hide themselves, but only the row moves them.
    public final void setItems(List<? extends Node> newItems) {
        hiddenItems.getChildren().forEach(n -> n.getProperties().remove(OVERFLOWED));
        hiddenItems.getChildren().clear();
        items.clear();
        items.addAll(newItems);
        for (Node n : items) {
            if (n instanceof SummaryLabel label) {
                label.keepFirst();
            }
        }
        widths.keySet().retainAll(items);
        fittingCount = items.size();
        getChildren().setAll(items);
    }

    /// Returns the node below which a pop-up of this node can be shown: the node, or the button of the menu that
    /// contains it.
    public static Node anchor(Node node) {
        return node.getProperties().get(OVERFLOWED) instanceof OverflowRow row ? row.more : node;
    }

    /// Opens the menu if this node is in it.
    public static void reveal(Node node) {
        if (node.getProperties().get(OVERFLOWED) instanceof OverflowRow row) {
            row.showHiddenItems();
        }
    }

    private void showHiddenItems() {
        if (popup == null) {
            popup = new FormPopup(hiddenItems, ArrowLocation.TOP_RIGHT);
        }
        popup.show(more);
    }

    /// Width that all items need.
    protected final double neededWidth() {
        return snappedLeftInset() + snappedRightInset() + width(items.size());
    }

    /// Width of the first items.
    private double width(int count) {
        double sum = 0;
        int managed = 0;
        for (Node n : items.subList(0, count)) {
            if (n.getParent() == this) {
                Insets margin = getMargin(n);
                widths.put(n, n.minWidth(-1) + (margin == null ? 0 : margin.getLeft() + margin.getRight()));
            }
            if (n.isManaged()) {
                sum += snapSizeX(widths.getOrDefault(n, 0.0));
                managed++;
            }
        }
        return sum + Math.max(0, managed - 1) * getSpacing();
    }

    private int itemsFittingIn(double availableWidth) {
        int count = items.size();
        if (availableWidth <= 0 || width(count) <= availableWidth) {
            return count;
        }
        double available = availableWidth - more.prefWidth(-1) - getSpacing();
        while (count > 1 && (width(count) > available || isSpace(items.get(count - 1)))) {
            count--;
        }
        return count;
    }

    private static boolean isSpace(Node n) {
        return n.getClass() == Region.class;
    }

    /// Width of all items, so that those in the menu return when there is room.
    @Override
    protected double computePrefWidth(double height) {
        double hidden = 0;
        for (Node n : items.subList(Math.min(fittingCount, items.size()), items.size())) {
            hidden += n.isManaged() ? widths.getOrDefault(n, 0.0) + getSpacing() : 0;
        }
        return super.computePrefWidth(height) + hidden;
    }

    @Override
    protected void layoutChildren() {
        int count = itemsFittingIn(getWidth() - snappedLeftInset() - snappedRightInset());
        if (count != fittingCount) {
            fittingCount = count;
            arrange();
        }
        super.layoutChildren();
    }

    private void arrange() {
        List<Node> hidden = items.subList(fittingCount, items.size());
        List<Node> row = new ArrayList<>(items.subList(0, fittingCount));
        if (!hidden.isEmpty()) {
            // The button stays at the right edge, where the moved items were.
            if (row.stream().noneMatch(n -> HBox.getHgrow(n) == Priority.ALWAYS)) {
                row.add(space());
            }
            row.add(more);
        } else if (popup != null) {
            popup.hide();
        }
        items.forEach(n -> n.getProperties().remove(OVERFLOWED));
        hidden.forEach(n -> n.getProperties().put(OVERFLOWED, this));
        getChildren().removeIf(n -> !row.contains(n));
        hiddenItems
                .getChildren()
                .setAll(hidden.stream().filter(n -> !isSpace(n)).toList());
        getChildren().setAll(row);
    }
}
