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
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.panel.flame.FlamePanel;
import traceglass.app.session.TraceSession;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.render.color.Palette;

/// Tab with the critical path of the selected thread in the selected time: lanes, and a list whose rows link to the
/// timeline. The path is computed when the tab is shown, off the JavaFX thread, and can be canceled.
public final class CriticalPathPanel {

    private final TraceSlot slot;
    private final Messages messages;
    private final DetailsTab tab;
    private final DataGrid grid;
    private final PathLanes lanes;
    private final ComboBox<PathSubject> subjects = new ComboBox<>();
    private final Label summary = new Label();
    private final ProgressBar progress = new ProgressBar();
    private final Button cancel = new Button(CommonTexts.CANCEL);
    private final AnimationTimer clock;
    private PathRunner runner;
    private PathSubject shown;
    /// The displayed path, also while the grid is still preparing its rows.
    private RowStore path = RowStore.EMPTY;

    private long startedNs;
    private boolean isFilling;
    /// Whether to show the path as a flame graph once it is computed.
    private boolean isFlamePending;

    private CriticalPathPanel(TraceSlot slot, Messages messages) {
        this.slot = slot;
        this.messages = messages;
        lanes = new PathLanes(slot.appearance().palette());
        grid = new DataGrid(slot.navigation().navigator())
                .withColors(name -> Palette.css(slot.appearance().palette().slice(name)))
                .withEmptyText(CriticalPathTexts.NO_PATH);
        grid.setId("critical-path");
        BorderPane root = new BorderPane(grid);
        StyleSheets.add(root, StyleSheets.PANELS);
        root.setTop(new VBox(toolbar(), lanes));
        tab = new DetailsTab("critical-path", CriticalPathTexts.CRITICAL_PATH, root);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        lanes.onClicked(row -> {
            grid.selectRow(row);
            grid.table().requestFocus();
        });
        lanes.onHovered(slot.navigation().timelineLink().markProperty()::set);
        clock = new AnimationTimer() {
            @Override
            public void handle(long now) {
                summary.setText(CriticalPathTexts.analyzing((now - startedNs) / 1e9));
            }
        };
        slot.appearance().paletteProperty().addListener((_, _, newValue) -> {
            lanes.setPalette(newValue);
            grid.table().refresh();
        });
        slot.trace().sessionProperty().addListener((_, _, _) -> reset());
        slot.selection().addListener((_, _, newValue) -> selectionChanged(newValue));
        slot.host().detailsPane().selectedProperty().addListener((_, _, newValue) -> {
            if (newValue == tab) {
                compute();
            }
        });
        slot.host().detailsPane().openProperty().addListener(o -> compute());
        registerCommands();
    }

    private void registerCommands() {
        slot.host()
                .commands()
                .register(Command.of(
                        "critical.path",
                        CommandGroups.SELECTION,
                        CriticalPathTexts.SHOW_COMMAND,
                        "flow",
                        "",
                        () -> tab.availableProperty().get(),
                        () -> slot.host().detailsPane().select(tab)));
        slot.host()
                .commands()
                .register(Command.of(
                        "critical.flame",
                        CommandGroups.SELECTION,
                        CriticalPathTexts.FLAME_GRAPH_COMMAND,
                        "flame",
                        "",
                        () -> tab.availableProperty().get(),
                        () -> {
                            isFlamePending = true;
                            slot.host().detailsPane().select(tab);
                            compute();
                            showPendingFlame();
                        }));
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot, Messages messages) {
        new CriticalPathPanel(slot, messages);
    }

    private HBox toolbar() {
        subjects.setId("critical-thread");
        subjects.getStyleClass().add(Styles.COMPACT);
        subjects.setAccessibleText(CommonTexts.THREAD);
        StyleSheets.setWidths(subjects, 110, Region.USE_COMPUTED_SIZE, 260);
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
        subjects.valueProperty().addListener((_, _, _) -> {
            if (!isFilling) {
                compute();
            }
        });
        summary.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        summary.setId("critical-summary");
        summary.setMinWidth(0);
        progress.setPrefWidth(120);
        progress.setMaxHeight(4);
        cancel.getStyleClass().addAll(Styles.GHOST, Styles.COMPACT);
        cancel.setId("critical-cancel");
        cancel.setOnAction(_ -> {
            runner.stop();
            hideProgress();
            summary.setText(CommonTexts.CANCELED);
        });
        Button sql = ToolButton.of("sql", CommonTexts.OPEN_AS_SQL, "critical-sql", () -> {
            if (subjects.getValue() != null) {
                slot.navigation().navigator().openSql(subjects.getValue().sql() + ";", true);
            }
        });
        MenuButton export = ExportMenu.of(messages, "critical", () -> grid, () -> CriticalPathTexts.FILE_NAME);
        Button flame = ToolButton.of("flame", CriticalPathTexts.FLAME_GRAPH, "critical-flame", this::showFlame);
        flame.disableProperty().bind(grid.shownProperty().isEqualTo(0));
        hideProgress();
        return new ToolbarRow(subjects, progress, summary, cancel, ToolbarRow.space(), flame, sql, export)
                .shorten(flame, sql, export);
    }

