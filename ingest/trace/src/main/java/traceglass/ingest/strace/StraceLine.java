package traceglass.ingest.strace;

/// Line of strace's output, with an optional thread id (`-f`) and a time in one of the formats of [StraceTimes]:
///
/// ```
/// 1000 1700000052.321000 openat(AT_FDCWD, "/nope", O_RDONLY) = -1 ENOENT (No such file or directory) <0.000012>
/// 1000 1700000052.321400 futex(0x7f, FUTEX_WAIT <unfinished ...>
/// [pid  1000] 12:30:00.321900 <... futex resumed>) = 0
/// ```
///
/// @param tid thread id; -1 if the line has none
/// @param timeNs time in ns; since 1970 if the file contains dates
/// @param durationNs duration of the call in ns (`-T`); -1 if the line has none
/// @param call name of the system call
/// @param args arguments as printed; "" if there are none
/// @param result result as printed, including its explanation; null if the line has none
record StraceLine(long tid, long timeNs, long durationNs, Kind kind, String call, String args, String result) {

    /// Part of a call that a line shows.
    enum Kind {
        COMPLETE,
        UNFINISHED,
        RESUMED,
        /// The call was resumed and interrupted again.
        RESUMED_UNFINISHED
    }

    private static final int NS_PER_US = 1000;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long MAX_SECONDS = Long.MAX_VALUE / NS_PER_S;
    private static final int MAX_US = 999_999;
    /// Number of digits of times in seconds since 1970, for all times after 2001; thread ids have at most 7 digits.
    private static final int SECONDS_DIGITS = 10;
    private static final String PID = "[pid ";
    private static final String RESUMED_START = "<... ";
    private static final String RESUMED_END = " resumed>";
    private static final String UNFINISHED = "<unfinished ...>";

    /// Parses a line with the time in seconds; returns null if it is not a system call with such a time.
    static StraceLine parse(String line) {
        return parse(line, new StraceTimes(StraceTimes.Format.EPOCH, true));
    }

    /// Parses a line; returns null if it is not a system call with a usable time.
    ///
    /// @param times times of the file, which the line advances
    static StraceLine parse(String line, StraceTimes times) {
        String stripped = line.strip();
        if (isOther(stripped)) {
            return null;
        }
        long tid = threadOf(stripped);
        String remainder = afterThread(stripped);
        String word = "";
        if (times.format() != StraceTimes.Format.NONE) {
            word = remainder.indexOf(' ') < 0 ? "" : remainder.substring(0, remainder.indexOf(' '));
            remainder = afterWord(remainder);
            // With -r, other times are followed by the time difference in parentheses.
            if (remainder.startsWith("(+")) {
                remainder = remainder.substring(remainder.indexOf(')') + 1).strip();
            }
        }
        if (remainder.isEmpty()) {
            return null;
        }
        StraceLine call = call(tid, 0, remainder);
        long time = call == null ? -1 : times.next(word);
        return time < 0
                ? null
                : new StraceLine(tid, time, parseDuration(remainder), call.kind, call.call, call.args, call.result);
    }

    /// Returns the time spent in the call, `<0.000012>` at the end of the line, or -1 if there is none.
    private static long parseDuration(String line) {
        int open = line.lastIndexOf('<');
        return open > 0 && line.endsWith(">") ? parseSeconds(line.substring(open + 1, line.length() - 1)) : -1;
    }

    /// Returns the thread id at the start of a line, or -1 if there is none.
    static long threadOf(String line) {
        if (line.startsWith(PID)) {
            int end = line.indexOf(']');
            String id = end < 0 ? "" : line.substring(PID.length(), end).strip();
            return !id.isEmpty() && id.length() < SECONDS_DIGITS && digits(id, 0) == id.length()
                    ? Long.parseLong(id)
                    : -1;
        }
        return tid(line);
    }

    /// Returns the line without the thread id at its start.
    static String afterThread(String line) {
        if (threadOf(line) < 0) {
            return line;
        }
        return line.startsWith(PID) ? line.substring(line.indexOf(']') + 1).strip() : afterWord(line);
    }

    /// Returns the same call on another thread.
    StraceLine ofThread(long id) {
        return new StraceLine(id, timeNs, durationNs, kind, call, args, result);
    }

