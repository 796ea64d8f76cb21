package traceglass.ingest.spall;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Writes starts and ends of calls as slices, and reads the strings that all versions of the format have in common.
final class SpallCalls {

    /// Maximum time in ns; larger numbers are invalid.
    private static final double MAX_NS = 9e18;

    private static final long INVALID = -1;

    private final TraceInput input;
    private final ImportContext context;
    private final EventSorter.Queue queue;
    private final double unitNs;
    private final Map<Long, Integer> threads = new HashMap<>();
    /// Number of open calls that are nested too deep for the table, by track; their ends are skipped.
    private final Map<Integer, Integer> dropped = new HashMap<>();
    private final byte[] text = new byte[255];
    /// First number of ticks; negative before there is one.
    private long firstTicks = -1;

    private long firstNs;

    /// An open call.
    private record Call(int name, int args) {}

    SpallCalls(TraceInput input, ImportContext context, double unitNs) {
        this.input = input;
        this.context = context;
        this.unitNs = unitNs;
        context.clocks().useOnly(ClockId.ofFile(context.traceId()));
        queue = context.sorter().queue((ts, track, ref) -> handleEvent(ts, (int) track, (Call) ref));
    }

    ImportContext context() {
        return context;
    }

    /// Reads bytes, and counts the file as truncated if it ends earlier.
    boolean fill(byte[] target, int length) throws IOException {
        if (length == 0 || input.read(target, 0, length) == length) {
            return true;
        }
        context.logs().recordAt(StatNames.SPALL_TRUNCATED, input.position(), null);
        return false;
    }

    /// Reads a string of a given length.
    ///
    /// @return string id; -1 if the file ends earlier
    int readString(int length) throws IOException {
        return fill(text, length) ? context.strings().intern(new String(text, 0, length, StandardCharsets.UTF_8)) : -1;
    }

    void countUnsupportedEvent() {
        context.logs().recordAt(StatNames.SPALL_UNSUPPORTED_EVENT, input.position() - 1, null);
    }

    /// Returns the utid of the thread with this id in a process.
    int thread(int pid, int tid) {
        return threads.computeIfAbsent(
                (long) pid << Integer.SIZE | tid & 0xffff_ffffL,
                key -> context.processes().updateThread(Integer.toUnsignedLong(tid), Integer.toUnsignedLong(pid)));
    }

    /// Reads the name and the arguments of a call and starts it.
    ///
    /// @return false if the file ends earlier
    boolean begin(long ns, int utid, int nameLength, int argsLength) throws IOException {
        int name = readString(nameLength);
        int args = name < 0 ? -1 : argsLength == 0 ? StringPool.NULL : readString(argsLength);
        if (args < 0) {
            return false;
        }
        push(ns, utid, new Call(name, args));
        return true;
    }

    void end(long ns, int utid) {
        push(ns, utid, null);
    }

    /// Converts a time in units to ns; the result is negative if it is invalid.
    long ns(double time) {
        double ns = time * unitNs;
        return ns >= 0 && ns < MAX_NS ? Math.round(ns) : INVALID;
    }

    /// Converts a number of units to ns; the result is negative if it is invalid.
    long ns(long ticks) {
        if (ticks < 0 || ns((double) ticks) < 0) {
            return INVALID;
        }
        if (firstTicks < 0) {
            firstTicks = ticks;
            firstNs = new BigDecimal(ticks)
                    .multiply(new BigDecimal(unitNs))
                    .setScale(0, RoundingMode.HALF_UP)
                    .longValueExact();
        }
        // A double is not exact for times since 1970 or for ticks since a computer started.
        return firstNs + Math.round((ticks - firstTicks) * unitNs);
    }

    private void push(long ns, int utid, Call call) {
        long ts = ns < 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(ns);
        if (ts == ClockTracker.NONE) {
            context.stats().increment(StatNames.SPALL_UNSUPPORTED_EVENT);
        } else {
            queue.push(ts, context.tracks().threadTrack(utid), call);
        }
    }

    private void handleEvent(long ts, int track, Call call) {
        if (call != null) {
            int row = context.slices()
                    .begin(
                            ts,
                            track,
                            StringPool.NULL,
                            call.name,
                            call.args == StringPool.NULL
                                    ? null
                                    : b -> b.addString(context.strings().intern("args"), call.args));
            if (row < 0) {
                dropped.merge(track, 1, Integer::sum);
            }
        } else if (dropped.getOrDefault(track, 0) > 0) {
            dropped.merge(track, -1, Integer::sum);
        } else {
            context.slices().end(ts, track, StringPool.NULL, StringPool.NULL, null);
        }
    }
}
