package traceglass.app.grid;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import traceglass.analysis.query.Cancellation;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.Grouping;
import traceglass.analysis.rows.RowDatabase;
import traceglass.analysis.rows.RowFilter;
import traceglass.analysis.rows.RowSorting;
import traceglass.analysis.rows.RowStore;
import traceglass.app.task.FxThread;
import traceglass.app.ui.Icon;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Styles;
import traceglass.render.control.Tooltips;
import traceglass.sql.result.QueryException;

/// Groups the rows of a [DataGrid] and shows a bar above it with the group columns and aggregates. A group can be
/// opened to show its rows, with a way back to the groups. A [RowDatabase] computes the groups of the rows that match
/// the filters.
final class GroupBar extends FlowPane {

    private enum Shown {
        ALL,
        GROUPS,
        ROWS_OF_GROUP
    }

    private final DataGrid grid;
    private Grouping grouping = Grouping.NONE;
    private Shown shown = Shown.ALL;
    /// Snapshot of the ungrouped rows.
    private GridState ungrouped;
    private GridState groups;
    private Cancellation running = new Cancellation();
    private String problem = "";

    GroupBar(DataGrid grid) {
        this.grid = grid;
        getStyleClass().add("tg-group-bar");
        setAlignment(Pos.CENTER_LEFT);
        setHgap(6);
        setVgap(4);
        refresh();
    }

    /// Discards the groups because the grid shows another result.
    void reset() {
        running.cancel();
        grouping = Grouping.NONE;
        shown = Shown.ALL;
        ungrouped = null;
        groups = null;
        problem = "";
        refresh();
    }

    Grouping grouping() {
        return grouping;
    }

    boolean showsGroups() {
        return shown == Shown.GROUPS;
    }

    /// Adds a column of the result to the grouping.
    void groupBy(int column) {
        change(grouping.isNone() ? Grouping.initial(content(), column) : grouping.withKey(column));
    }

    private GridContent content() {
        return ungrouped == null ? grid.content() : ungrouped.content();
    }

    /// Recomputes the groups; restores the rows if there are no columns to group by.
    void change(Grouping next) {
        if (next.isNone()) {
            ungroup();
            return;
        }
        if (ungrouped == null) {
            ungrouped = grid.state();
        }
        grouping = next;
        problem = "";
        running.cancel();
        Cancellation cancel = new Cancellation();
        running = cancel;
        GridState from = ungrouped;
        grid.setBusy(true);
        refresh();
        Thread.ofPlatform().daemon().name("group-rows").start(() -> {
            try (RowDatabase database = new RowDatabase()) {
                RowStore rows = from.content().rows();
                int[] order = RowSorting.filter(rows, RowSorting.allRows(rows), from.filters());
                String source = database.source(rows, order, next.columns());
                RowStore found = database.query(next.sql(from.content(), source), cancel);
                GridContent newContent = GridContent.of(
                        found,
                        next.visibleColumns(from.content()),
                        from.content().text());
                FxThread.later(() -> show(newContent, cancel));
            } catch (QueryException | IOException | RuntimeException e) {
                FxThread.later(() -> failed(e, cancel));
            }
        });
    }

    private void show(GridContent newContent, Cancellation cancellation) {
        if (!cancellation.isCanceled()) {
            grid.setBusy(false);
            shown = Shown.GROUPS;
            groups = null;
            refresh();
            grid.showGroups(newContent);
        }
    }

    private void failed(Exception e, Cancellation cancellation) {
        if (!cancellation.isCanceled()) {
            grid.setBusy(false);
            boolean isOutOfMemory = String.valueOf(e.getMessage()).contains("Out of Memory");
            problem = isOutOfMemory ? GridTexts.TOO_MANY_GROUPS : GridTexts.groupingFailed(e.getMessage());
            refresh();
        }
    }

    /// Shows the rows of a group.
    ///
    /// @param row index of the group in the rows shown
    void openGroup(int row) {
        groups = grid.state();
        List<RowFilter> filters = new ArrayList<>(ungrouped.filters());
        filters.addAll(grouping.filters(grid.rows(), row));
        shown = Shown.ROWS_OF_GROUP;
        refresh();
        grid.restore(ungrouped.withFilters(filters));
    }

