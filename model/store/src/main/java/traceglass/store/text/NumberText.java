package traceglass.store.text;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Locale;
import traceglass.store.language.Translations;
import traceglass.store.time.TimeText;

/// Formats counter values.
public final class NumberText {

    /// A million T, the largest prefix; also the approximate range of a `long` of nanoseconds.
    private static final double LARGEST = 1e18;
    /// Values below this would round to nearly zero with four decimals.
    private static final double SMALLEST = 1e-3;
    private static final String[] KILOBYTES = Arrays.copyOfRange(DisplayText.SIZES, 1, DisplayText.SIZES.length);
    private static final MathContext FOUR = new MathContext(4, RoundingMode.HALF_UP);

    private NumberText() {}

    /// Formats a value with its unit: bytes as KB, MB, GB; kHz as MHz or GHz; µW as mW or W; others with up to four
    /// significant digits and K, M, G. Values outside that range are written with a power of ten.
    public static String compact(double value, String unit) {
        String unitText = unit == null ? "" : unit.strip();
        if (unitText.endsWith("/s")) {
            return compact(value, unitText.substring(0, unitText.length() - 2)) + "/s";
        }
        if (!Double.isFinite(value) || Math.abs(value) >= LARGEST) {
            return withUnit(exponential(value), unitText);
        }
        return switch (unitText.toLowerCase(Locale.ROOT)) {
            case "µw" -> scaled(value, 1000, new String[] {"µW", "mW", "W"});
            case "µws" -> scaled(value, 1000, new String[] {"µWs", "mWs", "Ws"});
            case "b", "byte", "bytes", "size_bytes" -> scaled(value, 1024, DisplayText.SIZES);
            case "kb", "kib" -> scaled(value, 1024, KILOBYTES);
            case "hz" -> scaled(value, 1000, new String[] {"Hz", "kHz", "MHz", "GHz"});
            case "khz" -> scaled(value, 1000, new String[] {"kHz", "MHz", "GHz"});
            case "mhz" -> scaled(value, 1000, new String[] {"MHz", "GHz"});
            case "ns" -> TimeText.duration((long) value);
            case "" ->
                Math.abs(value) < 100_000 ? digits(value) : scaled(value, 1000, new String[] {"", "K", "M", "G", "T"});
            default -> withUnit(digits(value), unitText);
        };
    }

    /// Formats like [#compact], but without trailing zeros in the decimals: for round numbers, such as ends of
    /// scales, so that `2.5 GHz` fits next to `2 GHz`.
    public static String round(double value, String unit) {
        String text = compact(value, unit);
        int point = text.indexOf(Translations.decimalMark());
        int end = point + 1;
        while (end > 0 && end < text.length() && Character.isDigit(text.charAt(end))) {
            end++;
        }
        if (point < 0 || end < text.length() && text.charAt(end) == 'e') {
            return text;
        }
        int last = end;
        while (text.charAt(last - 1) == '0') {
            last--;
        }
        return text.substring(0, text.charAt(last - 1) == Translations.decimalMark() ? last - 1 : last)
                + text.substring(end);
    }

    /// Appends a unit to a number: `1.5 V`, `75%`; no unit if it is empty.
    public static String withUnit(String number, String unit) {
        return unit.isEmpty() ? number : unit.startsWith("%") ? number + unit : number + " " + unit;
    }

    private static String scaled(double value, double factor, String[] units) {
        double rest = value;
        int unit = 0;
        while (Math.abs(rest) >= factor && unit < units.length - 1) {
            rest /= factor;
            unit++;
        }
        return withUnit(digits(rest), units[unit]);
    }

    private static String digits(double value) {
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return TimeText.count((long) value);
        }
        double size = Math.abs(value);
        if (size < SMALLEST) {
            return exponential(value);
        }
        int decimals = size >= 100 ? 1 : size >= 1 ? 2 : 4;
        if (size >= 1e6) {
            return TimeText.count(Math.round(value));
        }
        // Counter labels change in every frame, and String.format takes ten times as long.
        return sign(value)
                + Translations.withDecimalMark(BigDecimal.valueOf(size)
                        .setScale(decimals, RoundingMode.HALF_UP)
                        .toPlainString());
    }

    /// Formats as `1.5e-7`, with up to four significant digits.
    private static String exponential(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "NaN" : sign(value) + '∞';
        }
        BigDecimal rounded = BigDecimal.valueOf(Math.abs(value)).round(FOUR).stripTrailingZeros();
        return sign(value)
                + Translations.withDecimalMark(
                        new BigDecimal(rounded.unscaledValue(), rounded.precision() - 1).toPlainString())
                + 'e'
                + (rounded.precision() - 1 - rounded.scale());
    }

    private static String sign(double value) {
        return value < 0 ? "−" : "";
    }
}
