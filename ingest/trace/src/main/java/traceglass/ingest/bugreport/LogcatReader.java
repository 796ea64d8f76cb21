package traceglass.ingest.bugreport;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.AssumedYear;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Reads lines of logcat: date, time, pid, tid, priority, tag and message; in bug reports with the user id before the
/// pid. Most lines have no year. Also reads the formats `epoch`, with seconds since 1970, and `time`, whose lines have
/// a pid but no tid: `08-17 12:34:56.789 D/Tag( 123): text`; and logs that Android Studio saved.
final class LogcatReader {

    private static final Pattern DATE = Pattern.compile(".{2}-.{2}|.{4}-.{2}-.{2}");
    private static final Pattern TIME = Pattern.compile(".{2}:.{2}:.{2}\\..+");
    private static final Pattern EPOCH =
            Pattern.compile("\\s*(\\d{9,10})\\.(\\d{3,9})\\s+(?:\\S+\\s+)?(\\d{1,10})\\s+(\\d{1,10}) ([A-Z]) (.*)");
    private static final Pattern WITHOUT_THREAD = Pattern.compile(
            "((?:\\d{4}-)?\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}\\.\\d{3,9})(?: [+-]\\d{4})? ([A-Z])/(.*?)\\("
                    + " *(\\d{1,10})\\): (.*)");
    /// Index of the priority among the words of a line: after pid and tid, or after user id, pid and tid.
    private static final int PRIORITY = 4;
    private static final int UNKNOWN = 0;
    private static final int MIN_LENGTH = 30;
    private static final int FIRST_YEAR = 1969;
    private static final int MAX_DIGITS = 10;
    private static final long FAILED = Long.MIN_VALUE;
    private static final long S_NS = 1_000_000_000;
    private static final long MS_NS = 1_000_000;
    /// Letters of `android_LogPriority`, starting with 2.
    private static final String PRIORITIES = "VDIWEF";

    private final ImportContext context;
    private final EventSorter.Queue queue;
    private final ClockId clock = ClockId.of(ClockId.REALTIME);
    /// Index of the priority in this log, determined from its first line.
    private int priorityIndex = UNKNOWN;
    private int year;
    /// Null if the year is known from the log or another trace.
    private AssumedYear assumedYear;
    private long zoneOffsetNs;
    /// Last line in Android Studio's format, which indented lines continue.
    private @Nullable StudioLogLine last;
    private BiPredicate<Long, Event> accepts = (ms, event) -> true;

    record Event(long pid, long tid, int priority, int tag, int message) {}

    LogcatReader(ImportContext context) {
        this.context = context;
        year = yearOfOtherTraces();
        queue = context.sorter().queue((ts, data, ref) -> add(ts, (Event) ref));
    }

    /// Returns whether a line is the start of a buffer or a message of `adb`.
    static boolean isMarker(String line) {
        return line.startsWith("---") || line.startsWith("* daemon") || line.startsWith("- waiting for device -");
    }

    static boolean isLog(String line) {
        return priorityIndex(line) != UNKNOWN
                || StudioLogLine.parse(line) != null
                || EPOCH.matcher(line).matches()
                || WITHOUT_THREAD.matcher(line).matches();
    }

    /// Returns the index of the priority among the words of a line; [#UNKNOWN] if it is not a log line.
    private static int priorityIndex(String line) {
        List<String> words =
                Arrays.stream(line.split(" ")).filter(w -> !w.isEmpty()).toList();
        if (words.size() <= PRIORITY
                || !DATE.matcher(words.get(0)).matches()
                || !TIME.matcher(words.get(1)).matches()) {
            return UNKNOWN;
        }
        return isLetter(words.get(PRIORITY))
                ? PRIORITY
                : words.size() > PRIORITY + 1 && isLetter(words.get(PRIORITY + 1)) ? PRIORITY + 1 : UNKNOWN;
    }

    private static boolean isLetter(String word) {
        return word.length() == 1 && word.charAt(0) >= 'A' && word.charAt(0) <= 'Z';
    }

