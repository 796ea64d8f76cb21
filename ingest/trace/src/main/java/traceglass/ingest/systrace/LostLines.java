package traceglass.ingest.systrace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stats.DataLosses;
import traceglass.store.table.LongColumn;

/// Lines that say that events of a CPU were lost have no time: they stand between the last event before and the first
/// after.
final class LostLines {

    private final ImportContext context;
    private final Map<Integer, Long> latest = new HashMap<>();
    private final List<Loss> open = new ArrayList<>();

    private record Loss(int cpu, long from, long count) {}

    LostLines(ImportContext context) {
        this.context = context;
    }

    /// An event was read.
    ///
    /// @param time as the text has it, ns
    void saw(int cpu, long time) {
        latest.put(cpu, time);
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).cpu == cpu) {
                note(open.remove(i), traceTime(time));
            }
        }
    }

    /// Events of this CPU were lost after the last one that was seen.
    ///
    /// @param count how many; 0 where that is not said
    void lost(int cpu, long count) {
        Long before = latest.get(cpu);
        open.add(new Loss(cpu, before == null ? LongColumn.NULL : traceTime(before), count));
    }

    /// The text is at its end: what was lost was lost until then.
    void end() {
        open.forEach(loss -> note(loss, LongColumn.NULL));
        open.clear();
    }

    private void note(Loss loss, long to) {
        context.losses().ofCpu(DataLosses.Source.FTRACE, loss.cpu, loss.from, to, loss.count);
    }

    private long traceTime(long time) {
        long ts = context.clocks().defaultToTraceTime(time);
        return ts == ClockTracker.NONE ? LongColumn.NULL : ts;
    }
}
