package traceglass.app.symbols;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.SplitPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Region;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;
import traceglass.analysis.symbols.MissingModule;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.context.WindowContext;
import traceglass.app.grid.DataGrid;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Notices;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeSpan;

/// Tab with the modules of the trace that have no function names, and the sources of symbols.
/// When symbols are found, the trace is opened again with its view and selection. Shown on request only.
public final class SymbolsPanel {

    private static final String TOPIC = "symbols";
    /// Width of a vertical scroll bar.
    private static final double SCROLL_BAR = 16;

    private final TraceSlot slot;
    private final WindowContext window;
    private final AddedSymbols added;
    /// Created on first use, so that windows open faster.
    private DetailsTab tab;
    private DataGrid grid;
    private SymbolForm form;
    private final Label summary = new Label();
    private final Label progress = new Label();
    private final Button run = new Button(SymbolTexts.RUN);
    private final Button cancel = ToolButton.of("cancel", CommonTexts.CANCEL);
    private SymbolRun.UnresolvedNames unresolved;
    private SymbolJob job;
    /// Problems of the last run by path of a module of [#reported].
    private Map<String, String> problems = Map.of();
    private Path reported;

    private SymbolsPanel(TraceSlot slot, WindowContext window) {
        this.slot = slot;
        this.window = window;
        added = new AddedSymbols(slot.trace()::session);
        slot.trace().sessionProperty().addListener((_, _, newValue) -> sessionChanged(newValue));
        slot.host()
                .commands()
                .register(Command.of(
                        "symbols.show",
                        CommandGroups.TRACE,
                        SymbolTexts.SHOW_COMMAND,
                        "function",
                        "",
                        () -> readySession() != null,
                        this::show));
        slot.host()
                .commands()
                .register(Command.of(
                        "symbols.forget",
                        CommandGroups.TRACE,
                        SymbolTexts.REMOVE_SYMBOLS_COMMAND,
                        "x",
                        "",
                        () -> readySession() != null && added.arePresent() && job == null,
                        this::removeSymbols));
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot, WindowContext window) {
        new SymbolsPanel(slot, window);
    }

    private TraceSession readySession() {
        TraceSession session = slot.trace().session();
        return session != null && session.isReady() ? session : null;
    }

    private void create() {
        grid = new DataGrid(slot.navigation().navigator());
        grid.setId("symbols-rows");
        grid.table().setAccessibleText(SymbolTexts.SYMBOLS);
        grid.withEmptyText(SymbolTexts.ALL_NAMED);
        form = new SymbolForm(
                window.messages().dialogs(),
                window.preferences().textWithoutAppearance("symbols.choices"),
                SymbolRun.servers());
        ScrollPane left = new ScrollPane(form) {
            @Override
            protected double computeMinWidth(double height) {
                return form.minWidth(-1) + SCROLL_BAR * StyleSheets.factor();
            }
        };
        left.setFitToWidth(true);
        left.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        SplitPane split = new SplitPane(left, grid);
        SplitPane.setResizableWithParent(left, false);
        split.setDividerPositions(.3);
        split.getStyleClass().add("tg-result-split");
        BorderPane root = new BorderPane(split);
        StyleSheets.add(root, StyleSheets.PANELS);
        root.setTop(toolbar());
        tab = new DetailsTab("symbols", SymbolTexts.SYMBOLS, root);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
    }

