package traceglass.ingest.strace;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Times and threads of one strace output. The time format depends on strace's options: seconds since 1970 (`-ttt`),
/// the time of day (`-t`, `-tt`), the time since the previous line (`-r`), or no times at all.
final class StraceTimes {

    /// Time format of the lines of a file.
    enum Format {
        EPOCH,
        TIME_OF_DAY,
        RELATIVE,
        /// Lines have no time; they are placed 1 µs apart to preserve their order.
        NONE
    }

    private static final long NS_PER_S = 1_000_000_000L;
    private static final long NS_PER_US = 1_000;
    private static final long NS_PER_DAY = 24 * 3600 * NS_PER_S;
    /// Smaller numbers of seconds are time differences rather than times since 1970.
    private static final long FIRST_EPOCH_S = 100_000_000L;
    private static final int MAX_LINES = 20;
    /// Minimum number of lines without times that must look like system calls; a single one may be anything.
    private static final int MIN_UNTIMED = 2;
    private static final Pattern TIME_OF_DAY = Pattern.compile("(\\d{1,2}):(\\d{2}):(\\d{2})(?:\\.(\\d{1,9}))?");
    private static final Pattern CALL = Pattern.compile(
            "[a-z][a-z0-9_]*\\(.*(?:\\)\\s+= (?:-?\\d+|0x[0-9a-f]+|\\?).*|<unfinished \\.\\.\\.>)|<\\.\\.\\. \\w+"
                    + " resumed.*");

    private final Format format;
    private final boolean hasThreads;
    private long last;
    private long days;

    StraceTimes(Format format, boolean hasThreads) {
        this.format = format;
        this.hasThreads = hasThreads;
    }

    /// Determines the formats used in the first bytes of a file; returns null if they are not strace output.
    static StraceTimes of(byte[] head) {
        Format format = null;
        boolean hasThreads = false;
        int untimed = 0;
        int count = 0;
        String[] lines = new String(head, StandardCharsets.UTF_8).split("\r?\n", MAX_LINES + 1);
        for (int i = 0; i < Math.min(lines.length, MAX_LINES); i++) {
            String line = lines[i].strip();
            if (line.isEmpty() || line.startsWith("strace: ") || StraceLine.isOther(line)) {
                continue;
            }
            count++;
            Format lineFormat = formatOf(line);
            if (count == 1 && lineFormat == null) {
                return null;
            }
            format = format == null ? lineFormat : format;
            untimed += lineFormat == Format.NONE ? 1 : 0;
            hasThreads |= lineFormat != null && StraceLine.threadOf(line) >= 0;
        }
        boolean hasTooFewUntimed = format == Format.NONE && untimed < MIN_UNTIMED;
        return format == null || hasTooFewUntimed ? null : new StraceTimes(format, hasThreads);
    }

    /// Returns the time format of a call; null if the line is not a call.
    private static Format formatOf(String line) {
        String remainder = StraceLine.afterThread(line);
        if (CALL.matcher(remainder).matches()) {
            return Format.NONE;
        }
        int space = remainder.indexOf(' ');
        String word = space < 0 ? remainder : remainder.substring(0, space);
        if (TIME_OF_DAY.matcher(word).matches()) {
            boolean isCall = StraceLine.parse(line, new StraceTimes(Format.TIME_OF_DAY, true)) != null;
            return isCall ? Format.TIME_OF_DAY : null;
        }
        long ns = StraceLine.parseSeconds(word);
        if (ns < 0 || StraceLine.parse(line) == null) {
            return null;
        }
        return ns / NS_PER_S < FIRST_EPOCH_S ? Format.RELATIVE : Format.EPOCH;
    }

    Format format() {
        return format;
    }

    /// Returns whether lines specify their thread, which option `-f` adds.
    boolean hasThreads() {
        return hasThreads;
    }

    /// Returns the time of the next line in ns, or -1 if the word is not a time in the file's format. Relative
    /// times are accumulated; if the time of day goes back by hours, it belongs to the next day.
    ///
    /// @param word first word after the thread; unused if lines have no times
    long next(String word) {
        switch (format) {
            case EPOCH -> {
                return StraceLine.parseSeconds(word);
            }
            case TIME_OF_DAY -> {
                return parseTimeOfDay(word);
            }
            case RELATIVE -> {
                long ns = StraceLine.parseSeconds(word);
                last += Math.max(ns, 0);
                return ns < 0 ? -1 : last;
            }
            default -> {
                last += NS_PER_US;
                return last;
            }
        }
    }

    private long parseTimeOfDay(String word) {
        Matcher m = TIME_OF_DAY.matcher(word);
        if (!m.matches()) {
            return -1;
        }
        long seconds = (Long.parseLong(m.group(1)) * 60 + Long.parseLong(m.group(2))) * 60 + Long.parseLong(m.group(3));
        String fraction = m.group(4) == null ? "" : m.group(4);
        long ns = seconds * NS_PER_S + Long.parseLong((fraction + "000000000").substring(0, 9)) + days * NS_PER_DAY;
        if (ns < last - NS_PER_DAY / 2) {
            days++;
            ns += NS_PER_DAY;
        }
        if (m.group(4) == null && last > 0) {
            // Many lines have the same whole second. They are placed 1 µs apart to preserve their order.
            ns = Math.max(ns, last + NS_PER_US);
        }
        last = Math.max(last, ns);
        return ns;
    }
}
