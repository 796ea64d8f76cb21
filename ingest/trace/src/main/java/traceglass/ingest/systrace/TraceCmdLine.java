package traceglass.ingest.systrace;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Line formats of `trace-cmd report` that ftrace does not have: with the CPU before the flags (`-l`), and with times
/// of clocks that do not count seconds:
///
/// ```
///       ls-3106    0d..2.   113.123456: sched_switch: …
///   <idle>-0     [001] 412345678901: sched_wakeup: …
/// ```
final class TraceCmdLine {

    private static final Pattern LINE = Pattern.compile("\\s*(.*?)-(\\d{1,10})\\s+(?:\\[(\\d{1,4})]|(\\d{1,4}))"
            + "(?:\\s*[a-zA-Z.][a-zA-Z0-9.*#]{2,6})?\\s+(\\d{1,18})(?:\\.(\\d{1,9}))?:\\s+([^\\s:]+):\\s*(.*)");
    private static final Pattern LOST = Pattern.compile("\\s*CPU:(\\d{1,4}) \\[.*(?:LOST|DROPPED).*]\\s*");
    private static final Pattern COUNT =
            Pattern.compile("(?:LOST|DROPPED) (\\d{1,18})|(\\d{1,18}) EVENTS (?:LOST|DROPPED)");
    private static final int MAX_CPU = 4095;
    private static final int NS_DIGITS = 9;

    private TraceCmdLine() {}

    /// Parses a line; returns null if it is not an event. A time without a decimal point is assumed to be in ns.
    static SystraceLine parse(String line) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            return null;
        }
        int cpu = Integer.parseInt(m.group(3) != null ? m.group(3) : m.group(4));
        long seconds = Long.parseLong(m.group(5));
        String fraction = m.group(6);
        long ts = fraction == null
                ? seconds
                : seconds * 1_000_000_000L + Long.parseLong((fraction + "0".repeat(NS_DIGITS)).substring(0, NS_DIGITS));
        if (cpu > MAX_CPU || fraction != null && seconds > Long.MAX_VALUE / 1_000_000_001L) {
            return null;
        }
        return new SystraceLine(
                m.group(1).strip(),
                Long.parseLong(m.group(2)),
                -1,
                cpu,
                ts,
                m.group(7),
                m.group(8).strip());
    }

    /// Returns the number of lost events reported by a line; 0 if there is no number.
    static long lostCount(String line) {
        Matcher m = COUNT.matcher(line);
        return m.find() ? Long.parseLong(m.group(1) != null ? m.group(1) : m.group(2)) : 0;
    }

    /// Returns the CPU whose events were lost; -1 if the line does not report a loss.
    static int lostCpu(String line) {
        Matcher m = LOST.matcher(line);
        return m.matches() && Integer.parseInt(m.group(1)) <= MAX_CPU ? Integer.parseInt(m.group(1)) : -1;
    }
}
