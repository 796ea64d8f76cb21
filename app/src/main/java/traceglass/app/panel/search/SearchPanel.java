package traceglass.app.panel.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import javafx.scene.control.SelectionModel;
import javafx.scene.layout.BorderPane;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.GridContent;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;
import traceglass.analysis.search.SearchHits;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.DetailsTab;
import traceglass.render.color.Palette;

/// Tab with all search hits in time order. The selected row and the current hit are synchronized.
public final class SearchPanel {

    private static final List<GridColumn> COLUMNS = List.of(
            GridColumn.of(0, CommonTexts.TIME, CellKind.TIMESTAMP).withWidth(150),
            GridColumn.of(1, CommonTexts.DURATION, CellKind.DURATION).withBar().withWidth(140),
            GridColumn.of(2, CommonTexts.NAME, CellKind.TEXT).withSwatch().withWidth(-1),
            GridColumn.of(3, SearchPanelTexts.WHERE, CellKind.TEXT).withWidth(360),
            GridColumn.of(4, SearchPanelTexts.TABLE, CellKind.TEXT).withWidth(80),
            GridColumn.of(5, "id", CellKind.ID).linkingTo("slice").withWidth(90));

    private final TraceSlot slot;
    private final DataGrid grid;
    private final DetailsTab tab;
    private boolean isFollowing;

    private SearchPanel(TraceSlot slot) {
        this.slot = slot;
        grid = new DataGrid(slot.navigation().navigator())
                .withRowNumbers()
                .withColors(name -> Palette.css(slot.appearance().palette().slice(name)))
                .onLinkFollowed(slot.search().indexProperty()::set);
        grid.setId("search-results");
        tab = new DetailsTab("search", SearchPanelTexts.TAB, new BorderPane(grid));
        tab.availableProperty().set(false);
        slot.host().detailsPane().add(tab);
        slot.search().hitsProperty().addListener((_, _, newValue) -> show(newValue));
        slot.search().indexProperty().addListener((_, _, _) -> showIndex());
        SelectionModel<Integer> chosen = grid.table().getSelectionModel();
        chosen.selectedIndexProperty().addListener((_, _, newValue) -> {
            int index = newValue.intValue();
            if (!isFollowing
                    && index >= 0
                    && index < grid.order().length
                    && grid.table().isFocused()) {
                slot.search().indexProperty().set(grid.order()[index]);
            }
        });
        slot.appearance()
                .paletteProperty()
                .addListener((_, _, _) -> grid.table().refresh());
        slot.host()
                .commands()
                .register(Command.of(
                        "search.results",
                        CommandGroups.SEARCH,
                        SearchPanelTexts.LIST_RESULTS,
                        "search",
                        "",
                        () -> slot.search().hitsProperty().get().size() > 0,
                        () -> slot.host().detailsPane().select(tab)));
    }

    /// Adds the tab to a window.
    public static void install(TraceSlot slot) {
        new SearchPanel(slot);
    }

    private void show(SearchHits hits) {
        tab.countProperty().set(hits.size());
        tab.availableProperty().set(hits.size() > 0);
        if (slot.trace().session() == null || hits.size() == 0) {
            return;
        }
        CellText text = CellText.of(slot.trace().session().bounds());
        tab.busyProperty().set(true);
        Thread.ofVirtual().start(() -> {
            GridContent content = GridContent.of(rows(hits), COLUMNS, text);
            FxThread.later(() -> {
                tab.busyProperty().set(false);
                if (slot.search().hitsProperty().get() == hits) {
                    grid.show(content);
                    showIndex();
                }
            });
        });
    }

    static RowStore rows(SearchHits hits) {
        List<String> names = List.of("ts", "dur", "name", "where", "table", "id");
        List<RowType> types =
                List.of(RowType.LONG, RowType.LONG, RowType.TEXT, RowType.TEXT, RowType.TEXT, RowType.LONG);
        try (RowWriter out = new RowWriter(names, types)) {
            for (int i = 0; i < hits.size(); i++) {
                out.setLong(0, hits.ts()[i]);
                out.setLong(1, hits.dur()[i]);
                out.setText(2, hits.names()[i]);
                out.setText(3, hits.locations()[i]);
                out.setText(4, hits.table(i));
                out.setLong(5, hits.ids()[i]);
                out.next();
            }
            return out.finish();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void showIndex() {
        int index = slot.search().indexProperty().get();
        if (index >= 0 && index < grid.rows().size() && !grid.table().isFocused()) {
            isFollowing = true;
            grid.selectRow(index);
            isFollowing = false;
        }
    }
}
