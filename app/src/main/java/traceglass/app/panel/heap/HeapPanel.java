package traceglass.app.panel.heap;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import javafx.scene.control.Label;
import javafx.scene.control.SplitPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import traceglass.analysis.events.EventTable;
import traceglass.analysis.heap.HeapAnalysis;
import traceglass.analysis.heap.HeapDifference;
import traceglass.analysis.heap.HeapDumpInfo;
import traceglass.analysis.heap.HeapRows;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.select.Selection;
import traceglass.analysis.subject.Subjects;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.project.ControlStateSection;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.DetailsPane;
import traceglass.app.ui.DetailsTab;
import traceglass.app.ui.Notices;
import traceglass.store.text.EnumIds;
import traceglass.store.time.TimeSpan;

/// Panel of Java heap dumps in the details pane: classes, dominator tree, objects and differences between two dumps,
/// with the details of an object at the side.
public final class HeapPanel {

    /// Width in pixels from which the object details are always shown.
    private static final double WIDE = 1100;

    private final TraceSlot slot;
    private final Notices notices;
    private final DetailsTab tab;
    private final HeapToolbar toolbar;
    private final DataGrid classes;
    private final DataGrid objects;
    private final DataGrid differences;
    private final DominatorTree dominators;
    private final ObjectBrowser browser;
    private final StackPane content = new StackPane();
    private final SplitPane split = new SplitPane(content);
    private final Label note = new Label();
    private List<HeapDumpInfo> dumps = List.of();
    private HeapAnalysis heap;
    private String listedClass;
    private String pendingClass;

    private HeapPanel(TraceSlot slot, Messages messages) {
        this.slot = slot;
        this.notices = messages.notices();
        toolbar = new HeapToolbar(
                this::dumpChosen,
                this::compareDumps,
                this::show,
                this::listAll,
                this::setFilter,
                this::showFlame,
                this::grid,
                messages);
        browser = new ObjectBrowser(slot.trace(), this::listClassOf, this::arrange);
        dominators = new DominatorTree(browser::show);
        classes = grid("heap-classes", HeapTexts.NO_CLASSES);
        objects = grid("heap-objects", HeapTexts.NO_OBJECTS_OF_CLASS);
        differences = grid("heap-differences", HeapTexts.CHOOSE_SECOND_DUMP);
        followGrids();
        note.setId("heap-note");
        note.setWrapText(true);
        note.getStyleClass().add("tg-empty");
        SplitPane.setResizableWithParent(browser.details(), false);
        split.widthProperty().addListener(o -> arrange());
        content.setMinSize(0, 0);
        arrange();
        split.getStyleClass().add("tg-result-split");
        BorderPane root = new BorderPane(split);
        root.setId("heap-panel");
        root.setUserData(this);
        StyleSheets.add(root, StyleSheets.PANELS);
        root.setTop(toolbar);
        tab = new DetailsTab("heap", HeapTexts.HEAP, root);
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        slot.trace().sessionProperty().addListener((_, _, newValue) -> sessionChanged(newValue));
        slot.selection().addListener((_, _, newValue) -> selectionChanged(newValue));
        slot.host().detailsPane().selectedProperty().addListener((_, _, newValue) -> {
            if (newValue == tab && heap == null) {
                load();
            }
        });
        HeapCommands.register(slot.host().commands(), this);
        if (slot.isFirst()) {
            new ControlStateSection("heap", slot.host().sections())
                    .text("filter", toolbar.filterProperty())
                    .value("view", () -> EnumIds.id(toolbar.view()), toolbar::viewIfAvailable);
        }
        sessionChanged(slot.trace().session());
    }

