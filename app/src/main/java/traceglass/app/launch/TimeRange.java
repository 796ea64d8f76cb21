package traceglass.app.launch;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import traceglass.app.io.UsageErrors;
import traceglass.store.time.TimeSpan;

/// A time range on the command line. Times are relative to the start of the trace, or with a leading `@` timestamps
/// of the trace in nanoseconds.
///
/// @param start ns
/// @param end ns, after `start`
/// @param absolute whether start and end are timestamps of the trace
public record TimeRange(long start, long end, boolean absolute) {

    public static final String HELP =
            "Time range to show, relative to the start of the trace: 605.6ms..630.4ms, 1s..2s, 0..500us."
                    + " Without a unit: seconds. With a leading @: timestamps of the trace in nanoseconds,"
                    + " @157479470420807..@157479480420807.";

    private static final Pattern TIME = Pattern.compile("(@?)(\\d+(?:\\.\\d+)?)\\s*(ns|us|µs|ms|s|min|)");

    /// Returns the span in trace time.
    public TimeSpan in(TimeSpan bounds) {
        return absolute ? new TimeSpan(start, end) : new TimeSpan(bounds.start() + start, bounds.start() + end);
    }

    static TimeRange parse(String text) {
        String[] ends = text.split("\\.\\.", -1);
        if (ends.length != 2) {
            throw UsageErrors.ofValue("can't read '" + text + "' as a time range; example: 1.2s..1.5s");
        }
        Matcher from = match(ends[0], text);
        Matcher to = match(ends[1], text);
        if (from.group(1).equals("@") != to.group(1).equals("@")) {
            throw UsageErrors.ofValue("'" + text + "' mixes times with and without @");
        }
        // In 605.6..630.4ms the unit applies to both ends.
        String startUnit = from.group(3).isEmpty() ? to.group(3) : from.group(3);
        long start = ns(from, startUnit);
        long end = ns(to, to.group(3));
        if (end <= start) {
            throw UsageErrors.ofValue("'" + text + "' ends before it starts");
        }
        return new TimeRange(start, end, from.group(1).equals("@"));
    }

    private static Matcher match(String time, String whole) {
        Matcher m = TIME.matcher(time.strip());
        if (!m.matches()) {
            throw UsageErrors.ofValue(
                    "can't read '" + time + "' in '" + whole + "' as a time; examples: 1.2s, 605.6ms, 500us");
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
                    .setScale(0, java.math.RoundingMode.DOWN)
                    .longValueExact();
        } catch (ArithmeticException e) {
            throw UsageErrors.ofValue("'" + m.group() + "' is too large");
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
