package traceglass.ingest.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/// Formats numbers like C's `printf` (ISO C, 7.21.6.1), as other tools do in their tables. Java's formatter rounds the
/// shortest decimal representation instead of the exact value, and keeps trailing zeros that C drops.
public final class PrintedNumbers {

    private PrintedNumbers() {}

    /// Formats as `%.Nf`, with `digits` digits after the decimal point.
    public static String fixed(double v, int digits) {
        if (Double.isNaN(v) || Double.isInfinite(v)) {
            return Double.isNaN(v) ? "nan" : v > 0 ? "inf" : "-inf";
        }
        String text = new BigDecimal(v).setScale(digits, RoundingMode.HALF_EVEN).toPlainString();
        return (v < 0 || 1 / v < 0) && !text.startsWith("-") ? "-" + text : text;
    }

    /// Formats as `%.Ng`, with `digits` significant digits and without trailing zeros.
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
