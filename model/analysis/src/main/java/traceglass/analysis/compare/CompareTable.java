package traceglass.analysis.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import traceglass.analysis.rows.CellKind;
import traceglass.analysis.rows.GridColumn;
import traceglass.analysis.rows.RowStore;
import traceglass.analysis.rows.RowType;
import traceglass.analysis.rows.RowWriter;

/// Comparison as grid rows. Row numbers are indexes of [Comparison#rows].
public final class CompareTable {

    private static final List<String> NAMES = List.of(
            "name",
            "a_count",
            "b_count",
            "a_total",
            "b_total",
            "a_median",
            "b_median",
            "a_p99",
            "b_p99",
            "difference",
            "change");
    private static final int TOTALS = 3;
    private static final int DIFFERENCE = 9;
    private static final int CHANGE = 10;

    private CompareTable() {}

    /// Writes the comparison to a row store. Do not call on the JavaFX thread for long comparisons.
    public static RowStore rows(Comparison comparison) throws IOException {
        List<RowType> types = new ArrayList<>(List.of(RowType.TEXT, RowType.LONG, RowType.LONG));
        while (types.size() < NAMES.size()) {
            types.add(RowType.DOUBLE);
        }
        CompareMeasure measure = comparison.measure();
        try (RowWriter writer = new RowWriter(NAMES, types)) {
            for (Comparison.Row row : comparison.rows()) {
                writer.setText(0, row.name());
                writer.setLong(1, row.a() == null ? 0 : row.a().count());
                writer.setLong(2, row.b() == null ? 0 : row.b().count());
                int column = 3;
                for (CompareMeasure m : List.of(CompareMeasure.TOTAL, CompareMeasure.MEDIAN, CompareMeasure.P99)) {
                    writeNumber(
                            writer,
                            column++,
                            row.a() == null ? Double.NaN : row.a().value(m));
                    writeNumber(
                            writer,
                            column++,
                            row.b() == null ? Double.NaN : row.b().value(m));
                }
                writeNumber(writer, DIFFERENCE, row.difference(measure));
                writeNumber(writer, CHANGE, row.change(measure));
                writer.next();
            }
            return writer.finish();
        }
    }

    private static void writeNumber(RowWriter writer, int column, double value) {
        if (Double.isNaN(value)) {
            writer.setNull(column);
        } else {
            writer.setDouble(column, value);
        }
    }

    /// Returns the largest total of either trace, which determines the unit in which durations are written.
    public static long longest(RowStore rows) {
        double longest = 0;
        for (int row = 0; row < rows.size(); row++) {
            for (int c = TOTALS; c < TOTALS + 2; c++) {
                longest = rows.isNull(row, c) ? longest : Math.max(longest, rows.getDouble(row, c));
            }
        }
        return Math.round(longest);
    }

    /// Returns the grid columns for names with this presence. Names that occur only in one trace have no
    /// columns for differences and for the other trace.
    ///
    /// @param isTime whether values are durations
    public static List<GridColumn> columns(boolean isTime, CompareMeasure measure, Presence presence) {
        List<GridColumn> columns = columns(isTime, measure);
        return switch (presence) {
            case BOTH -> columns;
            case ONLY_A -> ofTrace(columns, 1);
            case ONLY_B -> ofTrace(columns, 2);
        };
    }

    private static List<GridColumn> ofTrace(List<GridColumn> columns, int trace) {
        return columns.stream()
                .filter(c -> c.source() == 0 || c.series() == trace)
                .toList();
    }

    private static List<GridColumn> columns(boolean isTime, CompareMeasure measure) {
        List<GridColumn> columns = new ArrayList<>();
        columns.add(GridColumn.of(0, ComparisonTexts.NAME, CellKind.TEXT)
                .withSwatch()
                .withWidth(-1));
        columns.add(GridColumn.of(1, ComparisonTexts.COUNT_A, CellKind.INTEGER)
                .withWidth(74)
                .ofTrace(1));
        columns.add(GridColumn.of(2, ComparisonTexts.COUNT_B, CellKind.INTEGER)
                .withWidth(74)
                .ofTrace(2));
        CellKind kind = isTime ? CellKind.MILLIS : CellKind.REAL;
        int source = TOTALS;
        for (CompareMeasure m : List.of(CompareMeasure.TOTAL, CompareMeasure.MEDIAN, CompareMeasure.P99)) {
            String value =
                    m == CompareMeasure.P99 ? ComparisonTexts.P99 : m.title().toLowerCase(Locale.ROOT);
            columns.add(GridColumn.of(source++, ComparisonTexts.ofA(value), kind)
                    .withWidth(isTime ? m == CompareMeasure.MEDIAN ? 116 : 106 : 0)
                    .ofTrace(1));
            columns.add(GridColumn.of(source++, ComparisonTexts.ofB(value), kind)
                    .withWidth(isTime ? m == CompareMeasure.MEDIAN ? 116 : 106 : 0)
                    .ofTrace(2));
        }
        boolean isCount = measure == CompareMeasure.COUNT;
        columns.add(GridColumn.of(
                        DIFFERENCE,
                        isCount ? ComparisonTexts.DIFFERENCE_OF_COUNTS : ComparisonTexts.DIFFERENCE,
                        isTime && !isCount ? CellKind.DELTA_MILLIS : CellKind.DELTA)
                .withWidth(106));
        columns.add(
                GridColumn.of(CHANGE, ComparisonTexts.CHANGE, CellKind.CHANGE).withWidth(84));
        String less = isCount ? ComparisonTexts.FEWER : isTime ? ComparisonTexts.SHORTER : ComparisonTexts.LOWER;
        String more = isCount ? ComparisonTexts.MORE : isTime ? ComparisonTexts.LONGER : ComparisonTexts.HIGHER;
        columns.add(GridColumn.of(DIFFERENCE, less, CellKind.DIVERGING)
                .withBar()
                .withNote(more)
                .withWidth(190));
        return columns;
    }
}
