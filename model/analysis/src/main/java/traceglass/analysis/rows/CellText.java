package traceglass.analysis.rows;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import traceglass.store.language.Translations;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeFormat;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// Formats the values of a grid for display.
///
/// @param trace start and end of the trace, to which times are relative
/// @param times time format
public record CellText(TimeSpan trace, TimeFormat times) {

    private static final char THIN = '\u2009';
    private static final DateTimeFormatter DATES = DateTimeFormatter.ofPattern("d MMM uuuu, HH:mm", Locale.ENGLISH);

    public static CellText of(TimeSpan trace) {
        return new CellText(trace, TimeFormat.forColumnsOf(trace));
    }

    /// Returns the text of the cell; `NULL` for NULL, unless the kind of the column has another text for it.
    public String text(RowStore rows, int row, GridColumn column) {
        int c = column.source();
        if (rows.isNull(row, c)) {
            if (column.kind().isOptional()) {
                return "";
            }
            return column.series() > 0 || column.kind().isDelta() ? "–" : "NULL";
        }
        RowType type = rows.type(c);
        if (type == RowType.TEXT || type == RowType.BOOLEAN) {
            return oneLine(rows.getText(row, c));
        }
        return switch (column.kind()) {
            case TEXT, OPTIONAL_TEXT, RAW, ID -> rows.getText(row, c);
            case INTEGER, COUNT ->
                type == RowType.LONG ? TimeText.count(rows.getLong(row, c)) : groupedNumber(rows.getText(row, c));
            case REAL, OPTIONAL_REAL ->
                type == RowType.DOUBLE
                        ? real(rows.getDouble(row, c), column.decimals())
                        : groupedNumber(rows.getText(row, c));
            case FIXED -> fixed(rows.getDouble(row, c), Math.max(0, column.decimals()));
            case PERCENT -> DisplayText.percent(rows.getDouble(row, c) * 100);
            case TIMESTAMP ->
                type == RowType.LONG ? times.text(rows.getLong(row, c), trace.start()) : rows.getText(row, c);
            case DURATION, OPTIONAL_DURATION -> duration(rows, row, c, type);
            case BYTES -> DisplayText.size(Math.round(rows.getDouble(row, c)));
            case DATE -> DATES.format(Instant.ofEpochMilli(rows.getLong(row, c)).atZone(ZoneId.systemDefault()));
            case DELTA_MILLIS -> signed(rows.getDouble(row, c), fixed(Math.abs(rows.getDouble(row, c)) / 1e6, 3));
            case DELTA_DURATION ->
                signed(rows.getDouble(row, c), TimeText.duration(Math.abs(Math.round(rows.getDouble(row, c)))));
            case DELTA -> signed(rows.getDouble(row, c), number(Math.abs(rows.getDouble(row, c))));
            case CHANGE -> signed(rows.getDouble(row, c), percent(Math.abs(rows.getDouble(row, c))));
            case DIVERGING -> "";
            case MILLIS -> fixed(rows.getDouble(row, c) / 1e6, 3);
        };
    }

    private static String signed(double value, String size) {
        return (value < 0 ? "−" : value > 0 ? "+" : "") + size;
    }

    /// Returns a percentage, without decimals from 10% on, where they are insignificant.
    private static String percent(double share) {
        return share >= 1e6
                ? "> 10⁸%"
                : groupedNumber(String.format(Locale.ROOT, share < .0995 ? "%.1f" : "%.0f", share * 100)) + "%";
    }

    private static String duration(RowStore rows, int row, int c, RowType type) {
        double ns = rows.getDouble(row, c);
        if (type == RowType.LONG && rows.getLong(row, c) == -1) {
            return RowTexts.UNFINISHED;
        }
        return Math.abs(ns) < 1 && ns != 0 || Math.abs(ns) >= Long.MAX_VALUE
                ? number(ns) + " ns"
                : TimeText.duration(Math.round(ns));
    }

    /// Returns fractional numbers with up to six significant digits, and integers in full.
    public static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.isNaN(value) ? "NaN" : value > 0 ? "∞" : "−∞";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return TimeText.count((long) value);
        }
        double size = Math.abs(value);
        if (size >= 1e15 || size < 1e-6) {
            return Translations.withDecimalMark(String.format(Locale.ROOT, "%.5e", value))
                    .replace('-', '−');
        }
        BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(size >= 1e6 ? 10 : 7));
        return groupedNumber(rounded.stripTrailingZeros().toPlainString());
    }

    private static String real(double value, int decimals) {
        return decimals == GridColumn.OWN_DECIMALS || Double.isNaN(value) || Double.isInfinite(value)
                ? number(value)
                : groupedNumber(BigDecimal.valueOf(value)
                        .setScale(decimals, RoundingMode.HALF_EVEN)
                        .toPlainString());
    }

    private static String fixed(double value, int decimals) {
        return groupedNumber(String.format(Locale.ROOT, "%." + decimals + "f", value));
    }

    /// Groups the digits before the decimal point in threes, and writes the point as the user's decimal mark.
    public static String groupedNumber(String number) {
        boolean isNegative = number.startsWith("-");
        int point = number.indexOf('.');
        String integer = number.substring(isNegative ? 1 : 0, point < 0 ? number.length() : point);
        StringBuilder out = new StringBuilder(isNegative ? "−" : "");
        for (int i = 0; i < integer.length(); i++) {
            if (i > 0 && (integer.length() - i) % 3 == 0) {
                out.append(THIN);
            }
            out.append(integer.charAt(i));
        }
        return point < 0
                ? out.toString()
                : out.append(Translations.decimalMark())
                        .append(number, point + 1, number.length())
                        .toString();
    }

    private static String oneLine(String text) {
        boolean hasLines = text.indexOf('\n') >= 0 || text.indexOf('\r') >= 0;
        return DisplayText.oneLine(
                hasLines ? text.replace("\r\n", "⏎").replace('\n', '⏎').replace('\r', '⏎') : text);
    }
}
