package traceglass.app.panel.area;

import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.app.AppContext;
import traceglass.app.grid.CellText;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ResultFile;
import traceglass.app.grid.RowStore;
import traceglass.app.session.FxThread;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.DrawerTab;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Styles;
import traceglass.app.ui.Texts;
import traceglass.model.time.TimeText;
import traceglass.render.color.Palette;

/// The drawer's tab of one report. It is in the bar only while the report has rows for the selected range.
final class AreaTab {

    private final AppContext context;
    private final AreaReport report;
    private final DataGrid grid;
    private final DrawerTab tab;
    private final Label range = new Label();
    private final Label facts = new Label();
    private AreaScope scope;
    private String grouping;
    private final Runnable arrived;
    private boolean sorted;

    /// @param arrived told when it is known whether there are rows for a range
    AreaTab(AppContext context, AreaReport report, Runnable arrived) {
        this.arrived = arrived;
        this.context = context;
        this.report = report;
        grouping = report.groupings().getFirst();
        boolean states = report instanceof ThreadStatesReport;
        grid = new DataGrid(context.navigator()).withColors(name -> Palette.css(states ? context.palette().state(name) : context.palette().slice(name)));
        grid.setId(report.id());
        grid.table().setAccessibleText(report.title());
        BorderPane root = new BorderPane(grid);
        root.getStylesheets().add(AreaTab.class.getResource("/traceglass/app/panel/panels.css").toExternalForm());
        root.setTop(tools());
        tab = new DrawerTab(report.id(), report.title(), DrawerTab.Height.GRID, root);
        tab.availableProperty().set(false);
        context.paletteProperty().addListener((o, was, is) -> grid.table().refresh());
    }

    DrawerTab tab() {
        return tab;
    }

    private HBox tools() {
        range.getStyleClass().addAll(Styles.CHIP, "tg-large", "tg-on", "tg-range-chip");
        range.setMinWidth(Region.USE_PREF_SIZE);
        facts.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        facts.setMinWidth(0);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        HBox tools = new HBox(10, range, facts, space);
        if (report.groupings().size() > 1) {
            Label by = new Label("Group by");
            by.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            by.setMinWidth(Region.USE_PREF_SIZE);
            tools.getChildren().addAll(by, groupings());
        }
        TextField filter = new TextField();
        filter.setPromptText("Filter names");
        filter.setAccessibleText("Filter names");
        filter.getStyleClass().add("tg-bare-field");
        filter.textProperty().addListener((o, was, is) -> grid.setTextFilter(is));
        filter.setId(report.id() + "-filter");
        HBox.setHgrow(filter, Priority.ALWAYS);
        HBox field = new HBox(new Icon("search", 13), filter);
        field.getStyleClass().addAll("tg-field", Styles.COMPACT);
        field.setPrefWidth(180);
        field.setMinWidth(110);
        Button sql = button("sql", "Open as SQL");
        sql.setOnAction(e -> context.navigator().openSql("-- " + report.title() + " in the selected range; times in ns\n" + report.sql(scope, grouping) + ";", true));
        Button export = button("export", "Export");
        export.setOnAction(e -> ResultFile.save(context, grid, ResultFile.Format.CSV, report.id().replace("area-", "")));
        tools.getChildren().addAll(field, sql, export);
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("tg-area-tools");
        return tools;
    }

    private HBox groupings() {
        HBox box = new HBox(2);
        box.getStyleClass().add("tg-segments");
        box.setMinWidth(Region.USE_PREF_SIZE);
        ToggleGroup group = new ToggleGroup();
        for (String g : report.groupings()) {
            ToggleButton b = new ToggleButton(g);
            b.getStyleClass().add("tg-segment");
            b.setToggleGroup(group);
            b.setSelected(g.equals(grouping));
            b.setOnAction(e -> {
                b.setSelected(true);
                if (!g.equals(grouping)) {
                    grouping = g;
                    load();
                }
            });
            box.getChildren().add(b);
        }
        return box;
    }

    private static Button button(String icon, String title) {
        Button b = new Button(title, new Icon(icon, 15));
        b.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        b.setMinWidth(Region.USE_PREF_SIZE);
        return b;
    }

    /// Shows the report for this range; what is shown stays until the new rows are there.
    void show(AreaScope newScope) {
        scope = newScope;
        load();
    }

    /// Leaves the bar.
    void hide() {
        scope = null;
        tab.busyProperty().set(false);
        tab.availableProperty().set(false);
        TraceSession trace = context.session();
        if (trace != null && trace.isReady()) {
            trace.queries().cancel(report.id());
        }
    }

    /// Drops what is kept of the open trace.
    void forget() {
        report.forget();
    }

    private void load() {
        TraceSession trace = context.session();
        if (scope == null || trace == null || !trace.isReady() || !report.appliesTo(scope)) {
            hide();
            return;
        }
        AreaScope asked = scope;
        String by = grouping;
        CellText text = CellText.of(trace.bounds());
        tab.busyProperty().set(true);
        trace.queries().submit(report.id(), (connection, cancel) -> report.read(connection, asked, by, cancel, early -> FxThread.later(() -> {
            if (!cancel.isCancelled() && asked == scope) {
                show(asked, early, text);
                facts.setText(facts.getText() + "  ·  percentiles are being made exact");
            }
        })), (RowStore rows) -> {
            tab.busyProperty().set(false);
            show(asked, rows, text);
            arrived.run();
        }, e -> {
            tab.busyProperty().set(false);
            System.getLogger(AreaTab.class.getName()).log(System.Logger.Level.WARNING, "summing up a range", e);
            facts.setText("could not be summed up: " + e.getMessage());
            tab.availableProperty().set(true);
            arrived.run();
        });
    }

    private void show(AreaScope asked, RowStore rows, CellText text) {
        long start = text.trace().start();
        range.setText(TimeText.range(asked.start(), asked.end(), start));
        facts.setText(TimeText.exact(asked.durNs()) + "  ·  " + Texts.count(asked.tracks(), "track", "tracks") + "  ·  " + report.remark());
        tab.availableProperty().set(rows.size() > 0);
        int count = rows.column("count");
        tab.countProperty().set(report instanceof SlicesReport && count >= 0 ? (int) Math.min(Integer.MAX_VALUE, AreaReport.sum(rows, count)) : DrawerTab.NO_COUNT);
        grid.show(rows, text, report.columns(rows));
        grid.setSummary(report.summary(rows));
        if (!sorted && !report.sortedBy().isEmpty() && rows.size() > 0) {
            sorted = true;
            grid.sortBy(report.sortedBy(), true);
        }
    }
}
