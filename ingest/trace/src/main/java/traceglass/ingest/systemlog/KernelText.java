package traceglass.ingest.systemlog;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.tracker.clock.ClockId;

/// Parses kernel messages: `[  123.456789] text` of dmesg, with the options `-T`, `-x`, `-r` and `--time-format iso`,
/// and the records of `/dev/kmsg`.
final class KernelText {

    static final String TAG = "kernel";
    private static final List<String> SEVERITIES =
            List.of("emerg", "alert", "crit", "err", "warn", "notice", "info", "debug");
    private static final Pattern LINE = Pattern.compile("(?:<(\\d{1,4})>|(\\w+) *:(\\w+) *: )?(?:\\["
            + " *(?:(\\d{1,12})\\.(\\d{1,9})|([A-Z][a-z]{2} [A-Z][a-z]{2} +\\d{1,2} \\d\\d:\\d\\d:\\d\\d \\d{4}))\\]"
            // Other logs have no comma in times of ISO 8601.
            + "|(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d,\\d{6}[+-]\\d\\d:?\\d\\d))"
            + "(?:\\[ *([TC])(\\d{1,10})\\])? ?(.*)");
    private static final Pattern RECORD = Pattern.compile("(\\d{1,4}),\\d{1,18},(\\d{1,16}),[^;]*;(.*)");
    private static final Pattern PROGRAM = Pattern.compile("([\\w.@-]+)\\[(\\d{1,10})\\]: (.*)");
    private static final DateTimeFormatter CTIME = DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy", Locale.ROOT);
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_US = 1_000L;

    private KernelText() {}

    /// Returns whether a line is a kernel message.
    static boolean matches(String line) {
        return LINE.matcher(line).matches() || RECORD.matcher(line).matches();
    }

    /// Writes a line.
    ///
    /// @return false if the line is not a kernel message
    static boolean write(String line, SystemLogWriter writer) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            return readRecord(line, writer);
        }
        long ns = m.group(4) != null
                ? parseNs(m.group(4), m.group(5))
                : m.group(6) != null
                        ? parseCtime(m.group(6))
                        : SyslogText.parseIso(m.group(7).replace(',', '.'));
        if (ns < 0) {
            return false;
        }
        writer.useClock(ClockId.of(m.group(4) == null ? ClockId.REALTIME : ClockId.BOOTTIME));
        int severity = 6;
        if (m.group(1) != null) {
            severity = Integer.parseInt(m.group(1)) & 7;
        } else if (m.group(3) != null) {
            severity = Math.max(0, SEVERITIES.indexOf(m.group(3).toLowerCase(Locale.ROOT)));
        }
        Map<String, Object> args = m.group(2) == null ? Map.of() : Map.of("facility", m.group(2));
        long tid = "T".equals(m.group(8)) ? Long.parseLong(m.group(9)) : SystemLogEntry.NONE;
        writer.add(entry(ns, tid, SystemLogEntry.priorityOf(severity), m.group(10), args));
        return true;
    }

    private static boolean readRecord(String line, SystemLogWriter writer) {
        Matcher m = RECORD.matcher(line);
        if (!m.matches()) {
            return false;
        }
        writer.useClock(ClockId.of(ClockId.BOOTTIME));
        long us = Long.parseLong(m.group(2));
        int severity = Integer.parseInt(m.group(1)) & 7;
        long ns = us > Long.MAX_VALUE / NS_PER_US ? -1 : us * NS_PER_US;
        writer.add(entry(ns, SystemLogEntry.NONE, SystemLogEntry.priorityOf(severity), m.group(3), Map.of()));
        return true;
    }

    /// Returns the entry for a message, which a program may have written to the kernel log.
    static SystemLogEntry entry(long ns, long tid, int priority, String message, Map<String, Object> args) {
        Matcher m = PROGRAM.matcher(message);
        if (!m.matches()) {
            return new SystemLogEntry(ns, SystemLogEntry.NONE, tid, null, priority, TAG, message, args);
        }
        String name = m.group(1);
        return new SystemLogEntry(
                ns, Long.parseLong(m.group(2)), SystemLogEntry.NONE, name, priority, name, m.group(3), args);
    }

    private static long parseNs(String seconds, String fraction) {
        long s = Long.parseLong(seconds);
        return s > Long.MAX_VALUE / NS_PER_S - 1
                ? -1
                : s * NS_PER_S + Long.parseLong((fraction + "000000000").substring(0, 9));
    }

    private static long parseCtime(String text) {
        try {
            return Math.multiplyExact(
                    LocalDateTime.parse(text.replaceAll(" +", " "), CTIME).toEpochSecond(ZoneOffset.UTC), NS_PER_S);
        } catch (DateTimeException | ArithmeticException e) {
            return -1;
        }
    }
}
