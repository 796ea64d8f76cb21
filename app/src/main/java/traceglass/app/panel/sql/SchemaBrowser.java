package traceglass.app.panel.sql;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.control.TreeCell;
import javafx.scene.control.TreeItem;
import javafx.scene.control.TreeView;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.app.ui.Texts;

/// The tables, views and columns that queries can name. A double-click writes the name at the caret.
final class SchemaBrowser extends BorderPane {

    /// A line of the tree.
    ///
    /// @param name  what it is called
    /// @param note  what stands at the right
    /// @param icon  name of an icon, or empty
    /// @param level 0 for a group, 1 for a table, 2 for a column
    private record Item(String name, String note, String icon, int level) {}

    private final TextField filter = new TextField();
    private final TreeView<Item> tree = new TreeView<>();
    private final Set<String> closed = new HashSet<>(Set.of("Views"));
    private final Set<String> open = new HashSet<>();
    private final Consumer<String> insert;
    private final Consumer<String> openAll;
    private Schema schema = Schema.EMPTY;

    /// @param insert  writes a name at the caret
    /// @param openAll shows all rows of a table
    SchemaBrowser(Consumer<String> insert, Consumer<String> openAll) {
        this.insert = insert;
        this.openAll = openAll;
        getStyleClass().add("tg-schema");
        filter.setPromptText("Tables and columns");
        filter.setId("schema-filter");
        filter.getStyleClass().add("tg-bare-field");
        HBox.setHgrow(filter, Priority.ALWAYS);
        filter.textProperty().addListener((o, was, is) -> rebuild());
        HBox field = new HBox(new Icon("search", 14), filter);
        field.getStyleClass().add("tg-field");
        HBox top = new HBox(field);
        HBox.setHgrow(field, Priority.ALWAYS);
        top.getStyleClass().add("tg-schema-top");
        setTop(top);
        tree.setId("schema-tree");
        tree.getStyleClass().add("tg-schema-tree");
        tree.setShowRoot(false);
        tree.setFixedCellSize(23);
        tree.setCellFactory(t -> new Cell());
        setCenter(tree);
        setMinWidth(180);
        setPrefWidth(264);
    }

    void show(Schema newSchema) {
        schema = newSchema;
        rebuild();
    }

    private void rebuild() {
        String wanted = filter.getText().strip().toLowerCase(Locale.ROOT);
        TreeItem<Item> root = new TreeItem<>();
        addGroup(root, "Tables", "table", schema.tables(), wanted);
        addGroup(root, "Views", "view", schema.views(), wanted);
        addGroup(root, "This session", "table", schema.own(), wanted);
        tree.setRoot(root);
    }

    private void addGroup(TreeItem<Item> root, String title, String icon, List<Schema.Relation> relations, String wanted) {
        TreeItem<Item> group = new TreeItem<>(new Item(title, Texts.grouped(relations.size()), "", 0));
        for (Schema.Relation r : relations) {
            boolean named = r.name().toLowerCase(Locale.ROOT).contains(wanted);
            boolean within = !wanted.isEmpty() && r.columns().stream().anyMatch(c -> c.name().toLowerCase(Locale.ROOT).contains(wanted));
            if (!named && !within) {
                continue;
            }
            TreeItem<Item> table = new TreeItem<>(new Item(r.name(), r.rows() < 0 ? "" : Texts.grouped(r.rows()), icon, 1));
            for (Schema.Column c : r.columns()) {
                if (named || c.name().toLowerCase(Locale.ROOT).contains(wanted)) {
                    table.getChildren().add(new TreeItem<>(new Item(c.name(), c.type(), "", 2)));
                }
            }
            table.setExpanded(!named || open.contains(r.name()));
            table.expandedProperty().addListener((o, was, is) -> note(open, r.name(), is));
            group.getChildren().add(table);
        }
        group.setExpanded(!wanted.isEmpty() || !closed.contains(title));
        group.expandedProperty().addListener((o, was, is) -> note(closed, title, !is));
        if (!group.getChildren().isEmpty()) {
            root.getChildren().add(group);
        }
    }

    private static void note(Set<String> names, String name, boolean in) {
        if (in) {
            names.add(name);
        } else {
            names.remove(name);
        }
    }

    private final class Cell extends TreeCell<Item> {

        private final Label name = new Label();
        private final Label note = new Label();
        private final HBox box = new HBox(6);

        Cell() {
            Region space = new Region();
            HBox.setHgrow(space, Priority.ALWAYS);
            note.setMinWidth(Region.USE_PREF_SIZE);
            name.setMinWidth(0);
            box.setAlignment(Pos.CENTER_LEFT);
            box.getChildren().addAll(name, space, note);
            setOnMouseClicked(e -> {
                Item item = getItem();
                if (item != null && item.level > 0 && e.getButton() == MouseButton.PRIMARY && e.getClickCount() == 2) {
                    insert.accept(item.name);
                }
            });
        }

        @Override
        protected void updateItem(Item item, boolean empty) {
            super.updateItem(item, empty);
            if (empty || item == null) {
                setGraphic(null);
                setContextMenu(null);
                return;
            }
            name.setText(item.name);
            name.getStyleClass().setAll("label", item.level == 0 ? "tg-schema-group" : "tg-schema-name");
            note.setText(item.note);
            note.getStyleClass().setAll("label", item.level == 2 ? Styles.MONO : "tg-schema-count",
                    item.note.startsWith("→") ? "tg-schema-reference" : "tg-schema-note");
            if (box.getChildren().getFirst() instanceof Icon) {
                box.getChildren().removeFirst();
            }
            if (!item.icon.isEmpty()) {
                box.getChildren().addFirst(new Icon(item.icon, 14).styled("tg-text-3"));
            }
            setGraphic(box);
            setContextMenu(item.level == 0 ? null : menu(item));
        }

        private ContextMenu menu(Item item) {
            ContextMenu menu = new ContextMenu();
            BiConsumer<String, Runnable> add = (text, action) -> {
                MenuItem m = new MenuItem(text);
                m.setOnAction(e -> action.run());
                menu.getItems().add(m);
            };
            if (item.level == 1) {
                add.accept("Show all rows", () -> openAll.accept(item.name));
            }
            add.accept("Write at the caret", () -> insert.accept(item.name));
            return menu;
        }
    }
}
