package traceglass.analysis.rows;

import java.util.Locale;
import java.util.function.UnaryOperator;

/// Column of a grid.
///
/// @param source index of the column in the [RowStore]
/// @param title title in the header
/// @param note text after the title in a subdued color, or empty
/// @param kind kind of the values
/// @param decimals decimals of all values for [CellKind#FIXED], [CellKind#REAL] and [CellKind#OPTIONAL_REAL];
///     [#OWN_DECIMALS] if each value has as many as it needs
/// @param links table to whose rows the values refer by id (`slice`, `thread`, …), or null
/// @param hasBar whether a bar behind each number shows its fraction of the largest
/// @param hasSwatch whether a square before each value has the color of that name
/// @param width initial width in px; 0 to fit the content of the first rows
/// @param series 1 or 2 if the column belongs to the first or second of two traces, whose letter precedes the title;
///     otherwise 0
public record GridColumn(
        int source,
        String title,
        String note,
        CellKind kind,
        int decimals,
        String links,
        boolean hasBar,
        boolean hasSwatch,
        double width,
        int series) {

    /// Durations from this value on are not shown in milliseconds: 216 000 000.000 would be unreadable.
    private static final long LONG_NS = 1_000_000_000_000L;
    /// Durations below are not shown in milliseconds either: three decimals would leave few digits.
    private static final long SHORT_NS = 1_000_000;
    /// Width for `−23 h 31 min`, px.
    private static final double OWN_UNIT_WIDTH = 112;

    /// Decimals of a column whose values have different numbers of decimals.
    public static final int OWN_DECIMALS = -1;

    /// Link target of a column whose links activate the row, see `DataGrid.onRowChosen`.
    public static final String ROW = "row";

    /// Creates a column of this kind without links, bars or swatches.
    public static GridColumn of(int source, String title, CellKind kind) {
        return new GridColumn(source, title, "", kind, OWN_DECIMALS, null, false, false, 0, 0);
    }

    /// Returns the header text before the note: the title, and the unit if all values share one.
    public String heading() {
        return kind == CellKind.MILLIS || kind == CellKind.DELTA_MILLIS ? RowTexts.inMilliseconds(title) : title;
    }

    /// Returns the column itself, or one in which each value has its own unit if milliseconds do not fit.
    ///
    /// @param lengthNs typical duration in ns of all columns of a table, so that they get the same format
    public GridColumn withFittingUnit(long lengthNs) {
        return lengthNs >= SHORT_NS && lengthNs < LONG_NS
                ? this
                : switch (kind) {
                    case MILLIS -> withKind(CellKind.DURATION).withMinWidth(OWN_UNIT_WIDTH);
                    case DELTA_MILLIS -> withKind(CellKind.DELTA_DURATION).withMinWidth(OWN_UNIT_WIDTH);
                    default -> this;
                };
    }

    public GridColumn withBar() {
        return new GridColumn(source, title, note, kind, decimals, links, true, hasSwatch, width, series);
    }

    public GridColumn withSwatch() {
        return new GridColumn(source, title, note, kind, decimals, links, hasBar, true, width, series);
    }

    public GridColumn withWidth(double pixels) {
        return new GridColumn(source, title, note, kind, decimals, links, hasBar, hasSwatch, pixels, series);
    }

    /// Returns the column marked as belonging to the first (1) or second (2) of two traces.
    public GridColumn ofTrace(int number) {
        return new GridColumn(source, title, note, kind, decimals, links, hasBar, hasSwatch, width, number);
    }

    public GridColumn withNote(String text) {
        return new GridColumn(source, title, text, kind, decimals, links, hasBar, hasSwatch, width, series);
    }

    public GridColumn withDecimals(int n) {
        return new GridColumn(source, title, note, kind, n, links, hasBar, hasSwatch, width, series);
    }

    public GridColumn linkingTo(String table) {
        return new GridColumn(source, title, note, kind, decimals, table, hasBar, hasSwatch, width, series);
    }

    /// Guesses the column from its name and type: names are those of the SQL schema, alone or at the end of a
    /// longer name.
    ///
    /// @param references returns the table that a column of a lower-case name holds ids of, or null
    public static GridColumn guess(RowStore rows, int column, UnaryOperator<String> references) {
        String name = rows.names().get(column);
        RowType type = rows.type(column);
        String lower = name.toLowerCase(Locale.ROOT);
        GridColumn plain = of(
                column,
                name,
                switch (type) {
                    case LONG, HUGE -> CellKind.INTEGER;
                    case DOUBLE -> CellKind.REAL;
                    case BOOLEAN, TEXT -> CellKind.TEXT;
                });
        if (!type.isNumber()) {
            return plain;
        }
        if (isNamed(lower, "ts") || lower.equals("ts_end") || lower.equals("timestamp")) {
            return type == RowType.LONG ? plain.withKind(CellKind.TIMESTAMP).withNote(RowTexts.TIMESTAMP) : plain;
        }
        if (isNamed(lower, "dur")) {
            return plain.withKind(CellKind.DURATION).withBar();
        }
        String table = type == RowType.LONG ? references.apply(lower) : null;
        if (table != null) {
            return plain.withKind(CellKind.ID).linkingTo(table);
        }
        return lower.equals("id")
                        || lower.endsWith("_id")
                        || lower.equals("tid")
                        || lower.equals("pid")
                        || lower.equals("utid")
                        || lower.equals("upid")
                ? plain.withKind(CellKind.ID)
                : plain;
    }

    private static boolean isNamed(String lower, String name) {
        return lower.equals(name)
                || lower.endsWith("_" + name)
                || lower.endsWith("." + name)
                || lower.endsWith("(" + name + ")");
    }

    /// Enforces a minimum on explicit widths.
    private GridColumn withMinWidth(double pixels) {
        return width > 0 ? withWidth(Math.max(width, pixels)) : this;
    }

    private GridColumn withKind(CellKind newKind) {
        return new GridColumn(source, title, note, newKind, decimals, links, hasBar, hasSwatch, width, series);
    }
}