    /// Returns the year in which the data imported before this log ends; the current year if there is no such data.
    private int yearOfOtherTraces() {
        long last = context.sorter().maxTs();
        ClockId traceTime = context.clocks().graph().traceTime();
        long time = last == 0 || traceTime == null
                ? ClockTracker.NONE
                : context.clocks().graph().convert(traceTime, last, clock);
        if (time == ClockTracker.NONE) {
            int currentYear = Year.now(ZoneOffset.UTC).getValue();
            assumedYear = new AssumedYear(currentYear);
            return currentYear;
        }
        return Instant.ofEpochSecond(time / S_NS).atZone(ZoneOffset.UTC).getYear();
    }

    /// Sets the year of lines without one.
    void setYear(int logYear) {
        year = logYear;
        assumedYear = null;
    }

    /// Sets how far the times of the log are ahead of UTC, in ns.
    void setZoneOffsetNs(long offset) {
        zoneOffsetNs = offset;
    }

    /// Sets the filter that decides which events are kept; it receives the time of the line in ms.
    void setFilter(BiPredicate<Long, Event> filter) {
        accepts = filter;
    }

    void parseLine(String line) {
        if (isMarker(line) || priorityIndex == UNKNOWN && readOtherFormat(line)) {
            return;
        }
        if (line.length() < MIN_LENGTH) {
            return;
        }
        if (priorityIndex == UNKNOWN) {
            priorityIndex = priorityIndex(line);
            if (priorityIndex == UNKNOWN) {
                context.stats().increment(StatNames.ANDROID_LOG_FORMAT_INVALID);
                return;
            }
        }
        LineScanner scanner = new LineScanner(line);
        long localNs = parseTimeOrFailed(scanner);
        if (priorityIndex > PRIORITY) {
            scanner.number(' ');
        }
        long pid = scanner.number(' ');
        long tid = scanner.number(' ');
        String remainder = scanner.remaining();
        if (localNs == FAILED || pid < 0 || tid < 0 || remainder.length() < 4 || remainder.charAt(1) != ' ') {
            context.stats().increment(StatNames.ANDROID_LOG_NUM_FAILED);
            return;
        }
        add(localNs, pid, tid, remainder.charAt(0), remainder.substring(2));
    }

    private long parseTimeOrFailed(LineScanner scanner) {
        try {
            return parseTime(scanner);
        } catch (DateTimeException | ArithmeticException e) {
            return FAILED;
        }
    }

    /// Parses a line in a format other than `threadtime`; returns false if it is not a log line.
    private boolean readOtherFormat(String line) {
        Matcher m = EPOCH.matcher(line);
        if (m.matches()) {
            long utcNs = Long.parseLong(m.group(1)) * S_NS + Long.parseLong((m.group(2) + "00000000").substring(0, 9));
            long pid = Long.parseLong(m.group(3));
            add(
                    utcNs + zoneOffsetNs,
                    pid,
                    Long.parseLong(m.group(4)),
                    m.group(5).charAt(0),
                    m.group(6));
            return true;
        }
        StudioLogLine studio = StudioLogLine.parse(line);
        if (studio != null || last != null && line.startsWith(" ")) {
            addStudioLine(studio, line);
            return true;
        }
        m = WITHOUT_THREAD.matcher(line);
        if (!m.matches()) {
            return false;
        }
        long localNs = parseTimeOrFailed(new LineScanner(m.group(1) + " "));
        if (localNs == FAILED) {
            context.stats().increment(StatNames.ANDROID_LOG_NUM_FAILED);
        } else {
            long pid = Long.parseLong(m.group(4));
            add(localNs, pid, pid, m.group(2).charAt(0), m.group(3).stripTrailing() + ": " + m.group(5));
        }
        return true;
    }

