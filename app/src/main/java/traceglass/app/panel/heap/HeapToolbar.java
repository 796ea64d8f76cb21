package traceglass.app.panel.heap;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.beans.property.StringProperty;
import javafx.geometry.Pos;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import traceglass.analysis.heap.HeapDumpInfo;
import traceglass.analysis.heap.HeapText;
import traceglass.app.context.Messages;
import traceglass.app.grid.DataGrid;
import traceglass.app.grid.ExportMenu;
import traceglass.app.theme.StyleSheets;
import traceglass.app.ui.FilterField;
import traceglass.app.ui.IconButton;
import traceglass.app.ui.Segments;
import traceglass.app.ui.Styles;
import traceglass.app.ui.ToolButton;
import traceglass.app.ui.bar.OverflowRow;
import traceglass.app.ui.bar.SummaryLabel;
import traceglass.app.ui.bar.ToolbarRow;
import traceglass.render.control.Tooltips;
import traceglass.store.text.EnumIds;

/// Toolbar of the heap panel in two rows: dump and comparison, then view, filter and export.
final class HeapToolbar extends VBox {

    private final ComboBox<HeapDumpInfo> dump = new ComboBox<>();
    private final ComboBox<HeapDumpInfo> compared = new ComboBox<>();
    private final Segments<HeapView> views = new Segments<>(this::setView);
    /// Width in pixels at the default text size of the comparison box while it shows its prompt text.
    private static final double PROMPT_WIDTH = 170;
    private final SummaryLabel summary = new SummaryLabel();
    private final HBox listed = new HBox(4);
    private final FilterField filter;
    private final Runnable showView;
    private final Runnable listAll;
    private HeapView view = HeapView.CLASSES;
    private long traceStart;
    private boolean isFilling;

    /// Creates the toolbar.
    ///
    /// @param whenChosen called when another dump was chosen
    /// @param whenCompared called when another dump, or none, was chosen for comparison
    /// @param showView receives the chosen view
    /// @param listAll lists objects of all classes
    /// @param onFilter receives the text that names must contain
    /// @param showFlame shows the dump as a flame graph
    /// @param grid supplies the displayed grid, or null
    HeapToolbar(
            Runnable whenChosen,
            Runnable whenCompared,
            Runnable showView,
            Runnable listAll,
            Consumer<String> onFilter,
            Runnable showFlame,
            Supplier<DataGrid> grid,
            Messages messages) {
        this.showView = showView;
        this.listAll = listAll;
        setUpDumps();
        dump.valueProperty().addListener((_, _, _) -> {
            if (!isFilling) {
                setOtherDumps();
                whenChosen.run();
            }
        });
        compared.valueProperty().addListener((_, _, newValue) -> {
            if (!isFilling) {
                views.setEnabled(HeapView.DIFFERENCES, newValue != null);
                compared.setPrefWidth(newValue == null ? PROMPT_WIDTH * StyleSheets.factor() : USE_COMPUTED_SIZE);
                whenCompared.run();
            }
        });
        summary.setId("heap-summary");
        summary.getStyleClass().addAll(Styles.SMALL, Styles.TEXT_3);
        filter = new FilterField("heap-filter", HeapTexts.FILTER_CLASSES, onFilter);
        filter.setPrefWidth(260);
        OverflowRow first = new OverflowRow(10, dump, compared, summary);
        OverflowRow second = new OverflowRow(
                10,
                views(),
                listed,
                filter,
                ToolbarRow.space(),
                ToolButton.of("flame", HeapTexts.FLAME_GRAPH, "heap-flame", showFlame),
                ExportMenu.of(messages, "heap", grid, () -> "heap"));
        listed.setAlignment(Pos.CENTER_LEFT);
        for (HBox row : List.of(first, second)) {
            row.setAlignment(Pos.CENTER_LEFT);
            row.getStyleClass().addAll("tg-toolbar", "tg-result-top");
        }
        getChildren().addAll(first, second);
    }

