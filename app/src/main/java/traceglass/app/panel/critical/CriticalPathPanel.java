package traceglass.app.panel.critical;

import java.util.List;
import javafx.animation.AnimationTimer;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.sched.PathSpans;
import traceglass.analysis.sched.PathSubject;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.IdTable;
import traceglass.app.command.Command;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.panel.flame.FlamePanel;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.ToolRow;
import traceglass.render.color.Palette;
import traceglass.store.time.TimeText;

/// Tab with the critical path of the selected thread in the selected time: lanes, and a list whose rows link to the
/// timeline. The path is computed when the tab is shown, off the JavaFX thread, and can be canceled.
public final class CriticalPathPanel {

    private final TraceSlot slot;
    private final Messages messages;
    private final DetailsTab tab;
    private final DataGrid grid;
    private final PathLanes lanes;
    private final ComboBox<PathSubject> subjects = new ComboBox<>();
    private final Label facts = new Label();
    private final ProgressBar progress = new ProgressBar();
    private final Button cancel = new Button("Cancel");
    private final AnimationTimer clock;
    private PathRunner runner;
    private PathSubject shown;
    private long begunNs;
    private boolean filling;
    /// Whether to show the path as a flame graph once it is computed.
    private boolean wantsFlame;

    private CriticalPathPanel(TraceSlot slot, Messages messages) {
        this.slot = slot;
        this.messages = messages;
        lanes = new PathLanes(slot.appearance().palette());
        grid = new DataGrid(slot.navigation().navigator())
                .withColors(name -> Palette.css(slot.appearance().palette().slice(name)))
                .whenEmpty("No critical path for this thread. It requires scheduling events with wakeups.");
        grid.setId("critical-path");
        BorderPane root = new BorderPane(grid);
        StyleSheets.add(root, StyleSheets.PANELS);
        root.setTop(new VBox(tools(), lanes));
        tab = new DetailsTab("critical-path", "Critical path", DetailsTab.Height.GRID, root);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        lanes.onClicked(row -> {
            grid.selectRow(row);
            grid.table().requestFocus();
        });
        lanes.onPointed(slot.navigation().timelineLink().markProperty()::set);
        clock = new AnimationTimer() {
            @Override
            public void handle(long now) {
                facts.setText("Analyzing wakeups… %.0f s".formatted((now - begunNs) / 1e9));
            }
        };
        slot.appearance().paletteProperty().addListener((o, was, is) -> {
            lanes.setPalette(is);
            grid.table().refresh();
        });
        slot.trace().sessionProperty().addListener((o, was, is) -> forget());
        slot.selection().addListener((o, was, is) -> selected(is));
        slot.host().detailsPane().selectedProperty().addListener((o, was, is) -> {
            if (is == tab) {
                find();
            }
        });
        slot.host().detailsPane().openProperty().addListener(o -> find());
        registerCommands();
    }

    private void registerCommands() {
        slot.host()
                .commands()
                .register(Command.of(
                        "critical.path",
                        "Selection",
                        "Show critical path of the selected thread",
                        "flow",
                        "",
                        () -> tab.availableProperty().get(),
                        () -> slot.host().detailsPane().select(tab)));
        slot.host()
                .commands()
                .register(Command.of(
                        "critical.flame",
                        "Selection",
                        "Show critical path as flame graph",
                        "flame",
                        "",
                        () -> tab.availableProperty().get(),
                        () -> {
                            wantsFlame = true;
                            slot.host().detailsPane().select(tab);
                            find();
                            flameIfWanted();
                        }));
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot, Messages messages) {
        new CriticalPathPanel(slot, messages);
    }

    private HBox tools() {
        subjects.setId("critical-thread");
        subjects.getStyleClass().add(Styles.COMPACT);
        subjects.setAccessibleText("Thread");
        StyleSheets.widths(subjects, 110, Region.USE_COMPUTED_SIZE, 260);
        subjects.setConverter(new StringConverter<>() {
            @Override
            public String toString(PathSubject s) {
                return s == null ? "" : s.name();
            }

            @Override
            public PathSubject fromString(String text) {
                return null;
            }
        });
        subjects.valueProperty().addListener((o, was, is) -> {
            if (!filling) {
                find();
            }
        });
        facts.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        facts.setId("critical-facts");
        facts.setMinWidth(0);
        progress.setPrefWidth(120);
        progress.setMaxHeight(4);
        cancel.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        cancel.setId("critical-cancel");
        cancel.setOnAction(_ -> {
            runner.stop();
            ended();
            facts.setText("Canceled");
        });
        Button sql = ToolButton.of("sql", "Open as SQL", "critical-sql", () -> {
            if (subjects.getValue() != null) {
                slot.navigation().navigator().openSql(subjects.getValue().sql() + ";", true);
            }
        });
        MenuButton export = ExportMenu.of(messages, "critical", () -> grid, () -> "critical path");
        Button flame = ToolButton.of("flame", "Flame graph", "critical-flame", this::showFlame);
        flame.disableProperty().bind(grid.shownProperty().isEqualTo(0));
        ended();
        return new ToolRow(subjects, progress, facts, cancel, ToolRow.space(), flame, sql, export)
                .shorten(flame, sql, export);
    }

