package traceglass.store.time;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Objects;
import traceglass.store.language.Translations;

/// Formatting of times and durations of one trace. Immutable.
///
/// @param format format of timestamps
/// @param isExact whether durations are written to the nanosecond; otherwise with four significant digits
/// @param toUnixNs nanoseconds to add to a trace timestamp to get nanoseconds since 1970 (UTC), or [#UNKNOWN]
/// @param zoneMinutes offset from UTC in minutes where the trace was recorded
/// @param chosenZone the zone of [TimeFormat#CUSTOM_ZONE], with its daylight saving time
public record TimeStyle(TimeFormat format, boolean isExact, long toUnixNs, int zoneMinutes, ZoneId chosenZone) {

    /// Marks a trace that does not contain the time of day.
    public static final long UNKNOWN = Long.MIN_VALUE;

    public static final TimeStyle DEFAULT = new TimeStyle(TimeFormat.TIMECODE, false, UNKNOWN, 0, ZoneOffset.UTC);

    private static final long SECOND = 1_000_000_000L;
    private static final char THIN = '\u2009';

    // Written by hand because the window compares styles at startup, and the generated method of a record takes some
    // milliseconds on first use.
    @Override
    public boolean equals(Object other) {
        return other instanceof TimeStyle s
                && format == s.format
                && isExact == s.isExact
                && toUnixNs == s.toUnixNs
                && zoneMinutes == s.zoneMinutes
                && Objects.equals(chosenZone, s.chosenZone);
    }

    @Override
    public int hashCode() {
        return (format.ordinal() * 31 + Long.hashCode(toUnixNs)) * 31 + zoneMinutes;
    }

    public TimeStyle withFormat(TimeFormat value) {
        return new TimeStyle(value, isExact, toUnixNs, zoneMinutes, chosenZone);
    }

    public TimeStyle withExact(boolean value) {
        return new TimeStyle(format, value, toUnixNs, zoneMinutes, chosenZone);
    }

    public TimeStyle withChosenZone(ZoneId value) {
        return new TimeStyle(format, isExact, toUnixNs, zoneMinutes, value);
    }

    /// Returns a copy for a trace recorded at this time of day.
    public TimeStyle recordedAt(long newToUnixNs, int newZoneMinutes) {
        return new TimeStyle(format, isExact, newToUnixNs, newZoneMinutes, chosenZone);
    }

    /// Returns whether times of day are known.
    public boolean hasTimeOfDay() {
        return toUnixNs != UNKNOWN;
    }

    /// Formats a timestamp without loss. Unknown times of day are written as a timecode.
    ///
    /// @param ts timestamp in ns on the clock of the trace
    /// @param traceStart start of the trace in ns on the same clock
    public String time(long ts, long traceStart) {
        if (!format.isTimeOfDay()) {
            return format.text(ts, traceStart);
        }
        return hasTimeOfDay() ? timeOfDay(ts, 9, true) : TimeFormat.TIMECODE.text(ts, traceStart);
    }

    /// Formats a duration in this style.
    public String duration(long ns) {
        return isExact ? TimeText.exact(ns) : TimeText.duration(ns);
    }

    /// Formats a label of an axis whose ticks are `stepNs` apart, with as many decimals as the step needs.
    ///
    /// @param ns time since the start of the trace
    /// @param largestNs the largest such number on the axis
    public String tick(long ns, long stepNs, long largestNs, long traceStart) {
        return switch (format) {
            case TIMECODE -> TimeText.tick(ns, stepNs, largestNs);
            case SECONDS -> TimeText.inUnit(ns, 3, stepNs);
            case MILLISECONDS -> TimeText.inUnit(ns, 2, stepNs);
            case MICROSECONDS -> TimeText.inUnit(ns, 1, stepNs);
            case NANOSECONDS -> TimeText.inUnit(ns, 0, stepNs);
            case TRACE_NS -> Long.toString(traceStart + ns);
            case UTC, TRACE_ZONE, CUSTOM_ZONE ->
                hasTimeOfDay()
                        ? timeOfDay(traceStart + ns, decimals(stepNs), false)
                        : TimeText.tick(ns, stepNs, largestNs);
        };
    }

    private static int decimals(long stepNs) {
        int decimals = 0;
        for (long power = SECOND; power > Math.max(1, stepNs); power /= 10) {
            decimals++;
        }
        return decimals;
    }

    /// Returns the date of a timestamp, as `2024-03-09`, or an empty string if it is unknown.
    public String date(long ts) {
        return hasTimeOfDay() ? zoned(ts).toLocalDate().toString() : "";
    }

    /// Returns the zone of times of day; UTC for other formats.
    public ZoneId zone() {
        return switch (format) {
            case TRACE_ZONE -> ZoneOffset.ofTotalSeconds(Math.clamp(zoneMinutes, -18 * 60, 18 * 60) * 60);
            case CUSTOM_ZONE -> chosenZone;
            default -> ZoneOffset.UTC;
        };
    }

    private ZonedDateTime zoned(long ts) {
        long unixNs = ts + toUnixNs;
        return Instant.ofEpochSecond(Math.floorDiv(unixNs, SECOND), Math.floorMod(unixNs, SECOND))
                .atZone(zone());
    }

    private String timeOfDay(long ts, int decimals, boolean withDate) {
        ZonedDateTime time = zoned(ts);
        StringBuilder out = new StringBuilder();
        if (withDate) {
            out.append(time.toLocalDate()).append(' ');
        }
        out.append(String.format(Locale.ROOT, "%02d:%02d:%02d", time.getHour(), time.getMinute(), time.getSecond()));
        if (decimals > 0) {
            String digits = String.format(Locale.ROOT, "%09d", time.getNano()).substring(0, decimals);
            out.append(Translations.decimalMark());
            for (int i = 0; i < digits.length(); i++) {
                if (i > 0 && i % 3 == 0) {
                    out.append(THIN);
                }
                out.append(digits.charAt(i));
            }
        }
        return out.toString();
    }
}
