package traceglass.analysis.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.store.text.DisplayText;

/// Report whose columns follow from the names of the columns of its query; common base of the reports of plain events.
public abstract class EventReport implements AreaReport {

    private final String id;
    private final String title;
    private final List<GroupBy> groupings;

    public EventReport(String id, String title, GroupBy... groupings) {
        this.id = id;
        this.title = title;
        this.groupings = List.of(groupings);
    }

    @Override
    public final String id() {
        return id;
    }

    @Override
    public final String title() {
        return title;
    }

    @Override
    public final List<GroupBy> groupings() {
        return groupings;
    }

    @Override
    public List<GridColumn> columns(RowStore rows) {
        List<GridColumn> columns = new ArrayList<>();
        boolean grows = true;
        for (int c = 0; c < rows.columns(); c++) {
            String name = rows.names().get(c);
            GridColumn column = switch (name) {
                case "ts" ->
                    GridColumn.of(c, ReportTexts.TIME, CellKind.TIMESTAMP).withWidth(160);
                case "id" ->
                    GridColumn.of(c, ReportTexts.ID, CellKind.ID)
                            .linkingTo(idTable())
                            .withWidth(84);
                case "slice_out", "slice_in" ->
                    GridColumn.of(c, name.equals("slice_out") ? ReportTexts.FROM_ID : ReportTexts.TO_ID, CellKind.ID)
                            .linkingTo("slice")
                            .withWidth(84);
                case "count" ->
                    singlesTitle().isEmpty()
                            ? GridColumn.of(c, ReportTexts.COUNT, CellKind.INTEGER)
                                    .withBar()
                                    .withWidth(110)
                            : GridColumn.of(c, ReportTexts.COUNT, CellKind.INTEGER)
                                    .linkingTo(GridColumn.ROW)
                                    .withWidth(110);
                case "share" ->
                    GridColumn.of(c, ReportTexts.SHARE, CellKind.PERCENT).withWidth(80);
                case "total", "self", "average", "min", "p50", "p90", "p99", "max" -> millisColumn(c, name);
                case "delay" ->
                    GridColumn.of(c, ReportTexts.DELAY, CellKind.MILLIS).withWidth(110);
                case "cpu", "pid", "tid" ->
                    GridColumn.of(c, name.equals("cpu") ? ReportTexts.CPU : name, CellKind.ID)
                            .withWidth(72);
                default -> textColumn(rows, c, name);
            };
            if (column.kind() == CellKind.TEXT
                    && (name.equals(flexibleColumn()) || flexibleColumn().isEmpty() && grows)) {
                column = column.withWidth(-1);
                grows = false;
            }
            columns.add(column);
        }
        return columns;
    }

    private static GridColumn millisColumn(int c, String name) {
        String title = switch (name) {
            case "total" -> ReportTexts.TOTAL;
            case "self" -> ReportTexts.SELF;
            case "average" -> ReportTexts.AVERAGE;
            case "min" -> ReportTexts.MIN;
            case "max" -> ReportTexts.MAX;
            default -> name;
        };
        GridColumn column = GridColumn.of(c, title, CellKind.MILLIS).withWidth(name.equals("total") ? 140 : 100);
        return name.equals("total") ? column.withBar() : column;
    }

    private GridColumn textColumn(RowStore rows, int c, String name) {
        String title = name.substring(0, 1).toUpperCase(Locale.ROOT)
                + name.substring(1).replace('_', ' ');
        GridColumn column = rows.type(c) == RowType.TEXT
                ? GridColumn.of(c, title, CellKind.TEXT).withWidth(170)
                : GridColumn.of(c, title, CellKind.INTEGER).withWidth(100);
        return name.equals(coloredColumn()) ? column.withSwatch() : column;
    }

    /// Returns the column that takes the remaining width; empty for the first text column.
    public String flexibleColumn() {
        return "";
    }

    /// Returns the column whose names have colors; empty for none.
    protected String coloredColumn() {
        return "";
    }

    /// Returns the table that the column `id` refers to, or null.
    protected String idTable() {
        return null;
    }

    @Override
    public List<String> summary(RowStore rows) {
        List<String> texts = new ArrayList<>();
        for (int c = 0; c < rows.columns(); c++) {
            texts.add(
                    switch (rows.names().get(c)) {
                        case "count" -> DisplayText.grouped(AreaReport.sum(rows, c));
                        case "total", "self" -> AreaReport.millis(AreaReport.sum(rows, c));
                        default -> c == 0 ? ReportTexts.rows(rows.size()) : "";
                    });
        }
        return texts;
    }

    @Override
    public String sortedBy() {
        return "";
    }
}
