package traceglass.app.panel.area;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import traceglass.app.AppContext;
import traceglass.app.grid.CellText;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ResultFile;
import traceglass.app.grid.RowStore;
import traceglass.app.project.KeptFields;
import traceglass.app.session.FxThread;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.Sheets;
import traceglass.app.ui.DrawerTab;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.app.ui.Texts;
import traceglass.app.ui.ToolRow;
import traceglass.model.store.StoreException;
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
    private final Button again;
    private AreaScope scope;
    private String grouping;
    private final Runnable arrived;
    private final BorderPane root;
    private final BorderPane sums;
    private final AreaStrip strip;
    private final SinglesPane singles;
    private final Segments<String> segments = new Segments<>(this::show);
    private boolean sorted;
    /// Tables that could not be made for the range that is shown.
    private Set<String> missing = Set.of();
    /// Whose single events are shown; null while sums are.
    private Chosen chosen;

    /// @param problems tables that are missing, and why
    private record Answer(RowStore rows, Map<String, String> problems) {}

    /// A row of the sums.
    ///
    /// @param rows the sums
    /// @param row  number of the row, or −1 for all
    private record Chosen(String grouping, RowStore rows, int row) {}

    /// @param arrived told when it is known whether there are rows for a range
    /// @param reselect selects the range again that is shown
    AreaTab(AppContext context, AreaReport report, Runnable arrived, Runnable reselect) {
        again = button("history", "Select range again");
        again.setId(report.id() + "-again");
        again.managedProperty().bind(again.visibleProperty());
        again.setVisible(false);
        again.setOnAction(e -> reselect.run());
        this.arrived = arrived;
        this.context = context;
        this.report = report;
        grouping = report.groupings().getFirst();
        boolean states = report instanceof ThreadStatesReport;
        Function<String, String> colors = name -> Palette.css(states ? context.palette().state(name) : context.palette().slice(name));
        grid = new DataGrid(context.navigator()).withColors(colors);
        if (!report.singles().isEmpty()) {
            grid.whenRowChosen(this::showSingles, List.of(new DataGrid.RowAction("Show the single " + lower(report.singles()), this::showSingles)));
        }
        singles = new SinglesPane(context, report.id(), colors, this::showSums, () -> tab().busyProperty().set(false));
        grid.setId(report.id());
        grid.table().setAccessibleText(report.title());
        strip = report.strip(context, grid);
        sums = new BorderPane(grid);
        if (strip != null) {
            sums.setTop(strip.node());
        }
        root = new BorderPane(sums);
        Sheets.add(root, Sheets.PANELS);
        root.setTop(tools());
        tab = new DrawerTab(report.id(), report.title(), DrawerTab.Height.GRID, root);
        tab.availableProperty().set(false);
        context.paletteProperty().addListener((o, was, is) -> {
            grid.table().refresh();
            singles.grid().table().refresh();
        });
    }

    DrawerTab tab() {
        return tab;
    }

    private ToolRow tools() {
        range.getStyleClass().addAll(Styles.CHIP, "tg-large", "tg-on", "tg-range-chip");
        range.setMinWidth(Region.USE_PREF_SIZE);
        facts.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        facts.setMinWidth(0);
        Region space = new Region();
        HBox.setHgrow(space, Priority.ALWAYS);
        ToolRow tools = new ToolRow(10, range, again, facts, space);
        if (report.groupings().size() > 1 || !report.singles().isEmpty()) {
            Label by = new Label("Group by");
            by.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
            by.setMinWidth(Region.USE_PREF_SIZE);
            tools.getChildren().addAll(by, groupings());
            tools.leaveOut(by);
        }
        TextField filter = new TextField();
        filter.setPromptText("Filter names");
        filter.setAccessibleText("Filter names");
        filter.getStyleClass().add("tg-bare-field");
        filter.textProperty().addListener((o, was, is) -> {
            grid.setTextFilter(is);
            singles.grid().setTextFilter(is);
        });
        filter.setId(report.id() + "-filter");
        if (context.isFirst()) {
            new KeptFields(report.id(), context.sections()).text("filter", filter.textProperty())
                    .value("groupBy", () -> grouping, this::groupBy).with(segments.valueProperty());
        }
        HBox.setHgrow(filter, Priority.ALWAYS);
        HBox field = new HBox(new Icon("search", 13), filter);
        field.getStyleClass().addAll("tg-field", Styles.COMPACT);
        field.setPrefWidth(180);
        field.setMinWidth(110);
        Button sql = button("sql", "Open as SQL");
        sql.setOnAction(e -> context.navigator().openSql("-- " + report.title() + " in the selected range; times in ns\n"
                + (chosen == null ? report.sql(scope, grouping) : singles.sql()) + ";", true));
        Button export = button("export", "Export");
        export.setOnAction(e -> ResultFile.save(context, chosen == null ? grid : singles.grid(), ResultFile.Format.CSV, report.id().replace("area-", "")));
        tools.getChildren().addAll(field, sql, export);
        tools.leaveOut(facts).shorten(sql, export);
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("tg-area-tools");
        return tools;
    }

    private Segments<String> groupings() {
        report.groupings().forEach(g -> segments.add(g, g, null));
        if (!report.singles().isEmpty()) {
            segments.add(report.singles(), report.singles(), null);
        }
        markSegment();
        return segments;
    }

    private void show(String segment) {
        if (segment.equals(report.singles())) {
            showSingles(-1);
        } else {
            boolean same = segment.equals(grouping);
            grouping = segment;
            showSums();
            if (!same) {
                load();
            }
        }
        markSegment();
    }

    private void groupBy(String wanted) {
        if (report.groupings().contains(wanted) && !wanted.equals(grouping)) {
            grouping = wanted;
            showSums();
            markSegment();
            load();
        }
    }

    private void markSegment() {
        segments.setValue(chosen != null && chosen.row < 0 ? report.singles() : grouping);
    }

    private static String lower(String words) {
        return words.startsWith("CPU") ? words : words.toLowerCase(Locale.ROOT);
    }

    /// Shows the single events of a row of the sums.
    ///
    /// @param row its number, or −1 for all events
    private void showSingles(int row) {
        RowStore rows = grid.rows();
        // Rows that a person has grouped are not those of the report.
        if (scope == null || report.singles().isEmpty() || row >= 0 && rows.column("count") < 0) {
            return;
        }
        chosen = new Chosen(grouping, rows, row);
        root.setCenter(singles);
        loadSingles();
        markSegment();
        singles.grid().table().requestFocus();
    }

    /// Shows the single events of the row that the keyboard is on; nothing where that cannot be.
    void showSingles() {
        if (canShowSingles()) {
            showSingles(grid.focusedRow());
        }
    }

    boolean canShowSingles() {
        return scope != null && chosen == null && !report.singles().isEmpty() && grid.focusedRow() >= 0 && !grid.showsGroups();
    }

    boolean showsSingles() {
        return chosen != null;
    }

    /// Shows the sums again.
    void showSums() {
        if (chosen != null) {
            leaveSingles();
            grid.table().requestFocus();
        }
    }

    private void leaveSingles() {
        chosen = null;
        singles.stop();
        root.setCenter(sums);
        markSegment();
    }

    private void loadSingles() {
        SingleEvents events = report.single(scope.without(missing), chosen.grouping, chosen.rows, chosen.row);
        if (events == null) {
            showSums();
        } else {
            tab.busyProperty().set(true);
            singles.show(events);
        }
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
        again.setVisible(false);
        load();
        if (chosen != null && scope != null) {
            loadSingles();
        }
    }

    /// Keeps what it shows although one event is selected now, to which it led.
    void keep() {
        again.setVisible(scope != null);
    }

    /// The range that it shows is selected again.
    void resume() {
        again.setVisible(false);
    }

    /// Leaves the bar.
    void hide() {
        scope = null;
        leaveSingles();
        if (strip != null) {
            strip.show(null);
        }
        again.setVisible(false);
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
        if (strip != null) {
            strip.show(scope);
        }
        AreaScope asked = scope;
        String by = grouping;
        CellText text = CellText.of(trace.bounds());
        tab.busyProperty().set(true);
        trace.queries().submit(report.id(), (connection, cancel) -> {
            Map<String, String> problems = new LinkedHashMap<>();
            for (String table : report.needs(asked)) {
                try {
                    trace.ensure(table);
                } catch (StoreException e) {
                    problems.put(table, e.getMessage());
                }
            }
            RowStore rows = report.read(connection, asked.without(problems.keySet()), by, cancel, early -> FxThread.later(() -> {
                if (!cancel.isCancelled() && asked == scope) {
                    show(asked, early, text);
                    facts.setText(facts.getText() + "  ·  percentiles are being made exact");
                }
            }));
            return new Answer(rows, problems);
        }, (Answer answer) -> {
            tab.busyProperty().set(false);
            missing = answer.problems.keySet();
            show(asked, answer.rows, text);
            if (!missing.isEmpty()) {
                facts.setText(facts.getText() + "  ·  without " + asked.others().events().stream().filter(e -> missing.contains(e.table())).map(AreaScope.Debug::name)
                        .collect(Collectors.joining(", ")) + ": " + answer.problems.values().iterator().next());
                tab.availableProperty().set(true);
            }
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
