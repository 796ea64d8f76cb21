package traceglass.ingest.gclog;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.gclog.GcEvents.Lane;

/// Reads logs of JDK 8 and earlier: `1.234: [GC (Allocation Failure) [PSYoungGen: 1K->2K(3K)] 4K->5K(6K), 0.01 secs]`.
/// Pauses are logged with their start time, concurrent phases with their end time.
final class LegacyGcLog {

    private static final String TIMES = "(?:(\\d{4}-\\d\\d-\\d\\dT\\S+): )?(?:(\\d{1,12})[.,](\\d{1,9}): )?";
    /// With some options, statistics or another time follow "GC" immediately.
    private static final Pattern LINE = Pattern.compile(
            TIMES + "(?:\\[|#\\d+: \\[)" + "((?:Full GC|GC|CMS-concurrent)(?:\\b|(?=Adaptive|Before|\\d)).*)");
    private static final Pattern SECONDS = Pattern.compile(".*?[ /](\\d{1,9}[.,]\\d{1,9}) secs\\].*");
    private static final Pattern INNER = Pattern.compile("\\[([^\\[\\]]*)\\]");
    private static final Pattern SPACE =
            Pattern.compile("(\\w+): (\\d{1,15}(?:[.,]\\d+)?)([BKMG])->(\\d{1,15}(?:[.,]\\d+)?)([BKMG]).*");
    private static final Pattern HEAP = Pattern.compile(
            "(\\d{1,15}(?:[.,]\\d+)?)([BKMG])(?:\\([^()]*\\))?->(\\d{1,15}(?:[.,]\\d+)?)([BKMG])\\((\\d{1,15}(?:[.,]\\d+)?)([BKMG])\\)");
    private static final Pattern G1_HEAP = Pattern.compile(".*\\bHeap: (" + HEAP.pattern() + ").*");
    private static final Pattern STOPPED =
            Pattern.compile(TIMES + "Total time for which application threads were stopped: "
                    + "([\\d.,]+) seconds(?:, Stopping threads took: ([\\d.,]+) seconds)?.*");
    /// Shenandoah logs durations in milliseconds, at the end of a phase.
    private static final Pattern SHENANDOAH =
            Pattern.compile(TIMES + "\\[((?:Pause|Concurrent) [^\\[\\]]*?),? (\\d{1,9}[.,]\\d{1,9}) ms\\].*");
    private static final Pattern RUNNING = Pattern.compile(TIMES + "Application time: [\\d.,]+ seconds.*");
    private static final Pattern HEAP_TITLE = Pattern.compile("\\{?Heap before GC invocations=\\d+.*");
    private static final Pattern MACHINE = Pattern.compile(".* VM \\([\\w.+-]+\\) for \\S+ JRE \\(.*\\), built on .*");
    /// Times of inner phases, which other threads may write anywhere.
    private static final Pattern INNER_TIME =
            Pattern.compile("\\s*(?:\\d{4}-\\d\\d-\\d\\dT[\\d:.,+-]+Z?|\\d{1,12}[.,]\\d{3,9})");
    private static final String[] NAME_ENDS = {" [", "[", ", ", ": ", "-end", "AdaptiveSizePolicy", "Before GC"};

    private final GcEvents events;
    /// A collection whose duration has not been logged yet, or null.
    private String openLine;
    private long lastStart;
    private long lastEnd;

    LegacyGcLog(GcEvents events) {
        this.events = events;
    }

    /// Returns whether a line has a form that occurs only in these logs. Messages without a time do not count, because
    /// they may occur in other output.
    static boolean isTypical(String line) {
        Matcher m = LINE.matcher(line);
        if (m.matches()) {
            return !line.startsWith("[");
        }
        return HEAP_TITLE.matcher(line).matches()
                || MACHINE.matcher(line).matches()
                || isTimed(STOPPED.matcher(line))
                || isTimed(SHENANDOAH.matcher(line))
                || isTimed(RUNNING.matcher(line));
    }

    private static boolean isTimed(Matcher m) {
        return m.matches() && (m.group(1) != null || m.group(2) != null);
    }

    void read(String line) {
        Matcher m = STOPPED.matcher(line);
        if (m.matches()) {
            long now = parseTime(m);
            if (now >= 0) {
                long total = UnifiedGcLog.parseNs(m.group(4), "s");
                // The line is written after the threads have continued.
                events.slice(Lane.SAFEPOINTS, "Application stopped", now, total);
            }
            return;
        }
        m = SHENANDOAH.matcher(line);
        if (m.matches()) {
            addShenandoah(m);
            return;
        }
        m = LINE.matcher(line);
        if (m.matches()) {
            addCollection(line, m);
            return;
        }
        Matcher heap = G1_HEAP.matcher(line);
        if (heap.matches() && lastEnd > 0) {
            Matcher sizes = HEAP.matcher(heap.group(1));
            if (sizes.find()) {
                addHeap(sizes, lastStart, lastEnd, null);
            }
        } else if (openLine != null && line.contains(" secs]")) {
            // If another phase is logged during a G1 pause, the pause's duration follows some lines later.
            Matcher joined = LINE.matcher(openLine + line.strip());
            if (joined.matches()) {
                addCollection(openLine + line.strip(), joined);
            }
        }
    }

