package traceglass.store.time;

import java.math.BigDecimal;
import java.math.RoundingMode;
import traceglass.store.language.Translations;

/// Formats times and durations. Digits are grouped in threes by thin spaces (U+2009), with a plain space before the
/// unit.
public final class TimeText {

    private static final char THIN = '\u2009';
    private static final String[] UNITS = {"ns", "µs", "ms", "s"};
    private static final long[] UNIT_NS = {1, 1_000, 1_000_000, 1_000_000_000};

    private TimeText() {}

    /// Formats a duration with four significant digits in a suitable unit: `5.375 ms`, `36.90 µs`, `12 ns`, `2 min
    /// 5.1 s`.
    public static String duration(long ns) {
        if (ns < 0) {
            return ns == Long.MIN_VALUE ? "−∞" : "−" + duration(-ns);
        }
        if (ns >= 60_000_000_000L) {
            return minutes(ns);
        }
        int unit = unitFor(ns);
        if (unit == 0) {
            return ns + spaced("ns");
        }
        double value = (double) ns / UNIT_NS[unit];
        int decimals = value >= 100 ? 1 : value >= 10 ? 2 : 3;
        return fixed(value, decimals) + spaced(UNITS[unit]);
    }

    /// Formats a chosen or estimated duration in its largest unit, with the next smaller one for the rest: `10 s`,
    /// `1 min 30 s`, `250 ms`.
    public static String brief(long ms) {
        if (ms < 1000) {
            return ms + spaced("ms");
        }
        long s = ms / 1000;
        if (s < 60) {
            return (ms % 1000 == 0 ? Long.toString(s) : fixed(ms / 1000.0, 1)) + spaced("s");
        }
        if (s < 3600) {
            return s / 60 + spaced("min") + (s % 60 == 0 ? "" : " " + s % 60 + spaced("s"));
        }
        return s / 3600 + spaced("h") + (s % 3600 / 60 == 0 ? "" : " " + s % 3600 / 60 + spaced("min"));
    }

    private static String minutes(long ns) {
        long seconds = ns / 1_000_000_000;
        long days = seconds / 86_400;
        long hours = seconds / 3_600 % 24;
        long minutes = seconds / 60 % 60;
        if (days > 0) {
            return days + spaced("d") + " " + hours + spaced("h");
        }
        if (hours > 0) {
            return hours + spaced("h") + " " + minutes + spaced("min");
        }
        return minutes + spaced("min") + " " + fixed(ns % 60_000_000_000L / 1e9, 1) + spaced("s");
    }

    /// Formats a duration without loss, in the largest of s, ms, µs, ns that does not exceed it: `5.375 203 ms`.
    public static String exact(long ns) {
        if (ns < 0) {
            return ns == Long.MIN_VALUE ? "−∞" : "−" + exact(-ns);
        }
        return inUnit(ns, unitFor(ns), Integer.MAX_VALUE);
    }

    /// Formats a timestamp relative to the start of the trace, without loss: `614.037 277 ms`.
    public static String timestamp(long ts, long traceStart) {
        return exact(ts - traceStart);
    }

    /// Formats a range as `605.600 – 630.400 ms`, in one unit, with the decimals that its length requires, rounded like
    /// a duration so that the range of a whole trace agrees with its length.
    public static String range(long start, long end, long traceStart) {
        long a = start - traceStart;
        long b = end - traceStart;
        int unit = unitFor(Math.max(Math.abs(a), Math.abs(b)));
        // Complete groups of three digits, so that no single digit follows a space.
        int decimals = (decimals(unit, Math.max(1, (b - a) / 1_000)) + 2) / 3 * 3;
        return inUnit(a, unit, decimals, false) + " – " + inUnit(b, unit, decimals, true);
    }

    /// Formats `ns` for an axis whose ticks are `stepNs` apart and whose largest label is `largestNs`, with as many
    /// decimals as the step needs. From a minute on as `m:ss`, from an hour on as `h:mm:ss`.
    public static String tick(long ns, long stepNs, long largestNs) {
        if (largestNs >= 60_000_000_000L) {
            return clock(ns, stepNs, largestNs);
        }
        int unit = unitFor(largestNs);
        return inUnit(ns, unit, decimals(unit, stepNs));
    }

