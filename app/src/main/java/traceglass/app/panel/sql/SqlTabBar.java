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
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.TabKeys;
import traceglass.app.ui.TabScroll;

/// The tabs of the SQL page and the bar they are chosen in. There is always one; it scrolls sideways when they are
/// many.
final class SqlTabBar {

    private final HBox buttons = new HBox();
    private final TabScroll node = new TabScroll(buttons);
    private final List<SqlTab> tabs = new ArrayList<>();
    private final ReadOnlyObjectWrapper<SqlTab> selected = new ReadOnlyObjectWrapper<>();
    private final BiFunction<String, Runnable, SqlTab> maker;
    private final Runnable whenEdited;
    /// What is to be shown once somebody looks, or null.
    private List<TabStore.Tab> later;
    private int laterChosen;
    private Runnable whenFilled;
    /// Number of the tab that was made last.
    private int made;

    /// @param maker makes a tab of this title
    /// @param whenEdited called when titles, texts or the chosen tab have changed
    SqlTabBar(BiFunction<String, Runnable, SqlTab> maker, Runnable whenEdited) {
        this.maker = maker;
        this.whenEdited = whenEdited;
        buttons.getStyleClass().add("tg-sql-tabs");
    }

    Node node() {
        return node;
    }

    /// The tabs from left to right; at least one once [#fill] was called.
    List<SqlTab> tabs() {
        fillNow();
        return tabs;
    }

    /// Those of the tabs that there are already.
    List<SqlTab> tabsSoFar() {
        return tabs;
    }

    /// The tab in front, or null before there is one.
    SqlTab selected() {
        fillNow();
        return selected.get();
    }

    ReadOnlyObjectProperty<SqlTab> selectedProperty() {
        return selected.getReadOnlyProperty();
    }

    /// Place of the tab that is in front.
    int chosen() {
        return later != null ? laterChosen : tabs.indexOf(selected());
    }

    /// Titles and texts of the tabs.
    List<TabStore.Tab> kept() {
        return later != null
                ? later.isEmpty() ? List.of(new TabStore.Tab("Query 1", "")) : later
                : tabs.stream()
                        .map(t -> new TabStore.Tab(t.titleProperty().get(), t.text()))
                        .toList();
    }

    /// The same as [#fill] once somebody asks for a tab: an editor takes a third of a second to make, and most
    /// windows open on another page.
    ///
    /// @param filled called then
    void fillLater(List<TabStore.Tab> contents, int newChosen, Runnable filled) {
        later = contents;
        laterChosen = newChosen;
        whenFilled = filled;
    }

    private void fillNow() {
        if (later != null) {
            Runnable filled = whenFilled;
            fill(later, laterChosen);
            filled.run();
        }
    }

    /// Shows these tabs in place of those that are there; none makes an empty one.
    void fill(List<TabStore.Tab> contents, int newChosen) {
        later = null;
        tabs.forEach(SqlTab::close);
        tabs.clear();
        buttons.getChildren().clear();
        made = 0;
        contents.forEach(t -> add(t.sql(), t.title()));
        if (contents.isEmpty()) {
            add("", null);
        } else {
            select(tabs.get(Math.clamp(newChosen, 0, tabs.size() - 1)));
        }
    }

    /// Adds a tab and brings it to the front.
    ///
    /// @param title what stands on it, or null for the next free one
    void add(String sql, String title) {
        fillNow();
        made++;
        SqlTab tab = maker.apply(title == null ? freeTitle() : title, whenEdited);
        tab.setText(sql);
        tab.titleProperty().addListener((o, was, is) -> whenEdited.run());
        tabs.add(tab);
        buttons.getChildren().add(button(tab));
        select(tab);
    }

    /// "Query 1" and so on, the first that no tab has.
    private String freeTitle() {
        while (tabs.stream().anyMatch(t -> t.titleProperty().get().equals("Query " + made))) {
            made++;
        }
        return "Query " + made;
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
        Icon ring = new Icon("refresh", 13).styled("tg-accent");
        ring.visibleProperty().bind(tab.runningProperty());
        ring.managedProperty().bind(ring.visibleProperty());
        Button close = IconButton.of("x", 12, "Close tab", () -> close(tab));
        HBox box = new HBox(ring, name, dot, close);
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
        TextInputDialog ask = new TextInputDialog(tab.titleProperty().get());
        ask.initOwner(node.getScene().getWindow());
        ask.setTitle("Rename tab");
        ask.setHeaderText(null);
        ask.setGraphic(null);
        ask.setContentText("Name");
        ask.showAndWait().map(String::strip).filter(s -> !s.isEmpty()).ifPresent(tab.titleProperty()::set);
    }

    private void close(SqlTab tab) {
        int place = tabs.indexOf(tab);
        tab.close();
        tabs.remove(tab);
        buttons.getChildren().removeIf(n -> n.getUserData() == tab);
        if (tabs.isEmpty()) {
            add("", null);
        } else if (selected() == tab) {
            select(tabs.get(Math.min(place, tabs.size() - 1)));
        }
        whenEdited.run();
    }

    private void select(SqlTab tab) {
        selected.set(tab);
        TabKeys.mark(buttons, tab);
        node.reveal(tab);
        tab.focus();
        whenEdited.run();
    }
}
