package traceglass.sql.functions;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Implements SQLite's date functions. Their arguments are a time value (a string, or a number that is a Julian
/// day unless a modifier changes its meaning) and modifiers, applied in order. Everything is UTC: `localtime` and
/// `utc` have no effect. Invalid values are NULL. Format: https://www.sqlite.org/lang_datefunc.html
final class SqliteDates {
    private static final long DAY_MS = 86_400_000;
    /// Time from Julian day 0, which starts at noon, to 1970.
    private static final long EPOCH_MS = 210_866_760_000_000L;
    /// The last millisecond of the year 9999, as a Julian day.
    private static final long LAST_MS = 464_269_060_799_999L;
    private static final double FIRST_INVALID_DAY = 5_373_484.5;
    private static final Pattern TEXT = Pattern.compile(
            "(?:(-?\\d{4})-(\\d\\d)-(\\d\\d)[\\sT]*)?(?:(\\d\\d):(\\d\\d)(?::(\\d\\d(?:\\.\\d+)?))?)?\\s*(Z|[-+]\\d\\d:\\d\\d)?\\s*",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern NUMBER =
            Pattern.compile("\\s*[-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?\\s*", Pattern.CASE_INSENSITIVE);
    private static final Pattern AMOUNT =
            Pattern.compile("([-+]?(?:\\d+\\.?\\d*|\\.\\d+)(?:e[-+]?\\d+)?)\\s+(second|minute|hour|day|month|year)s?");
    private static final Pattern CLOCK = Pattern.compile("([-+])?(\\d\\d):(\\d\\d)(?::(\\d\\d(?:\\.\\d+)?))?");
    private static final Pattern CALENDAR =
            Pattern.compile("([-+])(\\d{4})-(\\d\\d)-(\\d\\d)(?:\\s+(\\d\\d):(\\d\\d)(?::(\\d\\d(?:\\.\\d+)?))?)?");
    private static final Map<String, Double> UNIT_MS = Map.of(
            "second", 1e3, "minute", 6e4, "hour", 3.6e6, "day", 8.64e7, "month", 30 * 8.64e7, "year", 365 * 8.64e7);
    private static final Map<String, Double> UNIT_LIMITS = Map.of(
            "second",
            4.6427e14,
            "minute",
            7.7379e12,
            "hour",
            1.2897e11,
            "day",
            5_373_485.0,
            "month",
            176_546.0,
            "year",
            14_713.0);

    /// Milliseconds since Julian day 0.
    private long ms;
    /// A number whose meaning has not been set by a modifier yet.
    private double raw;
    private boolean isRaw;
    private boolean isKnown;
    private boolean hasSubseconds;
    /// Days beyond the end of the month.
    private int excessDays;

    private SqliteDates() {}

    /// Implements `date`, `time`, `datetime`, or `strftime` with its format as the first value.
    ///
    /// @param parts the concatenated values as written by `tg_part`
    /// @return null for an invalid time
    static String text(String function, String parts) {
        List<Object> values = SqlitePrintf.read(parts);
        boolean formats = function.equals("strftime");
        SqliteDates date = of(formats && !values.isEmpty() ? values.subList(1, values.size()) : values);
        if (date == null || formats && (values.isEmpty() || values.getFirst() == null)) {
            return null;
        }
        String time = date.hasSubseconds ? "%H:%M:%f" : "%H:%M:%S";
        return date.format(
                switch (function) {
                    case "date" -> "%Y-%m-%d";
                    case "time" -> time;
                    case "datetime" -> "%Y-%m-%d " + time;
                    default -> TextNumber.toText(values.getFirst());
                });
    }

    /// @return days since noon of 24 November 4714 BC, null for an invalid time
    static Double julianDay(String parts) {
        SqliteDates date = of(SqlitePrintf.read(parts));
        return date == null ? null : date.ms / (double) DAY_MS;
    }

    /// @return whole seconds since 1970, null for an invalid time
    static Long unixSeconds(String parts) {
        SqliteDates date = of(SqlitePrintf.read(parts));
        return date == null ? null : Math.floorDiv(date.ms - EPOCH_MS, 1000L);
    }

    /// @return seconds since 1970 with milliseconds, null for an invalid time
    static Double unixTime(String parts) {
        SqliteDates date = of(SqlitePrintf.read(parts));
        return date == null ? null : (date.ms - EPOCH_MS) / 1000.0;
    }

    private static SqliteDates of(List<Object> values) {
        SqliteDates date = new SqliteDates();
        boolean isValid = values.isEmpty() ? date.parseText("now") : date.parseValue(values.getFirst());
        for (int i = 1; i < values.size() && isValid; i++) {
            isValid = values.get(i) != null
                    && date.modify(TextNumber.toText(values.get(i)).toLowerCase(Locale.ROOT), i == 1);
        }
        return isValid && date.isKnown && date.ms >= 0 && date.ms <= LAST_MS ? date : null;
    }

    private boolean parseValue(Object value) {
        return switch (value) {
            case null -> false;
            case String text -> parseText(text);
            default -> parseNumber(TextNumber.toDouble(value));
        };
    }

    private boolean parseNumber(double value) {
        raw = value;
        isRaw = true;
        isKnown = value >= 0 && value < FIRST_INVALID_DAY;
        ms = isKnown ? (long) (value * DAY_MS + 0.5) : 0;
        return true;
    }

    private boolean parseText(String text) {
        if (text.equalsIgnoreCase("now") || text.equalsIgnoreCase("subsec") || text.equalsIgnoreCase("subsecond")) {
            ms = Instant.now().toEpochMilli() + EPOCH_MS;
            hasSubseconds = !text.equalsIgnoreCase("now");
            isKnown = true;
            return true;
        }
        Matcher m = TEXT.matcher(text);
        if (!m.matches() || m.group(1) == null && m.group(4) == null || m.group(4) == null && m.group(7) != null) {
            return NUMBER.matcher(text).matches() && parseNumber(Double.parseDouble(text.strip()));
        }
        int month = m.group(1) == null ? 1 : Integer.parseInt(m.group(2));
        int day = m.group(1) == null ? 1 : Integer.parseInt(m.group(3));
        long clock = m.group(4) == null ? 0 : shiftClock(m.group(4), m.group(5), m.group(6), 24);
        if (month < 1 || month > 12 || day < 1 || day > 31 || clock < 0) {
            return false;
        }
        set(m.group(1) == null ? 2000 : Integer.parseInt(m.group(1)), month, day, clock);
        String zone = m.group(7);
        if (zone != null && zone.length() > 1) {
            long offset = shiftClock(zone.substring(1, 3), zone.substring(4), null, 14);
            if (offset < 0) {
                return false;
            }
            ms -= zone.startsWith("-") ? -offset : offset;
        }
        return true;
    }

    /// Returns the milliseconds of a time of day, -1 if it is invalid.
    private static long shiftClock(String hours, String minutes, String seconds, int lastHour) {
        int h = Integer.parseInt(hours);
        int m = Integer.parseInt(minutes);
        double s = seconds == null ? 0 : Double.parseDouble(seconds);
        return h > lastHour || m > 59 || s >= 60 ? -1 : h * 3_600_000L + m * 60_000L + (long) (s * 1000 + 0.5);
    }

    /// @param day may exceed the month's length; the date is then in the next month
    private void set(long year, int month, int day, long clockMs) {
        LocalDate first = LocalDate.of((int) year, month, 1);
        excessDays = Math.max(0, day - first.lengthOfMonth());
        ms = (first.toEpochDay() + day - 1) * DAY_MS + clockMs + EPOCH_MS;
        isKnown = true;
    }

    private LocalDate date() {
        return LocalDate.ofEpochDay(Math.floorDiv(ms - EPOCH_MS, DAY_MS));
    }

    private long clockMs() {
        return Math.floorMod(ms - EPOCH_MS, DAY_MS);
    }

    private boolean modify(String modifier, boolean isFirst) {
        switch (modifier) {
            case "auto", "unixepoch", "julianday" -> {
                return isFirst && interpretNumber(modifier);
            }
            case "subsec", "subsecond" -> {
                hasSubseconds = true;
                return true;
            }
            default -> {}
        }
        if (!isKnown || ms < 0 || ms > LAST_MS) {
            return false;
        }
        isRaw = false;
        LocalDate date = date();
        switch (modifier) {
            case "localtime", "utc" -> {}
            case "ceiling" -> excessDays = 0;
            case "floor" -> {
                ms -= excessDays * DAY_MS;
                excessDays = 0;
            }
            case "start of day" -> ms -= clockMs();
            case "start of month" -> set(date.getYear(), date.getMonthValue(), 1, 0);
            case "start of year" -> set(date.getYear(), 1, 1, 0);
            default -> {
                return modifier.startsWith("weekday ") ? moveToWeekday(modifier.substring(8)) : applyShift(modifier);
            }
        }
        return true;
    }

    /// Sets the meaning of the leading number.
    private boolean interpretNumber(String meaning) {
        boolean areSeconds = meaning.equals("unixepoch") || meaning.equals("auto") && isRaw && !isKnown;
        if (!isRaw) {
            return meaning.equals("auto");
        }
        isRaw = false;
        if (areSeconds) {
            double epochMs = raw * 1000 + EPOCH_MS;
            isKnown = epochMs >= 0 && epochMs < LAST_MS + 1;
            ms = isKnown ? (long) (epochMs + 0.5) : 0;
        }
        return isKnown;
    }

    private boolean moveToWeekday(String number) {
        if (!number.matches("[0-6](\\.0*)?")) {
            return false;
        }
        int target = number.charAt(0) - '0';
        ms += Math.floorMod(target - date().getDayOfWeek().getValue() % 7, 7) * DAY_MS;
        return true;
    }

    private boolean applyShift(String modifier) {
        Matcher amount = AMOUNT.matcher(modifier);
        if (amount.matches()) {
            double n = Double.parseDouble(amount.group(1));
            String unit = amount.group(2);
            if (Math.abs(n) >= UNIT_LIMITS.get(unit)) {
                return false;
            }
            if (unit.equals("month") || unit.equals("year")) {
                int wholePart = (int) n;
                n -= wholePart;
                if (!shiftMonths(unit.equals("year") ? 12L * wholePart : wholePart, 0)) {
                    return false;
                }
            }
            ms += (long) (n * UNIT_MS.get(unit) + (n < 0 ? -0.5 : 0.5));
            return true;
        }
        Matcher clock = CLOCK.matcher(modifier);
        if (clock.matches()) {
            return shiftClock("-".equals(clock.group(1)), clock.group(2), clock.group(3), clock.group(4));
        }
        Matcher calendar = CALENDAR.matcher(modifier);
        if (!calendar.matches()) {
            return false;
        }
        boolean isNegative = calendar.group(1).equals("-");
        int months = Integer.parseInt(calendar.group(3));
        int days = Integer.parseInt(calendar.group(4));
        long sum = 12L * Integer.parseInt(calendar.group(2)) + months;
        return months < 12
                && days < 31
                && shiftMonths(isNegative ? -sum : sum, isNegative ? -days : days)
                && (calendar.group(5) == null
                        || shiftClock(isNegative, calendar.group(5), calendar.group(6), calendar.group(7)));
    }

    private boolean shiftClock(boolean isNegative, String hours, String minutes, String seconds) {
        long shiftMs = shiftClock(hours, minutes, seconds, 24);
        ms += isNegative ? -shiftMs : shiftMs;
        return shiftMs >= 0;
    }

    private boolean shiftMonths(long months, int days) {
        LocalDate date = date();
        long sum = date.getYear() * 12L + date.getMonthValue() - 1 + months;
        long year = Math.floorDiv(sum, 12L);
        if (year < -4713 || year > 9999) {
            return false;
        }
        set(year, (int) Math.floorMod(sum, 12L) + 1, date.getDayOfMonth(), clockMs());
        ms += days * DAY_MS;
        return true;
    }

    private String format(String format) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < format.length(); i++) {
            char c = format.charAt(i);
            if (c != '%') {
                out.append(c);
                continue;
            }
            String field = ++i < format.length() ? field(format.charAt(i)) : null;
            if (field == null) {
                return null;
            }
            out.append(field);
        }
        return out.toString();
    }

    /// Returns the value of a format letter, null if it is unknown.
    private String field(char letter) {
        LocalDate date = date();
        long clock = clockMs();
        long hour = clock / 3_600_000;
        long minute = clock / 60_000 % 60;
        long second = clock / 1000 % 60;
        return switch (letter) {
            case 'Y' -> digits(date.getYear(), 4);
            case 'm' -> digits(date.getMonthValue(), 2);
            case 'd' -> digits(date.getDayOfMonth(), 2);
            case 'e' -> spaces(date.getDayOfMonth());
            case 'j' -> digits(date.getDayOfYear(), 3);
            case 'F' -> format("%Y-%m-%d");
            case 'H' -> digits(hour, 2);
            case 'k' -> spaces(hour);
            case 'I' -> digits((hour + 11) % 12 + 1, 2);
            case 'l' -> spaces((hour + 11) % 12 + 1);
            case 'p' -> hour < 12 ? "AM" : "PM";
            case 'P' -> hour < 12 ? "am" : "pm";
            case 'M' -> digits(minute, 2);
            case 'S' -> digits(second, 2);
            case 'f' -> digits(second, 2) + "." + digits(clock % 1000, 3);
            case 'R' -> format("%H:%M");
            case 'T' -> format("%H:%M:%S");
            case 's' ->
                hasSubseconds
                        ? String.format(Locale.ROOT, "%.3f", (ms - EPOCH_MS) / 1000.0)
                        : String.valueOf(Math.floorDiv(ms - EPOCH_MS, 1000L));
            case 'J' -> SqlitePrintf.format("%.16g", "d" + ms / (double) DAY_MS + ";");
            case 'w' -> String.valueOf(date.getDayOfWeek().getValue() % 7);
            case 'u' -> String.valueOf(date.getDayOfWeek().getValue());
            case 'W' -> digits((date.getDayOfYear() + 7 - date.getDayOfWeek().getValue()) / 7, 2);
            case 'U' -> digits((date.getDayOfYear() + 6 - date.getDayOfWeek().getValue() % 7) / 7, 2);
            case 'V' -> digits(date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2);
            case 'G' -> digits(date.get(IsoFields.WEEK_BASED_YEAR), 4);
            case 'g' -> digits(date.get(IsoFields.WEEK_BASED_YEAR) % 100, 2);
            case '%' -> "%";
            default -> null;
        };
    }

    private static String digits(long n, int width) {
        String text = String.valueOf(Math.abs(n));
        return (n < 0 ? "-" : "") + "0".repeat(Math.max(0, width - text.length())) + text;
    }

    private static String spaces(long n) {
        return n < 10 ? " " + n : String.valueOf(n);
    }
}
