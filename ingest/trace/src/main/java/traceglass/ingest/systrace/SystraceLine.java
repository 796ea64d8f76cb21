package traceglass.ingest.systrace;

import java.util.Arrays;

/// Line of ftrace's text format:
///
/// ```
/// kworker/u16:1-77    (   77) [004] ....   316.196720: sched_switch: prev_comm=…
/// <idle>-0     [000] ...2     0.002188: task_newtask: pid=1 …
/// sh-1642  [002]    76.211696: sched_wakeup:          comm=…
/// ```
///
/// Thread names may contain any character, so the line is parsed from the CPU in brackets in both directions. Thread
/// group and flags are optional.
///
/// @param task name of the thread
/// @param tid id of the thread
/// @param tgid id of its process, or -1 if the line has none
/// @param ts time in ns
/// @param event name of the event
/// @param args text after the event name
public record SystraceLine(String task, long tid, long tgid, int cpu, long ts, String event, String args) {

    /// Number of decimal digits that a double always holds exactly.
    private static final int EXACT_DIGITS = 15;

    /// Parses a line; returns null if it is not an event.
    public static SystraceLine parse(String line) {
        for (int open = line.indexOf('['); open > 0; open = line.indexOf('[', open + 1)) {
            SystraceLine parsed = parse(line, open);
            if (parsed != null) {
                return parsed;
            }
        }
        return null;
    }

    /// Parses a line whose CPU follows the bracket at `open`; returns null if that fails. This method is longer
    /// than others, because each step starts where the previous one ended and only the line is allocated.
    private static SystraceLine parse(String line, int open) {
        int close = digits(line, open + 1);
        if (close == open + 1 || close >= line.length() || line.charAt(close) != ']') {
            return null;
        }
        // After the CPU: optional flags, the time and the event name.
        int p = spaces(line, close + 1);
        int timeEnd = time(line, p);
        if (timeEnd < 0) {
            p = spaces(line, flags(line, p));
            timeEnd = time(line, p);
            if (timeEnd < 0) {
                return null;
            }
        }
        int nameStart = spaces(line, timeEnd + 1);
        if (nameStart == timeEnd + 1) {
            return null;
        }
        int nameEnd = word(line, nameStart) - 1;
        boolean isNamed =
                nameEnd >= nameStart && line.charAt(nameEnd) == ':' && line.indexOf('(', nameStart, nameEnd) < 0;
        UnnamedEvent unnamed = isNamed ? null : UnnamedEvent.parse(line, nameStart);
        if (unnamed == null && (nameEnd < nameStart || line.charAt(nameEnd) != ':')) {
            // The event name ends with a colon; after "print:", the text may follow without a space.
            nameEnd = line.indexOf(':', nameStart);
            if (nameEnd < 0) {
                return null;
            }
        }
        // Before the CPU: the optional process, the thread and its name.
        int q = before(line, open);
        long tgid = -1;
        if (q > 0 && line.charAt(q - 1) == ')') {
            int from = line.lastIndexOf('(', q - 1);
            if (from < 0) {
                return null;
            }
            String parenthesized = line.substring(from + 1, q - 1).strip();
            tgid = !parenthesized.isEmpty() && digits(parenthesized, 0) == parenthesized.length()
                    ? number(parenthesized)
                    : -1;
            q = before(line, from);
        } else if (q > 0) {
            // Without parentheses: "task-123 123 [000]", or dashes if the process is unknown. A thread name may also
            // end with a number, so the text before it must end like a thread.
            int from = q;
            while (from > 0 && line.charAt(from - 1) != ' ') {
                from--;
            }
            String word = line.substring(from, q);
            int beforeWord = before(line, from);
            boolean isNumber = digits(word, 0) == word.length();
            if (from > 0 && (isNumber || word.chars().allMatch(c -> c == '-')) && endsWithTid(line, beforeWord)) {
                tgid = isNumber ? number(word) : -1;
                q = beforeWord;
            }
        }
        int tidStart = q;
        while (tidStart > 0 && Character.isDigit(line.charAt(tidStart - 1))) {
            tidStart--;
        }
        if (tidStart == q || tidStart == 0 || line.charAt(tidStart - 1) != '-') {
            return null;
        }
        long tid = number(line.substring(tidStart, q));
        long cpu = number(line.substring(open + 1, close));
        if (tid < 0 || cpu < 0 || cpu > 4095) {
            return null;
        }
        return new SystraceLine(
                line.substring(0, tidStart - 1).strip(),
                tid,
                tgid,
                (int) cpu,
                parseNanoseconds(line, p, timeEnd),
                unnamed != null ? unnamed.event() : line.substring(nameStart, nameEnd),
                unnamed != null ? unnamed.args() : line.substring(nameEnd + 1).strip());
    }