    /// Lists the objects of the class, or shows the object, that is selected in a grid.
    private void followGrids() {
        classes.onLinkFollowed(row -> listClass(classes.rows().getText(row, 0)));
        differences.onLinkFollowed(row -> listClass(differences.rows().getText(row, 0)));
        objects.onLinkFollowed(row -> showId(objects.rows().getLong(row, 0)));
        for (DataGrid grid : List.of(classes, differences)) {
            grid.table().addEventHandler(KeyEvent.KEY_PRESSED, e -> {
                int index = grid.table().getSelectionModel().getSelectedIndex();
                if (e.getCode() == KeyCode.ENTER && index >= 0 && index < grid.order().length) {
                    listClass(grid.rows().getText(grid.order()[index], 0));
                    e.consume();
                }
            });
        }
        objects.table().getSelectionModel().selectedIndexProperty().addListener((_, _, newValue) -> {
            if (newValue.intValue() >= 0 && newValue.intValue() < objects.order().length) {
                showId(objects.rows().getLong(objects.order()[newValue.intValue()], 0));
            }
        });
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot, Messages messages) {
        new HeapPanel(slot, messages);
    }

    /// Lists the objects of a class.
    ///
    /// @param ts time of the dump in ns
    public static void showClass(DetailsPane detailsPane, long upid, long ts, String className) {
        // The panel is found through the details pane of its window, so that it is released with the window.
        detailsPane.tabs().stream()
                .map(t -> t.contentProperty().get().getUserData())
                .filter(HeapPanel.class::isInstance)
                .map(HeapPanel.class::cast)
                .findFirst()
                .ifPresent(panel -> {
                    panel.pendingClass = className;
                    panel.open(panel.find(d -> d.upid() == upid && d.ts() == ts));
                });
    }

    boolean hasDumps() {
        return !dumps.isEmpty();
    }

    /// The previous dump of the same process, or null.
    HeapDumpInfo previous() {
        HeapDumpInfo current = toolbar.dump();
        return current == null
                ? null
                : dumps.stream()
                        .filter(d -> d.upid() == current.upid() && d.ts() < current.ts())
                        .reduce((a, b) -> b)
                        .orElse(null);
    }

    /// Shows a view of the dump.
    void open(HeapView view) {
        if (view == HeapView.OBJECTS) {
            listAll();
        } else {
            toolbar.setView(view);
        }
        slot.host().detailsPane().select(tab);
    }

    void comparePrevious() {
        toolbar.compareWith(previous());
        slot.host().detailsPane().select(tab);
    }

    private DataGrid grid(String id, String empty) {
        DataGrid grid = new DataGrid(slot.navigation().navigator()).withEmptyText(empty);
        grid.setId(id);
        return grid;
    }

    /// In narrow windows, the details are shown only if there is an object.
    private void arrange() {
        if (browser == null) {
            return;
        }
        boolean isNeeded = browser.hasObject() || split.getWidth() >= WIDE * StyleSheets.factor();
        boolean isShown = split.getItems().contains(browser.details());
        if (isNeeded && !isShown) {
            split.getItems().add(browser.details());
            split.setDividerPositions(
                    split.getWidth() > 0 ? 1 - browser.details().getPrefWidth() / split.getWidth() : .74);
        } else if (!isNeeded && isShown) {
            split.getItems().remove(browser.details());
        }
    }

    private void sessionChanged(TraceSession trace) {
        dumps = List.of();
        reset();
        tab.availableProperty().set(false);
        if (trace == null) {
            return;
        }
        if (trace.isReady()) {
            findDumps(trace);
        } else {
            trace.stateProperty().addListener((_, _, newValue) -> {
                if (newValue == TraceSession.State.READY && slot.trace().session() == trace) {
                    findDumps(trace);
                }
            });
        }
    }

    private void findDumps(TraceSession trace) {
        trace.queries()
                .submit(
                        "heap-dumps",
                        q -> HeapDumpInfo.list(q),
                        found -> {
                            dumps = found;
                            toolbar.setDumps(found, trace.bounds().start());
                            tab.availableProperty().set(!found.isEmpty());
                            selectionChanged(slot.selection().get());
                            load();
                        },
                        e -> failed(HeapTexts.CANT_LIST_DUMPS, e));
    }

    private HeapDumpInfo find(Predicate<HeapDumpInfo> condition) {
        return dumps.stream().filter(condition).findFirst().orElse(null);
    }

