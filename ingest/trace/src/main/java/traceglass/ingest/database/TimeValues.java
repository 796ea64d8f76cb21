package traceglass.ingest.database;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Converts time strings to nanoseconds without loss of precision.
final class TimeValues {

    /// Result for a string that is not a time.
    static final long NONE = Long.MIN_VALUE;

    /// Times of at least this many ns are measured since 1970: as uptime, they would exceed three years.
    static final long SINCE_1970 = 100_000_000_000_000_000L;

    private static final int MAX_LENGTH = 40;
    private static final Pattern NUMBER = Pattern.compile("[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d{1,2})?");
    private static final Pattern DATE = Pattern.compile("(?:(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2}))?[T ]?"
            + "(?:(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9})\\d*)?)?)?"
            + " ?(Z|UTC|[+-]\\d{2}(?::?\\d{2})?)?");

    private TimeValues() {}

    static boolean isNumber(String text) {
        return text.length() <= MAX_LENGTH && NUMBER.matcher(text.strip()).matches();
    }

    /// Returns whether a string is a date, a time of day or both.
    static boolean isDate(String text) {
        return parseDate(text) != NONE;
    }

    /// Returns the ns of a value, or [#NONE].
    static long parseNs(String text, ColumnUnit unit) {
        if (text == null || text.isEmpty()) {
            return NONE;
        }
        return unit == ColumnUnit.DATE ? parseDate(text) : parseNumber(text.strip(), unit.ns());
    }

    private static long parseNumber(String text, long unit) {
        if (text.length() <= 9 && text.chars().allMatch(c -> c >= '0' && c <= '9') && !text.isEmpty()) {
            return Long.parseLong(text) * unit;
        }
        if (text.length() > MAX_LENGTH || !NUMBER.matcher(text).matches()) {
            return NONE;
        }
        BigDecimal ns = new BigDecimal(text).multiply(BigDecimal.valueOf(unit));
        return ns.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE >> 1)) > 0 ? NONE : ns.longValue();
    }

    /// Returns the ns since 1970, or since midnight for a time of day. Times without a zone are in UTC.
    private static long parseDate(String text) {
        Matcher m = DATE.matcher(text.strip());
        if (text.length() > MAX_LENGTH || !m.matches() || m.group(1) == null && m.group(4) == null) {
            return NONE;
        }
        try {
            long days = m.group(1) == null
                    ? 0
                    : LocalDate.of(group(m, 1), group(m, 2), group(m, 3)).toEpochDay();
            long nanoOfDay = LocalTime.of(group(m, 4), group(m, 5), group(m, 6)).toNanoOfDay() + fraction(m.group(7));
            String zone = m.group(8);
            long offset = zone == null || zone.equals("Z") || zone.equals("UTC")
                    ? 0
                    : ZoneOffset.of(zone).getTotalSeconds();
            return Math.addExact(Math.multiplyExact(days, 86_400_000_000_000L), nanoOfDay - offset * 1_000_000_000L);
        } catch (DateTimeException | ArithmeticException e) {
            return NONE;
        }
    }

    private static int group(Matcher m, int group) {
        return m.group(group) == null ? 0 : Integer.parseInt(m.group(group));
    }

    private static long fraction(String digits) {
        return digits == null ? 0 : Long.parseLong((digits + "00000000").substring(0, 9));
    }
}
