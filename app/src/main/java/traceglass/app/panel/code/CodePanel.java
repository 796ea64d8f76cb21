package traceglass.app.panel.code;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javafx.beans.property.StringProperty;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import traceglass.analysis.flame.FlameScope;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;
import traceglass.analysis.samples.CodeCosts;
import traceglass.analysis.samples.SampleSource;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.grid.DataGrid;
import traceglass.app.session.TraceSession;
import traceglass.app.symbols.SymbolChoices;
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.convert.symbols.Disassembly;
import traceglass.store.time.TimeSpan;

/// Tab with the source file and the instructions of a function, each line and instruction with the samples in it.
/// Opened from a frame of a flame graph.
public final class CodePanel {

    /// A function whose code is shown.
    ///
    /// @param function name of the frame
    /// @param module file name of its binary
    public record Request(SampleSource source, FlameScope scope, String function, String module) {}

    /// Lines shown above the first one with samples.
    private static final int LINES_BEFORE = 3;

    private final TraceSlot slot;
    private final WindowContext window;
    private final DetailsTab tab;
    private final DataGrid lines;
    private final DataGrid instructions;
    private final Label summary = new Label();
    /// Shows why lines are listed without their texts.
    private final Label problem = new Label();
    private final StringProperty folders;
    private final StringProperty choices;
    private Request request;
    private CodeCosts costs;
    private Thread loading;

    private CodePanel(TraceSlot slot, WindowContext window) {
        this.slot = slot;
        this.window = window;
        folders = window.preferences().textWithoutAppearance("source.folders");
        choices = window.preferences().textWithoutAppearance("symbols.choices");
        lines = grid("code-lines", CodeTexts.SOURCE);
        instructions = grid("code-instructions", CodeTexts.INSTRUCTION);
        problem.setId("code-problem");
        problem.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        problem.setWrapText(true);
        problem.setPadding(new Insets(8, 12, 8, 12));
        problem.managedProperty().bind(problem.visibleProperty());
        problem.setVisible(false);
        BorderPane source = new BorderPane(lines);
        source.setTop(problem);
        source.setMinWidth(0);
        SplitPane split = new SplitPane(source, instructions);
        split.setDividerPositions(.55);
        split.getStyleClass().add("tg-result-split");
        BorderPane root = new BorderPane(split);
        root.setUserData(this);
        StyleSheets.add(root, StyleSheets.PANELS);
        root.setTop(toolbar());
        tab = new DetailsTab("code", CodeTexts.CODE, root);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        slot.trace().sessionProperty().addListener(o -> {
            stop();
            request = null;
            tab.availableProperty().set(false);
        });
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot, WindowContext window) {
        new CodePanel(slot, window);
    }

    /// Shows the code of a function.
    public static void show(DetailsPane detailsPane, Request request) {
        // The panel is found through the details pane of its window, so that it is released with the window.
        detailsPane.tabs().stream()
                .map(t -> t.contentProperty().get().getUserData())
                .filter(CodePanel.class::isInstance)
                .map(CodePanel.class::cast)
                .findFirst()
                .ifPresent(panel -> {
                    panel.tab.availableProperty().set(true);
                    detailsPane.select(panel.tab);
                    panel.read(request);
                });
    }

    private DataGrid grid(String id, String title) {
        DataGrid grid = new DataGrid(slot.navigation().navigator());
        grid.setId(id);
        grid.table().setAccessibleText(title);
        grid.withEmptyText(CodeTexts.LOADING);
        return grid;
    }

    private ToolbarRow toolbar() {
        summary.setId("code-summary");
        summary.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        summary.setMinWidth(0);
        summary.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        Button add = ToolButton.of("open", CodeTexts.ADD_FOLDER, "code-add-folder", this::addFolder);
        Button forget = ToolButton.of("x", CodeTexts.FORGET_FOLDERS, "code-forget-folders", () -> folders.set(""));
        forget.visibleProperty().bind(folders.isNotEmpty());
        forget.managedProperty().bind(forget.visibleProperty());
        Button symbols = ToolButton.of(
                "function",
                CodeTexts.SHOW_MISSING,
                "code-symbols",
                () -> slot.host().commands().run("symbols.show"));
        folders.addListener(o -> load());
        choices.addListener(o -> load());
        return new ToolbarRow(summary, ToolbarRow.space(), forget, add, symbols).shorten(forget, add, symbols);
    }

    private void addFolder() {
        window.messages()
                .dialogs()
                .chooseFolder(CodeTexts.CHOOSE_FOLDER)
                .ifPresent(
                        f -> folders.set(folders.get().isEmpty() ? f.toString() : folders.get() + "\n" + f.toString()));
    }

    private void read(Request newRequest) {
        request = newRequest;
        costs = null;
        TraceSession session = slot.trace().session();
        if (session == null || !session.isReady()) {
            return;
        }
        stop();
        summary.setText(CodeTexts.functionAndFile(newRequest.function(), newRequest.module()));
        problem.setVisible(false);
        setEmptyText(lines, CodeTexts.LOADING);
        setEmptyText(instructions, CodeTexts.LOADING);
        tab.busyProperty().set(true);
        session.queries()
                .submit(
                        "code",
                        q -> CodeCosts.read(
                                q, newRequest.source(), newRequest.scope(), newRequest.function(), newRequest.module()),
                        found -> {
                            if (newRequest == request) {
                                costs = found;
                                load();
                            }
                        },
                        e -> {
                            tab.busyProperty().set(false);
                            setEmptyText(lines, CodeTexts.cantRead(String.valueOf(e.getMessage())));
                        });
    }