    private void selectionChanged(Selection selection) {
        if (selection instanceof Selection.Event event
                && Subjects.table(event.table()).filter(EventTable::isHeapDump).isPresent()) {
            open(find(d -> d.graph() == event.id()));
        }
    }

    private void open(HeapDumpInfo dump) {
        if (dump != null) {
            if (toolbar.dump() != dump) {
                toolbar.choose(dump);
            }
            slot.host().detailsPane().select(tab);
            showPendingClass();
        }
    }

    private void reset() {
        heap = null;
        listedClass = null;
        browser.reset();
    }

    private void dumpChosen() {
        reset();
        load();
    }

    private void load() {
        TraceSession trace = slot.trace().session();
        HeapDumpInfo dump = toolbar.dump();
        if (trace == null
                || !trace.isReady()
                || dump == null
                || slot.host().detailsPane().selectedProperty().get() != tab) {
            return;
        }
        tab.busyProperty().set(true);
        showMessage(HeapTexts.reading(dump.objects()));
        // Counts and sizes are available long before the retained sizes.
        trace.queries()
                .submit(
                        "heap-first",
                        q -> HeapRows.first(q, dump),
                        rows -> {
                            if (heap == null && toolbar.dump() == dump) {
                                toolbar.showSummary(HeapTexts.COMPUTING_RETAINED_SIZES);
                                show(classes, rows, HeapRows.firstColumns(), HeapTexts.SELF_SIZE);
                                content.getChildren().setAll(classes);
                            }
                        },
                        e -> failed(HeapTexts.CANT_READ_DUMP, e));
        record Read(HeapAnalysis heap, RowStore rows) {}
        trace.queries()
                .submit(
                        "heap",
                        q -> {
                            HeapAnalysis analysis = trace.heaps().of(q, dump.upid(), dump.ts());
                            return new Read(analysis, HeapRows.classes(analysis.classes()));
                        },
                        read -> {
                            tab.busyProperty().set(false);
                            trace.queries().cancel("heap-first");
                            heap = read.heap;
                            classes.show(read.rows, text(), withoutUnused(HeapRows.classColumns()));
                            classes.sortBy(HeapTexts.RETAINED, true);
                            browser.setHeap(heap);
                            dominators.show(heap);
                            toolbar.showSummary(summary(dump));
                            show();
                            showPendingClass();
                            if (toolbar.comparedDump() != null) {
                                compareDumps();
                            }
                        },
                        e -> failed(HeapTexts.CANT_READ_DUMP, e));
    }

    private String summary(HeapDumpInfo dump) {
        long unreachable = heap.dump().size() - heap.dominators().reachableCount();
        return HeapTexts.dumpSummary(
                heap.dominators().reachableBytes(),
                heap.dominators().reachableNativeBytes(),
                unreachable,
                dump.isTruncated());
    }

    /// Removes columns of native memory if there is none.
    private List<GridColumn> withoutUnused(List<GridColumn> columns) {
        boolean hasNativeBytes = heap.classes().stream().anyMatch(c -> c.nativeBytes() > 0);
        return hasNativeBytes
                ? columns
                : columns.stream().filter(c -> !c.title().contains("ative")).toList();
    }

    private CellText text() {
        return CellText.of(
                slot.trace().session() == null
                        ? new TimeSpan(0, 0)
                        : slot.trace().session().bounds());
    }

    private void failed(String error, Exception e) {
        tab.busyProperty().set(false);
        System.getLogger(HeapPanel.class.getName()).log(System.Logger.Level.WARNING, error, e);
        notices.show(Notices.Severity.ERROR, "heap", HeapTexts.withReason(error, e.getMessage()));
        showMessage(HeapTexts.asSentence(error));
    }

    private void showMessage(String text) {
        note.setText(text);
        content.getChildren().setAll(note);
    }

    /// Shows the chosen view.
    private void show() {
        slot.host().sections().notifyChanged();
        if (heap == null) {
            return;
        }
        switch (toolbar.view()) {
            case DOMINATORS -> content.getChildren().setAll(dominators);
            case OBJECTS -> {
                content.getChildren().setAll(objects);
                list(listedClass == null ? "" : listedClass);
            }
            case DIFFERENCES -> content.getChildren().setAll(differences);
            case CLASSES -> content.getChildren().setAll(classes);
        }
    }

