package traceglass.ingest.gclog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.gclog.GcEvents.Lane;

/// Reads unified logs of JDK 9 and later. Pauses are logged when they end.
final class UnifiedGcLog {

    private static final Pattern GC = Pattern.compile("\\s*GC\\((\\d{1,9})\\) ?(.*)");
    private static final String SIZE = "(\\d{1,15})([BKMGT])(?:\\(\\d+%\\))?";
    private static final Pattern FINISHED = Pattern.compile(
            "(.*?)(?: " + SIZE + "->" + SIZE + "(?:\\((\\d{1,15})([BKMGT])\\))?)?(?: (\\d{1,12}(?:[.,]\\d+)?)(ms|s))?");
    private static final Pattern PHASE = Pattern.compile("\\s+(\\S.*): (\\d{1,12}(?:[.,]\\d+)?)ms");
    private static final Pattern REGIONS =
            Pattern.compile("(\\w[\\w ]* regions): (\\d{1,12})->(\\d{1,12})(?:\\(.*\\))?");
    private static final Pattern SPACE = Pattern.compile(
            "(\\w+): (\\d{1,15})([BKMGT])(?:\\(\\d+[BKMGT]\\))?->(\\d{1,15})([BKMGT])(?:\\((\\d+)[BKMGT]\\))?.*");
    private static final Pattern CPU = Pattern.compile("User=([\\d.,]+)s Sys=([\\d.,]+)s Real=([\\d.,]+)s");
    private static final Pattern SAFEPOINT = Pattern.compile("Safepoint \"(.*?)\", (.*)");
    private static final Pattern NANOS = Pattern.compile("(\\w[\\w ]*): (\\d{1,18}) ns");
    private static final Pattern STOPPED = Pattern.compile(
            "Total time for which application threads were stopped: ([\\d.,]+) seconds, Stopping threads took:"
                    + " ([\\d.,]+) seconds");
    private static final Pattern CYCLE = Pattern.compile(
            ".*\\b(Cycle|Garbage Collection|Minor Collection|Major Collection|Young Generation|Old Generation)\\b.*");
    /// Maximum number of unfinished collections whose details are kept; the oldest are dropped.
    private static final int MAX_OPEN = 64;

    private final GcEvents events;
    private final Map<Long, Pending> pending = new LinkedHashMap<>();
    private Map<String, Object> lastArgs;
    private long lastGc = -1;

    /// Details that are logged before the end of a collection.
    private static final class Pending {
        final Map<String, Object> phases = new LinkedHashMap<>();
        final List<Change> changes = new ArrayList<>();
        /// When the collection started, null if unknown.
        Long start;
    }

    /// Sizes before and after a collection.
    private record Change(String name, double before, double after, boolean isRegionCount) {}

    UnifiedGcLog(GcEvents events) {
        this.events = events;
    }

    /// Reads a line. Other output of the program is ignored.
    void read(String text) {
        LogLine line = LogLine.parse(text);
        if (line == null) {
            return;
        }
        long now = events.time(line.wallNs(), line.uptimeNs());
        if (now == LogLine.NONE || now < 0) {
            return;
        }
        events.process(line.pid(), "Java");
        Matcher m = GC.matcher(line.message());
        if (m.matches()) {
            onCollection(Long.parseLong(m.group(1)), m.group(2), now);
            return;
        }
        String message = line.message().strip();
        m = SAFEPOINT.matcher(message);
        if (m.matches()) {
            onSafepoint(m.group(1), m.group(2), now);
            return;
        }
        m = STOPPED.matcher(message);
        if (m.matches()) {
            onStopped(parseNs(m.group(1), "s"), parseNs(m.group(2), "s"), now);
        }
    }

    private void onCollection(long gc, String text, long now) {
        Matcher m = CPU.matcher(text);
        if (m.matches()) {
            if (lastGc == gc && lastArgs != null) {
                lastArgs.put("user_s", parseNumber(m.group(1)));
                lastArgs.put("sys_s", parseNumber(m.group(2)));
                lastArgs.put("real_s", parseNumber(m.group(3)));
            }
            return;
        }
        m = PHASE.matcher(text);
        if (m.matches()) {
            pending(gc).phases.put("phases_ms." + m.group(1), parseNumber(m.group(2)));
            return;
        }
        m = REGIONS.matcher(text);
        if (m.matches()) {
            pending(gc).changes.add(new Change(m.group(1), parseNumber(m.group(2)), parseNumber(m.group(3)), true));
            return;
        }
        m = SPACE.matcher(text);
        if (m.matches()) {
            pending(gc)
                    .changes
                    .add(new Change(
                            m.group(1) + " used",
                            parseBytes(m.group(2), m.group(3)),
                            parseBytes(m.group(4), m.group(5)),
                            false));
            return;
        }
        m = FINISHED.matcher(text);
        if (!m.matches() || text.contains(": ") && !GENERATION.matcher(text).lookingAt()) {
            return;
        }
        if (m.group(8) != null) {
            onFinished(gc, m, now, parseNs(m.group(8), m.group(9)));
        } else if (m.group(2) != null) {
            // Before JDK 21, ZGC does not print how long a collection took.
            Long start = pending(gc).start;
            onFinished(gc, m, now, start == null ? 0 : now - start);
        } else if (CYCLE.matcher(text).matches()) {
            pending(gc).start = now;
        }
    }

