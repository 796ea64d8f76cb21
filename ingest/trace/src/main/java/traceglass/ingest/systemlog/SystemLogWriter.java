package traceglass.ingest.systemlog;

import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes the entries of a log.
final class SystemLogWriter {

    private static final int NO_THREAD = -1;

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final int sourceId;
    private boolean hasClock;

    private record Row(int utid, int priority, int tag, int message, int args) {}

    /// @param source name of the kind of log
    SystemLogWriter(ImportContext context, String source) {
        this.context = context;
        strings = context.strings();
        sourceId = strings.intern(source);
        queue = context.sorter().queue((ts, data, ref) -> write(ts, (Row) ref));
    }

    /// Selects the clock of all times of the file; only the first call has an effect.
    void useClock(ClockId clock) {
        if (!hasClock) {
            hasClock = true;
            context.clocks().useOnly(clock);
        }
    }

    /// Selects the wall clock and relates it to the monotonic clock of the same boot; only the first call has an
    /// effect.
    ///
    /// @param realNs wall-clock time in ns since 1970
    /// @param monotonicNs monotonic time in ns since boot; 0 if unknown
    void useWallClock(long realNs, long monotonicNs) {
        ClockId clock = ClockId.of(ClockId.REALTIME);
        boolean isFirst = !hasClock;
        useClock(clock);
        if (isFirst && monotonicNs > 0 && realNs > monotonicNs) {
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(clock, realNs),
                            new ClockGraph.Reading(ClockId.of(ClockId.MONOTONIC), monotonicNs)));
        }
    }

    ImportContext context() {
        return context;
    }

    void add(SystemLogEntry e) {
        long ts = e.ns() < 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(e.ns());
        if (ts == ClockTracker.NONE) {
            context.stats().increment(StatNames.SYSTEM_LOG_LINE_SKIPPED);
            return;
        }
        int args = IntColumn.NULL;
        if (!e.args().isEmpty()) {
            ArgSetBuilder builder = context.args().builder();
            e.args().forEach((key, value) -> {
                if (value instanceof Long number) {
                    builder.addInt(strings.intern(key), number);
                } else {
                    builder.addString(strings.intern(key), strings.intern(value.toString()));
                }
            });
            args = context.args().commit(builder);
        }
        queue.push(
                ts,
                0,
                new Row(
                        thread(e),
                        e.priority(),
                        e.tag() == null ? StringPool.NULL : strings.intern(e.tag()),
                        strings.intern(e.message()),
                        args));
    }

    /// Returns the thread of an entry; -1 if it has none.
    int thread(SystemLogEntry e) {
        if (e.pid() == SystemLogEntry.NONE && e.tid() == SystemLogEntry.NONE) {
            return NO_THREAD;
        }
        if (e.pid() == SystemLogEntry.NONE) {
            return context.processes().thread(e.tid());
        }
        int utid = context.processes().updateThread(e.tid() == SystemLogEntry.NONE ? e.pid() : e.tid(), e.pid());
        if (e.process() != null && !e.process().isEmpty()) {
            context.processes()
                    .setProcessName(
                            context.processes().process(e.pid()),
                            strings.intern(e.process()),
                            NamePriority.OfProcess.OTHER);
        }
        return utid;
    }

    private void write(long ts, Row line) {
        Table table = context.storage().table(TableNames.Logs.TABLE);
        int row = table.addRow();
        table.longs(TableNames.Logs.TS).set(row, ts);
        if (line.utid >= 0) {
            table.ints(TableNames.Logs.UTID).set(row, line.utid);
        }
        table.longs(TableNames.Logs.PRIO).set(row, line.priority);
        table.strings(TableNames.Logs.LOG_SOURCE).set(row, sourceId);
        table.strings(TableNames.Logs.TAG).set(row, line.tag);
        table.strings(TableNames.Logs.MSG).set(row, line.message);
        if (line.args != IntColumn.NULL) {
            table.ints(TableNames.Logs.ARG_SET_ID).set(row, line.args);
        }
    }
}
