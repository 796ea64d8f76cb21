package traceglass.app.panel.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javafx.geometry.Pos;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import traceglass.analysis.catalog.Schema;
import traceglass.app.panel.sql.SchemaItem.Kind;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;
import traceglass.sql.editor.ModuleContents;
import traceglass.sql.editor.SqlVocabulary;
import traceglass.store.text.SingleLineText;

/// Tree of the tables, views, modules and functions that queries can use, with descriptions. Enter or a double-click
/// inserts a name at the caret, or the include statement of a module.
final class SchemaBrowser extends BorderPane {

    /// Actions on an item.
    interface Actions {
        /// Inserts text at the caret.
        void insert(String text);

        /// Adds a statement that includes a module to the query.
        void include(String module);

        /// Shows all rows of a table.
        void openAll(String table);
    }

    private final TextField filter = new TextField();
    private final TreeView<SchemaItem> tree = new TreeView<>();
    private final Label describedName = new Label();
    private final Label description = new Label();
    private final VBox descriptionBox = new VBox(2, describedName, description);
    private final Set<String> closed =
            new HashSet<>(Set.of(SqlTexts.VIEWS, SqlTexts.MODULES, SqlTexts.FUNCTIONS, SqlTexts.DUCKDB_FUNCTIONS));
    private final Set<String> open = new HashSet<>();
    private final Actions actions;
    private Schema schema = Schema.EMPTY;
    private List<SchemaItem> modules = List.of();
    private List<SchemaItem> functions = List.of();

