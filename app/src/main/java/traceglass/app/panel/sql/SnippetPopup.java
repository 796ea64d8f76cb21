package traceglass.app.panel.sql;

import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import traceglass.app.panel.sql.saved.SnippetStore;
import traceglass.app.panel.sql.saved.SnippetStore.Snippet;
import traceglass.app.ui.FormPopup;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;

/// Pop-up with saved queries and examples. Enter or a click opens one in a tab, Ctrl+Enter inserts it at the caret,
/// Delete removes a saved query.
final class SnippetPopup {

    /// Actions on a query.
    interface Actions {
        /// Opens it in a tab.
        void open(String sql);

        /// Inserts it at the caret.
        void insert(String sql);

        /// Asks for a name and saves the query of the selected tab.
        void save();
    }

    private final SnippetStore store;
    private final Actions actions;
    private final ListView<Snippet> list = new ListView<>();
    private final TextField filter = new TextField();
    private final Button insert = new Button(SqlTexts.INSERT);
    private final VBox box;
    /// Created on first use: a pop-up is a separate window.
    private FormPopup popup;

    SnippetPopup(SnippetStore store, Actions actions) {
        this.store = store;
        this.actions = actions;
        filter.setPromptText(SqlTexts.SEARCH_SAVED_QUERIES);
        filter.setAccessibleText(SqlTexts.SEARCH_SAVED_QUERIES);
        filter.setId("sql-snippet-filter");
        filter.getStyleClass().add(Styles.COMPACT);
        filter.textProperty().addListener((_, _, _) -> fill());
        filter.addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.DOWN) {
                list.requestFocus();
                list.getSelectionModel().selectFirst();
                e.consume();
            }
        });
        HBox.setHgrow(filter, Priority.ALWAYS);
        Button save = new Button(SqlTexts.SAVE_QUERY, new Icon("star", 14));
        save.setId("sql-snippet-save");
        save.getStyleClass().add(Styles.COMPACT);
        save.setMinWidth(Region.USE_PREF_SIZE);
        HBox top = new HBox(8, filter, save);
        top.setAlignment(Pos.CENTER_LEFT);
        list.setId("sql-snippets");
        list.setAccessibleText(SqlTexts.SAVED_QUERIES_AND_EXAMPLES);
        list.getStyleClass().addAll("tg-history", "tg-snippets");
        list.setFixedCellSize(46);
        list.setCellFactory(l -> new Cell());
        list.setPlaceholder(new Label(SqlTexts.NO_MATCHING_QUERIES));
        list.setOnMouseClicked(e -> {
            if (e.getPickResult().getIntersectedNode() != null
                    && !isButton(e.getPickResult().getIntersectedNode())) {
                choose(false);
            }
        });
        list.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
        list.setPrefSize(520, 380);
        insert.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        insert.setId("sql-snippet-insert");
        insert.setOnAction(e -> choose(true));
        insert.disableProperty()
                .bind(list.getSelectionModel().selectedItemProperty().isNull());
        Label keys = new Label(SqlTexts.keysOfSavedQueries(SqlToolbar.RUN_KEY));
        keys.getStyleClass().add("tg-caption");
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox bottom = new HBox(8, keys, space, insert);
        bottom.setAlignment(Pos.CENTER_LEFT);
        box = new VBox(8, top, list, bottom);
        box.getStyleClass().add("tg-history-box");
        save.setOnAction(e -> {
            popup.hide();
            actions.save();
        });
    }

    void show(Node anchor) {
        filter.clear();
        fill();
        if (popup == null) {
            popup = new FormPopup(box, PopOver.ArrowLocation.TOP_RIGHT);
        }
        popup.show(anchor);
        filter.requestFocus();
    }

    private void fill() {
        String search = filter.getText().strip().toLowerCase(Locale.ROOT);
        list.getItems()
                .setAll(store.all().stream()
                        .filter(s -> (s.name() + "\n" + s.sql())
                                .toLowerCase(Locale.ROOT)
                                .contains(search))
                        .toList());
    }

    private void keyPressed(KeyEvent e) {
        Snippet chosen = list.getSelectionModel().getSelectedItem();
        if (e.getCode() == KeyCode.ENTER) {
            choose(e.isShortcutDown());
            e.consume();
        } else if (e.getCode() == KeyCode.DELETE && chosen != null && chosen.isSaved()) {
            delete(chosen);
            e.consume();
        }
    }

    private void choose(boolean insertsAtCaret) {
        Snippet chosen = list.getSelectionModel().getSelectedItem();
        if (chosen != null) {
            popup.hide();
            if (insertsAtCaret) {
                actions.insert(chosen.sql());
            } else {
                actions.open(chosen.sql());
            }
        }
    }

    private void delete(Snippet snippet) {
        store.delete(snippet);
        fill();
    }

    private static boolean isButton(Node at) {
        for (Node n = at; n != null; n = n.getParent()) {
            if (n instanceof Button) {
                return true;
            }
        }
        return false;
    }

    private final class Cell extends ListCell<Snippet> {

        private final Label name = new Label();
        private final Label sql = new Label();
        private final Label kind = new Label(SqlTexts.EXAMPLE);
        private final Button delete = IconButton.of("x", 12, SqlTexts.DELETE_QUERY, () -> delete(getItem()));
        private final HBox box;

        Cell() {
            setPrefWidth(0);
            sql.getStyleClass().addAll(Styles.MONO, "tg-history-sql", Styles.TEXT_3);
            kind.getStyleClass().add("tg-caption");
            kind.setMinWidth(Region.USE_PREF_SIZE);
            sql.maxWidthProperty().bind(list.widthProperty().subtract(110));
            VBox lines = new VBox(2, name, sql);
            lines.setAlignment(Pos.CENTER_LEFT);
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            box = new HBox(8, lines, space, kind, delete);
            box.setAlignment(Pos.CENTER_LEFT);
        }

        @Override
        protected void updateItem(Snippet s, boolean isEmpty) {
            super.updateItem(s, isEmpty);
            if (isEmpty || s == null) {
                setGraphic(null);
                setAccessibleText(null);
                return;
            }
            name.setText(s.name());
            sql.setText(
                    s.sql().lines().filter(l -> !l.startsWith("--")).findFirst().orElse("") + " …");
            kind.setVisible(!s.isSaved());
            kind.setManaged(!s.isSaved());
            delete.setVisible(s.isSaved());
            delete.setManaged(s.isSaved());
            setAccessibleText(s.isSaved() ? s.name() : SqlTexts.exampleNamed(s.name()));
            setGraphic(box);
        }
    }
}
