package traceglass.engine.jdbc;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/// A date, time or both in ISO 8601, as SQL functions such as `strftime` return them, with a space or `T` in between.
///
/// @param date 1970-01-01 if the text has none
/// @param time midnight if the text has none
record DateText(LocalDate date, LocalTime time) {

    private static final String INVALID = "22007";

    /// Reads a value of a result.
    ///
    /// @throws SQLException if it is not such a text
    static DateText of(int column, Object value) throws SQLException {
        if (!(value instanceof String text)) {
            throw new SQLException(
                    "Column " + column + " is not a date, but " + value
                            + "; use getLong to read timestamps of the trace, which are in nanoseconds",
                    INVALID);
        }
        String stripped = text.strip();
        try {
            int gap = stripped.replace('T', ' ').indexOf(' ');
            if (gap > 0) {
                return new DateText(
                        LocalDate.parse(stripped.substring(0, gap)), LocalTime.parse(stripped.substring(gap + 1)));
            }
            return stripped.indexOf(':') > 0
                    ? new DateText(LocalDate.EPOCH, LocalTime.parse(stripped))
                    : new DateText(LocalDate.parse(stripped), LocalTime.MIDNIGHT);
        } catch (DateTimeException e) {
            throw new SQLException("Column " + column + " is not a date or time: " + text, INVALID, e);
        }
    }

    LocalDateTime dateTime() {
        return date.atTime(time);
    }

    /// @param calendar its time zone is that of the text; null for the default time zone
    Timestamp timestamp(@Nullable Calendar calendar) {
        return calendar == null
                ? Timestamp.valueOf(dateTime())
                : Timestamp.from(dateTime().atZone(zone(calendar)).toInstant());
    }

    Date sqlDate(@Nullable Calendar calendar) {
        return calendar == null
                ? Date.valueOf(date)
                : new Date(date.atStartOfDay(zone(calendar)).toInstant().toEpochMilli());
    }

    Time sqlTime(@Nullable Calendar calendar) {
        return calendar == null
                ? Time.valueOf(time)
                : new Time(LocalDate.EPOCH
                        .atTime(time)
                        .atZone(zone(calendar))
                        .toInstant()
                        .toEpochMilli());
    }

    private static ZoneId zone(Calendar calendar) {
        return calendar.getTimeZone().toZoneId();
    }
}