    SchemaBrowser(Actions actions) {
        this.actions = actions;
        getStyleClass().add("tg-schema");
        filter.setPromptText(SqlTexts.SCHEMA_FILTER);
        filter.setAccessibleText(SqlTexts.SEARCH_SCHEMA);
        filter.setId("schema-filter");
        filter.getStyleClass().add("tg-bare-field");
        HBox.setHgrow(filter, Priority.ALWAYS);
        filter.textProperty().addListener((_, _, _) -> rebuild());
        filter.addEventFilter(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.DOWN || e.getCode() == KeyCode.ENTER) {
                enterTree();
                e.consume();
            } else if (e.getCode() == KeyCode.ESCAPE && !filter.getText().isEmpty()) {
                filter.clear();
                e.consume();
            }
        });
        HBox field = new HBox(new Icon("search", 14), filter);
        field.getStyleClass().add("tg-field");
        HBox top = new HBox(field);
        HBox.setHgrow(field, Priority.ALWAYS);
        top.getStyleClass().add("tg-schema-top");
        setTop(top);
        tree.setId("schema-tree");
        tree.setAccessibleText(SqlTexts.SCHEMA_TREE);
        tree.getStyleClass().add("tg-schema-tree");
        tree.setShowRoot(false);
        tree.setFixedCellSize(23);
        tree.setCellFactory(t -> new Cell());
        tree.addEventFilter(KeyEvent.KEY_PRESSED, this::keyPressed);
        tree.getSelectionModel()
                .selectedItemProperty()
                .addListener((_, _, newValue) -> showDescription(newValue == null ? null : newValue.getValue()));
        setCenter(tree);
        describedName.getStyleClass().addAll(Styles.MONO, "tg-schema-about-name");
        describedName.setWrapText(true);
        description.setWrapText(true);
        description.setId("schema-about");
        description.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        descriptionBox.getStyleClass().add("tg-schema-about");
        setBottom(descriptionBox);
        showDescription(null);
        StyleSheets.setWidths(this, 180, 264, Region.USE_COMPUTED_SIZE);
    }

    void show(Schema newSchema) {
        schema = newSchema;
        refill();
    }

    /// Sets the contents of modules.
    void showModules(List<ModuleContents> contents) {
        modules = contents.stream().map(SchemaItem::module).toList();
        refill();
    }

    /// Sets the functions, with PerfettoSQL functions first, since DuckDB has many.
    void showFunctions(SqlVocabulary vocabulary) {
        List<SchemaItem> perfetto = new ArrayList<>();
        List<SchemaItem> others = new ArrayList<>();
        vocabulary
                .functions()
                .forEach((name, f) -> (SqlVocabulary.perfettoFunctions().containsKey(name) ? perfetto : others)
                        .add(SchemaItem.function(f)));
        functions = new ArrayList<>(perfetto);
        if (!others.isEmpty()) {
            functions.add(SchemaItem.section(SqlTexts.DUCKDB_FUNCTIONS, others));
        }
        refill();
    }

    /// Focuses the search field.
    void focusFilter() {
        filter.requestFocus();
        filter.selectAll();
    }

    private void enterTree() {
        tree.requestFocus();
        if (tree.getSelectionModel().isEmpty() && tree.getExpandedItemCount() > 0) {
            // Select the first match of the search text.
            int first = 0;
            String search = searchText();
            while (!search.isEmpty()
                    && first < tree.getExpandedItemCount() - 1
                    && (tree.getTreeItem(first).getValue().kind() == Kind.SECTION
                            || !tree.getTreeItem(first).getValue().matches(search))) {
                first++;
            }
            tree.getSelectionModel().select(first);
        }
    }

    private void keyPressed(KeyEvent e) {
        TreeItem<SchemaItem> chosen = tree.getSelectionModel().getSelectedItem();
        if (e.getCode() == KeyCode.ENTER && chosen != null) {
            if (chosen.getValue().kind() == Kind.SECTION) {
                chosen.setExpanded(!chosen.isExpanded());
            } else {
                insertItem(chosen.getValue());
            }
            e.consume();
        } else if (e.getCode() == KeyCode.UP && tree.getSelectionModel().getSelectedIndex() <= 0) {
            focusFilter();
            e.consume();
        }
    }

    private void insertItem(SchemaItem item) {
        if (item.kind() == Kind.MODULE) {
            actions.include(item.name());
        } else if (!item.insertedText().isEmpty()) {
            actions.insert(item.insertedText());
        }
    }

    private void showDescription(SchemaItem item) {
        boolean isAnySelected = item != null
                && item.kind() != Kind.SECTION
                && !(item.description().isEmpty() && item.kind() == Kind.COLUMN);
        descriptionBox.setVisible(isAnySelected);
        descriptionBox.setManaged(isAnySelected);
        if (isAnySelected) {
            describedName.setText(item.name());
            description.setText(item.description().isEmpty() ? SqlTexts.NO_DESCRIPTION : item.description());
        }
    }

    private String searchText() {
        return filter.getText().strip().toLowerCase(Locale.ROOT);
    }

    /// Rebuilds the tree with newly loaded items. The selection is kept while items are still arriving.
    private void refill() {
        List<String> path = new ArrayList<>();
        for (TreeItem<SchemaItem> at = tree.getSelectionModel().getSelectedItem();
                at != null && at.getValue() != null;
                at = at.getParent()) {
            path.addFirst(at.getValue().name());
        }
        rebuild();
        TreeItem<SchemaItem> found = path.isEmpty() ? null : tree.getRoot();
        for (String name : path) {
            found = found == null
                    ? null
                    : found.getChildren().stream()
                            .filter(c -> c.getValue().name().equals(name))
                            .findFirst()
                            .orElse(null);
        }
        if (found != null && tree.getRow(found) >= 0) {
            tree.getSelectionModel().select(found);
        }
    }

    private void rebuild() {
        String search = searchText();
        TreeItem<SchemaItem> root = new TreeItem<>();
        List<SchemaItem> sections = new ArrayList<>();
        sections.add(SchemaItem.section(
                SqlTexts.TABLES,
                schema.tables().stream().map(r -> SchemaItem.relation(r, false)).toList()));
        sections.add(SchemaItem.section(
                SqlTexts.VIEWS,
                schema.views().stream().map(r -> SchemaItem.relation(r, true)).toList()));
        sections.add(SchemaItem.section(
                SqlTexts.THIS_SESSION,
                schema.created().stream()
                        .map(r -> SchemaItem.relation(r, false))
                        .toList()));
        sections.add(SchemaItem.section(SqlTexts.MODULES, modules));
        sections.add(SchemaItem.section(SqlTexts.FUNCTIONS, functions));
        for (SchemaItem s : sections) {
            SchemaItem matching = s.filtered(search);
            if (matching != null && !matching.children().isEmpty()) {
                root.getChildren().add(line(matching, "", search));
            }
        }
        tree.setRoot(root);
    }

    private TreeItem<SchemaItem> line(SchemaItem item, String path, String search) {
        TreeItem<SchemaItem> line = new TreeItem<>(item);
        String itemPath = path + "/" + item.name();
        item.children().forEach(c -> line.getChildren().add(line(c, itemPath, search)));
        boolean isSection = item.kind() == Kind.SECTION;
        boolean isSearched = !search.isEmpty() && (isSection || !item.matches(search));
        line.setExpanded(isSearched || (isSection ? !closed.contains(item.name()) : open.contains(itemPath)));
        line.expandedProperty().addListener((_, _, newValue) -> {
            if (!searchText().isEmpty()) {
                return;
            }
            if (isSection) {
                setMember(closed, item.name(), !newValue);
            } else {
                setMember(open, itemPath, newValue);
            }
        });
        return line;
    }

    private static void setMember(Set<String> names, String name, boolean isMember) {
        if (isMember) {
            names.add(name);
        } else {
            names.remove(name);
        }
    }

    private final class Cell extends TreeCell<SchemaItem> {

        private final Label name = new Label();
        private final Label note = new Label();
        private final HBox box = new HBox(6);

        Cell() {
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            // As wide as the tree: long names are shortened so that the text at the right stays visible.
            setPrefWidth(0);
            note.setMinWidth(Region.USE_PREF_SIZE);
            name.setMinWidth(0);
            box.setAlignment(Pos.CENTER_LEFT);
            box.getChildren().addAll(name, space, note);
            setOnMouseClicked(e -> {
                if (getItem() != null && e.getButton() == MouseButton.PRIMARY && e.getClickCount() == 2) {
                    insertItem(getItem());
                }
            });
        }

        @Override
        protected void updateItem(SchemaItem item, boolean isEmpty) {
            super.updateItem(item, isEmpty);
            if (isEmpty || item == null) {
                setGraphic(null);
                setContextMenu(null);
                Tooltips.set(this, null);
                setAccessibleText(null);
                return;
            }
            name.setText(SingleLineText.of(item.name()));
            name.getStyleClass().setAll("label", item.kind() == Kind.SECTION ? "tg-schema-group" : "tg-schema-name");
            note.setText(SingleLineText.of(item.detail()));
            note.getStyleClass()
                    .setAll(
                            "label",
                            item.kind() == Kind.COLUMN ? Styles.MONO : "tg-schema-count",
                            item.detail().startsWith("→") ? "tg-schema-reference" : "tg-schema-note");
            if (box.getChildren().getFirst() instanceof Icon) {
                box.getChildren().removeFirst();
            }
            if (!item.kind().icon().isEmpty()) {
                box.getChildren().addFirst(new Icon(item.kind().icon(), 14).styled("tg-text-3"));
            }
            setGraphic(box);
            Tooltips.set(this, item.description().isEmpty() ? null : item.name() + "\n" + item.description());
            setAccessibleText(item.name()
                    + (item.detail().isEmpty() ? "" : ", " + item.detail())
                    + (item.description().isEmpty() ? "" : ", " + item.description()));
            setContextMenu(item.kind() == Kind.SECTION ? null : menu(item));
        }

        private ContextMenu menu(SchemaItem item) {
            ContextMenu menu = new ContextMenu();
            if (item.kind() == Kind.TABLE || item.kind() == Kind.VIEW) {
                menu.getItems().add(item(SqlTexts.SHOW_ALL_ROWS, () -> actions.openAll(item.name())));
            }
            if (item.kind() == Kind.MODULE) {
                menu.getItems().add(item(SqlTexts.INCLUDE_IN_QUERY, () -> actions.include(item.name())));
            } else {
                menu.getItems().add(item(SqlTexts.INSERT, () -> actions.insert(item.insertedText())));
            }
            return menu;
        }

        private static MenuItem item(String text, Runnable action) {
            MenuItem m = new MenuItem(text);
            m.setOnAction(e -> action.run());
            return m;
        }
    }
}