    /// Returns whether the line is a call with a time of day (`-t`, `-tt`), which has no date and cannot be put
    /// on a timeline.
    static boolean hasTimeOfDay(String line) {
        String remainder = line.strip();
        if (isOther(remainder)) {
            return false;
        }
        remainder = afterThread(remainder);
        int space = remainder.indexOf(' ');
        return space > 0
                && Character.isDigit(remainder.charAt(0))
                && remainder.substring(0, space).indexOf(':') >= 0;
    }

    /// Returns whether the line is empty, a signal (`--- SIGCHLD … ---`) or an exit (`+++ exited with 0 +++`).
    static boolean isOther(String line) {
        return line.isEmpty() || line.charAt(0) == '-' || line.charAt(0) == '+';
    }

    private static long tid(String line) {
        int space = line.indexOf(' ');
        boolean isId = space > 0 && space < SECONDS_DIGITS && digits(line, 0) == space;
        return isId ? Long.parseLong(line.substring(0, space)) : -1;
    }

    private static String afterWord(String line) {
        int space = line.indexOf(' ');
        return space < 0 ? "" : line.substring(space + 1).strip();
    }

    private static int digits(String s, int from) {
        int i = from;
        while (i < s.length() && s.charAt(i) >= '0' && s.charAt(i) <= '9') {
            i++;
        }
        return i;
    }

    /// Converts `seconds[.microseconds]` to nanoseconds; returns -1 for any other string. The fraction is a
    /// number of microseconds regardless of its number of digits.
    static long parseSeconds(String word) {
        int end = digits(word, 0);
        boolean isComplete = end == word.length();
        int fractionEnd = isComplete ? end : digits(word, end + 1);
        if (end == 0
                || end > 18
                || !isComplete && word.charAt(end) != '.'
                || fractionEnd != word.length()
                || fractionEnd - end > 18) {
            return -1;
        }
        long seconds = Long.parseLong(word.substring(0, end));
        long us = isComplete || fractionEnd == end + 1 ? 0 : Long.parseLong(word.substring(end + 1));
        return seconds > MAX_SECONDS - 1 || us > MAX_US ? -1 : seconds * NS_PER_S + us * NS_PER_US;
    }

    private static StraceLine call(long tid, long time, String text) {
        String name;
        String remainder;
        boolean isResumed = text.startsWith(RESUMED_START);
        if (isResumed) {
            int end = text.indexOf(RESUMED_END, RESUMED_START.length());
            if (end < 0) {
                return null;
            }
            name = text.substring(RESUMED_START.length(), end);
            remainder = text.substring(end + RESUMED_END.length()).strip();
        } else {
            int open = text.indexOf('(');
            if (open < 0) {
                return null;
            }
            name = text.substring(0, open);
            remainder = text.substring(open + 1);
        }
        int unfinished = remainder.indexOf(UNFINISHED);
        if (unfinished >= 0) {
            String args = remainder.substring(0, unfinished).strip();
            while (args.endsWith(",")) {
                args = args.substring(0, args.length() - 1);
            }
            return new StraceLine(
                    tid, time, -1, isResumed ? Kind.RESUMED_UNFINISHED : Kind.UNFINISHED, name, args, null);
        }
        int close = close(remainder);
        int equals = remainder.indexOf('=', close + 1);
        if (equals < 0) {
            return null;
        }
        return new StraceLine(
                tid,
                time,
                -1,
                isResumed ? Kind.RESUMED : Kind.COMPLETE,
                name,
                close < 0 ? "" : remainder.substring(0, close).strip(),
                remainder.substring(equals + 1).strip());
    }

    /// Returns the index of the parenthesis that closes the arguments: the first one separated from an equals sign
    /// only by spaces, because results may contain parentheses as well. Returns -1 if there is none, as in the
    /// rest of a call without further arguments.
    private static int close(String s) {
        for (int p = s.indexOf(')'); p >= 0; p = s.indexOf(')', p + 1)) {
            int after = p + 1;
            while (after < s.length() && Character.isWhitespace(s.charAt(after))) {
                after++;
            }
            if (after < s.length() && s.charAt(after) == '=') {
                return p;
            }
        }
        return -1;
    }
}