    private ToolbarRow toolbar() {
        summary.setId("symbols-summary");
        summary.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_2);
        summary.setMinWidth(0);
        progress.setId("symbols-progress");
        progress.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        progress.setMinWidth(0);
        run.setId("symbols-run");
        run.getStyleClass().addAll(Styles.PRIMARY, Styles.COMPACT);
        run.setMinWidth(Region.USE_PREF_SIZE);
        run.setAccessibleText(SymbolTexts.RUN_HINT);
        run.setOnAction(_ -> start());
        cancel.setId("symbols-cancel");
        cancel.setOnAction(_ -> job.cancel());
        cancel.managedProperty().bind(cancel.visibleProperty());
        cancel.setVisible(false);
        return new ToolbarRow(summary, ToolbarRow.space(), progress, cancel, run).hideIfNarrow(progress);
    }

    private void show() {
        if (tab == null) {
            create();
        }
        tab.availableProperty().set(true);
        slot.host().detailsPane().select(tab);
        refresh();
    }

    private void sessionChanged(TraceSession session) {
        unresolved = null;
        added.follow(session);
        if (job != null) {
            job.cancel();
        }
        if (tab == null) {
            return;
        }
        boolean isSame = session != null && session.file().equals(reported);
        if (!isSame) {
            tab.availableProperty().set(false);
            problems = Map.of();
            reported = null;
            return;
        }
        session.stateProperty().addListener(o -> {
            if (session.isReady() && session == slot.trace().session()) {
                show();
            }
        });
    }

    private void refresh() {
        TraceSession session = readySession();
        if (session == null) {
            return;
        }
        summary.setText(SymbolTexts.LOADING);
        tab.busyProperty().set(true);
        run.setDisable(true);
        session.queries()
                .submit(
                        "symbols",
                        SymbolRun.UnresolvedNames::read,
                        names -> {
                            if (session == slot.trace().session()) {
                                tab.busyProperty().set(false);
                                run.setDisable(job != null);
                                unresolved = names;
                                fill();
                            }
                        },
                        e -> {
                            tab.busyProperty().set(false);
                            summary.setText(SymbolTexts.failed(e.getMessage()));
                        });
    }

    private void fill() {
        List<MissingModule> missing = unresolved.symbols().unnamed();
        summary.setText(SymbolTexts.summary(missing.size(), unresolved.symbols().samples()));
        tab.countProperty().set(missing.isEmpty() ? DetailsTab.NO_COUNT : missing.size());
        grid.show(
                rows(missing),
                CellText.of(new TimeSpan(0, 0)),
                missing.isEmpty()
                        ? List.of()
                        : List.of(
                                GridColumn.of(0, SymbolTexts.MODULE, CellKind.TEXT)
                                        .withWidth(150),
                                GridColumn.of(1, SymbolTexts.SAMPLES, CellKind.INTEGER)
                                        .withBar()
                                        .withWidth(96),
                                GridColumn.of(3, SymbolTexts.ADVICE, CellKind.TEXT)
                                        .withWidth(-1),
                                GridColumn.of(5, SymbolTexts.PATH, CellKind.TEXT)
                                        .withWidth(170),
                                GridColumn.of(4, SymbolTexts.BUILD_ID, CellKind.TEXT)
                                        .withWidth(110),
                                GridColumn.of(2, SymbolTexts.ADDRESSES, CellKind.INTEGER)
                                        .withWidth(92)));
    }

    private RowStore rows(List<MissingModule> modules) {
        try {
            return RowWriter.write(
                    List.of("module", "samples", "addresses", "what_to_do", "build_id", "path"),
                    List.of(RowType.TEXT, RowType.LONG, RowType.LONG, RowType.TEXT, RowType.TEXT, RowType.TEXT),
                    modules.size(),
                    (out, row) -> {
                        MissingModule m = modules.get(row);
                        out.setText(0, DisplayText.oneLine(m.name()));
                        out.setLong(1, m.samples());
                        out.setLong(2, m.unnamed());
                        out.setText(3, problems.getOrDefault(m.path(), advice(m)));
                        out.setText(4, m.buildId());
                        out.setText(5, DisplayText.oneLine(m.path()));
                    });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String advice(MissingModule module) {
        if (module.isKernel()) {
            return SymbolTexts.CHOOSE_KALLSYMS;
        }
        return module.buildId().isEmpty() ? SymbolTexts.NO_BUILD_ID : SymbolTexts.CHOOSE_BINARY;
    }

    private void start() {
        TraceSession session = readySession();
        if (session == null || unresolved == null || job != null) {
            return;
        }
        window.messages().notices().close(TOPIC);
        if (form.choices().isEmpty()) {
            window.messages().notices().show(Notices.Severity.INFO, TOPIC, SymbolTexts.NOTHING_CHOSEN);
            return;
        }
        showRunning(true);
        job = SymbolJob.start(
                session,
                unresolved,
                form.choices(),
                new SymbolJob.Listener(progress::setText, report -> runEnded(session, report), this::failed));
    }

    private void showRunning(boolean isRunning) {
        run.setDisable(isRunning);
        cancel.setVisible(isRunning);
        progress.setText("");
    }

    private void failed(String reason) {
        job = null;
        showRunning(false);
        if (reason.isEmpty()) {
            window.messages().status().setState("cancel", CommonTexts.CANCELED, SymbolTexts.NOTHING_CHANGED);
        } else {
            window.messages().notices().show(Notices.Severity.ERROR, TOPIC, SymbolTexts.failed(reason));
        }
    }

    private void runEnded(TraceSession session, SymbolRun.Report report) {
        job = null;
        showRunning(false);
        if (session != slot.trace().session()) {
            return;
        }
        problems = report.problems();
        reported = session.file();
        report.problems().forEach((name, reason) -> {
            if (unresolved.symbols().modules().stream().noneMatch(m -> m.path().equals(name))) {
                window.messages().notices().show(Notices.Severity.WARN, TOPIC, reason);
            }
        });
        if (!report.isChanged()) {
            window.messages().notices().show(Notices.Severity.INFO, TOPIC, SymbolTexts.NO_SYMBOLS_FOUND);
            fill();
            return;
        }
        added.check(session);
        window.messages()
                .status()
                .setState("check", SymbolTexts.SYMBOLS, SymbolTexts.symbolsFound(report.named(), report.mappings()));
        reopen();
    }

    private void reopen() {
        if (slot.isFirst()) {
            slot.host().commands().run("trace.reopen");
        } else {
            window.messages().notices().show(Notices.Severity.INFO, TOPIC, SymbolTexts.REOPEN_MANUALLY);
        }
    }

    /// Deletes the symbols in the background, because finding their file reads the trace.
    private void removeSymbols() {
        TraceSession session = readySession();
        Thread.ofVirtual().name("remove symbols").start(() -> {
            try {
                Optional<Path> file = AddedSymbols.find(session);
                if (file.isPresent()) {
                    Files.deleteIfExists(file.get());
                }
                FxThread.later(() -> {
                    if (session == slot.trace().session()) {
                        reopen();
                    }
                });
            } catch (IOException e) {
                FxThread.later(() -> failed(String.valueOf(e.getMessage())));
            }
        });
    }
}