    private void backToGroups() {
        shown = Shown.GROUPS;
        refresh();
        grid.restore(groups);
        grid.table().requestFocus();
    }

    /// Restores the ungrouped rows.
    void ungroup() {
        GridState rows = ungrouped;
        boolean isComputing = grid.busyProperty().get();
        reset();
        if (isComputing) {
            grid.setBusy(false);
        }
        if (rows != null) {
            grid.restore(rows);
        }
    }

    private void refresh() {
        getChildren().clear();
        boolean isGrouped = !grouping.isNone();
        setVisible(isGrouped);
        setManaged(isGrouped);
        if (!isGrouped) {
            return;
        }
        RowStore rows = content().rows();
        if (shown == Shown.ROWS_OF_GROUP) {
            Button back = new Button(GridTexts.GROUPS, new Icon("chevron-left", 13));
            back.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
            back.setId("group-back");
            back.setAccessibleText(GridTexts.BACK_TO_GROUPS);
            back.setOnAction(e -> backToGroups());
            getChildren().addAll(back, quietLabel(GridTexts.ROWS_OF_GROUP));
        } else {
            getChildren().add(quietLabel(GridTexts.GROUP_BY));
            for (int key : grouping.keys()) {
                getChildren()
                        .add(chip(
                                rows.names().get(key),
                                GridTexts::removeGroupColumn,
                                () -> change(grouping.withoutKey(key))));
            }
            getChildren().addAll(keyMenu(), quietLabel(GridTexts.AGGREGATES));
            for (Grouping.Value value : grouping.values()) {
                getChildren()
                        .add(chip(
                                value.title(rows), GridTexts::removeAggregate, () -> change(grouping.without(value))));
            }
            getChildren().add(valueMenu());
        }
        Button ungroup = IconButton.of("x", 13, GridTexts.UNGROUP, this::ungroup);
        ungroup.setId("group-leave");
        getChildren().add(ungroup);
        if (!problem.isEmpty()) {
            Label message = new Label(problem);
            message.getStyleClass().add("tg-group-problem");
            getChildren().add(message);
        }
    }

    private MenuButton keyMenu() {
        MenuButton add = addMenu("group-add-key", GridTexts.ADD_GROUP_COLUMN);
        for (GridColumn c : content().columns()) {
            if (!grouping.keys().contains(c.source())) {
                add.getItems().add(item(c.title(), () -> change(grouping.withKey(c.source()))));
            }
        }
        add.setDisable(add.getItems().isEmpty());
        return add;
    }

    private MenuButton valueMenu() {
        MenuButton add = addMenu("group-add-value", GridTexts.ADD_AGGREGATE);
        GridContent content = content();
        for (GridColumn c : content.columns()) {
            Menu menu = new Menu(c.title());
            menu.setMnemonicParsing(false);
            for (Grouping.Function f : Grouping.Function.values()) {
                Grouping.Value value = new Grouping.Value(f, c.source());
                if (f.appliesTo(content.rows().type(c.source()))
                        && !grouping.values().contains(value)) {
                    menu.getItems().add(item(f.title(), () -> change(grouping.with(value))));
                }
            }
            if (!menu.getItems().isEmpty()) {
                add.getItems().add(menu);
            }
        }
        add.setDisable(add.getItems().isEmpty());
        return add;
    }

    private static MenuButton addMenu(String id, String title) {
        MenuButton add = new MenuButton(null, new Icon("plus", 12));
        add.setId(id);
        add.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT, "tg-group-add");
        Tooltips.set(add, title);
        add.setAccessibleText(title);
        return add;
    }

    private static MenuItem item(String text, Runnable action) {
        MenuItem item = new MenuItem(text);
        item.setMnemonicParsing(false);
        item.setOnAction(e -> action.run());
        return item;
    }

    private static Label quietLabel(String text) {
        Label label = new Label(text);
        label.getStyleClass().addAll(Styles.TEXT_3, Styles.SMALL);
        return label;
    }

    private static Node chip(String text, UnaryOperator<String> removal, Runnable action) {
        Label label = new Label(text);
        label.setMaxWidth(260);
        HBox chip = new HBox(label, IconButton.of("x", 12, removal.apply(text), action));
        chip.setAlignment(Pos.CENTER_LEFT);
        chip.getStyleClass().add("tg-filter-chip");
        return chip;
    }
}
