package traceglass.ingest.perftext;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// First line of a sample. Which fields it has depends on `perf script -F`; only their order is fixed:
///
/// ```
/// tile-B     5/9     [001] U  7942.687134370:    2004008 cpu-clock:
/// orders     5  7767.074451:    1001001 cpu-clock:
///          clerk-0    33  7774.504619:    2004008 cpu-clock:      7f2b0b96195a __memcmp+0x1a (/usr/lib/libc.so.6)
/// imaging    52 [000]  7779.858742: sched:sched_process_fork: comm=imaging pid=30617
/// orders     5 cpu-clock:
/// ```
///
/// @param comm name of the thread; "" if the line has none
/// @param pid process id; [#NONE] if the line has none
/// @param tid thread id; [#NONE] if the line has none. Negative numbers are unknown threads
/// @param cpu CPU; [#NONE] if the line has none
/// @param mode CPU mode and other letters of the field `misc`; "" if the line has none
/// @param timeNs time in ns; [#NONE] if the line has none
/// @param period number of events since the previous sample; [#NONE] if the line has none
/// @param event name of the event; "" if the line has none
/// @param textAfterEvent text after the event: a frame, or the fields of a tracepoint
record SampleLine(
        String comm,
        long pid,
        long tid,
        int cpu,
        String mode,
        long timeNs,
        long parsePeriod,
        String event,
        String textAfterEvent) {

    /// Value of a number that the line does not have.
    static final int NONE = Integer.MIN_VALUE;

    /// First line of a sample if only its stack is known.
    static final SampleLine UNKNOWN = new SampleLine("", NONE, NONE, NONE, "", NONE, NONE, "", "");

    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_US = 1000;
    private static final int NS_DIGITS = 9;
    private static final int US_DIGITS = 6;
    private static final int MAX_SECONDS_DIGITS = 10;
    private static final int MAX_CPU_DIGITS = 5;
    private static final int MAX_ID_DIGITS = 10;
    private static final int MAX_PERIOD_DIGITS = 19;
    /// Letters that perf prints for the CPU mode and the kind of record.
    private static final String MODES = "KUHGgMESpcP";

    private static final int MAX_MODES = 4;

    /// Pattern of comm, process and thread, CPU and `misc`, without a time.
    private static final Pattern UNTIMED =
            Pattern.compile("(.*?)(?:^|\\s)\\s*(?:(-?\\d{1,10})/)?(-?\\d{1,10})(?:\\s+\\[(\\d{1,5})])?(?:\\s+(.*))?");

    /// Name of a thread, CPU, period and event, each of which may be missing.
    private static final Pattern NAMED =
            Pattern.compile("(.{0,15}?)\\s*(?:\\[(\\d{1,5})])?(?:\\s+(\\d{1,19}))?(?:(?:^|\\s+)(\\S+):)?");

    /// Parses a line with a time, which has at least six digits after the point, or follows a CPU; returns null if
    /// it is not the start of a sample.
    static SampleLine parseTimed(String line) {
        for (int colon = line.indexOf(':'); colon > 0; colon = line.indexOf(':', colon + 1)) {
            boolean ends = colon + 1 == line.length() || isBlank(line.charAt(colon + 1));
            int start = ends ? timeStart(line, colon) : -1;
            if (start >= 0) {
                SampleLine parsed = parseFieldsBefore(line, start, colon);
                if (parsed.cpu >= 0 || colon - line.lastIndexOf('.', colon) > US_DIGITS) {
                    return parsed;
                }
            }
        }
        return null;
    }

    /// Parses a line that has a thread but no time; returns null if it cannot be the start of a sample.
    static SampleLine parseUntimed(String line) {
        Matcher m = UNTIMED.matcher(line.strip());
        if (!m.matches()) {
            return null;
        }
        int cpu = m.group(4) == null ? NONE : Integer.parseInt(m.group(4));
        SampleLine parsed = new SampleLine(
                m.group(1).strip(),
                m.group(2) == null ? NONE : Long.parseLong(m.group(2)),
                Long.parseLong(m.group(3)),
                cpu,
                "",
                NONE,
                NONE,
                "",
                "");
        SampleLine found = parsed.withEvent(m.group(5) == null ? "" : m.group(5).strip());
        // Other text continues with words after its numbers.
        boolean isPlausible = !found.event.isEmpty()
                || found.textAfterEvent.isEmpty()
                || FrameLine.parse(found.textAfterEvent) != null;
        return isPlausible ? found : null;
    }

    /// Parses a line that has neither a time nor a thread id, but may have the name of a thread, a CPU, a period and
    /// an event; returns null if it is longer than such a line. Only a stack below it makes it a sample.
    static SampleLine parseNamed(String line) {
        Matcher m = NAMED.matcher(line.strip());
        if (!m.matches()) {
            return null;
        }
        return new SampleLine(
                m.group(1).strip(),
                NONE,
                NONE,
                m.group(2) == null ? NONE : Integer.parseInt(m.group(2)),
                "",
                NONE,
                m.group(3) == null ? NONE : parsePeriod(m.group(3)),
                m.group(4) == null ? "" : m.group(4),
                "");
    }

    /// Returns the line without the text after the event.
    SampleLine withoutTextAfterEvent() {
        return textAfterEvent.isEmpty()
                ? this
                : new SampleLine(comm, pid, tid, cpu, mode, timeNs, parsePeriod, event, "");
    }

    /// Returns the line with another time.
    SampleLine withTime(long otherNs) {
        return new SampleLine(comm, pid, tid, cpu, mode, otherNs, parsePeriod, event, textAfterEvent);
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /// Returns the index after the digits that start at an index.
    private static int digits(String text, int from) {
        int i = from;
        while (i < text.length() && isDigit(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /// Returns the index of the time `seconds.fraction` that ends before the colon; -1 if there is none.
    private static int timeStart(String line, int colon) {
        int dot = colon;
        while (dot > 0 && isDigit(line.charAt(dot - 1))) {
            dot--;
        }
        int digits = colon - dot;
        dot--;
        if (digits < 1 || digits > NS_DIGITS || dot <= 0 || line.charAt(dot) != '.') {
            return -1;
        }
        int start = dot;
        while (start > 0 && isDigit(line.charAt(start - 1))) {
            start--;
        }
        boolean isAlone = start == 0 || isBlank(line.charAt(start - 1));
        return isAlone && start < dot && dot - start <= MAX_SECONDS_DIGITS ? start : -1;
    }

    /// Returns the time in ns. Simpleperf prints microseconds without leading zeros. Times in µs are computed
    /// with the same rounding error as in trace processor, so that queries have the same results; the error is
    /// below the resolution of the text.
    private static long parseTime(String line, int start, int end) {
        int dot = line.indexOf('.', start);
        int digits = end - dot - 1;
        if (digits == US_DIGITS) {
            return (long) (Double.parseDouble(line.substring(start, end)) * 1000 * 1000 * 1000);
        }
        long fraction = Long.parseLong(line.substring(dot + 1, end)) * (digits < US_DIGITS ? NS_PER_US : 1);
        for (int i = digits; i > US_DIGITS && i < NS_DIGITS; i++) {
            fraction *= 10;
        }
        return Long.parseLong(line.substring(start, dot)) * NS_PER_S + fraction;
    }

    /// Parses the fields before the time from right to left, because a thread's name may contain any characters.
    private static SampleLine parseFieldsBefore(String line, int start, int colon) {
        String fieldsText = line.substring(0, start).strip();
        String mode = "";
        int word = lastWord(fieldsText);
        if (word > 0
                && isMode(fieldsText, word)
                && isNumberOrCpu(fieldsText.substring(0, word).strip())) {
            mode = fieldsText.substring(word);
            fieldsText = fieldsText.substring(0, word).strip();
            word = lastWord(fieldsText);
        }
        int cpu = NONE;
        if (isCpu(fieldsText, word)) {
            cpu = Integer.parseInt(fieldsText.substring(word + 1, fieldsText.length() - 1));
            fieldsText = fieldsText.substring(0, word).strip();
            word = lastWord(fieldsText);
        }
        long pid = NONE;
        long tid = NONE;
        String last = fieldsText.substring(word);
        int slash = last.indexOf('/');
        if (isId(last) || slash > 0 && isId(last.substring(0, slash)) && isId(last.substring(slash + 1))) {
            pid = slash < 0 ? NONE : Long.parseLong(last.substring(0, slash));
            tid = Long.parseLong(last.substring(slash + 1));
            fieldsText = fieldsText.substring(0, word).strip();
        }
        return new SampleLine(fieldsText, pid, tid, cpu, mode, parseTime(line, start, colon), NONE, "", "")
                .withEvent(line.substring(colon + 1).strip());
    }

    /// Returns the line with the fields after the time: an optional period, an optional event and the rest.
    private SampleLine withEvent(String after) {
        String text = after;
        long count = NONE;
        int blank = blank(text, 0);
        if (blank > 0 && blank <= MAX_PERIOD_DIGITS && digits(text, 0) == blank) {
            String next = text.substring(blank).strip();
            if (next.isEmpty() || eventEnd(next) > 0) {
                count = parsePeriod(text.substring(0, blank));
                text = next;
            }
        }
        int end = eventEnd(text);
        String name = end > 0 ? text.substring(0, end) : "";
        String rest = end > 0 ? text.substring(end + 1).strip() : text;
        return new SampleLine(comm, pid, tid, cpu, mode, timeNs, count, name, rest);
    }

    private static long parsePeriod(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            return NONE;
        }
    }

    /// Returns the index of the colon after the event at the start of the text; 0 if it does not start with an
    /// event.
    private static int eventEnd(String text) {
        int end = blank(text, 0);
        return end > 1 && text.charAt(end - 1) == ':' ? end - 1 : 0;
    }

    private static int blank(String text, int from) {
        int i = from;
        while (i < text.length() && !isBlank(text.charAt(i))) {
            i++;
        }
        return i;
    }

    private static int lastWord(String text) {
        int i = text.length();
        while (i > 0 && !isBlank(text.charAt(i - 1))) {
            i--;
        }
        return i;
    }

    private static boolean isCpu(String text, int word) {
        int length = text.length() - word - 2;
        return length > 0
                && length <= MAX_CPU_DIGITS
                && text.charAt(word) == '['
                && text.endsWith("]")
                && digits(text, word + 1) == text.length() - 1;
    }

    /// Returns whether the word consists of letters that perf prints for the CPU mode and the kind of record.
    private static boolean isMode(String text, int word) {
        int i = word;
        while (i < text.length() && MODES.indexOf(text.charAt(i)) >= 0) {
            i++;
        }
        return i == text.length() && i - word <= MAX_MODES;
    }

    private static boolean isNumberOrCpu(String text) {
        int word = lastWord(text);
        return isCpu(text, word) || isDigit(text.charAt(text.length() - 1)) && word > 0;
    }

    private static boolean isId(String text) {
        int from = text.startsWith("-") ? 1 : 0;
        int digits = text.length() - from;
        return digits > 0 && digits <= MAX_ID_DIGITS && digits(text, from) == text.length();
    }
}
