package traceglass.app.fleet;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Insets;
import javafx.geometry.Orientation;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.TextAlignment;
import org.jspecify.annotations.Nullable;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Icon;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Page;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.engine.fleet.Fleet;
import traceglass.engine.fleet.FleetFailure;
import traceglass.engine.fleet.measure.FleetMeasure;

/// Page of a fleet: its traces, their measures and distributions, and links to moments in the traces. Without a fleet,
/// it offers to open one or to import a folder of traces.
public final class FleetPage implements Page {

    public static final String ID = "fleet";
    private static final double TEXT_WIDTH = 560;
    /// From this width on, px, the chart is to the right of the table.
    private static final double WIDE = 1150;

    private static final double TABLE_WIDTH = .6;
    private static final double TABLE_HEIGHT = .52;

    private final TraceSlot slot;
    private final WindowContext window;
    private final Messages messages;
    private final FleetModel model;
    private final TraceJump jump;
    private final StackPane node = new StackPane();
    private final Notices notices = new Notices("fleet-notices");
    private final ImportFlow imports;
    private final TaskProgressView progress;
    private final Node empty;
    private final BorderPane main;
    private final FleetTable table;
    private final FleetChart chart;
    private final SplitPane split = new SplitPane();
    private final FleetTaskBar taskBar;
    /// Whether the next measure is drawn, because the user added it.
    private boolean showsNewest;

    /// Identifies the fleet that is being opened; null if there is none.
    private @Nullable Object opening;

    /// Whether the first traces of that fleet are shown.
    private boolean hasStarted;

    private boolean isArranged;
    private final ReadOnlyStringWrapper subtitle = new ReadOnlyStringWrapper("");

    public FleetPage(TraceSlot slot, WindowContext window) {
        this.slot = slot;
        this.window = window;
        messages = window.messages();
        model = new FleetModel(MeasureStore.shared(window.preferences()
                .folder()
                .map(f -> f.resolve("fleet-columns.json"))
                .orElse(null)));
        jump = new TraceJump(slot);
        progress = new TaskProgressView(model.tasks());
        imports = new ImportFlow(slot, messages, model, notices, progress, importView());
        taskBar = new FleetTaskBar(model.tasks());
        Button more = ToolButton.of("open", FleetPageTexts.ADD_TRACES, "fleet-add-traces", imports::offerToAdd);
        table = new FleetTable(
                slot.navigation().navigator(),
                messages,
                opener(),
                new MeasureMenu(model, messages, this::measure).button(),
                more);
        chart = new FleetChart(slot.appearance()::palette, table::shownRows, plotActions());
        split.getStyleClass().add("tg-fleet-split");
        split.getItems().setAll(table, chart);
        split.widthProperty().addListener(_ -> arrange());
        main = new BorderPane(split);
        main.setTop(notices);
        main.setBottom(taskBar);
        main.setId("fleet-main");
        empty = empty();
        node.setId("page-fleet");
        node.getStyleClass().add("tg-page");
        StyleSheets.add(node, StyleSheets.PANELS);
        node.setMinSize(0, 0);
        model.sheetProperty().addListener((_, _, newValue) -> {
            chart.show(newValue, showsNewest);
            table.show(newValue);
        });
        table.onChange(
                () -> {
                    showCount();
                    chart.draw();
                },
                () -> chart.select(new HashSet<>(table.selectedRows())));
        slot.appearance().paletteProperty().addListener(_ -> chart.recolor());
        show(empty);
        register("fleet.pair", FleetPageTexts.SIDE_BY_SIDE_COMMAND, "compare", table::openPair);
        register("fleet.add", FleetPageTexts.ADD_TRACES, "open", imports::offerToAdd);
        register("fleet.failed", FleetPageTexts.SHOW_FAILED_COMMAND, "warn", table::showFailed);
    }

    private void register(String id, String title, String icon, Runnable action) {
        slot.host()
                .commands()
                .register(Command.of(id, CommandGroups.FLEET, title, icon, "", () -> model.fleet() != null, () -> {
                    slot.navigation().navigator().showPage(ID);
                    action.run();
                }));
    }

    private FleetTable.Opener opener() {
        return new FleetTable.Opener() {
            @Override
            public void open(int row, int column) {
                FleetPage.this.open(row, column);
            }

            @Override
            public void openPair(int first, int second) {
                FleetPage.this.openPair(first, second);
            }
        };
    }