    private static boolean endsWithTid(String line, int end) {
        int p = end;
        while (p > 0 && Character.isDigit(line.charAt(p - 1))) {
            p--;
        }
        return p < end && p > 0 && line.charAt(p - 1) == '-';
    }

    private static int spaces(String s, int p) {
        int i = p;
        while (i < s.length() && s.charAt(i) == ' ') {
            i++;
        }
        return i;
    }

    private static int before(String s, int p) {
        int i = p;
        while (i > 0 && s.charAt(i - 1) == ' ') {
            i--;
        }
        return i;
    }

    private static int word(String s, int p) {
        int i = p;
        while (i < s.length() && s.charAt(i) != ' ') {
            i++;
        }
        return i;
    }

    /// Returns the index after the flags at `p`, which are three or more letters and dots and one or two digits
    /// (`d..1`, `dNh.2`). Some kernels write no space between flags and time, so the digits of the time must not be
    /// mistaken for flags. Without such flags, returns the index after the word.
    private static int flags(String s, int p) {
        int end = word(s, p);
        int i = p;
        while (i < end && (Character.isLetter(s.charAt(i)) || s.charAt(i) == '.')) {
            i++;
        }
        return i - p >= 3 && i < end && time(s, i) == end - 1 ? i : end;
    }

    private static int digits(String s, int p) {
        int i = p;
        while (i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9') {
            i++;
        }
        return i;
    }

    /// Returns the index of the colon after the time `123.456:` at `p`, or -1 if there is no time.
    private static int time(String s, int p) {
        int dot = digits(s, p);
        if (dot == p || dot >= s.length() || s.charAt(dot) != '.') {
            return -1;
        }
        int end = digits(s, dot + 1);
        return end > dot + 1 && end < s.length() && s.charAt(end) == ':' ? end : -1;
    }

    private static long number(String s) {
        try {
            return Long.parseLong(s);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /// Parses seconds via a double like trace processor, to get the same rounding errors. The quotient of two
    /// numbers that a double represents exactly is rounded in the same way as the parsed text.
    private static long parseNanoseconds(String line, int from, int to) {
        if (to - from > EXACT_DIGITS + 1) {
            return (long) (Double.parseDouble(line.substring(from, to)) * 1e9);
        }
        long digits = 0;
        double divisor = 1;
        boolean isInFraction = false;
        for (int i = from; i < to; i++) {
            if (line.charAt(i) == '.') {
                isInFraction = true;
            } else {
                digits = digits * 10 + line.charAt(i) - '0';
                divisor = isInFraction ? divisor * 10 : divisor;
            }
        }
        return (long) (digits / divisor * 1e9);
    }

    /// Returns the value of `key=value` in the arguments; null if it is missing. Values end at a space.
    String arg(String key) {
        for (int index = args.indexOf(key); index >= 0; index = args.indexOf(key, index + 1)) {
            int equals = index + key.length();
            if ((index == 0 || args.charAt(index - 1) == ' ') && equals < args.length() && args.charAt(equals) == '=') {
                int end = word(args, equals + 1);
                return args.substring(equals + 1, end);
            }
        }
        return null;
    }

    /// Returns the first word of the arguments that is not a `key=value`; null if there is none.
    String wordWithoutKey() {
        return Arrays.stream(args.split(" "))
                .filter(w -> !w.isEmpty() && w.indexOf('=') < 0)
                .findFirst()
                .orElse(null);
    }

    /// Returns the number with this key; `missing` if there is none.
    long number(String key, long missing) {
        String value = arg(key);
        if (value == null) {
            return missing;
        }
        try {
            return value.startsWith("0x") ? Long.parseUnsignedLong(value.substring(2), 16) : Long.parseLong(value);
        } catch (NumberFormatException e) {
            return missing;
        }
    }

    /// Returns an argument that is a number of bytes, which kernels print with a `B` after it.
    long bytes(String key, long missing) {
        String value = arg(key);
        if (value == null || !value.endsWith("B") || value.startsWith("0x")) {
            return number(key, missing);
        }
        try {
            return Long.parseLong(value.substring(0, value.length() - 1));
        } catch (NumberFormatException e) {
            return missing;
        }
    }

    /// Returns the line with another time, in ns.
    SystraceLine withTime(long newTs) {
        return new SystraceLine(task, tid, tgid, cpu, newTs, event, args);
    }

    /// Returns the line with other arguments.
    SystraceLine withArgs(String newArgs) {
        return new SystraceLine(task, tid, tgid, cpu, ts, event, newArgs);
    }
}