    private void setUpDumps() {
        dump.setId("heap-dump");
        dump.setAccessibleText(HeapTexts.HEAP_DUMP);
        compared.setId("heap-compared");
        compared.setAccessibleText(HeapTexts.COMPARED_HEAP_DUMP);
        compared.setPromptText(HeapTexts.COMPARE_PROMPT);
        for (ComboBox<HeapDumpInfo> box : List.of(dump, compared)) {
            box.getStyleClass().add(Styles.COMPACT);
            box.setMinWidth(90 * StyleSheets.factor());
            box.setConverter(new StringConverter<>() {
                @Override
                public String toString(HeapDumpInfo d) {
                    if (d == null) {
                        return box == compared ? HeapTexts.NO_COMPARISON : "";
                    }
                    String name = HeapText.dump(d, traceStart);
                    return box == compared ? HeapTexts.comparedDump(name) : name;
                }

                @Override
                public HeapDumpInfo fromString(String text) {
                    return box.getItems().stream()
                            .filter(d -> d != null && toString(d).equals(text))
                            .findFirst()
                            .orElse(null);
                }
            });
        }
    }

    private Segments<HeapView> views() {
        for (HeapView v : HeapView.values()) {
            views.addSegment(v, v.title(), "heap-view-" + EnumIds.id(v));
        }
        views.setValue(view);
        views.setEnabled(HeapView.DIFFERENCES, false);
        return views;
    }

    /// Sets the dumps and chooses the last one.
    void setDumps(List<HeapDumpInfo> dumps, long newTraceStart) {
        traceStart = newTraceStart;
        isFilling = true;
        dump.getItems().setAll(dumps);
        dump.setValue(dumps.isEmpty() ? null : dumps.getLast());
        setOtherDumps();
        isFilling = false;
        setListedClass("");
    }

    /// Lists dumps of the same process first, since they are compared most often.
    private void setOtherDumps() {
        boolean wasFilling = isFilling;
        isFilling = true;
        HeapDumpInfo current = dump.getValue();
        List<HeapDumpInfo> others = new ArrayList<>();
        others.add(null);
        dump.getItems().stream()
                .filter(d -> d != current && current != null && d.upid() == current.upid())
                .forEach(others::add);
        dump.getItems().stream()
                .filter(d -> d != current && current != null && d.upid() != current.upid())
                .forEach(others::add);
        compared.setValue(null);
        compared.getItems().setAll(others);
        compared.setVisible(others.size() > 1);
        compared.setManaged(others.size() > 1);
        views.setEnabled(HeapView.DIFFERENCES, false);
        if (view == HeapView.DIFFERENCES) {
            view = HeapView.CLASSES;
            views.setValue(view);
        }
        compared.setPrefWidth(PROMPT_WIDTH * StyleSheets.factor());
        isFilling = wasFilling;
    }

    HeapDumpInfo dump() {
        return dump.getValue();
    }

    /// The dump to compare with, or null.
    HeapDumpInfo comparedDump() {
        return compared.getValue();
    }

    void choose(HeapDumpInfo chosen) {
        dump.setValue(chosen);
    }

    void compareWith(HeapDumpInfo chosen) {
        compared.setValue(chosen);
    }

    HeapView view() {
        return view;
    }

    void setView(HeapView next) {
        view = next;
        views.setValue(next);
        arrange();
        showView.run();
    }

    /// Shows the controls that apply to the current view.
    private void arrange() {
        boolean hasChip = view == HeapView.OBJECTS && !listed.getChildren().isEmpty();
        listed.setVisible(hasChip);
        listed.setManaged(hasChip);
        filter.setVisible(view != HeapView.DOMINATORS);
    }

    void showSummary(String text) {
        summary.setParts(List.of(text.split(SummaryLabel.SEPARATOR)));
    }

    /// Text that class names must contain.
    StringProperty filterProperty() {
        return filter.field().textProperty();
    }

    /// Shows this view if it is available without a second dump.
    ///
    /// @param id id of the view, see [EnumIds]
    void viewIfAvailable(String id) {
        EnumIds.find(HeapView.class, id).filter(views::isEnabled).ifPresent(this::setView);
    }

    void clearFilter() {
        filter.field().clear();
    }

    /// Sets the class whose objects are listed; empty for all.
    void setListedClass(String className) {
        listed.getChildren().clear();
        if (!className.isEmpty()) {
            Label label = new Label(HeapTexts.objectsOf(HeapText.brief(className)));
            label.setMaxWidth(240);
            Tooltips.set(label, className);
            HBox chip = new HBox(4, label, IconButton.of("x", 10, HeapTexts.LIST_OBJECTS_OF_ALL_CLASSES, listAll));
            chip.setAlignment(Pos.CENTER_LEFT);
            chip.getStyleClass().add("tg-flame-chip");
            listed.getChildren().add(chip);
        }
        arrange();
    }
}