    private ImportFlow.View importView() {
        return new ImportFlow.View() {
            @Override
            public void show(Node content) {
                // An import ends the opening of a fleet.
                opening = null;
                FleetPage.this.show(content);
            }

            @Override
            public void showFleet() {
                FleetPage.this.showFleet();
            }
        };
    }

    private PlotCanvas.Actions plotActions() {
        return new PlotCanvas.Actions() {
            @Override
            public void open(int row) {
                FleetPage.this.open(row, chart.valueColumn());
            }

            @Override
            public void select(List<Integer> rows, boolean adds) {
                table.select(rows, adds);
            }
        };
    }

    /// Puts the chart to the right of the table if there is room, otherwise below it.
    private void arrange() {
        boolean isWide = split.getWidth() >= WIDE * StyleSheets.factor();
        Orientation orientation = isWide ? Orientation.HORIZONTAL : Orientation.VERTICAL;
        if (split.getOrientation() != orientation || !isArranged) {
            isArranged = true;
            split.setOrientation(orientation);
            SplitPane.setResizableWithParent(chart, !isWide);
            split.setDividerPositions(isWide ? TABLE_WIDTH : TABLE_HEIGHT);
        }
    }

    private Node empty() {
        Label title = new Label(FleetPageTexts.NO_FLEET);
        title.getStyleClass().add(Styles.TITLE);
        Label text = new Label(FleetPageTexts.NO_FLEET_HELP);
        text.getStyleClass().add(Styles.TEXT_2);
        text.setWrapText(true);
        text.setMaxWidth(TEXT_WIDTH);
        text.setTextAlignment(TextAlignment.CENTER);
        Button open = new Button(FleetPageTexts.OPEN_FOLDER, new Icon("open", 16));
        open.getStyleClass().add(Styles.PRIMARY);
        open.setId("fleet-open-folder");
        open.setOnAction(_ -> chooseFolder());
        VBox box = new VBox(12, title, text, open);
        box.setAlignment(Pos.CENTER);
        box.setId("fleet-empty");
        return box;
    }

    private void show(Node content) {
        if (content instanceof FleetImportPrompt || content == progress) {
            StackPane middle = new StackPane(content);
            StackPane.setAlignment(content, Pos.TOP_CENTER);
            middle.setPadding(new Insets(48, 24, 24, 24));
            ScrollPane scroll = new ScrollPane(middle);
            scroll.setFitToWidth(true);
            scroll.getStyleClass().addAll("edge-to-edge", "tg-page");
            node.getChildren().setAll(scroll);
        } else {
            node.getChildren().setAll(content);
        }
    }

    private void showFleet() {
        show(model.fleet() == null ? empty : main);
    }

    private void chooseFolder() {
        slot.host().commands().run("trace.folder");
    }

    // ---- Opening and importing

    @Override
    public boolean canOpen(Path file) {
        return Fleet.isFleet(file);
    }

    @Override
    public void open(Path file, Consumer<@Nullable String> action) {
        model.tasks().cancel();
        imports.stop();
        Object thisOpening = new Object();
        opening = thisOpening;
        hasStarted = false;
        if (model.fleet() == null) {
            progress.begin(FleetPageTexts.opening(file), model.tasks()::cancel);
            show(progress);
        }
        model.open(
                file,
                this::onOpeningStarted,
                () -> {
                    showsNewest = false;
                    onOpened(action);
                },
                reason -> {
                    // Otherwise something else was opened instead.
                    if (thisOpening == opening) {
                        onOpeningFailed(file, reason);
                    }
                    action.accept(null);
                });
    }

    /// Shows the first traces of a fleet that is being opened.
    private void onOpeningStarted() {
        Fleet fleet = model.fleet();
        if (fleet != null) {
            hasStarted = true;
            subtitle.set(String.valueOf(fleet.folder().getFileName()));
            window.fleet().set(fleet);
            notices.getChildren().clear();
            showFleet();
        }
    }

    private void onOpeningFailed(Path file, String reason) {
        opening = null;
        showFleet();
        if (!reason.equals(CommonTexts.CANCELED)) {
            messages.notices().show(Notices.Scope.OPENING, Notices.Severity.ERROR, "open", reason);
        } else if (hasStarted) {
            notices.show(
                    Notices.Severity.WARN,
                    "open",
                    FleetPageTexts.canceledAfter(model.sheet().traces().size()),
                    List.of(new Notices.Action(
                            FleetPageTexts.READ_ALL,
                            () -> slot.navigation().navigator().openTrace(file))));
        } else {
            messages.status().setState("cancel", CommonTexts.CANCELED, FleetPageTexts.opening(file));
        }
    }

