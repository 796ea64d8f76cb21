package traceglass.app.panel.sql.editor;

import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.geometry.Pos;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;
import org.jspecify.annotations.Nullable;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.sql.editor.SqlCompletion;
import traceglass.sql.editor.SqlCompletion.Choice;

/// Box with suggestions below the caret. Part of the window's scene graph instead of a separate pop-up, so that the
/// editor keeps the focus.
final class CompletionList {

    private static final double ROW_HEIGHT = 24;
    private static final double WIDTH = 400;
    private static final int MAX_ROWS = 8;

    private final Pane host;
    private final ListView<Choice> list = new ListView<>();
    private final Label description = new Label();
    private final VBox box = new VBox(list, description);
    private String typed = "";

    /// Creates a list.
    ///
    /// @param host parent of the box; must not lay out the box
    /// @param onChoose receives clicked suggestions
    CompletionList(Pane host, Consumer<Choice> onChoose) {
        this.host = host;
        list.setId("sql-completion");
        list.getStyleClass().add("tg-completion-list");
        list.setFixedCellSize(ROW_HEIGHT);
        list.setFocusTraversable(false);
        list.setCellFactory(l -> new Cell());
        list.setOnMousePressed(e -> {
            Choice c = list.getSelectionModel().getSelectedItem();
            if (c != null) {
                onChoose.accept(c);
            }
            e.consume();
        });
        list.getSelectionModel().selectedItemProperty().addListener((_, _, newValue) -> showDescription(newValue));
        description.setWrapText(true);
        description.setMaxWidth(WIDTH - 2);
        description.getStyleClass().add("tg-completion-about");
        box.getStyleClass().add("tg-completion");
        box.setManaged(false);
        box.setVisible(false);
        host.getChildren().add(box);
    }

    boolean isShown() {
        return box.isVisible();
    }

    void show(List<Choice> choices, String newTyped, Bounds caret) {
        typed = newTyped.toLowerCase(Locale.ROOT);
        list.getItems().setAll(choices);
        list.getSelectionModel().selectFirst();
        list.scrollTo(0);
        box.setVisible(true);
        box.toFront();
        positionBelow(caret);
    }

    private void positionBelow(Bounds caret) {
        Point2D at = host.sceneToLocal(caret.getMinX(), caret.getMaxY());
        double rows = Math.min(MAX_ROWS, list.getItems().size()) * ROW_HEIGHT + 10;
        list.setMinHeight(rows);
        list.setPrefHeight(rows);
        list.setMaxHeight(rows);
        box.applyCss();
        double height = box.prefHeight(WIDTH);
        double x = Math.max(4, Math.min(at.getX() - 30, host.getWidth() - WIDTH - 8));
        double below = at.getY() + 4;
        double y = below + height <= host.getHeight() || below < height
                ? below
                : host.sceneToLocal(0, caret.getMinY()).getY() - height - 4;
        box.resizeRelocate(x, y, WIDTH, height);
        box.layout();
    }

    void hide() {
        box.setVisible(false);
    }

    /// Returns the selected suggestion, or null.
    @Nullable
    Choice selected() {
        return list.getSelectionModel().getSelectedItem();
    }

    /// Moves the selection by a number of rows, wrapping around.
    void move(int rows) {
        int n = list.getItems().size();
        int next = Math.floorMod(list.getSelectionModel().getSelectedIndex() + rows, n);
        list.getSelectionModel().select(next);
        list.scrollTo(Math.max(0, next - MAX_ROWS / 2));
    }

    private void showDescription(@Nullable Choice c) {
        String text = c == null
                ? ""
                : c.kind() == SqlCompletion.Kind.FUNCTION
                        ? c.text() + c.owner() + (c.description().isEmpty() ? "" : "\n" + c.description())
                        : c.description();
        description.setText(text);
        description.setVisible(!text.isEmpty());
        description.setManaged(!text.isEmpty());
        if (box.isVisible()) {
            box.resize(WIDTH, box.prefHeight(WIDTH));
        }
    }

    private final class Cell extends ListCell<Choice> {

        private final TextFlow name = new TextFlow();
        private final Label origin = new Label();
        private final Label type = new Label();
        private final HBox row;

        Cell() {
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            origin.getStyleClass().add("tg-completion-of");
            type.getStyleClass().addAll("tg-completion-type", Styles.MONO);
            type.setMinWidth(Region.USE_PREF_SIZE);
            row = new HBox(8, new Region(), name, space, origin, type);
            row.setAlignment(Pos.CENTER_LEFT);
            row.setFillHeight(false);
            setPrefWidth(0);
        }

        @Override
        protected void updateItem(@Nullable Choice c, boolean isEmpty) {
            super.updateItem(c, isEmpty);
            if (isEmpty || c == null) {
                setGraphic(null);
                return;
            }
            row.getChildren()
                    .set(
                            0,
                            new Icon(
                                    switch (c.kind()) {
                                        case COLUMN, TABLE -> "table";
                                        case FUNCTION -> "function";
                                        case MODULE -> "stack";
                                        case PARAMETER -> "clock";
                                        case KEYWORD -> "sql";
                                        case TEXT -> "search";
                                    },
                                    14));
            String text = c.text().replace('\n', ' ');
            int at = text.toLowerCase(Locale.ROOT).indexOf(typed);
            name.getChildren().clear();
            if (at < 0 || typed.isEmpty()) {
                name.getChildren().add(text(text, "tg-completion-text"));
            } else {
                name.getChildren()
                        .addAll(
                                text(text.substring(0, at), "tg-completion-text"),
                                text(text.substring(at, at + typed.length()), "tg-completion-typed"),
                                text(text.substring(at + typed.length()), "tg-completion-text"));
            }
            origin.setText(c.kind() == SqlCompletion.Kind.FUNCTION ? "" : c.owner());
            type.setText(c.kind() == SqlCompletion.Kind.KEYWORD ? "" : c.type());
            setGraphic(row);
        }

        private static Text text(String s, String style) {
            Text t = new Text(s);
            t.getStyleClass().addAll(Styles.MONO, style);
            return t;
        }
    }
}
