package traceglass.app.panel.sql;

import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.beans.binding.Bindings;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.VBox;
import org.controlsfx.control.PopOver;
import traceglass.app.panel.sql.saved.QueryHistory;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.FormPopup;
import traceglass.app.ui.Styles;
import traceglass.store.time.TimeText;

/// Pop-up with the history of queries. A click opens a query in a tab.
final class HistoryPopup {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMM, HH:mm", Locale.ENGLISH);

    private static final double ROW_HEIGHT = 58;
    private static final double MAX_LIST_HEIGHT = 380;

    private final QueryHistory history;
    private final Consumer<String> open;
    private final ListView<QueryHistory.Entry> list = new ListView<>();
    private final TextField filter = new TextField();
    private final VBox box;
    /// Created on first use: a pop-up is a separate window.
    private FormPopup popup;

    /// Creates a pop-up.
    ///
    /// @param open receives the text of the chosen query
    HistoryPopup(QueryHistory history, Consumer<String> open) {
        this.history = history;
        this.open = open;
        filter.setPromptText(SqlTexts.SEARCH_HISTORY);
        filter.setAccessibleText(SqlTexts.SEARCH_HISTORY);
        filter.getStyleClass().add(Styles.COMPACT);
        filter.textProperty().addListener((_, _, _) -> fill());
        list.setId("sql-history");
        list.getStyleClass().add("tg-history");
        list.setFixedCellSize(ROW_HEIGHT);
        list.setCellFactory(l -> new Cell());
        list.setPlaceholder(new Label(SqlTexts.NO_QUERIES));
        list.setOnMouseClicked(e -> choose());
        list.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER) {
                choose();
            }
        });
        list.setPrefWidth(520);
        // As tall as its content, but at least tall enough for the placeholder.
        list.prefHeightProperty()
                .bind(Bindings.size(list.getItems())
                        .multiply(ROW_HEIGHT)
                        .add(2)
                        .map(h -> Math.clamp(h.doubleValue() * StyleSheets.factor(), 2 * ROW_HEIGHT, MAX_LIST_HEIGHT)));
        box = new VBox(8, filter, list);
        box.getStyleClass().add("tg-history-box");
    }

    void show(Node anchor) {
        filter.clear();
        fill();
        if (popup == null) {
            popup = new FormPopup(box, PopOver.ArrowLocation.TOP_RIGHT);
        }
        popup.show(anchor);
        list.requestFocus();
    }

    private void fill() {
        String search = filter.getText().toLowerCase(Locale.ROOT);
        List<QueryHistory.Entry> all = history.entries();
        list.getItems()
                .setAll(all.stream()
                        .filter(e -> e.sql().toLowerCase(Locale.ROOT).contains(search))
                        .toList());
    }

    private void choose() {
        QueryHistory.Entry entry = list.getSelectionModel().getSelectedItem();
        if (entry != null) {
            popup.hide();
            open.accept(entry.sql());
        }
    }

    private static final class Cell extends ListCell<QueryHistory.Entry> {

        private final Label sql = new Label();
        private final Label details = new Label();
        private final VBox box = new VBox(2, sql, details);

        Cell() {
            setPrefWidth(0);
            sql.getStyleClass().addAll(Styles.MONO, "tg-history-sql");
            details.getStyleClass().addAll("tg-caption");
            sql.maxWidthProperty().bind(widthProperty().subtract(24));
        }

        @Override
        protected void updateItem(QueryHistory.Entry e, boolean isEmpty) {
            super.updateItem(e, isEmpty);
            if (isEmpty || e == null) {
                setGraphic(null);
                return;
            }
            String[] lines = e.sql().strip().split("\n", 3);
            sql.setText(lines.length == 1 ? lines[0] : lines[0] + "\n" + lines[1] + (lines.length > 2 ? " …" : ""));
            details.setText(SqlTexts.historyEntry(
                    TIME.format(e.time().atZone(ZoneId.systemDefault())),
                    e.rows(),
                    TimeText.duration(e.ms() * 1_000_000)));
            setGraphic(box);
        }
    }
}