    /// Shows the path as a flame graph, which can also be saved as a pprof profile.
    private void showFlame() {
        if (shown != null && path.size() > 0) {
            FlamePanel.show(slot.host().detailsPane(), PathStacks.of(path, shown));
        }
    }

    private void showProgress() {
        startedNs = System.nanoTime();
        tab.busyProperty().set(true);
        for (Region r : List.of(progress, cancel)) {
            r.setVisible(true);
            r.setManaged(true);
        }
        clock.start();
    }

    private void hideProgress() {
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

    private void reset() {
        if (runner != null) {
            runner.close();
            runner = null;
        }
        shown = null;
        tab.availableProperty().set(false);
        hideProgress();
    }

    private void selectionChanged(Selection selection) {
        TraceSession trace = slot.trace().session();
        if (trace == null || !trace.isReady() || selection instanceof Selection.None) {
            tab.availableProperty().set(false);
            return;
        }
        long end = trace.bounds().end();
        trace.queries()
                .submit(
                        "critical-subjects",
                        q -> PathSubject.find(q, selection, end),
                        found -> {
                            isFilling = true;
                            PathSubject before = subjects.getValue();
                            subjects.getItems().setAll(found);
                            subjects.setValue(found.stream()
                                    .filter(s -> before != null && s.utid() == before.utid())
                                    .findFirst()
                                    .orElse(found.isEmpty() ? null : found.getFirst()));
                            subjects.setDisable(found.size() < 2);
                            isFilling = false;
                            tab.availableProperty().set(!found.isEmpty());
                            compute();
                        },
                        e -> tab.availableProperty().set(false));
    }

    private void compute() {
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
        showProgress();
        CellText text = CellText.of(trace.bounds());
        runner.compute(
                subject,
                rows -> {
                    hideProgress();
                    shown = subject;
                    path = rows;
                    show(subject, rows, text);
                    showPendingFlame();
                },
                reason -> {
                    isFlamePending = false;
                    hideProgress();
                    summary.setText(CriticalPathTexts.cantCompute(reason));
                });
    }

    private void showPendingFlame() {
        if (isFlamePending && subjects.getValue() != null && subjects.getValue().equals(shown)) {
            isFlamePending = false;
            showFlame();
        }
    }

    private void show(PathSubject subject, RowStore rows, CellText text) {
        PathSpans spans = PathSpans.of(rows);
        lanes.show(spans, subject.start(), subject.end());
        long waiting = 0;
        int on = rows.column("on");
        int dur = rows.column("dur");
        for (int i = 0; i < rows.size(); i++) {
            waiting += "itself".equals(rows.getText(i, on)) ? 0 : rows.getLong(i, dur);
        }
        long total = Math.max(1, subject.end() - subject.start());
        summary.setText(rows.size() == 0 ? "" : CriticalPathTexts.pathSummary(total, waiting));
        tab.countProperty().set(rows.size());
        grid.show(
                rows,
                text,
                rows.size() == 0
                        ? List.of()
                        : List.of(
                                GridColumn.of(rows.column("ts"), CommonTexts.TIME, CellKind.TIMESTAMP)
                                        .withWidth(150),
                                GridColumn.of(dur, CommonTexts.DURATION, CellKind.DURATION)
                                        .withBar()
                                        .withWidth(120),
                                GridColumn.of(on, CriticalPathTexts.ON_PATH_VIA, CellKind.TEXT)
                                        .withWidth(116),
                                GridColumn.of(rows.column("thread"), CommonTexts.THREAD, CellKind.TEXT)
                                        .withSwatch()
                                        .withWidth(190),
                                GridColumn.of(rows.column("tid"), CriticalPathTexts.TID, CellKind.ID)
                                        .withWidth(70),
                                GridColumn.of(rows.column("process"), CommonTexts.PROCESS, CellKind.TEXT)
                                        .withWidth(170),
                                GridColumn.of(rows.column("state"), CriticalPathTexts.STATE, CellKind.TEXT)
                                        .withWidth(150),
                                GridColumn.of(
                                                rows.column("blocked_function"),
                                                CriticalPathTexts.BLOCKED_IN,
                                                CellKind.TEXT)
                                        .withWidth(150),
                                GridColumn.of(rows.column("cpu"), CriticalPathTexts.CPU, CellKind.ID)
                                        .withWidth(56),
                                GridColumn.of(rows.column("slice"), CriticalPathTexts.SLICE, CellKind.TEXT)
                                        .withWidth(-1),
                                GridColumn.of(rows.column("slice_id"), CriticalPathTexts.SLICE_ID, CellKind.ID)
                                        .linkingTo(IdTable.reference("slice_id", null))
                                        .withWidth(84),
                                GridColumn.of(rows.column("thread_state_id"), CriticalPathTexts.STATE_ID, CellKind.ID)
                                        .linkingTo(IdTable.reference("thread_state_id", null))
                                        .withWidth(84)));
    }
}