    /// Adds a line saved by Android Studio, or an indented line that continues the message of the last one.
    private void addStudioLine(@Nullable StudioLogLine studio, String line) {
        StudioLogLine start = studio == null ? last : studio;
        if (start == null) {
            return;
        }
        last = start;
        long localNs = parseTimeOrFailed(new LineScanner(start.time() + " "));
        if (localNs == FAILED) {
            context.stats().increment(StatNames.ANDROID_LOG_NUM_FAILED);
            return;
        }
        String name = start.process();
        if (studio != null && name != null) {
            int upid = context.processes().process(start.pid());
            context.processes().setProcessMetadata(upid, context.strings().intern(name), StringPool.NULL);
        }
        int tag = context.strings().intern(start.tag());
        int message = context.strings().intern(studio == null ? line.strip() : start.message());
        push(localNs, new Event(start.pid(), start.tid(), priority(start.letter()), tag, message));
    }

    private static int priority(char letter) {
        int priority = PRIORITIES.indexOf(letter);
        return priority < 0 ? 0 : priority + 2;
    }

    /// @param text tag and message
    private void add(long localNs, long pid, long tid, char letter, String text) {
        // Tags may contain colons, but not before a space.
        int colon = text.indexOf(": ");
        int tag = colon < 0
                ? StringPool.NULL
                : context.strings().intern(text.substring(0, colon).stripTrailing());
        Event event = new Event(
                pid,
                tid,
                priority(letter),
                tag,
                context.strings().intern(colon < 0 ? text : text.substring(colon + 2)));
        push(localNs, event);
    }

    private void push(long localNs, Event event) {
        long ts = context.clocks().toTraceTime(clock, localNs - zoneOffsetNs);
        if (ts != ClockTracker.NONE && accepts.test(Math.floorDiv(localNs, MS_NS), event)) {
            queue.push(ts, 0, event);
        }
    }

    /// Reads date and time; returns [#FAILED] if they are invalid.
    private long parseTime(LineScanner scanner) {
        long first = scanner.number('-');
        boolean hasYear = first >= FIRST_YEAR;
        long month = hasYear ? scanner.number('-') : first;
        long day = scanner.number(' ');
        long hour = scanner.number(':');
        long minute = scanner.number(':');
        long second = scanner.number('.');
        int from = scanner.position;
        if (Math.min(Math.min(month, day), Math.min(hour, minute)) < 0 || second < 0 || scanner.number(' ') < 0) {
            return FAILED;
        }
        int yearOfDate = hasYear ? (int) first : assumedYear == null ? year : assumedYear.of((int) month, (int) day);
        LocalDateTime date =
                LocalDateTime.of(yearOfDate, (int) month, (int) day, (int) hour, (int) minute, (int) second);
        String fraction = (scanner.line.substring(from, scanner.position).strip() + "000000000").substring(0, 9);
        return Math.addExact(Math.multiplyExact(date.toEpochSecond(ZoneOffset.UTC), S_NS), Long.parseLong(fraction));
    }

    /// Splits a line into numbers.
    private static final class LineScanner {

        final String line;
        int position;

        LineScanner(String line) {
            this.line = line;
        }

        /// Returns the number before a separator, which may be repeated; -1 if there is no number or no
        /// separator.
        long number(char separator) {
            int end = line.indexOf(separator, position);
            if (end < 0) {
                return -1;
            }
            String digits = line.substring(position, end);
            for (position = end; position < line.length() && line.charAt(position) == separator; ) {
                position++;
            }
            boolean isNumber = digits.length() <= MAX_DIGITS && digits.chars().allMatch(c -> c >= '0' && c <= '9');
            return !isNumber ? -1 : digits.isEmpty() ? 0 : Long.parseLong(digits);
        }

        String remaining() {
            return line.substring(position);
        }
    }

    private void add(long ts, Event event) {
        Table table = context.storage().table(TableNames.Logs.TABLE);
        int row = table.addRow();
        table.longs(TableNames.Logs.TS).set(row, ts);
        table.ints(TableNames.Logs.UTID).set(row, context.processes().updateThread(event.tid, event.pid));
        table.longs(TableNames.Logs.PRIO).set(row, event.priority);
        table.strings(TableNames.Logs.LOG_SOURCE).set(row, context.strings().intern("android_logcat"));
        table.strings(TableNames.Logs.TAG).set(row, event.tag);
        table.strings(TableNames.Logs.MSG).set(row, event.message);
    }
}
