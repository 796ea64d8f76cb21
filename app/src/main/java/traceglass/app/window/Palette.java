package traceglass.app.window;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import traceglass.app.command.FuzzyMatch;
import traceglass.app.command.KeyChord;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;

/// The list below the omnibox: what fits what was typed. Arrows move in it, Enter takes the marked row.
final class Palette extends VBox {

    private static final int ROWS = 10;

    /// One row.
    ///
    /// @param icon   name of an icon, or empty
    /// @param typed  the letters that are marked in the title, or empty
    /// @param group  a quiet word at the right
    /// @param key    drawn at the right, or null
    record Item(String icon, String title, String typed, String group, KeyChord key, Runnable action) {}

    private List<Item> items = List.of();
    private int marked;
    private int first;

    Palette() {
        getStyleClass().addAll("tg-popup", "tg-palette");
        setId("palette");
        setVisible(false);
        setManaged(false);
    }

    void show(List<Item> newItems) {
        items = List.copyOf(newItems);
        marked = 0;
        first = 0;
        setVisible(!items.isEmpty());
        refresh();
    }

    void hide() {
        items = List.of();
        setVisible(false);
    }

    boolean isOpen() {
        return isVisible();
    }

    /// Moves the mark by some rows, around the ends.
    void move(int rows) {
        if (!items.isEmpty()) {
            marked = Math.floorMod(marked + rows, items.size());
            first = Math.clamp(first, Math.max(0, marked - ROWS + 1), marked);
            refresh();
        }
    }

    /// Does what the marked row says; false when there is none.
    boolean take() {
        if (items.isEmpty()) {
            return false;
        }
        Item item = items.get(marked);
        hide();
        item.action.run();
        return true;
    }

    /// Titles of all rows, for tests and screen readers.
    List<String> titles() {
        return items.stream().map(Item::title).toList();
    }

    private void refresh() {
        List<Node> rows = new ArrayList<>();
        for (int i = first; i < Math.min(items.size(), first + ROWS); i++) {
            rows.add(row(i));
        }
        getChildren().setAll(rows);
        requestParentLayout();
    }

    private HBox row(int i) {
        Item item = items.get(i);
        HBox row = new HBox();
        row.getStyleClass().add("tg-palette-row");
        row.setAlignment(Pos.CENTER_LEFT);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        if (!item.icon.isEmpty()) {
            row.getChildren().add(new Icon(item.icon, 16));
        } else {
            Region gap = new Region();
            gap.setMinWidth(16);
            row.getChildren().add(gap);
        }
        Node title = title(item);
        Label group = new Label(item.group);
        group.getStyleClass().add("tg-palette-group");
        row.getChildren().addAll(title, space, group);
        if (item.key != null) {
            row.getChildren().add(Keys.of(item.key));
        }
        row.pseudoClassStateChanged(Styles.SELECTED, i == marked);
        row.setOnMousePressed(e -> {
            marked = i;
            take();
            e.consume();
        });
        row.setAccessibleText(item.title);
        return row;
    }

    private static Node title(Item item) {
        TextFlow flow = new TextFlow();
        flow.setMinHeight(Region.USE_PREF_SIZE);
        flow.setMaxHeight(Region.USE_PREF_SIZE);
        int[] places = item.typed.isBlank() ? null : FuzzyMatch.places(item.typed, item.title);
        boolean[] match = new boolean[item.title.length()];
        if (places != null) {
            for (int p : places) {
                match[p] = true;
            }
        }
        for (int i = 0; i < match.length;) {
            int end = i + 1;
            while (end < match.length && match[end] == match[i]) {
                end++;
            }
            Text part = new Text(item.title.substring(i, end));
            part.getStyleClass().add("tg-palette-text");
            if (match[i]) {
                part.getStyleClass().add("tg-match");
            }
            flow.getChildren().add(part);
            i = end;
        }
        return flow;
    }
}
