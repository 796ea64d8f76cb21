package traceglass.ingest.systrace;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The forms of a line that `trace-cmd report` has beside those of ftrace: with the CPU before the flags (`-l`), and
/// with times of clocks that count something else than seconds:
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

    /// Reads a line; null if it is none. A time without a point counts nanoseconds, as far as anybody can tell.
    static SystraceLine parse(String line) {
        Matcher m = LINE.matcher(line);
        if (!m.matches()) {
            return null;
        }
        int cpu = Integer.parseInt(m.group(3) != null ? m.group(3) : m.group(4));
        long whole = Long.parseLong(m.group(5));
        String fraction = m.group(6);
        long ts = fraction == null
                ? whole
                : whole * 1_000_000_000L + Long.parseLong((fraction + "0".repeat(NS_DIGITS)).substring(0, NS_DIGITS));
        if (cpu > MAX_CPU || fraction != null && whole > Long.MAX_VALUE / 1_000_000_001L) {
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

    /// How many events a line says to be lost; 0 where it does not say.
    static long lostCount(String line) {
        Matcher m = COUNT.matcher(line);
        return m.find() ? Long.parseLong(m.group(1) != null ? m.group(1) : m.group(2)) : 0;
    }

    /// The CPU whose events were lost, if the line says so; else -1.
    static int lostOn(String line) {
        Matcher m = LOST.matcher(line);
        return m.matches() && Integer.parseInt(m.group(1)) <= MAX_CPU ? Integer.parseInt(m.group(1)) : -1;
    }
}
