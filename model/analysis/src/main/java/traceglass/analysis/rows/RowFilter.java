package traceglass.analysis.rows;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Filter of the rows of a result.
///
/// @param column column index; −1 for any text column
/// @param test comparison
/// @param value in plain notation; null for NULL. Tests for NULL have no value
public record RowFilter(int column, Test test, String value) {

    /// Comparison of a cell's value with the value of the filter.
    public enum Test {
        CONTAINS(RowTexts.CONTAINS, true, false),
        NOT_CONTAINS(RowTexts.NOT_CONTAINS, true, false),
        EQUAL("=", true, true),
        NOT_EQUAL("≠", true, true),
        MATCHES(RowTexts.MATCHES, true, false),
        GREATER(">", false, true),
        AT_LEAST("≥", false, true),
        LESS("<", false, true),
        AT_MOST("≤", false, true),
        NULL(RowTexts.IS_NULL, true, true),
        NOT_NULL(RowTexts.IS_NOT_NULL, true, true);

        private final String operator;
        private final boolean appliesToText;
        private final boolean appliesToNumbers;

        Test(String sign, boolean appliesToText, boolean appliesToNumbers) {
            this.operator = sign;
            this.appliesToText = appliesToText;
            this.appliesToNumbers = appliesToNumbers;
        }

        public String sign() {
            return operator;
        }

        /// Returns whether the test has a value.
        public boolean needsValue() {
            return this != NULL && this != NOT_NULL;
        }

        /// Returns whether the test applies to columns of this type.
        public boolean appliesTo(RowType type) {
            return type.isNumber() ? appliesToNumbers : appliesToText;
        }
    }

    /// Returns an error message for a test that does not apply, or null.
    public static String problem(RowType type, Test test, String value) {
        if (!test.needsValue()) {
            return null;
        }
        if (test == Test.MATCHES) {
            try {
                Pattern.compile(value);
            } catch (PatternSyntaxException e) {
                return RowTexts.notRegex(e.getDescription());
            }
        }
        return type.isNumber() && !isNumber(value) ? RowTexts.notNumber(value) : null;
    }

    private static boolean isNumber(String value) {
        try {
            Double.parseDouble(value);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /// Returns the filter as a predicate on row numbers.
    IntPredicate predicate(RowStore rows) {
        if (column < 0) {
            IntPredicate[] any = new IntPredicate[rows.columns()];
            for (int c = 0; c < any.length; c++) {
                any[c] = rows.type(c) == RowType.TEXT ? new RowFilter(c, test, value).predicate(rows) : r -> false;
            }
            return row -> Arrays.stream(any).anyMatch(p -> p.test(row));
        }
        if (value == null || !test.needsValue()) {
            boolean isExpected = test == Test.NULL || test == Test.EQUAL;
            return row -> rows.isNull(row, column) == isExpected;
        }
        IntPredicate passes = rows.type(column).isNumber() ? numberPredicate(rows) : textPredicate(rows);
        // NULL is not equal to the value, and does not contain it.
        boolean isAbsent = test == Test.NOT_EQUAL || test == Test.NOT_CONTAINS;
        return row -> rows.isNull(row, column) ? isAbsent : passes.test(row);
    }

    private IntPredicate textPredicate(RowStore rows) {
        return switch (test) {
            case CONTAINS, NOT_CONTAINS -> {
                String lower = value.toLowerCase(Locale.ROOT);
                boolean isExpected = test == Test.CONTAINS;
                yield row -> RowSorting.containsIgnoringCase(rows.getText(row, column), lower) == isExpected;
            }
            case MATCHES -> {
                Pattern pattern = Pattern.compile(value);
                yield row -> pattern.matcher(rows.getText(row, column)).find();
            }
            default -> {
                boolean isExpected = test == Test.EQUAL;
                yield row -> Objects.equals(value, rows.getText(row, column)) == isExpected;
            }
        };
    }

    /// Compares 64-bit integers exactly: timestamps of long-running machines have more digits than a double.
    private IntPredicate numberPredicate(RowStore rows) {
        if (rows.type(column) == RowType.LONG) {
            try {
                long limit = new BigDecimal(value).longValueExact();
                return row -> matchesComparison(Long.compare(rows.getLong(row, column), limit));
            } catch (ArithmeticException | NumberFormatException e) {
                // Fractional, or beyond 64 bits.
            }
        }
        if (test == Test.EQUAL || test == Test.NOT_EQUAL) {
            boolean isExpected = test == Test.EQUAL;
            double limit = Double.parseDouble(value);
            return rows.type(column) == RowType.HUGE
                    ? row -> value.equals(rows.getText(row, column)) == isExpected
                    : row -> (Double.compare(rows.getDouble(row, column), limit) == 0) == isExpected;
        }
        double limit = Double.parseDouble(value);
        return row -> matchesComparison(Double.compare(rows.getDouble(row, column), limit));
    }

    private boolean matchesComparison(int comparison) {
        return switch (test) {
            case EQUAL -> comparison == 0;
            case NOT_EQUAL -> comparison != 0;
            case GREATER -> comparison > 0;
            case AT_LEAST -> comparison >= 0;
            case LESS -> comparison < 0;
            case AT_MOST -> comparison <= 0;
            default -> false;
        };
    }

    /// Returns the label of a chip: `name = doFrame`.
    public String describe(RowStore rows) {
        String columnName = column < 0 ? RowTexts.ANY_COLUMN : rows.names().get(column);
        return columnName + " " + test.sign() + (test.needsValue() ? " " + (value == null ? "NULL" : value) : "");
    }
}
