package traceglass.ingest.strace;

/// Line of strace's output, with the time in seconds since 1970 (`-ttt`) and an optional thread id (`-f`):
///
/// ```
/// 1000 1700000052.321000 openat(AT_FDCWD, "/nope", O_RDONLY) = -1 ENOENT (No such file or directory)
/// 1000 1700000052.321400 futex(0x7f, FUTEX_WAIT <unfinished ...>
/// 1000 1700000052.321900 <... futex resumed>) = 0
/// ```
///
/// @param tid thread, or -1 if the line has none
/// @param timeNs time since 1970, in ns
/// @param call name of the system call
/// @param args arguments as printed, "" for none
/// @param result result as printed, including its explanation; null if the line has none
record StraceLine(long tid, long timeNs, Kind kind, String call, String args, String result) {

    /// Which part of a call the line shows.
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
    /// Number of digits in seconds since 1970 since 2001; thread ids have at most 7.
    private static final int SECONDS_DIGITS = 10;
    private static final String RESUMED_START = "<... ";
    private static final String RESUMED_END = " resumed>";
    private static final String UNFINISHED = "<unfinished ...>";

    /// Parses a line; returns null if it is not a system call with a usable time.
    static StraceLine parse(String line) {
        String rest = line.strip();
        if (isOther(rest)) {
            return null;
        }
        long tid = tid(rest);
        if (tid >= 0) {
            rest = afterWord(rest);
        }
        long time = rest.indexOf(' ') < 0 ? -1 : time(rest.substring(0, rest.indexOf(' ')));
        rest = afterWord(rest);
        if (time < 0 || rest.isEmpty()) {
            return null;
        }
        return call(tid, time, rest);
    }

    /// Returns whether the line is a call with a time of day (`-t`, `-tt`), which has no date and cannot be placed.
    static boolean hasTimeOfDay(String line) {
        String rest = line.strip();
        if (isOther(rest)) {
            return false;
        }
        if (tid(rest) >= 0) {
            rest = afterWord(rest);
        }
        int space = rest.indexOf(' ');
        return space > 0 && rest.substring(0, space).indexOf(':') >= 0;
    }

    /// Returns whether the line is empty, a signal (`--- SIGCHLD … ---`) or an exit (`+++ exited with 0 +++`).
    private static boolean isOther(String line) {
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

    /// Returns the nanoseconds of `seconds[.microseconds]`, or -1 for other text. The fraction counts microseconds,
    /// however many digits it has.
    private static long time(String word) {
        int end = digits(word, 0);
        boolean whole = end == word.length();
        int fractionEnd = whole ? end : digits(word, end + 1);
        if (end == 0
                || end > 18
                || !whole && word.charAt(end) != '.'
                || fractionEnd != word.length()
                || fractionEnd - end > 18) {
            return -1;
        }
        long seconds = Long.parseLong(word.substring(0, end));
        long us = whole || fractionEnd == end + 1 ? 0 : Long.parseLong(word.substring(end + 1));
        return seconds > MAX_SECONDS - 1 || us > MAX_US ? -1 : seconds * NS_PER_S + us * NS_PER_US;
    }

    private static StraceLine call(long tid, long time, String text) {
        String name;
        String rest;
        boolean resumed = text.startsWith(RESUMED_START);
        if (resumed) {
            int end = text.indexOf(RESUMED_END, RESUMED_START.length());
            if (end < 0) {
                return null;
            }
            name = text.substring(RESUMED_START.length(), end);
            rest = text.substring(end + RESUMED_END.length()).strip();
        } else {
            int open = text.indexOf('(');
            if (open < 0) {
                return null;
            }
            name = text.substring(0, open);
            rest = text.substring(open + 1);
        }
        int unfinished = rest.indexOf(UNFINISHED);
        if (unfinished >= 0) {
            String args = rest.substring(0, unfinished).strip();
            while (args.endsWith(",")) {
                args = args.substring(0, args.length() - 1);
            }
            return new StraceLine(tid, time, resumed ? Kind.RESUMED_UNFINISHED : Kind.UNFINISHED, name, args, null);
        }
        int close = close(rest);
        int equals = rest.indexOf('=', close + 1);
        if (equals < 0) {
            return null;
        }
        return new StraceLine(
                tid,
                time,
                resumed ? Kind.RESUMED : Kind.COMPLETE,
                name,
                close < 0 ? "" : rest.substring(0, close).strip(),
                rest.substring(equals + 1).strip());
    }

    /// Returns the index of the bracket that closes the arguments: the first one separated from an equals sign only by
    /// blanks, because results can have brackets too. Returns -1 if there is none, as in the rest of a call without
    /// further arguments.
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
