package traceglass.app.overview;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumnBase;
import javafx.scene.control.TableView;
import traceglass.analysis.doctor.TraceLists;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.CellText;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.app.context.TraceSlot;
import traceglass.app.grid.DataGrid;
import traceglass.app.session.TraceSession;
import traceglass.app.ui.CommonTexts;
import traceglass.render.color.Palette;

/// Creates the grids of the overview from the store.
final class OverviewTables {

    private static final double MIN_NAME_WIDTH = 260;
    private static final double SCROLL_BAR = 14;

    private final TraceSlot slot;
    private final List<DataGrid> grids = new ArrayList<>();
    private int waiting;

    OverviewTables(TraceSlot slot) {
        this.slot = slot;
    }

    boolean isComplete() {
        return waiting == 0 && grids.stream().noneMatch(g -> g.busyProperty().get());
    }

    DataGrid statistics() {
        return fill(
                "statistics",
                OverviewTexts.STATISTICS_GRID,
                TraceLists.STATISTICS,
                List.of(
                        GridColumn.of(0, CommonTexts.NAME, CellKind.TEXT).withWidth(330),
                                GridColumn.of(1, OverviewTexts.INDEX, CellKind.INTEGER)
                                        .withWidth(70),
                        GridColumn.of(2, OverviewTexts.SEVERITY, CellKind.TEXT).withWidth(90),
                                GridColumn.of(3, OverviewTexts.SOURCE, CellKind.TEXT)
                                        .withWidth(80),
                        GridColumn.of(4, OverviewTexts.VALUE, CellKind.INTEGER).withWidth(130),
                                GridColumn.of(5, OverviewTexts.DESCRIPTION, CellKind.TEXT)
                                        .withWidth(420)));
    }

    DataGrid metadata() {
        return fill(
                "metadata",
                OverviewTexts.METADATA_GRID,
                TraceLists.METADATA,
                List.of(
                        GridColumn.of(0, CommonTexts.NAME, CellKind.TEXT).withWidth(300),
                        GridColumn.of(1, OverviewTexts.VALUE, CellKind.TEXT).withWidth(640)));
    }

    DataGrid processes() {
        return fill("processes", OverviewTexts.PROCESSES_GRID, TraceLists.PROCESSES, processColumns());
    }

    /// The ten processes with the most CPU time.
    DataGrid busyProcesses() {
        return fill("busy-processes", OverviewTexts.BUSY_PROCESSES_GRID, TraceLists.BUSY_PROCESSES, processColumns());
    }

    private static List<GridColumn> processColumns() {
        return List.of(
                GridColumn.of(0, CommonTexts.PROCESS, CellKind.TEXT)
                        .withSwatch()
                        .withWidth(MIN_NAME_WIDTH),
                GridColumn.of(1, OverviewTexts.PID, CellKind.ID).withWidth(90),
                GridColumn.of(2, OverviewTexts.UPID, CellKind.ID)
                        .linkingTo("process")
                        .withWidth(80),
                GridColumn.of(3, OverviewTexts.THREADS, CellKind.INTEGER).withWidth(90),
                GridColumn.of(4, OverviewTexts.CPU_TIME, CellKind.MILLIS)
                        .withBar()
                        .withWidth(200),
                GridColumn.of(5, OverviewTexts.SCHEDULING_SLICES, CellKind.INTEGER)
                        .withWidth(140));
    }

    DataGrid threads() {
        return fill(
                "threads",
                OverviewTexts.THREADS_GRID,
                TraceLists.THREADS,
                List.of(
                        GridColumn.of(0, CommonTexts.THREAD, CellKind.TEXT).withWidth(260),
                        GridColumn.of(1, OverviewTexts.TID, CellKind.ID).withWidth(80),
                        GridColumn.of(2, OverviewTexts.UTID, CellKind.ID)
                                .linkingTo("thread")
                                .withWidth(80),
                        GridColumn.of(3, CommonTexts.PROCESS, CellKind.TEXT).withWidth(300),
                        GridColumn.of(4, OverviewTexts.PID, CellKind.ID).withWidth(80),
                        GridColumn.of(5, OverviewTexts.CPU_TIME, CellKind.MILLIS)
                                .withBar()
                                .withWidth(180),
                        GridColumn.of(6, OverviewTexts.SCHEDULING_SLICES, CellKind.INTEGER)
                                .withWidth(140)));
    }

    /// Distributes the width that number columns do not need among name columns.
    private static void stretch(TableView<?> table) {
        if (!table.getColumns().isEmpty() && table.getWidth() > 0) {
            double others = table.getColumns().stream()
                    .skip(1)
                    .mapToDouble(TableColumnBase::getPrefWidth)
                    .sum();
            table.getColumns()
                    .getFirst()
                    .setPrefWidth(Math.max(MIN_NAME_WIDTH, table.getWidth() - others - SCROLL_BAR));
        }
    }

    private DataGrid fill(String purpose, String accessibleText, String sql, List<GridColumn> columns) {
        DataGrid grid = new DataGrid(slot.navigation().navigator())
                .withColors(name -> Palette.css(slot.appearance().palette().slice(name)));
        grid.setId("overview-grid-" + purpose);
        grids.add(grid);
        grid.table().setAccessibleText(accessibleText);
        TraceSession session = slot.trace().session();
        CellText text = CellText.of(session.bounds());
        grid.table().widthProperty().addListener(o -> stretch(grid.table()));
        waiting++;
        session.queries()
                .submit(
                        "overview-" + purpose,
                        q -> RowReader.query(q, sql),
                        (RowStore rows) -> {
                            waiting--;
                            long length =
                                    session.bounds().end() - session.bounds().start();
                            grid.show(
                                    rows,
                                    text,
                                    columns.stream()
                                            .map(c -> c.withFittingUnit(length))
                                            .toList());
                            stretch(grid.table());
                        },
                        e -> {
                            waiting--;
                            grid.setCenter(new Label(OverviewTexts.cantLoad(e)));
                        });
        return grid;
    }
}
