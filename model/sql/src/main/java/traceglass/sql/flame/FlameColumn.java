package traceglass.sql.flame;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.BitSet;

/// One column of a tree of frames: integers, floating-point numbers or strings, some of which may be NULL.
public final class FlameColumn {

    /// Type of the values.
    public enum Kind {
        LONG,
        DOUBLE,
        TEXT
    }

    private final String name;
    private final Kind kind;
    private final long[] longs;
    private final double[] doubles;
    private final String[] texts;
    private final BitSet present;

    /// Creates a column of rows without values.
    public FlameColumn(String name, Kind kind, int rows) {
        this.name = name;
        this.kind = kind;
        longs = kind == Kind.LONG ? new long[rows] : null;
        doubles = kind == Kind.DOUBLE ? new double[rows] : null;
        texts = kind == Kind.TEXT ? new String[rows] : null;
        present = new BitSet(rows);
    }

    public String name() {
        return name;
    }

    public Kind kind() {
        return kind;
    }

    public boolean isNumeric() {
        return kind != Kind.TEXT;
    }

    /// Returns whether the row has a value.
    public boolean has(int row) {
        return present.get(row);
    }

    /// Returns whether no row has a value.
    public boolean isEmpty() {
        return present.isEmpty();
    }

    public void set(int row, long value) {
        longs[row] = value;
        present.set(row);
    }

    public void set(int row, double value) {
        doubles[row] = value;
        present.set(row);
    }

    /// @param value null for none
    public void set(int row, String value) {
        texts[row] = value;
        present.set(row, value != null);
    }

    /// Sets every row without a value to 0.
    void fillZero() {
        present.set(0, kind == Kind.LONG ? longs.length : doubles.length);
    }

    /// Returns the number, 0 for none.
    public double number(int row) {
        return !has(row) ? 0 : kind == Kind.LONG ? longs[row] : doubles[row];
    }

    public long longValue(int row) {
        return longs[row];
    }

    public String text(int row) {
        return texts[row];
    }

    boolean isZero(int row) {
        return !has(row) || (kind == Kind.LONG ? longs[row] == 0 : doubles[row] == 0);
    }

    boolean isNegative(int row) {
        return has(row) && (kind == Kind.LONG ? longs[row] < 0 : doubles[row] < 0);
    }

    /// Adds a value of another column of this kind to a row, if there is one.
    ///
    /// @throws ArithmeticException on integer overflow
    void add(int row, FlameColumn from, int fromRow) {
        if (!from.has(fromRow)) {
            return;
        }
        if (kind == Kind.LONG) {
            longs[row] = Math.addExact(has(row) ? longs[row] : 0, from.longs[fromRow]);
        } else {
            doubles[row] = (has(row) ? doubles[row] : 0) + from.doubles[fromRow];
        }
        present.set(row);
    }

    /// Returns a column of the same values in another order.
    ///
    /// @param order index in this column for each row of the result
    public FlameColumn inOrder(int[] order) {
        FlameColumn out = new FlameColumn(name, kind, order.length);
        for (int row = 0; row < order.length; row++) {
            if (has(order[row])) {
                switch (kind) {
                    case LONG -> out.set(row, longs[order[row]]);
                    case DOUBLE -> out.set(row, doubles[order[row]]);
                    case TEXT -> out.set(row, texts[order[row]]);
                }
            }
        }
        return out;
    }

    /// Returns the value as an object, null for none; equal values are equal objects.
    public Object value(int row) {
        if (!has(row)) {
            return null;
        }
        return switch (kind) {
            case LONG -> (Object) longs[row];
            case DOUBLE -> doubles[row] == 0 ? 0.0 : doubles[row];
            case TEXT -> texts[row];
        };
    }

    /// Returns the value as text for matching patterns, null for none: numbers with up to 15 digits.
    String matchText(int row) {
        if (!has(row)) {
            return null;
        }
        return switch (kind) {
            case LONG -> Long.toString(longs[row]);
            case DOUBLE -> shortest(doubles[row]);
            case TEXT -> texts[row];
        };
    }

    /// Returns the value as SQL prints it: integers in a column of numbers keep their `.0`.
    String sqlText(int row) {
        String s = matchText(row);
        return kind == Kind.DOUBLE && s.chars().noneMatch(c -> ".eEnN".indexOf(c) >= 0) ? s + ".0" : s;
    }

    /// Formats like C's `%.15g`.
    private static String shortest(double d) {
        if (Double.isNaN(d)) {
            return "nan";
        }
        if (Double.isInfinite(d)) {
            return d > 0 ? "inf" : "-inf";
        }
        if (d == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(d).round(new MathContext(15)).stripTrailingZeros();
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < 15) {
            return rounded.toPlainString();
        }
        String digits = rounded.unscaledValue().abs().toString();
        return (d < 0 ? "-" : "") + digits.charAt(0) + (digits.length() > 1 ? "." + digits.substring(1) : "") + "e"
                + (exponent < 0 ? "-" : "+") + (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
    }
}
