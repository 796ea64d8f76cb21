package traceglass.store.time;

import static traceglass.store.language.Translations.tr;

import traceglass.store.language.Translations;

/// Formats of timestamps to choose from. All except [#TRACE_NS] and times of day are relative to the start of the
/// trace, and all are exact to the nanosecond. Digits are grouped in threes by thin spaces.
public enum TimeFormat {

    /// Hours, minutes, seconds and their thousandths: `00:00:00.614 037 277`.
    TIMECODE(tr("Timecode")),
    /// `0.614 037 277 s`.
    SECONDS(tr("Seconds")),
    /// `614.037 277 ms`.
    MILLISECONDS(tr("Milliseconds")),
    /// `614 037.277 µs`.
    MICROSECONDS(tr("Microseconds")),
    /// `614 037 277 ns`.
    NANOSECONDS(tr("Nanoseconds")),
    /// The timestamp as stored in the tables: `157479930715654`.
    TRACE_NS(tr("Trace clock, ns")),
    /// Time of day in UTC, if the trace contains it; see [TimeStyle].
    UTC("UTC"),
    /// Time of day in the zone where the trace was recorded; see [TimeStyle].
    TRACE_ZONE(tr("Trace time zone")),
    /// Time of day in a zone chosen by the user; see [TimeStyle] and [TimeZones].
    CUSTOM_ZONE(tr("Other time zone"));

    private static final char THIN = '\u2009';
    private static final long SECOND = 1_000_000_000;
    /// From this trace length on, milliseconds have too many digits to compare at a glance.
    private static final long LONG_TRACE = 100 * SECOND;

    private final String title;

    TimeFormat(String title) {
        this.title = title;
    }

    /// Returns the name of the format in menus.
    public String title() {
        return title;
    }

    /// Returns whether it is a time of day, which only [TimeStyle] can format.
    public boolean isTimeOfDay() {
        return this == UTC || this == TRACE_ZONE || this == CUSTOM_ZONE;
    }

    /// Returns the most readable format for a column of timestamps of this trace.
    public static TimeFormat forColumnsOf(TimeSpan trace) {
        return trace.durNs() < LONG_TRACE ? MILLISECONDS : SECONDS;
    }

    /// @param ts timestamp in ns on the clock of the trace
    /// @param traceStart start of the trace in ns on the same clock
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
                + twoDigits(seconds / 3600)
                + ':'
                + twoDigits(seconds / 60 % 60)
                + ':'
                + twoDigits(seconds % 60)
                + Translations.decimalMark()
                + fraction(Math.abs(ns % SECOND), 9);
    }

    private static String decimal(long ns, long unitNs, int digits) {
        String sign = ns < 0 ? "−" : "";
        return sign
                + TimeText.count(Math.abs(ns / unitNs))
                + Translations.decimalMark()
                + fraction(Math.abs(ns % unitNs), digits);
    }

    private static String fraction(long value, int digits) {
        String text = Long.toString(value);
        StringBuilder out = new StringBuilder("0".repeat(digits - text.length())).append(text);
        for (int i = digits - 3; i > 0; i -= 3) {
            out.insert(i, THIN);
        }
        return out.toString();
    }

    private static String twoDigits(long value) {
        return value < 10 ? "0" + value : Long.toString(value);
    }
}
