package traceglass.app.launch;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses and formats a time offset: a number with a sign and a unit, such as `-1.5ms`.
public final class TimeOffset {

    private static final Pattern FORM = Pattern.compile("([+\u2212-]?)(\\d+(?:\\.\\d+)?)\\s*(ns|us|µs|ms|s)");
    private static final Map<String, Integer> DIGITS = Map.of("ns", 0, "us", 3, "µs", 3, "ms", 6, "s", 9);

    private TimeOffset() {}

    /// Returns the time in ns; empty if the text is not a time, or is longer than 292 years.
    public static OptionalLong parse(String text) {
        Matcher m = FORM.matcher(text.strip());
        if (!m.matches()) {
            return OptionalLong.empty();
        }
        BigDecimal ns = new BigDecimal(m.group(2))
                .movePointRight(DIGITS.get(m.group(3)))
                .setScale(0, RoundingMode.HALF_UP);
        try {
            long exact = ns.longValueExact();
            return OptionalLong.of(m.group(1).isEmpty() || m.group(1).equals("+") ? exact : -exact);
        } catch (ArithmeticException _) {
            return OptionalLong.empty();
        }
    }

    /// Formats an offset with all its digits, in the largest unit in which it is 1 or more.
    public static String text(long ns) {
        BigDecimal size = BigDecimal.valueOf(ns).abs();
        String unit = "ns";
        int digits = 0;
        for (String larger : new String[] {"µs", "ms", "s"}) {
            int next = DIGITS.get(larger);
            if (size.compareTo(BigDecimal.TEN.pow(next)) >= 0) {
                unit = larger;
                digits = next;
            }
        }
        BigDecimal value = size.movePointLeft(digits).stripTrailingZeros();
        return (ns < 0 ? "-" : "+") + value.toPlainString() + " " + unit;
    }
}
