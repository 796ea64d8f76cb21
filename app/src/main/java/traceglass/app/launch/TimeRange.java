package traceglass.app.launch;

import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import traceglass.app.io.Misuse;
import traceglass.store.time.TimeSpan;

/// A span of time as it is written on the command line. Times count from the start of the trace; with `@` before them
/// they are the trace's own nanoseconds.
///
/// @param start ns
/// @param end ns, not before `start`
/// @param absolute whether the times are the trace's own
public record TimeRange(long start, long end, boolean absolute) {

    public static final String HELP =
            "Span to show, counted from the start of the trace: 605.6ms..630.4ms, 1s..2s, 0..500us."
                    + " Without a unit: seconds. With @ in front: nanoseconds of the trace's clock,"
                    + " @157479470420807..@157479480420807.";

    private static final Pattern TIME = Pattern.compile("(@?)(\\d+(?:\\.\\d+)?)\\s*(ns|us|µs|ms|s|min|)");

    /// The span in the trace's own time.
    public TimeSpan in(TimeSpan bounds) {
        return absolute ? new TimeSpan(start, end) : new TimeSpan(bounds.start() + start, bounds.start() + end);
    }

    static TimeRange parse(String text) {
        String[] ends = text.split("\\.\\.", -1);
        if (ends.length != 2) {
            throw Misuse.ofValue("'" + text + "' is no span of time; write for example 1.2s..1.5s");
        }
        Matcher from = match(ends[0], text);
        Matcher to = match(ends[1], text);
        if (from.group(1).equals("@") != to.group(1).equals("@")) {
            throw Misuse.ofValue("'" + text + "' mixes times with and without @");
        }
        // 605.6..630.4ms: the unit of the end is that of both.
        String startUnit = from.group(3).isEmpty() ? to.group(3) : from.group(3);
        long start = ns(from, startUnit);
        long end = ns(to, to.group(3));
        if (end <= start) {
            throw Misuse.ofValue("'" + text + "' ends before it starts");
        }
        return new TimeRange(start, end, from.group(1).equals("@"));
    }

    private static Matcher match(String time, String whole) {
        Matcher m = TIME.matcher(time.strip());
        if (!m.matches()) {
            throw Misuse.ofValue(
                    "'" + time + "' in '" + whole + "' is no time; write for example 1.2s, 605.6ms or 500us");
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
            throw Misuse.ofValue("'" + m.group() + "' is longer than time is counted");
        }
    }

    /// For picocli.
    public static final class Converter implements ITypeConverter<TimeRange> {

        @Override
        public TimeRange convert(String text) {
            return parse(text);
        }
    }
}
