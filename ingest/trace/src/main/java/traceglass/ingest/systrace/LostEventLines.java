package traceglass.ingest.systrace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stats.DataLosses;
import traceglass.store.table.LongColumn;

/// Tracks lines that report lost events of a CPU. They have no time, so the loss is placed between the preceding and
/// the following event of the CPU.
final class LostEventLines {

    private final ImportContext context;
    private final Map<Integer, Long> latest = new HashMap<>();
    private final List<Loss> open = new ArrayList<>();

    private long overwritten;

    private record Loss(int cpu, long from, long count) {}

    LostEventLines(ImportContext context) {
        this.context = context;
    }

    /// Records the number of events that were overwritten before the next event.
    void recordOverwritten(long count) {
        overwritten += count;
    }

    /// Records an event.
    ///
    /// @param time time as printed, in ns
    void recordEvent(int cpu, long time) {
        latest.put(cpu, time);
        if (overwritten > 0) {
            addOverwritten(traceTime(time));
        }
        for (int i = open.size() - 1; i >= 0; i--) {
            if (open.get(i).cpu == cpu) {
                addLoss(open.remove(i), traceTime(time));
            }
        }
    }

    /// Records a loss of events after the last event of this CPU.
    ///
    /// @param count number of lost events; 0 if unknown
    void recordLoss(int cpu, long count) {
        Long previous = latest.get(cpu);
        open.add(new Loss(cpu, previous == null ? LongColumn.NULL : traceTime(previous), count));
    }

    /// Ends the text: pending losses extend to its end.
    void end() {
        open.forEach(loss -> addLoss(loss, LongColumn.NULL));
        open.clear();
        if (overwritten > 0) {
            addOverwritten(LongColumn.NULL);
        }
    }

    private void addOverwritten(long to) {
        context.losses().addForAnyCpu(DataLosses.Source.FTRACE, LongColumn.NULL, to, overwritten);
        overwritten = 0;
    }

    private void addLoss(Loss loss, long to) {
        context.losses().addForCpu(DataLosses.Source.FTRACE, loss.cpu, loss.from, to, loss.count);
    }

    private long traceTime(long time) {
        long ts = context.clocks().defaultToTraceTime(time);
        return ts == ClockTracker.NONE ? LongColumn.NULL : ts;
    }
}
