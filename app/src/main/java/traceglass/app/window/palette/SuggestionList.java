package traceglass.app.window.palette;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Rectangle;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import traceglass.app.command.FuzzyMatch;
import traceglass.app.command.KeyChord;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.app.window.frame.Keys;
import traceglass.store.text.DisplayText;
import traceglass.store.text.SingleLineText;

/// The suggestion list below the omnibox. Arrow keys move the mark; Enter runs the action of the marked row.
public final class SuggestionList extends VBox {

    private static final int ROWS = 10;

    /// Maximum length of a title, and of a title with its location, in characters; longer ones are truncated.
    private static final int MAX_TITLE = 72;
    private static final int MAX_ROW = 96;
    private static final double NARROW = 440;
    private static final double WIDE = 760;
    /// Width of a letter of a title, and width needed for the icon, the group and the keys of a row, px.
    private static final double LETTER_WIDTH = 7;
    private static final double REST_WIDTH = 190;

    /// One row.
    ///
    /// @param icon name of an icon, or empty
    /// @param marks positions of highlighted letters in the title
    /// @param location secondary text after the title, or empty
    /// @param locationMarks positions of highlighted letters in the secondary text
    /// @param group text at the right edge
    /// @param key shortcut shown at the right edge, or null
    /// @param shiftAction action of Shift+Enter, or null if it is the same as the action of Enter
    record Item(
            String icon,
            String title,
            List<Integer> marks,
            String location,
            List<Integer> locationMarks,
            String group,
            KeyChord key,
            Runnable action,
            Runnable shiftAction) {

        /// @param typed text whose letters are highlighted in the title, or empty
        static Item of(String icon, String title, String typed, String group, KeyChord key, Runnable action) {
            return new Item(icon, title, FuzzyMatch.marks(typed, title), "", List.of(), group, key, action, null);
        }
    }

    private List<Item> items = List.of();
    private String heading = "";
    private int marked;
    private int first;

    SuggestionList() {
        getStyleClass().addAll("tg-popup", "tg-palette");
        setId("palette");
        setVisible(false);
        setManaged(false);
    }

    void show(List<Item> newItems) {
        show("", newItems);
    }

    /// Shows rows below a heading.
    ///
    /// @param newHeading shown above the rows even if there are none, or empty
    void show(String newHeading, List<Item> newItems) {
        heading = newHeading;
        items = List.copyOf(newItems);
        marked = 0;
        first = 0;
        setVisible(!items.isEmpty() || !heading.isEmpty());
        refresh();
    }

    /// Returns the minimum width, px.
    double minimumWidth() {
        if (items.stream().anyMatch(i -> !i.location.isEmpty())) {
            return WIDE * StyleSheets.factor();
        }
        int longest = items.stream()
                .mapToInt(i -> Math.min(MAX_TITLE, i.title.length()))
                .max()
                .orElse(0);
        return Math.clamp(longest * LETTER_WIDTH + REST_WIDTH, NARROW, WIDE) * StyleSheets.factor();
    }

    void hide() {
        heading = "";
        items = List.of();
        setVisible(false);
    }

    public boolean isOpen() {
        return isVisible();
    }

    /// Moves the mark by a number of rows, wrapping around at the ends.
    void move(int rows) {
        if (!items.isEmpty()) {
            marked = Math.floorMod(marked + rows, items.size());
            first = Math.clamp(first, Math.max(0, marked - ROWS + 1), marked);
            refresh();
        }
    }

    /// Moves the mark by pages, without wrapping around at the ends.
    void movePages(int pages) {
        if (!items.isEmpty()) {
            move(Math.clamp(marked + (long) pages * (ROWS - 1), 0, items.size() - 1) - marked);
        }
    }

    /// Runs the action of the marked row.
    ///
    /// @param isShiftDown whether Shift was held
    /// @return false if there is no row
    boolean runMarked(boolean isShiftDown) {
        if (items.isEmpty()) {
            return false;
        }
        Item item = items.get(marked);
        hide();
        (isShiftDown && item.shiftAction != null ? item.shiftAction : item.action).run();
        return true;
    }

    /// Returns the titles of all rows, for tests and screen readers.
    public List<String> titles() {
        return items.stream().map(Item::title).toList();
    }

    /// Returns the title of the marked row, or an empty string.
    public String marked() {
        return items.isEmpty() ? "" : items.get(marked).title;
    }

    private void refresh() {
        List<Node> rows = new ArrayList<>();
        if (!heading.isEmpty()) {
            Label label = new Label(heading);
            label.getStyleClass().add("tg-palette-heading");
            label.setMinHeight(Region.USE_PREF_SIZE);
            rows.add(label);
        }
        for (int i = first; i < Math.min(items.size(), first + ROWS); i++) {
            rows.add(row(i));
        }
        getChildren().setAll(rows);
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
        row.getChildren().add(flow(item.title, item.marks, MAX_TITLE, false, "tg-palette-text"));
        if (!item.location.isEmpty()) {
            row.getChildren()
                    .add(flow(
                            item.location,
                            item.locationMarks,
                            Math.max(16, MAX_ROW - item.title.length()),
                            true,
                            "tg-palette-where"));
        }
        Label group = new Label(item.group);
        group.getStyleClass().add("tg-palette-group");
        group.setMinWidth(item.location.isEmpty() ? 0 : Region.USE_PREF_SIZE);
        row.getChildren().addAll(space, group);
        if (item.key != null) {
            row.getChildren().add(Keys.of(item.key));
        }
        // Wide letters may need more room than the row has.
        row.setMinWidth(0);
        Rectangle clip = new Rectangle();
        clip.widthProperty().bind(row.widthProperty());
        clip.heightProperty().bind(row.heightProperty());
        row.setClip(clip);
        row.pseudoClassStateChanged(Styles.SELECTED, i == marked);
        row.setOnMousePressed(e -> {
            marked = i;
            runMarked(e.isShiftDown());
            e.consume();
        });
        row.setAccessibleText(DisplayText.oneLine(
                item.location.isEmpty() ? item.title : PaletteTexts.titleAndLocation(item.title, item.location)));
        return row;
    }

    /// Creates a text with highlighted letters; an overlong text is truncated at its end or its beginning.
    private static Node flow(String text, List<Integer> marks, int longest, boolean keepsEnd, String style) {
        TextFlow flow = new TextFlow();
        flow.setMinSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        flow.setMaxHeight(Region.USE_PREF_SIZE);
        int from = keepsEnd ? Math.max(0, text.length() - longest) : 0;
        int to = Math.min(text.length(), from + longest);
        boolean[] match = new boolean[text.length()];
        marks.stream().filter(p -> p >= 0 && p < match.length).forEach(p -> match[p] = true);
        if (from > 0) {
            flow.getChildren().add(part(PaletteTexts.CUT, false, style));
        }
        for (int i = from; i < to; ) {
            int next = i + 1;
            while (next < to && match[next] == match[i]) {
                next++;
            }
            flow.getChildren().add(part(SingleLineText.of(text.substring(i, next)), match[i], style));
            i = next;
        }
        if (to < text.length()) {
            flow.getChildren().add(part(PaletteTexts.CUT, false, style));
        }
        return flow;
    }

    private static Text part(String text, boolean isMarked, String style) {
        Text part = new Text(text);
        part.getStyleClass().add(style);
        if (isMarked) {
            part.getStyleClass().add("tg-match");
        }
        return part;
    }
}
