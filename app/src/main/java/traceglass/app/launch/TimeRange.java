package traceglass.app.launch;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import traceglass.app.io.UsageErrors;
import traceglass.store.time.TimeSpan;

/// A time range on the command line. Times are relative to the start of the trace, or with a leading `@` timestamps
/// of the trace in nanoseconds.
///
/// @param start start in ns
/// @param end end in ns, after `start`
/// @param isAbsolute whether start and end are timestamps of the trace
public record TimeRange(long start, long end, boolean isAbsolute) {

    /// Help of an option whose value is a time range.
    public static final String HELP = LaunchTexts.TIME_RANGE;

    private static final Pattern TIME = Pattern.compile("(@?)(\\d+(?:\\.\\d+)?)\\s*(ns|us|µs|ms|s|min|)");

    /// Returns the span in trace time.
    public TimeSpan in(TimeSpan bounds) {
        return isAbsolute
                ? new TimeSpan(start, end)
                : new TimeSpan(addSaturated(bounds.start(), start), addSaturated(bounds.start(), end));
    }

    /// Adds an offset to a time; sums beyond the range of `long` are the largest `long`.
    private static long addSaturated(long time, long offsetNs) {
        long sum = time + offsetNs;
        return offsetNs > 0 && sum < time ? Long.MAX_VALUE : sum;
    }

    /// Creates the range of a span in trace time.
    public static TimeRange of(TimeSpan span) {
        return new TimeRange(span.start(), span.end(), true);
    }

    /// Returns the range in the format of [#parse].
    String text() {
        return isAbsolute ? "@" + start + "..@" + end : start + "ns.." + end + "ns";
    }

    static TimeRange parse(String text) {
        String[] bounds = text.split("\\.\\.", -1);
        if (bounds.length != 2) {
            throw UsageErrors.ofValue(LaunchTexts.notATimeRange(text));
        }
        Matcher from = match(bounds[0], text);
        Matcher to = match(bounds[1], text);
        if (from.group(1).equals("@") != to.group(1).equals("@")) {
            throw UsageErrors.ofValue(LaunchTexts.mixedTimes(text));
        }
        // In 605.6..630.4ms the unit applies to both ends.
        String startUnit = from.group(3).isEmpty() ? to.group(3) : from.group(3);
        long start = ns(from, startUnit);
        long end = ns(to, to.group(3));
        if (end <= start) {
            throw UsageErrors.ofValue(LaunchTexts.endsBeforeStart(text));
        }
        return new TimeRange(start, end, from.group(1).equals("@"));
    }

    private static Matcher match(String time, String text) {
        Matcher m = TIME.matcher(time.strip());
        if (!m.matches()) {
            throw UsageErrors.ofValue(LaunchTexts.notATime(time, text));
        }
        return m;
    }

    private static long ns(Matcher m, String unit) {
        long factor = switch (unit) {
            case "ns" -> 1;
            case "us", "µs" -> 1_000;
            case "ms" -> 1_000_000;
            case "min" -> 60_000_000_000L;
            default -> m.group(1).isEmpty() || unit.equals("s") ? 1_000_000_000 : 1;
        };
        try {
            return new BigDecimal(m.group(2))
                    .multiply(BigDecimal.valueOf(factor))
                    .setScale(0, RoundingMode.DOWN)
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw UsageErrors.ofValue(LaunchTexts.timeTooLarge(m.group()));
        }
    }

    /// Converts option values for picocli.
    public static final class Converter implements ITypeConverter<TimeRange> {

        @Override
        public TimeRange convert(String text) {
            return parse(text);
        }
    }
}
