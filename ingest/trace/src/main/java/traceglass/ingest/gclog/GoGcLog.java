package traceglass.ingest.gclog;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.gclog.GcEvents.Lane;

/// Reads lines such as
/// `gc 1 @0.058s 0%: 0.01+1.9+0.02 ms clock, 0.04+0.9/1.9/2.9+0.08 ms cpu, 4->4->1 MB, 5 MB goal, 4 P`: the start of a
/// collection, the times of its phases, and the heap at its start, at its end and without garbage. The program is
/// stopped in the first and the last phase.
final class GoGcLog {

    private static final Pattern LINE = Pattern.compile("gc (\\d{1,9}) @(\\d{1,9}\\.\\d{1,9})s (\\d{1,3})%: "
            + "([\\d.]+(?:\\+[\\d.]+){2,4}) ms clock, (\\S+) ms cpu, (\\d{1,9})->(\\d{1,9})->(\\d{1,9}) MB, "
            + "(\\d{1,9}) MB goal,.*? (\\d{1,6}) P(.*)");
    private static final double MB = 1 << 20;

    private final GcEvents events;

    GoGcLog(GcEvents events) {
        this.events = events;
    }

    static boolean isCollection(String line) {
        return line.startsWith("gc ") && LINE.matcher(line).matches();
    }

    void read(String line) {
        Matcher m = line.startsWith("gc ") ? LINE.matcher(line) : null;
        if (m == null || !m.matches()) {
            return;
        }
        long start = events.time(LogLine.NONE, UnifiedGcLog.parseNs(m.group(2), "s"));
        if (start < 0) {
            return;
        }
        events.process(LogLine.NONE, "Go");
        String[] phases = m.group(4).split("\\+");
        long[] ns = new long[phases.length];
        long total = 0;
        for (int i = 0; i < ns.length; i++) {
            ns[i] = UnifiedGcLog.parseNs(phases[i], "ms");
            total += ns[i];
        }
        long end = start + total;
        long last = ns[ns.length - 1];
        Map<String, Object> args = events.slice(Lane.CYCLES, "GC", end, total);
        args.put("gc", Long.parseLong(m.group(1)));
        args.put("cpu_ms", m.group(5));
        args.put("cpu_percent_since_start", Long.parseLong(m.group(3)));
        args.put("processors", Long.parseLong(m.group(10)));
        if (m.group(11).contains("(forced)")) {
            args.put("forced", "true");
        }
        events.slice(Lane.PAUSES, "Sweep termination", start + ns[0], ns[0]);
        events.slice(Lane.CONCURRENT, "Mark", end - last, total - ns[0] - last);
        events.slice(Lane.PAUSES, "Mark termination", end, last);
        events.addBytes(start, "Heap", Double.parseDouble(m.group(6)) * MB);
        events.addBytes(end, "Heap", Double.parseDouble(m.group(7)) * MB);
        events.addBytes(end, "Live heap", Double.parseDouble(m.group(8)) * MB);
        events.addBytes(start, "Heap goal", Double.parseDouble(m.group(9)) * MB);
    }
}