    /// Shows the path as a flame graph, which can also be saved as a pprof profile.
    private void showFlame() {
        if (shown != null && grid.rows().size() > 0) {
            FlamePanel.show(slot.host().detailsPane(), PathStacks.of(grid.rows(), shown));
        }
    }

    private void begun() {
        begunNs = System.nanoTime();
        tab.busyProperty().set(true);
        for (Region r : List.of(progress, cancel)) {
            r.setVisible(true);
            r.setManaged(true);
        }
        clock.start();
    }

    private void ended() {
        if (clock != null) {
            clock.stop();
        }
        if (tab != null) {
            tab.busyProperty().set(false);
        }
        for (Region r : List.of(progress, cancel)) {
            r.setVisible(false);
            r.setManaged(false);
        }
    }

    private void forget() {
        if (runner != null) {
            runner.close();
            runner = null;
        }
        shown = null;
        tab.availableProperty().set(false);
        ended();
    }

    private void selected(Selection selection) {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady() || selection instanceof Selection.None) {
            tab.availableProperty().set(false);
            return;
        }
        long end = trace.bounds().end();
        trace.queries()
                .submit(
                        "critical-subjects",
                        q -> PathSubject.of(q, selection, end),
                        found -> {
                            filling = true;
                            PathSubject before = subjects.getValue();
                            subjects.getItems().setAll(found);
                            subjects.setValue(found.stream()
                                    .filter(s -> before != null && s.utid() == before.utid())
                                    .findFirst()
                                    .orElse(found.isEmpty() ? null : found.getFirst()));
                            subjects.setDisable(found.size() < 2);
                            filling = false;
                            tab.availableProperty().set(!found.isEmpty());
                            find();
                        },
                        e -> tab.availableProperty().set(false));
    }

    private void find() {
        TraceSession trace = slot.trace().session();
        PathSubject subject = subjects.getValue();
        if (trace == null
                || !trace.isReady()
                || subject == null
                || subject.equals(shown)
                || slot.host().detailsPane().selectedProperty().get() != tab
                || !slot.host().detailsPane().openProperty().get()) {
            return;
        }
        if (runner == null || runner.trace() != trace) {
            runner = new PathRunner(trace);
        }
        begun();
        CellText text = CellText.of(trace.bounds());
        runner.find(
                subject,
                rows -> {
                    ended();
                    shown = subject;
                    show(subject, rows, text);
                    flameIfWanted();
                },
                why -> {
                    wantsFlame = false;
                    ended();
                    facts.setText("Can't compute the critical path: " + why);
                });
    }

    private void flameIfWanted() {
        if (wantsFlame && subjects.getValue() != null && subjects.getValue().equals(shown)) {
            wantsFlame = false;
            showFlame();
        }
    }

    private void show(PathSubject subject, RowStore rows, CellText text) {
        PathSpans spans = PathSpans.of(rows);
        lanes.show(spans, subject.start(), subject.end());
        long others = 0;
        int on = rows.column("on");
        int dur = rows.column("dur");
        for (int i = 0; i < rows.size(); i++) {
            others += "itself".equals(rows.getText(i, on)) ? 0 : rows.getLong(i, dur);
        }
        long whole = Math.max(1, subject.end() - subject.start());
        facts.setText(
                rows.size() == 0
                        ? ""
                        : "%s  ·  %s of it (%.1f %%) waiting for other threads"
                                .formatted(TimeText.exact(whole), TimeText.duration(others), 100.0 * others / whole));
        tab.countProperty().set(rows.size());
        grid.show(
                rows,
                text,
                rows.size() == 0
                        ? List.of()
                        : List.of(
                                GridColumn.of(rows.column("ts"), "Time", CellKind.TIMESTAMP)
                                        .withWidth(150),
                                GridColumn.of(dur, "Duration", CellKind.DURATION)
                                        .withBar()
                                        .withWidth(120),
                                GridColumn.of(on, "On path via", CellKind.TEXT).withWidth(116),
                                GridColumn.of(rows.column("thread"), "Thread", CellKind.TEXT)
                                        .withSwatch()
                                        .withWidth(190),
                                GridColumn.of(rows.column("tid"), "tid", CellKind.ID)
                                        .withWidth(70),
                                GridColumn.of(rows.column("process"), "Process", CellKind.TEXT)
                                        .withWidth(170),
                                GridColumn.of(rows.column("state"), "State", CellKind.TEXT)
                                        .withWidth(150),
                                GridColumn.of(rows.column("blocked_function"), "Blocked in", CellKind.TEXT)
                                        .withWidth(150),
                                GridColumn.of(rows.column("cpu"), "CPU", CellKind.ID)
                                        .withWidth(56),
                                GridColumn.of(rows.column("slice"), "Slice", CellKind.TEXT)
                                        .withWidth(-1),
                                GridColumn.of(rows.column("slice_id"), "Slice id", CellKind.ID)
                                        .linking(IdTable.reference("slice_id", null))
                                        .withWidth(84),
                                GridColumn.of(rows.column("thread_state_id"), "State id", CellKind.ID)
                                        .linking(IdTable.reference("thread_state_id", null))
                                        .withWidth(84)));
    }
}
