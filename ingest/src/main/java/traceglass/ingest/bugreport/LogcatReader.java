package traceglass.ingest.bugreport;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.EventSorter;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.ClockId;
import traceglass.ingest.tracker.ClockTracker;
import traceglass.model.store.Table;

/// Reads lines of logcat: date, time, pid, tid, priority, tag and message; in bug reports with the user id before the pid. Most have
/// no year.
final class LogcatReader {

    private static final Pattern LINE = Pattern.compile("(?:(?<year>\\d{4})-)?(?<month>\\d+)-(?<day>\\d+) +(?<h>\\d+):(?<m>\\d+):(?<s>\\d+)"
            + "\\.(?<fraction>\\d+) +(?<ids>.*?) +(?<prio>[A-Z]) (?<rest>.*)", Pattern.DOTALL);
    private static final Pattern IDS = Pattern.compile("(?:\\S+ +)?(?<pid>\\d{1,10}) +(?<tid>\\d{1,10})");
    private static final int SHORTEST = 30;
    private static final long S_NS = 1_000_000_000;
    private static final long MS_NS = 1_000_000;
    /// Letters of `android_LogPriority`, from 2 on.
    private static final String PRIORITIES = "VDIWEF";

    private final ImportContext context;
    private final EventSorter.Queue queue;
    private final ClockId clock = ClockId.of(ClockId.REALTIME);
    private int year;
    private long zoneOffsetNs;
    private BiPredicate<Long, Event> wanted = (ms, event) -> true;

    record Event(long pid, long tid, int priority, int tag, int message) {}

    LogcatReader(ImportContext context) {
        this.context = context;
        year = yearOfOtherTraces();
        queue = context.sorter().queue((ts, place, ref) -> add(ts, (Event) ref));
    }

    static boolean isLog(String line) {
        Matcher m = LINE.matcher(line);
        return m.matches() && IDS.matcher(m.group("ids")).matches();
    }

    /// The year in which what was read before the log ends; this year if nothing was.
    private int yearOfOtherTraces() {
        long last = context.sorter().maxTs();
        ClockId traceTime = context.clocks().graph().traceTime();
        long time = last == 0 || traceTime == null ? ClockTracker.NONE : context.clocks().graph().convert(traceTime, last, clock);
        return time == ClockTracker.NONE ? Year.now(ZoneOffset.UTC).getValue()
                : Instant.ofEpochSecond(time / S_NS).atZone(ZoneOffset.UTC).getYear();
    }

    /// The year of lines that tell none.
    void setYear(int ofLog) {
        year = ofLog;
    }

    /// How much later than UTC the times of the log are.
    void setZoneOffsetNs(long offset) {
        zoneOffsetNs = offset;
    }

    /// Says of each event, with the time that its line tells in ms, whether it is kept.
    void setFilter(BiPredicate<Long, Event> filter) {
        wanted = filter;
    }

    void line(String line) {
        if (line.length() < SHORTEST || line.startsWith("---")) {
            return;
        }
        Matcher m = LINE.matcher(line);
        Matcher ids = m.matches() ? IDS.matcher(m.group("ids")) : null;
        if (ids == null || !ids.matches()) {
            context.stats().increment("android_log_num_failed");
            return;
        }
        long told;
        try {
            told = time(m);
        } catch (DateTimeException | NumberFormatException e) {
            context.stats().increment("android_log_num_failed");
            return;
        }
        String rest = m.group("rest");
        // Tags may hold colons, but not before a blank.
        int colon = rest.indexOf(": ");
        String tag = colon < 0 ? "" : rest.substring(0, colon).stripTrailing();
        int priority = PRIORITIES.indexOf(m.group("prio"));
        Event event = new Event(Long.parseLong(ids.group("pid")), Long.parseLong(ids.group("tid")), priority < 0 ? 0 : priority + 2,
                context.strings().intern(tag), context.strings().intern(colon < 0 ? rest : rest.substring(colon + 2)));
        long ts = context.clocks().toTraceTime(clock, told - zoneOffsetNs);
        if (ts != ClockTracker.NONE && wanted.test(Math.floorDiv(told, MS_NS), event)) {
            queue.push(ts, 0, event);
        }
    }

    private long time(Matcher m) {
        int y = m.group("year") == null ? year : Integer.parseInt(m.group("year"));
        LocalDateTime date = LocalDateTime.of(y, number(m, "month"), number(m, "day"), number(m, "h"), number(m, "m"), number(m, "s"));
        String fraction = (m.group("fraction") + "00000000").substring(0, 9);
        return Math.addExact(Math.multiplyExact(date.toEpochSecond(ZoneOffset.UTC), S_NS), Long.parseLong(fraction));
    }

    private static int number(Matcher m, String group) {
        return Integer.parseInt(m.group(group));
    }

    private void add(long ts, Event event) {
        Table table = context.storage().table("__intrinsic_logs");
        int row = table.addRow();
        table.longs("ts").set(row, ts);
        table.ints("utid").set(row, context.processes().updateThread(event.tid, event.pid));
        table.longs("prio").set(row, event.priority);
        table.strings("log_source").set(row, context.strings().intern("android_logcat"));
        table.strings("tag").set(row, event.tag);
        table.strings("msg").set(row, event.message);
    }
}
