package traceglass.app.grid;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntPredicate;

/// Says which rows of a result are shown.
///
/// @param column place of the column; −1 for any column of text
/// @param test   how it is compared
/// @param value  in plain notation; null for NULL
public record RowFilter(int column, Test test, String value) {

    /// How a value is compared with that of the filter.
    public enum Test {
        EQUAL("="), NOT_EQUAL("≠"), CONTAINS("contains"), AT_LEAST("≥"), AT_MOST("≤");

        private final String sign;

        Test(String sign) {
            this.sign = sign;
        }

        public String sign() {
            return sign;
        }
    }

    /// The filter as a test of a row's number.
    IntPredicate on(RowStore rows) {
        if (column < 0) {
            IntPredicate[] any = new IntPredicate[rows.columns()];
            for (int c = 0; c < any.length; c++) {
                any[c] = rows.type(c) == RowType.TEXT ? new RowFilter(c, test, value).on(rows) : r -> false;
            }
            return row -> Arrays.stream(any).anyMatch(p -> p.test(row));
        }
        return switch (test) {
            case CONTAINS -> {
                String lower = value.toLowerCase(Locale.ROOT);
                yield row -> {
                    String text = rows.getText(row, column);
                    return text != null && RowOrder.containsIgnoringCase(text, lower);
                };
            }
            case EQUAL -> row -> java.util.Objects.equals(value, rows.getText(row, column));
            case NOT_EQUAL -> row -> !java.util.Objects.equals(value, rows.getText(row, column));
            case AT_LEAST -> {
                double least = Double.parseDouble(value);
                yield row -> !rows.isNull(row, column) && rows.getDouble(row, column) >= least;
            }
            case AT_MOST -> {
                double most = Double.parseDouble(value);
                yield row -> !rows.isNull(row, column) && rows.getDouble(row, column) <= most;
            }
        };
    }

    /// As it stands in a chip: `name = doFrame`.
    public String describe(RowStore rows) {
        String of = column < 0 ? "text" : rows.names().get(column);
        return of + " " + test.sign() + " " + (value == null ? "NULL" : value);
    }
}