    private DataGrid grid() {
        return switch (toolbar.view()) {
            case OBJECTS -> objects;
            case DIFFERENCES -> differences;
            case DOMINATORS -> null;
            case CLASSES -> classes;
        };
    }

    private void setFilter(String text) {
        classes.setTextFilter(text);
        objects.setTextFilter(text);
        differences.setTextFilter(text);
    }

    private void showPendingClass() {
        if (heap != null && pendingClass != null) {
            String name = pendingClass;
            pendingClass = null;
            listClass(name);
        }
    }

    private void listAll() {
        listedClass = null;
        toolbar.setListedClass("");
        toolbar.setView(HeapView.OBJECTS);
    }

    private void listClassOf(int object) {
        listClass(heap.dump().className(object));
    }

    /// Lists the objects of one class.
    private void listClass(String name) {
        toolbar.clearFilter();
        listedClass = null;
        toolbar.setListedClass(name);
        list(name);
        toolbar.setView(HeapView.OBJECTS);
    }

    private void list(String name) {
        if (heap == null || name.equals(listedClass)) {
            return;
        }
        listedClass = name;
        HeapAnalysis requestedHeap = heap;
        tab.busyProperty().set(true);
        Thread.ofVirtual().start(() -> {
            try {
                RowStore rows = HeapRows.objects(requestedHeap, name);
                FxThread.later(() -> {
                    tab.busyProperty().set(false);
                    if (requestedHeap == heap && name.equals(listedClass)) {
                        show(objects, rows, withoutUnused(HeapRows.objectColumns()), HeapTexts.RETAINED);
                    }
                });
            } catch (IOException e) {
                FxThread.later(() -> failed(HeapTexts.CANT_LIST_OBJECTS, e));
            }
        });
    }

    private void show(DataGrid grid, RowStore rows, List<GridColumn> columns, String sorted) {
        boolean isFirst = grid.table().getColumns().isEmpty();
        grid.show(rows, text(), columns);
        if (isFirst) {
            grid.sortBy(sorted, true);
        }
    }

    private void compareDumps() {
        TraceSession trace = slot.trace().session();
        HeapDumpInfo compared = toolbar.comparedDump();
        HeapAnalysis current = heap;
        if (trace == null || !trace.isReady() || current == null) {
            return;
        }
        if (compared == null) {
            differences.show(RowStore.EMPTY, text(), List.of());
            if (toolbar.view() == HeapView.DIFFERENCES) {
                toolbar.setView(HeapView.CLASSES);
            }
            return;
        }
        tab.busyProperty().set(true);
        trace.queries()
                .submit(
                        "heap-difference",
                        q -> HeapRows.differences(HeapDifference.of(
                                trace.heaps()
                                        .of(q, compared.upid(), compared.ts())
                                        .classes(),
                                current.classes())),
                        rows -> {
                            tab.busyProperty().set(false);
                            show(
                                    differences,
                                    rows,
                                    withoutUnused(HeapRows.differenceColumns()),
                                    HeapTexts.SELF_SIZE_DIFFERENCE);
                            toolbar.setView(HeapView.DIFFERENCES);
                        },
                        e -> failed(HeapTexts.CANT_READ_OTHER_DUMP, e));
    }

    private void showId(long id) {
        if (heap != null) {
            int object = heap.dump().find(id);
            if (object >= 0) {
                browser.show(object);
            }
        }
    }

    /// Shows the dump as a flame graph.
    void showFlame() {
        HeapDumpInfo dump = toolbar.dump();
        if (dump != null && dump.graph() >= 0) {
            slot.selection().set(dump.event());
            slot.host().detailsPane().tab("area-flame").ifPresent(flame -> {
                flame.availableProperty().set(true);
                slot.host().detailsPane().select(flame);
            });
        }
    }
}
