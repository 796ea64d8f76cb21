package traceglass.ingest.systemlog;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.text.AssumedYear;
import traceglass.ingest.text.UtcOffsets;
import traceglass.ingest.tracker.clock.ClockId;

/// Parses syslog lines in the formats of RFC 5424 and RFC 3164 (`Nov 26 14:42:39 host sshd[42]: text`). `journalctl`
/// also prints the latter, optionally with ISO 8601 dates.
final class SyslogText {

    private static final Pattern RFC_3164 = Pattern.compile("(?:<(\\d{1,3})>)?"
            + "(?:([A-Z][a-z]{2}) {1,2}(\\d{1,2}) (\\d\\d):(\\d\\d):(\\d\\d)(?:[.,](\\d{1,9}))?(?: (\\d{4}))?"
            + "|(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\S*)) (\\S+) (.*)");
    private static final Pattern PROGRAM =
            Pattern.compile("([^\\s\\[\\]:()]+(?: [^\\s\\[\\]:()]+)?(?:\\([^\\s()]*\\))?)(?:\\[(\\d{1,10})\\])?"
                    + "(?: \\([^()]*\\))?: ?(.*)");
    private static final Pattern RFC_5424 =
            Pattern.compile("<(\\d{1,3})>(\\d{1,2}) (\\S+) (\\S+) (\\S+) (\\S+) (\\S+) ([-\\[].*)");
    private static final List<String> MONTHS =
            List.of("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");
    private static final DateTimeFormatter ISO = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd'T'HH:mm:ss")
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 1, 9, true)
            .optionalEnd()
            .append(UtcOffsets.OPTIONAL)
            .toFormatter(Locale.ROOT);
    private static final long NS_PER_S = 1_000_000_000L;
    private static final String NIL = "-";

    private final SystemLogWriter writer;
    private final AssumedYear years = new AssumedYear(Year.now(ZoneOffset.UTC).getValue());

    SyslogText(SystemLogWriter writer) {
        this.writer = writer;
    }

    static boolean matches(String line) {
        if (RFC_5424.matcher(line).matches()) {
            return true;
        }
        Matcher m = RFC_3164.matcher(line);
        return m.matches()
                && (m.group(1) != null || PROGRAM.matcher(m.group(11)).matches());
    }

    /// Writes a line.
    ///
    /// @return false if it is not a syslog line
    boolean write(String line) {
        Matcher m = RFC_5424.matcher(line);
        if (m.matches()) {
            return readStructured(m);
        }
        m = RFC_3164.matcher(line);
        if (!m.matches()) {
            return false;
        }
        long ns = m.group(9) == null ? parseDateTime(m) : parseIso(m.group(9).replace(',', '.'));
        if (ns < 0) {
            return false;
        }
        writer.useClock(ClockId.of(ClockId.REALTIME));
        int severity = m.group(1) == null ? 6 : Integer.parseInt(m.group(1)) & 7;
        String text = m.group(11);
        String name = null;
        long pid = SystemLogEntry.NONE;
        Matcher program = PROGRAM.matcher(text);
        if (program.matches()) {
            name = program.group(1);
            pid = program.group(2) == null ? SystemLogEntry.NONE : Long.parseLong(program.group(2));
            text = program.group(3);
        }
        Map<String, Object> args = Map.of("hostname", m.group(10));
        writer.add(new SystemLogEntry(
                ns, pid, SystemLogEntry.NONE, name, SystemLogEntry.priorityOf(severity), name, text, args));
        return true;
    }

    private long parseDateTime(Matcher m) {
        int month = MONTHS.indexOf(m.group(2)) + 1;
        int day = Integer.parseInt(m.group(3));
        try {
            int year = m.group(8) == null ? years.of(month, day) : Integer.parseInt(m.group(8));
            LocalDateTime time = LocalDateTime.of(
                    year,
                    month,
                    day,
                    Integer.parseInt(m.group(4)),
                    Integer.parseInt(m.group(5)),
                    Integer.parseInt(m.group(6)));
            String fraction = m.group(7) == null ? "" : m.group(7);
            return Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), NS_PER_S)
                    + Long.parseLong((fraction + "000000000").substring(0, 9));
        } catch (DateTimeException | ArithmeticException e) {
            return -1;
        }
    }

    /// Converts an ISO 8601 time to ns since 1970; returns -1 if it is invalid.
    static long parseIso(String text) {
        try {
            TemporalAccessor time = ISO.parseBest(text, OffsetDateTime::from, LocalDateTime::from);
            OffsetDateTime dateTime = time instanceof OffsetDateTime withOffset
                    ? withOffset
                    : ((LocalDateTime) time).atOffset(ZoneOffset.UTC);
            return Math.addExact(Math.multiplyExact(dateTime.toEpochSecond(), NS_PER_S), dateTime.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            return -1;
        }
    }

    private boolean readStructured(Matcher m) {
        long ns = parseIso(m.group(3));
        if (ns < 0) {
            return false;
        }
        writer.useClock(ClockId.of(ClockId.REALTIME));
        Map<String, Object> args = new LinkedHashMap<>();
        put(args, "hostname", m.group(4));
        put(args, "msgid", m.group(7));
        String remainder = m.group(8);
        int end = dataEnd(remainder);
        put(args, "data", remainder.substring(0, end));
        String message = remainder.substring(end).strip();
        if (message.startsWith("\ufeff")) {
            message = message.substring(1);
        }
        String app = m.group(5).equals(NIL) ? null : m.group(5);
        boolean hasPid = m.group(6).matches("\\d{1,10}");
        if (!hasPid) {
            put(args, "procid", m.group(6));
        }
        writer.add(new SystemLogEntry(
                ns,
                hasPid ? Long.parseLong(m.group(6)) : SystemLogEntry.NONE,
                SystemLogEntry.NONE,
                app,
                SystemLogEntry.priorityOf(Integer.parseInt(m.group(1)) & 7),
                app,
                message,
                args));
        return true;
    }

    private static void put(Map<String, Object> args, String key, String value) {
        if (!value.equals(NIL)) {
            args.put(key, value);
        }
    }

    /// Returns the end of the structured data, which is `-` or a sequence of elements in square brackets with
    /// quoted values.
    private static int dataEnd(String text) {
        if (text.startsWith(NIL)) {
            return 1;
        }
        boolean isQuoted = false;
        boolean isInside = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '"') {
                isQuoted = !isQuoted;
            } else if (!isQuoted && c == '[' && !isInside) {
                isInside = true;
            } else if (!isQuoted && c == ']' && isInside) {
                isInside = false;
            } else if (!isInside) {
                return i;
            }
        }
        return text.length();
    }
}
