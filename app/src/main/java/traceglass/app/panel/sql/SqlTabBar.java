package traceglass.app.panel.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextInputDialog;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import traceglass.app.panel.sql.saved.TabStore;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.TabKeys;
import traceglass.app.ui.TabScroll;

/// Tabs of the SQL page and their bar, which scrolls horizontally. There is always at least one tab.
final class SqlTabBar {

    private final HBox buttons = new HBox();
    private final TabScroll node = new TabScroll(buttons);
    private final List<SqlTab> tabs = new ArrayList<>();
    private final ReadOnlyObjectWrapper<SqlTab> selected = new ReadOnlyObjectWrapper<>();
    private final BiFunction<String, Runnable, SqlTab> tabFactory;
    private final Runnable whenEdited;
    /// Tabs to create on first access, or null.
    private List<TabStore.Tab> pendingTabs;
    private int pendingSelection;
    private Runnable onFilled;
    /// Number of the last tab that was created.
    private int lastNumber;

    /// Creates a bar.
    ///
    /// @param tabFactory creates a tab with a title
    /// @param whenEdited called when titles, texts or the selected tab have changed
    SqlTabBar(BiFunction<String, Runnable, SqlTab> tabFactory, Runnable whenEdited) {
        this.tabFactory = tabFactory;
        this.whenEdited = whenEdited;
        buttons.getStyleClass().add("tg-sql-tabs");
    }

    Node node() {
        return node;
    }

    /// Button with a menu of all tabs, for when they do not fit.
    Button menu() {
        Button all =
                node.menu(n -> ((SqlTab) n.getUserData()).titleProperty().get(), n -> select((SqlTab) n.getUserData()));
        all.setId("sql-all-tabs");
        return all;
    }

    /// Tabs from left to right; at least one after [#fill].
    List<SqlTab> tabs() {
        fillNow();
        return tabs;
    }

    /// Tabs created so far.
    List<SqlTab> createdTabs() {
        return tabs;
    }

    /// The selected tab, or null if there is none yet.
    SqlTab selected() {
        fillNow();
        return selected.get();
    }

    ReadOnlyObjectProperty<SqlTab> selectedProperty() {
        return selected.getReadOnlyProperty();
    }

    /// Index of the selected tab.
    int selectedIndex() {
        return pendingTabs != null ? pendingSelection : tabs.indexOf(selected());
    }

    /// Titles and texts of the tabs.
    List<TabStore.Tab> contents() {
        return pendingTabs != null
                ? pendingTabs.isEmpty() ? List.of(new TabStore.Tab(SqlTexts.numberedTab(1), "")) : pendingTabs
                : tabs.stream()
                        .map(t -> new TabStore.Tab(t.titleProperty().get(), t.text()))
                        .toList();
    }

    /// Like [#fill], but deferred until a tab is needed: creating an editor takes about a third of a second, and
    /// most windows open on another page.
    ///
    /// @param whenFilled called after the tabs were created
    void fillLater(List<TabStore.Tab> contents, int newSelection, Runnable whenFilled) {
        pendingTabs = contents;
        pendingSelection = newSelection;
        onFilled = whenFilled;
    }

    private void fillNow() {
        if (pendingTabs != null) {
            Runnable whenFilled = onFilled;
            fill(pendingTabs, pendingSelection);
            whenFilled.run();
        }
    }

    /// Replaces all tabs; creates an empty one if there are none.
    void fill(List<TabStore.Tab> contents, int newSelection) {
        pendingTabs = null;
        tabs.forEach(SqlTab::close);
        tabs.clear();
        buttons.getChildren().clear();
        lastNumber = 0;
        contents.forEach(t -> add(t.sql(), t.title()));
        if (contents.isEmpty()) {
            add("", null);
        } else {
            select(tabs.get(Math.clamp(newSelection, 0, tabs.size() - 1)));
        }
    }

    /// Adds a tab and selects it.
    ///
    /// @param title title of the tab, or null for the next free one
    void add(String sql, String title) {
        fillNow();
        lastNumber++;
        SqlTab tab = tabFactory.apply(title == null ? freeTitle() : title, whenEdited);
        tab.setText(sql);
        tab.titleProperty().addListener((_, _, _) -> whenEdited.run());
        tabs.add(tab);
        buttons.getChildren().add(button(tab));
        select(tab);
    }

    /// First free title of the form `Query 1`.
    private String freeTitle() {
        while (tabs.stream().anyMatch(t -> t.titleProperty().get().equals(SqlTexts.numberedTab(lastNumber)))) {
            lastNumber++;
        }
        return SqlTexts.numberedTab(lastNumber);
    }

    private Node button(SqlTab tab) {
        Label name = new Label();
        name.textProperty().bind(tab.titleProperty());
        name.getStyleClass().add("tg-tab-title");
        Region dot = new Region();
        dot.getStyleClass().add("tg-sql-dot");
        dot.visibleProperty()
                .bind(tab.changedProperty().and(tab.runningProperty().not()));
        dot.managedProperty().bind(dot.visibleProperty());
        Icon runningIcon = new Icon("refresh", 13).styled("tg-accent");
        runningIcon.visibleProperty().bind(tab.runningProperty());
        runningIcon.managedProperty().bind(runningIcon.visibleProperty());
        Button close = IconButton.of("x", 12, SqlTexts.CLOSE_TAB, () -> close(tab));
        HBox box = new HBox(runningIcon, name, dot, close);
        box.setAlignment(Pos.CENTER);
        name.setMinWidth(Region.USE_PREF_SIZE);
        box.setMinWidth(Region.USE_PREF_SIZE);
        box.getStyleClass().add("tg-sql-tab");
        box.setUserData(tab);
        TabKeys.install(buttons, box, "", n -> select((SqlTab) n.getUserData()));
        box.accessibleTextProperty().bind(tab.titleProperty());
        box.addEventHandler(KeyEvent.KEY_PRESSED, e -> {
            if (e.getCode() == KeyCode.DELETE) {
                close(tab);
            } else if (e.getCode() == KeyCode.F2) {
                rename(tab);
            }
        });
        box.setOnMousePressed(e -> {
            if (e.getButton() == MouseButton.MIDDLE) {
                close(tab);
            } else {
                select(tab);
            }
        });
        box.setOnMouseClicked(e -> {
            if (e.getButton() == MouseButton.PRIMARY && e.getClickCount() == 2) {
                rename(tab);
            }
        });
        return box;
    }

    private void rename(SqlTab tab) {
        TextInputDialog dialog = new TextInputDialog(tab.titleProperty().get());
        dialog.initOwner(node.getScene().getWindow());
        dialog.setTitle(SqlTexts.RENAME_TAB);
        dialog.setHeaderText(null);
        dialog.setGraphic(null);
        dialog.setContentText(SqlTexts.TAB_NAME);
        dialog.showAndWait().map(String::strip).filter(s -> !s.isEmpty()).ifPresent(tab.titleProperty()::set);
    }

    private void close(SqlTab tab) {
        int index = tabs.indexOf(tab);
        tab.close();
        tabs.remove(tab);
        buttons.getChildren().removeIf(n -> n.getUserData() == tab);
        if (tabs.isEmpty()) {
            add("", null);
        } else if (selected() == tab) {
            select(tabs.get(Math.min(index, tabs.size() - 1)));
        }
        whenEdited.run();
    }

    private void select(SqlTab tab) {
        selected.set(tab);
        TabKeys.markSelected(buttons, tab);
        node.reveal(tab);
        tab.focus();
        whenEdited.run();
    }
}