    /// Prefix of ZGC's collections of one generation.
    private static final Pattern GENERATION = Pattern.compile("[YyOo]: ");

    private Pending pending(long gc) {
        if (pending.size() >= MAX_OPEN && !pending.containsKey(gc)) {
            pending.remove(pending.keySet().iterator().next());
        }
        return pending.computeIfAbsent(gc, key -> new Pending());
    }

    private void onFinished(long gc, Matcher m, long now, long dur) {
        String name = m.group(1).strip();
        boolean isPause = GENERATION.matcher(name).replaceFirst("").startsWith("Pause");
        Lane lane = isPause ? Lane.PAUSES : CYCLE.matcher(name).matches() ? Lane.CYCLES : Lane.CONCURRENT;
        Map<String, Object> args = events.slice(lane, name, now, dur);
        args.put("gc", gc);
        lastArgs = args;
        lastGc = gc;
        if (m.group(2) != null) {
            double before = parseBytes(m.group(2), m.group(3));
            double after = parseBytes(m.group(4), m.group(5));
            args.put("heap_before_bytes", (long) before);
            args.put("heap_after_bytes", (long) after);
            events.addBytes(now - dur, "Heap used", before);
            events.addBytes(now, "Heap used", after);
            if (m.group(6) != null) {
                double capacity = parseBytes(m.group(6), m.group(7));
                args.put("heap_capacity_bytes", (long) capacity);
                events.addBytes(now, "Heap capacity", capacity);
            }
        }
        Pending details = isPause || lane == Lane.CYCLES ? pending.remove(gc) : null;
        if (details != null) {
            args.putAll(details.phases);
            for (Change c : details.changes) {
                change(c, now - dur, now);
            }
        }
    }

    private void change(Change c, long start, long end) {
        if (c.isRegionCount) {
            events.addRegions(start, c.name, c.before);
            events.addRegions(end, c.name, c.after);
        } else {
            events.addBytes(start, c.name, c.before);
            events.addBytes(end, c.name, c.after);
        }
    }

    private void onSafepoint(String operation, String details, long now) {
        Map<String, Long> times = new LinkedHashMap<>();
        Matcher m = NANOS.matcher(details);
        while (m.find()) {
            times.put(m.group(1), Long.parseLong(m.group(2)));
        }
        Long total = times.get("Total");
        if (total == null) {
            return;
        }
        Map<String, Object> args = events.slice(Lane.SAFEPOINTS, operation, now, total);
        long start = events.startOfLast(Lane.SAFEPOINTS, total);
        long end = start + total;
        for (Map.Entry<String, Long> part : times.entrySet()) {
            String name = part.getKey();
            long dur = Math.min(part.getValue(), end - start);
            if (name.equals("Time since last")) {
                args.put("time_since_last_ns", part.getValue());
            } else if (!name.equals("Total") && dur >= 0) {
                events.addInner(Lane.SAFEPOINTS, name, start, dur);
                start += dur;
            }
        }
    }

    private void onStopped(long total, long stopping, long now) {
        events.slice(Lane.SAFEPOINTS, "Application stopped", now, total);
        long start = events.startOfLast(Lane.SAFEPOINTS, total);
        events.addInner(Lane.SAFEPOINTS, "Stopping threads", start, Math.min(stopping, total));
    }

    static double parseNumber(String text) {
        try {
            return Double.parseDouble(text.replace(',', '.'));
        } catch (NumberFormatException e) {
            return 0;
        }
    }

    static long parseNs(String text, String unit) {
        return Math.round(parseNumber(text) * (unit.equals("s") ? 1e9 : 1e6));
    }

    static double parseBytes(String number, String unit) {
        return parseNumber(number) * Math.pow(1024, "BKMGT".indexOf(unit.charAt(0)));
    }
}
