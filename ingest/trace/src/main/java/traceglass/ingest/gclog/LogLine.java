package traceglass.ingest.gclog;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.text.UtcOffsets;

/// Line of a unified log: decorations in square brackets, in any order, then the message.
///
/// @param wallNs time in ns since 1970, or [#NONE]
/// @param uptimeNs time in ns since the start of the virtual machine, or [#NONE]
/// @param pid process id, or [#NONE]
/// @param tags tags such as `gc,heap`; "" if they are not logged
record LogLine(long wallNs, long uptimeNs, long pid, String tags, String message) {

    static final long NONE = Long.MIN_VALUE;

    private static final Pattern DECORATION = Pattern.compile("\\[([^\\[\\]]*)\\]");
    private static final Pattern NUMBER = Pattern.compile("(\\d{1,18})(?:[.,](\\d{1,9}))?(s|ms|ns)");
    private static final Pattern LEVEL = Pattern.compile("trace|debug|info|warning|error");
    private static final Pattern TAGS = Pattern.compile("[a-z0-9_][a-z0-9_,]*");
    private static final DateTimeFormatter TIME = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd'T'HH:mm:ss[.SSS][,SSS]")
            .append(UtcOffsets.OPTIONAL)
            .toFormatter(Locale.ROOT);
    /// Larger times in ms are measured from 1970, not from the start of the virtual machine.
    private static final long MAX_UPTIME_MS = 100_000_000_000L;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_MS = 1_000_000L;

    /// Parses a line; returns null if it has no decorations.
    static LogLine parse(String line) {
        long wall = NONE;
        long uptime = NONE;
        long nanos = NONE;
        long pid = NONE;
        String tags = "";
        int end = 0;
        Matcher m = DECORATION.matcher(line);
        while (m.lookingAt()) {
            end = m.end();
            String text = m.group(1).strip();
            m.region(end, line.length());
            Matcher number = NUMBER.matcher(text);
            if (number.matches()) {
                long value = toNs(number);
                boolean isWallTime = number.group(3).equals("ms") && value / NS_PER_MS > MAX_UPTIME_MS;
                wall = isWallTime ? value : wall;
                nanos = number.group(3).equals("ns") && nanos == NONE ? value : nanos;
                uptime = !isWallTime && !number.group(3).equals("ns") ? value : uptime;
            } else if (text.indexOf('T') == 10) {
                wall = parseWallTime(text);
            } else if (!text.isEmpty() && text.length() < 11 && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
                // The process id comes before the thread id.
                pid = pid == NONE ? Long.parseLong(text) : pid;
            } else if (TAGS.matcher(text).matches() && !LEVEL.matcher(text).matches()) {
                tags = text;
            }
        }
        uptime = uptime == NONE ? nanos : uptime;
        return end == 0 ? null : new LogLine(wall, uptime, pid, tags, line.substring(end));
    }

    private static long toNs(Matcher number) {
        long seconds = Long.parseLong(number.group(1));
        String digits = number.group(2) == null ? "" : number.group(2);
        long fraction = Long.parseLong((digits + "000000000").substring(0, 9));
        long unit = switch (number.group(3)) {
            case "s" -> NS_PER_S;
            case "ms" -> NS_PER_MS;
            default -> 1;
        };
        return seconds > Long.MAX_VALUE / unit - 1 ? NONE : seconds * unit + fraction / (NS_PER_S / unit);
    }

    /// Returns the ns since 1970 of `2024-01-15T10:30:45.123+0100`, or [#NONE].
    static long parseWallTime(String text) {
        try {
            OffsetDateTime time = OffsetDateTime.parse(text, TIME);
            return Math.addExact(Math.multiplyExact(time.toEpochSecond(), NS_PER_S), time.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            return NONE;
        }
    }
}