    private long parseTime(Matcher m) {
        long wall = m.group(1) == null ? LogLine.NONE : LogLine.parseWallTime(m.group(1));
        long uptime = m.group(2) == null
                ? LogLine.NONE
                : Long.parseLong(m.group(2)) * 1_000_000_000L
                        + Long.parseLong((m.group(3) + "00000000").substring(0, 9));
        long now = events.time(wall, uptime);
        if (now >= 0) {
            events.process(LogLine.NONE, "Java");
        }
        return now;
    }

    private void addShenandoah(Matcher m) {
        long now = parseTime(m);
        if (now < 0) {
            return;
        }
        long dur = UnifiedGcLog.parseNs(m.group(5), "ms");
        Lane lane = m.group(4).startsWith("Pause") ? Lane.PAUSES : Lane.CONCURRENT;
        Matcher sizes = HEAP.matcher(m.group(4));
        boolean hasSizes = sizes.find();
        String name = hasSizes ? m.group(4).substring(0, sizes.start()).strip() : m.group(4);
        Map<String, Object> args = events.slice(lane, name, now, dur);
        if (hasSizes) {
            addHeap(sizes, now - dur, now, args);
        }
    }

    private void addCollection(String line, Matcher m) {
        long now = parseTime(m);
        String text = m.group(4);
        Matcher seconds = SECONDS.matcher(text);
        if (now < 0) {
            return;
        }
        openLine = null;
        if (!seconds.matches()) {
            openLine = text.length() < 1000 && !text.contains("-start]") ? line : null;
            return;
        }
        String durText = seconds.group(1);
        Matcher times = Pattern.compile("[,/] ?(\\d{1,9}[.,]\\d{1,9}) secs\\]").matcher(text);
        int depth = 0;
        while (times.find()) {
            // The last duration is the total, except in the summary of CPU times.
            if (depth++ < 64 && !text.substring(0, times.start()).endsWith("real=")) {
                durText = times.group(1);
            }
        }
        long dur = UnifiedGcLog.parseNs(durText, "s");
        boolean isConcurrent = text.startsWith("CMS-concurrent") || text.startsWith("GC concurrent");
        String name = name(text);
        if (isConcurrent) {
            events.slice(Lane.CONCURRENT, name, now, dur);
            return;
        }
        lastStart = now;
        lastEnd = now + dur;
        Map<String, Object> args = events.slice(Lane.PAUSES, name, now + dur, dur);
        String outer = text;
        Matcher inner = INNER.matcher(outer);
        for (int i = 0; i < 16 && inner.find(); i++) {
            Matcher space = SPACE.matcher(inner.group(1));
            if (space.matches()) {
                String counter = space.group(1) + " used";
                events.addBytes(now, counter, UnifiedGcLog.parseBytes(space.group(2), space.group(3)));
                events.addBytes(now + dur, counter, UnifiedGcLog.parseBytes(space.group(4), space.group(5)));
            }
            outer = inner.replaceFirst("");
            inner = INNER.matcher(outer);
        }
        Matcher sizes = HEAP.matcher(outer);
        if (sizes.find()) {
            addHeap(sizes, now, now + dur, args);
        }
    }

    private static String name(String text) {
        int end = text.length();
        for (String stop : NAME_ENDS) {
            int index = text.indexOf(stop);
            end = index > 0 ? Math.min(end, index) : end;
        }
        String name = INNER_TIME
                .matcher(text.substring(0, end).replaceAll("\\s+\\d+[BKMG]->.*", ""))
                .replaceAll("")
                .strip();
        return name.endsWith("--") ? name.substring(0, name.length() - 2).strip() : name;
    }

    private void addHeap(Matcher sizes, long start, long end, Map<String, Object> args) {
        double before = UnifiedGcLog.parseBytes(sizes.group(1), sizes.group(2));
        double after = UnifiedGcLog.parseBytes(sizes.group(3), sizes.group(4));
        double capacity = UnifiedGcLog.parseBytes(sizes.group(5), sizes.group(6));
        events.addBytes(start, "Heap used", before);
        events.addBytes(end, "Heap used", after);
        events.addBytes(end, "Heap capacity", capacity);
        if (args != null) {
            args.put("heap_before_bytes", (long) before);
            args.put("heap_after_bytes", (long) after);
            args.put("heap_capacity_bytes", (long) capacity);
        }
    }
}