    /// Formats `ns` in one unit (0 ns to 3 s), with the decimals needed to distinguish times `stepNs` apart.
    static String inUnit(long ns, int unit, long stepNs) {
        return inUnit(ns, unit, decimals(unit, stepNs));
    }

    private static String clock(long ns, long stepNs, long largestNs) {
        String sign = ns < 0 ? "−" : "";
        long value = Math.abs(ns);
        long seconds = value / 1_000_000_000;
        StringBuilder out = new StringBuilder(sign);
        if (largestNs >= 3_600_000_000_000L) {
            out.append(seconds / 3600).append(':').append(twoDigits(seconds / 60 % 60));
        } else {
            out.append(seconds / 60);
        }
        out.append(':').append(twoDigits(seconds % 60));
        int decimals = decimals(3, stepNs);
        if (decimals > 0) {
            out.append(Translations.decimalMark()).append(fraction(value % 1_000_000_000, 9, decimals));
        }
        return out.toString();
    }

    private static String twoDigits(long value) {
        return value < 10 ? "0" + value : Long.toString(value);
    }

    /// Formats digits in groups of three: `11 078`.
    public static String count(long value) {
        // The smallest long has no positive counterpart.
        String digits = value < 0 ? Long.toString(value).substring(1) : Long.toString(value);
        StringBuilder out = new StringBuilder(value < 0 ? "−" : "");
        for (int i = 0; i < digits.length(); i++) {
            if (i > 0 && (digits.length() - i) % 3 == 0) {
                out.append(THIN);
            }
            out.append(digits.charAt(i));
        }
        return out.toString();
    }

    private static int unitFor(long ns) {
        return ns >= UNIT_NS[3] ? 3 : ns >= UNIT_NS[2] ? 2 : ns >= UNIT_NS[1] ? 1 : 0;
    }

    /// Returns the number of decimals needed to distinguish times `stepNs` apart: in seconds, 5 ms need three.
    private static int decimals(int unit, long stepNs) {
        int decimals = 0;
        for (long power = UNIT_NS[unit]; power > Math.max(1, stepNs); power /= 10) {
            decimals++;
        }
        return decimals;
    }

    private static String inUnit(long ns, int unit, int decimals) {
        return inUnit(ns, unit, decimals, true);
    }

    /// Rounds to the decimals shown, as durations are.
    private static long rounded(long ns, int unit, int decimals) {
        long step = 1;
        for (int i = decimals; i < unit * 3; i++) {
            step *= 10;
        }
        long remaining = Math.abs(ns) % step;
        long correction =
                remaining * 2 >= step && Math.abs(ns) <= Long.MAX_VALUE - step ? step - remaining : -remaining;
        return ns < 0 ? ns - correction : ns + correction;
    }

    private static String inUnit(long ns, int unit, int decimals, boolean withUnit) {
        long rounded = rounded(ns, unit, decimals);
        long value = Math.abs(rounded);
        int digits = unit * 3;
        StringBuilder out = new StringBuilder(rounded < 0 ? "−" : "").append(count(value / UNIT_NS[unit]));
        int count = Math.min(digits, decimals);
        if (count > 0) {
            out.append(Translations.decimalMark()).append(fraction(value % UNIT_NS[unit], digits, count));
        }
        return withUnit ? out + spaced(UNITS[unit]) : out.toString();
    }

    private static String fraction(long value, int digits, int count) {
        String padded = "0".repeat(digits - Long.toString(value).length()) + value;
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < count; i++) {
            if (i > 0 && i % 3 == 0) {
                out.append(THIN);
            }
            out.append(padded.charAt(i));
        }
        return out.toString();
    }

    private static String fixed(double value, int decimals) {
        // Rounds like String.format in a tenth of the time: durations are drawn in every frame.
        return Translations.withDecimalMark(BigDecimal.valueOf(value)
                .setScale(decimals, RoundingMode.HALF_UP)
                .toPlainString());
    }

    private static String spaced(String unit) {
        return " " + unit;
    }
}
