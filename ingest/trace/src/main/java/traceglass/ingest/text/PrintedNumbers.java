package traceglass.ingest.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/// Numbers as `printf` of C prints them (ISO C, 7.21.6.1): the tables of other tools hold them so, and Java's own
/// formats round the shortest decimal of a number, not the number, and keep zeros where C drops them.
public final class PrintedNumbers {

    private PrintedNumbers() {}

    /// `%.Nf`: so many digits behind the point.
    public static String fixed(double v, int digits) {
        if (Double.isNaN(v) || Double.isInfinite(v)) {
            return Double.isNaN(v) ? "nan" : v > 0 ? "inf" : "-inf";
        }
        String text = new BigDecimal(v).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
        return (v < 0 || 1 / v < 0) && !text.startsWith("-") ? "-" + text : text;
    }

    /// `%.Ng`: so many digits that count, without zeros at the end.
    public static String shortest(double v, int digits) {
        if (Double.isNaN(v) || Double.isInfinite(v)) {
            return fixed(v, 0);
        }
        if (v == 0) {
            return 1 / v < 0 ? "-0" : "0";
        }
        BigDecimal rounded = new BigDecimal(v).round(new MathContext(digits, RoundingMode.HALF_EVEN));
        int exponent = rounded.precision() - rounded.scale() - 1;
        if (exponent >= -4 && exponent < digits) {
            return rounded.stripTrailingZeros().toPlainString();
        }
        return rounded.movePointLeft(exponent).stripTrailingZeros().toPlainString()
                + (exponent < 0 ? "e-" : "e+")
                + String.format(Locale.ROOT, "%02d", Math.abs(exponent));
    }
}
