package traceglass.store.time;

/// The ways in which people may have points in time written. All but [#TRACE_NS] and times of day count from the start
/// of the trace, and none loses a nanosecond. Digits are grouped in threes by thin spaces.
public enum TimeFormat {

    /// Hours, minutes, seconds and their thousandths: `00:00:00.614 037 277`.
    TIMECODE("Timecode"),
    /// `0.614 037 277 s`.
    SECONDS("Seconds"),
    /// `614.037 277 ms`.
    MILLISECONDS("Milliseconds"),
    /// `614 037.277 µs`.
    MICROSECONDS("Microseconds"),
    /// `614 037 277 ns`.
    NANOSECONDS("Nanoseconds"),
    /// The number that the tables of the store hold: `157479930715654`.
    TRACE_NS("Trace clock, ns"),
    /// The time of day in Greenwich, where the trace says which it was; see [TimeStyle].
    UTC("UTC"),
    /// The time of day where the trace was recorded; see [TimeStyle].
    TRACE_ZONE("Trace time zone"),
    /// The time of day in a zone that a person chose; see [TimeStyle] and [TimeZones].
    CUSTOM_ZONE("Other time zone");

    private static final char THIN = '\u2009';
    private static final long SECOND = 1_000_000_000;
    /// From this length of a trace on, milliseconds have more digits than people compare at a glance.
    private static final long LONG_TRACE = 100 * SECOND;

    private final String title;

    TimeFormat(String title) {
        this.title = title;
    }

    /// Name as it stands in menus.
    public String title() {
        return title;
    }

    /// Whether it is a time of day, which only [TimeStyle] knows.
    public boolean isTimeOfDay() {
        return this == UTC || this == TRACE_ZONE || this == CUSTOM_ZONE;
    }

    /// The format that reads best in a column of times of this trace.
    public static TimeFormat forColumnsOf(TimeSpan trace) {
        return trace.durNs() < LONG_TRACE ? MILLISECONDS : SECONDS;
    }

    /// @param ts ns, on the trace's clock
    /// @param traceStart ns, start of the trace on the same clock
    public String text(long ts, long traceStart) {
        long ns = ts - traceStart;
        return switch (this) {
            case TIMECODE, UTC, TRACE_ZONE, CUSTOM_ZONE -> timecode(ns);
            case SECONDS -> decimal(ns, SECOND, 9) + " s";
            case MILLISECONDS -> decimal(ns, 1_000_000, 6) + " ms";
            case MICROSECONDS -> decimal(ns, 1_000, 3) + " µs";
            case NANOSECONDS -> TimeText.count(ns) + " ns";
            case TRACE_NS -> Long.toString(ts);
        };
    }

    private static String timecode(long ns) {
        String sign = ns < 0 ? "−" : "";
        long seconds = Math.abs(ns / SECOND);
        return sign
                + two(seconds / 3600)
                + ':'
                + two(seconds / 60 % 60)
                + ':'
                + two(seconds % 60)
                + '.'
                + fraction(Math.abs(ns % SECOND), 9);
    }

    private static String decimal(long ns, long unitNs, int digits) {
        String sign = ns < 0 ? "−" : "";
        return sign + TimeText.count(Math.abs(ns / unitNs)) + '.' + fraction(Math.abs(ns % unitNs), digits);
    }

    private static String fraction(long value, int digits) {
        String text = Long.toString(value);
        StringBuilder out = new StringBuilder("0".repeat(digits - text.length())).append(text);
        for (int i = digits - 3; i > 0; i -= 3) {
            out.insert(i, THIN);
        }
        return out.toString();
    }

    private static String two(long value) {
        return value < 10 ? "0" + value : Long.toString(value);
    }
}
