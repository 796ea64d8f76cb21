package traceglass.app.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.analysis.rows.RowFilter;
import traceglass.app.fleet.value.ValueFormat;
import traceglass.store.language.Translations;

/// Conditions on the columns of a table as users type them: `Duration > 2 s and branch = main`.
final class RowConditions {

    private static final Pattern CONDITION = Pattern.compile("\\s*(.+?)\\s*(>=|<=|!=|<>|≥|≤|≠|=|>|<|~)\\s*(.*?)\\s*");
    private static final Pattern NUMBER = Pattern.compile("([-+]?[\\d.]+(?:[eE][-+]?\\d+)?)\\s*([\\p{L}µ]*)");

    /// A comma in a number is its decimal mark.
    private static final String SEPARATOR =
            Translations.decimalMark() == ',' ? "(?i)\\s+and\\s+|,(?!\\d)" : "(?i)\\s+and\\s+|,";

    private RowConditions() {}

    /// Parses conditions that are joined by `and` or commas.
    ///
    /// @return empty if the text is not a list of conditions
    static Optional<List<RowFilter>> parse(String text, FleetSheet sheet) {
        List<RowFilter> filters = new ArrayList<>();
        for (String part : text.split(SEPARATOR)) {
            Matcher m = CONDITION.matcher(part);
            int column = m.matches() ? column(m.group(1), sheet) : -1;
            if (column < 0) {
                return Optional.empty();
            }
            Optional<RowFilter> filter = filter(sheet, column, m.group(2), m.group(3));
            if (filter.isEmpty()) {
                return Optional.empty();
            }
            filters.add(filter.get());
        }
        return Optional.of(filters);
    }

    /// Returns the column of this name, or the only column whose name starts with it; −1 if there is none.
    private static int column(String name, FleetSheet sheet) {
        String lowerCase = unquoted(name).toLowerCase(Locale.ROOT);
        int found = -1;
        for (int c = 0; c < sheet.columns().size(); c++) {
            String title = sheet.columns().get(c).title().toLowerCase(Locale.ROOT);
            if (title.equals(lowerCase)) {
                return c;
            }
            if (title.startsWith(lowerCase)) {
                found = found == -1 ? c : -2;
            }
        }
        return found;
    }

    private static Optional<RowFilter> filter(FleetSheet sheet, int column, String sign, String value) {
        FleetColumn fleetColumn = sheet.columns().get(column);
        boolean isNumber = sheet.rows().type(column).isNumber();
        RowFilter.Test test = switch (sign) {
            case ">" -> RowFilter.Test.GREATER;
            case "<" -> RowFilter.Test.LESS;
            case ">=", "≥" -> RowFilter.Test.AT_LEAST;
            case "<=", "≤" -> RowFilter.Test.AT_MOST;
            case "!=", "<>", "≠" -> RowFilter.Test.NOT_EQUAL;
            case "~" -> RowFilter.Test.CONTAINS;
            default -> RowFilter.Test.EQUAL;
        };
        if (!test.appliesTo(sheet.rows().type(column))) {
            return Optional.empty();
        }
        if (!isNumber) {
            return Optional.of(new RowFilter(column, test, unquoted(value)));
        }
        return number(value, fleetColumn.format()).map(n -> new RowFilter(column, test, n));
    }

    private static String unquoted(String text) {
        return text.replaceFirst("^(['\"])(.*)\\1$", "$2");
    }

    private static Optional<String> number(String text, ValueFormat format) {
        Matcher m = NUMBER.matcher(Translations.withDecimalPoint(text).replace("\u2009", ""));
        if (!m.matches()) {
            return Optional.empty();
        }
        double factor = unitFactor(m.group(2), format);
        try {
            double value = Double.parseDouble(m.group(1)) * factor;
            return Double.isNaN(factor)
                    ? Optional.empty()
                    : Optional.of(
                            value == Math.rint(value) && Math.abs(value) < 1e15
                                    ? Long.toString((long) value)
                                    : Double.toString(value));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static double unitFactor(String unit, ValueFormat format) {
        if (unit.isEmpty()) {
            return 1;
        }
        return switch (format) {
            case DURATION ->
                switch (unit) {
                    case "ns" -> 1;
                    case "us", "µs", "μs" -> 1e3;
                    case "ms" -> 1e6;
                    case "s" -> 1e9;
                    case "min" -> 60e9;
                    case "h" -> 3600e9;
                    default -> Double.NaN;
                };
            case SIZE ->
                switch (unit.toLowerCase(Locale.ROOT)) {
                    case "b" -> 1;
                    case "kb" -> 1 << 10;
                    case "mb" -> 1 << 20;
                    case "gb" -> 1 << 30;
                    default -> Double.NaN;
                };
            default -> Double.NaN;
        };
    }
}