    private void onOpened(Consumer<@Nullable String> action) {
        opening = null;
        Fleet fleet = model.fleet();
        if (fleet == null) {
            return;
        }
        FleetSheet sheet = model.sheet();
        String text = FleetPageTexts.summary(
                sheet.traces().size(), model.bytes(), sheet.failures().size());
        subtitle.set(fleet.folder().getFileName() + " · " + text);
        window.fleet().set(fleet);
        notices.getChildren().clear();
        if (!sheet.failures().isEmpty()) {
            notices.show(
                    Notices.Severity.WARN,
                    "failed",
                    FleetPageTexts.failed(sheet.failures().size()),
                    List.of(new Notices.Action(FleetPageTexts.SHOW_FAILED, table::showFailed)));
        }
        showFleet();
        action.accept(text);
        onShown();
    }

    @Override
    public boolean opensSeveralFiles() {
        return true;
    }

    @Override
    public void offer(List<Path> files, Runnable show, Runnable fallback) {
        imports.offer(files, show, fallback);
    }

    // ---- Table

    private void measure(FleetMeasure measure) {
        table.sortByNext();
        showsNewest = true;
        model.measure(measure, failures -> reportFailures(measure, failures), reason -> {
            if (reason.equals(CommonTexts.CANCELED)) {
                messages.status().setState("cancel", CommonTexts.CANCELED, FleetPageTexts.measuring(measure.title()));
            } else {
                notices.show(Notices.Severity.ERROR, "measure", reason);
            }
        });
    }

    private void reportFailures(FleetMeasure measure, List<FleetFailure> failures) {
        notices.show(
                Notices.Severity.WARN,
                "measure",
                FleetPageTexts.cantMeasure(
                        measure.title(), failures.size(), failures.getFirst().reason()));
    }

    private void showCount() {
        int all = model.sheet().rows().size();
        taskBar.setCount(FleetPageTexts.shown(
                table.grid().order().length, all, table.grid().showsGroups()));
    }

    private void open(int row, int column) {
        Fleet fleet = model.fleet();
        var trace = model.sheet().trace(row);
        int failureIndex = row - model.sheet().traces().size();
        if (trace == null
                && failureIndex >= 0
                && failureIndex < model.sheet().failures().size()) {
            FleetFailure failure = model.sheet().failures().get(failureIndex);
            notices.show(Notices.Severity.ERROR, "trace", FleetPageTexts.cantOpen(failure.path(), failure.reason()));
        }
        if (fleet != null && trace != null) {
            jump.open(fleet, trace.id(), model.sheet().moment(row, column < 0 ? mainColumn() : column));
        }
    }

    private void openPair(int first, int second) {
        Fleet fleet = model.fleet();
        var a = model.sheet().trace(first);
        var b = model.sheet().trace(second);
        if (fleet != null && a != null && b != null) {
            int column = mainColumn();
            String title = column < 0 ? "" : model.sheet().columns().get(column).title();
            jump.openPair(
                    fleet,
                    a.id(),
                    model.sheet().moment(first, column),
                    b.id(),
                    model.sheet().moment(second, column),
                    title);
        }
    }

    /// Returns the column whose moment is shown when a row is opened.
    private int mainColumn() {
        int drawn = chart.valueColumn();
        boolean hasMeasure = drawn >= 0 && model.sheet().columns().get(drawn).measure() != null;
        return hasMeasure
                ? drawn
                : model.sheet().numericColumns().stream().findFirst().orElse(-1);
    }

    // ---- Page

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String title() {
        return FleetPageTexts.FLEET;
    }

    @Override
    public String icon() {
        return "stack";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public boolean needsTrace() {
        return false;
    }

    @Override
    public ObservableValue<String> subtitle() {
        return subtitle.getReadOnlyProperty();
    }

    @Override
    public void onShown() {
        if (node.getChildren().contains(main)) {
            table.grid().table().requestFocus();
        } else {
            node.requestFocus();
        }
    }

    @Override
    public void onOtherOpened() {
        imports.stop();
    }

    @Override
    public void onClosed() {
        imports.stop();
        model.close();
    }

    @Override
    public boolean isComplete() {
        return model.tasks().isIdle() && !table.grid().busyProperty().get() && !chart.isBusy();
    }
}