    private static void setEmptyText(DataGrid grid, String text) {
        grid.withEmptyText(text);
        grid.show(rows(List.of(), List.of()), CellText.of(new TimeSpan(0, 0)), List.of());
    }

    private void stop() {
        if (loading != null) {
            loading.interrupt();
            loading = null;
        }
    }

    private void load() {
        CodeCosts requested = costs;
        if (requested == null || request == null) {
            return;
        }
        stop();
        tab.busyProperty().set(true);
        setEmptyText(instructions, CodeTexts.DISASSEMBLING);
        List<Path> below = folders.get().lines().map(Path::of).toList();
        SymbolChoices symbols = SymbolChoices.parse(choices.get());
        loading = Thread.ofVirtual().name("code").start(() -> {
            try {
                CodeLoader.Source source = CodeLoader.source(requested, below);
                FxThread.later(() -> runIfCurrent(requested, () -> show(requested, source)));
                CodeLoader.Instructions found = CodeLoader.instructions(requested, symbols);
                FxThread.later(() -> runIfCurrent(requested, () -> {
                    tab.busyProperty().set(false);
                    show(requested, found);
                }));
            } catch (InterruptedException e) {
                // The tab shows another function now.
            }
        });
    }

    private void runIfCurrent(CodeCosts requested, Runnable action) {
        if (requested == costs) {
            action.run();
        }
    }

    private void show(CodeCosts shownCosts, CodeLoader.Source source) {
        summary.setText(CodeTexts.functionAndFile(
                request.function(), source.file() == null ? shownCosts.file() : CodeTexts.readFrom(source.file())));
        problem.setText(source.problem());
        problem.setVisible(!source.problem().isEmpty() && !shownCosts.lines().isEmpty());
        if (!source.problem().isEmpty() && shownCosts.lines().isEmpty()) {
            setEmptyText(lines, source.problem());
            return;
        }
        // Without the file, the lines with samples are listed.
        List<Integer> numbers = source.problem().isEmpty()
                ? IntStream.rangeClosed(1, source.lines().size()).boxed().toList()
                : List.copyOf(shownCosts.lines().keySet());
        List<String> texts = numbers.stream()
                .map(n -> source.problem().isEmpty() ? source.lines().get(n - 1).replace("\t", "    ") : "")
                .toList();
        lines.show(
                table(numbers.stream().map(Object::toString).toList(), texts, shownCosts.lines(), numbers),
                CellText.of(new TimeSpan(0, 0)),
                columns(CodeTexts.LINE, CodeTexts.SOURCE, 64));
        scrollTo(lines, numbers.indexOf(shownCosts.firstLine()));
    }

    private static void scrollTo(DataGrid grid, int row) {
        if (row >= 0) {
            grid.scrollTo(row - LINES_BEFORE);
        }
    }

    private void show(CodeCosts shownCosts, CodeLoader.Instructions found) {
        if (!found.problem().isEmpty()) {
            setEmptyText(instructions, found.problem());
            return;
        }
        List<Long> addresses =
                found.list().stream().map(Disassembly.Instruction::address).toList();
        instructions.show(
                table(
                        addresses.stream().map(Long::toHexString).toList(),
                        found.list().stream().map(Disassembly.Instruction::text).toList(),
                        shownCosts.addresses(),
                        addresses),
                CellText.of(new TimeSpan(0, 0)),
                columns(CodeTexts.ADDRESS, CodeTexts.INSTRUCTION, 84));
        scrollTo(
                instructions,
                shownCosts.addresses().isEmpty()
                        ? -1
                        : addresses.indexOf(shownCosts.addresses().firstKey()));
    }

    private static List<GridColumn> columns(String location, String text, int width) {
        return List.of(
                GridColumn.of(0, location, CellKind.ID).withWidth(width),
                GridColumn.of(1, CodeTexts.SELF, CellKind.COUNT).withBar().withWidth(90),
                GridColumn.of(2, CommonTexts.TOTAL, CellKind.COUNT).withBar().withWidth(90),
                GridColumn.of(3, text, CellKind.RAW).withWidth(-1));
    }

    private record Row(String location, CodeCosts.Cost cost, String text) {}

    private static <K> RowStore table(
            List<String> places, List<String> texts, Map<K, CodeCosts.Cost> costs, List<K> keys) {
        List<CodeCosts.Cost> found = keys.stream().map(costs::get).collect(Collectors.toList());
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            rows.add(new Row(places.get(i).toLowerCase(Locale.ROOT), found.get(i), texts.get(i)));
        }
        return rows(rows, List.of("location", "self", "total", "text"));
    }

    private static RowStore rows(List<Row> rows, List<String> names) {
        try {
            return RowWriter.write(
                    names,
                    names.isEmpty() ? List.of() : List.of(RowType.TEXT, RowType.LONG, RowType.LONG, RowType.TEXT),
                    rows.size(),
                    (out, i) -> {
                        Row row = rows.get(i);
                        out.setText(0, row.location);
                        if (row.cost == null) {
                            out.setNull(1);
                            out.setNull(2);
                        } else {
                            out.setLong(1, row.cost.self());
                            out.setLong(2, row.cost.total());
                        }
                        out.setText(3, row.text);
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
