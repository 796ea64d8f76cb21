package traceglass.ingest.gecko;

import java.util.Locale;
import java.util.function.DoubleToLongFunction;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.table.StringPool;

/// Counters of processes. Samples hold the change since the previous sample. For memory, the running total is shown;
/// for energy and transferred bytes, the rate.
final class GeckoCounters {

    private static final TrackType TYPE =
            TrackType.counter("gecko_counter", null, TrackType.UPID, TrackType.Dimension.ofString("counter"));
    /// Joules per picowatt-hour.
    private static final double JOULES_PER_PWH = 3.6e-9;

    private static final double NS_PER_S = 1e9;

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;

    private record Sample(int track, double value, boolean isForInterval) {}

    GeckoCounters(ImportContext context) {
        this.context = context;
        strings = context.strings();
        queue = context.sorter().queue((ts, data, ref) -> {
            Sample s = (Sample) ref;
            if (s.isForInterval) {
                context.counters().pushForPrecedingInterval(ts, s.value, s.track);
            } else {
                context.counters().push(ts, s.value, s.track);
            }
        });
    }

    /// Writes a counter.
    ///
    /// @param defaultPid process id to use if the counter has none
    /// @param traceTime converts profile time in ms to trace time in ns
    void write(GeckoProfile.Counter counter, long defaultPid, DoubleToLongFunction traceTime) {
        int track = -1;
        double factor = switch (counter.category.toLowerCase(Locale.ROOT)) {
            case "power" -> JOULES_PER_PWH;
            case "bandwidth" -> 1;
            default -> 0;
        };
        for (GeckoTable table : counter.samples) {
            GeckoTable.Column counts = table.column("count");
            GeckoTable.Column times = table.column("time");
            GeckoTable.Column deltas = table.column("timeDeltas");
            double ms = 0;
            double sum = 0;
            long before = ClockTracker.NONE;
            for (int i = 0; i < counts.size(); i++) {
                ms = i < times.size() ? times.real(i) : ms + (Double.isNaN(deltas.real(i)) ? 0 : deltas.real(i));
                double change = counts.real(i);
                long ts = traceTime.applyAsLong(ms);
                if (ts == ClockTracker.NONE || Double.isNaN(change)) {
                    continue;
                }
                sum += change;
                track = track < 0 ? track(counter, defaultPid, factor) : track;
                double rate =
                        before == ClockTracker.NONE || ts <= before ? 0 : change * factor * NS_PER_S / (ts - before);
                queue.push(ts, 0, new Sample(track, factor == 0 ? sum : rate, factor != 0));
                before = ts;
            }
        }
    }

    private int track(GeckoProfile.Counter counter, long defaultPid, double factor) {
        int upid = context.processes().process(counter.pid >= 0 ? counter.pid : defaultPid);
        int name = strings.intern(counter.name.isEmpty() ? "Counter" : counter.name);
        String unit = factor == JOULES_PER_PWH
                ? "W"
                : factor == 1 ? "bytes/s" : counter.category.equalsIgnoreCase("Memory") ? "bytes" : null;
        return context.tracks()
                .internCounter(
                        TYPE,
                        name,
                        unit == null ? StringPool.NULL : strings.intern(unit),
                        counter.description.isEmpty()
                                ? null
                                : b -> b.addString(strings.intern("description"), strings.intern(counter.description)),
                        upid,
                        name);
    }
}
