package traceglass.analysis.rows;

import java.util.Locale;
import java.util.function.UnaryOperator;

/// How one column of a result is shown.
///
/// @param source place of the column in the [RowStore]
/// @param title what stands in the header
/// @param note what stands after the title in a quieter colour, or empty
/// @param kind what the values mean
/// @param decimals for [CellKind#FIXED]
/// @param links table that the values are ids in (`slice`, `thread`, …), or null
/// @param bar whether a bar behind each number shows its share of the largest
/// @param swatch whether a square in the colour of that name stands before each text
/// @param width pixels at first; 0 to fit what is in the first rows
/// @param series 1 or 2 where the column is about the first or the second of two traces, whose letter begins the title;
///     else 0
public record GridColumn(
        int source,
        String title,
        String note,
        CellKind kind,
        int decimals,
        String links,
        boolean bar,
        boolean swatch,
        double width,
        int series) {

    /// Lengths from here on are not in milliseconds: nobody reads 216 000 000.000 of them.
    private static final long LONG_NS = 1_000_000_000_000L;
    /// Lengths below are not either: three decimals would leave little of them.
    private static final long SHORT_NS = 1_000_000;
    /// Room for `−23 h 31 min`, px.
    private static final double OWN_UNIT_WIDTH = 112;

    /// As what a column links to: whatever is done with a row that is chosen, see [DataGrid#whenRowChosen].
    public static final String ROW = "row";

    /// A column of this meaning without links, bars or swatches.
    public static GridColumn of(int source, String title, CellKind kind) {
        return new GridColumn(source, title, "", kind, 0, null, false, false, 0, 0);
    }

    /// What stands in the header before the note: the title, and the unit where all values have one.
    public String heading() {
        return kind == CellKind.MILLIS || kind == CellKind.DELTA_MILLIS ? title + ", ms" : title;
    }

    /// The column itself, or one that gives each value its own unit where milliseconds do not suit them.
    ///
    /// @param lengthNs how long the values are about, ns: those of all columns of a table, so that these go
    ///     together
    public GridColumn fitting(long lengthNs) {
        return lengthNs >= SHORT_NS && lengthNs < LONG_NS
                ? this
                : switch (kind) {
                    case MILLIS -> as(CellKind.DURATION).atLeast(OWN_UNIT_WIDTH);
                    case DELTA_MILLIS -> as(CellKind.DELTA_DURATION).atLeast(OWN_UNIT_WIDTH);
                    default -> this;
                };
    }

    public GridColumn withBar() {
        return new GridColumn(source, title, note, kind, decimals, links, true, swatch, width, series);
    }

    public GridColumn withSwatch() {
        return new GridColumn(source, title, note, kind, decimals, links, bar, true, width, series);
    }

    public GridColumn withWidth(double pixels) {
        return new GridColumn(source, title, note, kind, decimals, links, bar, swatch, pixels, series);
    }

    /// The column is about the first (1) or second (2) of two traces.
    public GridColumn ofTrace(int number) {
        return new GridColumn(source, title, note, kind, decimals, links, bar, swatch, width, number);
    }

    public GridColumn withNote(String text) {
        return new GridColumn(source, title, text, kind, decimals, links, bar, swatch, width, series);
    }

    public GridColumn withDecimals(int n) {
        return new GridColumn(source, title, note, kind, n, links, bar, swatch, width, series);
    }

    public GridColumn linking(String table) {
        return new GridColumn(source, title, note, kind, decimals, table, bar, swatch, width, series);
    }

    /// The column as its name and type suggest: names are those of the SQL schema, alone or as the end of a longer
    /// one.
    ///
    /// @param references the table that a column of a name, in small letters, holds ids of, or null
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
            return type == RowType.LONG ? plain.as(CellKind.TIMESTAMP).withNote("timestamp") : plain;
        }
        if (isNamed(lower, "dur")) {
            return plain.as(CellKind.DURATION).withBar();
        }
        String table = type == RowType.LONG ? references.apply(lower) : null;
        if (table != null) {
            return plain.as(CellKind.ID).linking(table);
        }
        return lower.equals("id")
                        || lower.endsWith("_id")
                        || lower.equals("tid")
                        || lower.equals("pid")
                        || lower.equals("utid")
                        || lower.equals("upid")
                ? plain.as(CellKind.ID)
                : plain;
    }

    private static boolean isNamed(String lower, String name) {
        return lower.equals(name)
                || lower.endsWith("_" + name)
                || lower.endsWith("." + name)
                || lower.endsWith("(" + name + ")");
    }

    /// Widths that are given are no smaller than this.
    private GridColumn atLeast(double pixels) {
        return width > 0 ? withWidth(Math.max(width, pixels)) : this;
    }

    private GridColumn as(CellKind newKind) {
        return new GridColumn(source, title, note, newKind, decimals, links, bar, swatch, width, series);
    }
}
