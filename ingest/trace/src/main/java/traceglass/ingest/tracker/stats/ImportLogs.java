package traceglass.ingest.tracker.stats;

import traceglass.ingest.tracker.args.ArgSets;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes individual import problems with position and details to the `trace_import_logs` table, and counts them in
/// `stats`.
public final class ImportLogs {

    private final StatsTracker.View stats;
    private final ArgSets args;
    private final int trace;
    private final Table table;
    private final IntColumn traceId;
    private final LongColumn tsColumn;
    private final LongColumn byteOffset;
    private final LongColumn statKey;
    private final IntColumn argSetId;
    /// Statistic logged last, cached because some problems occur in every packet.
    private String lastStat;
    private long lastKey;

    /// @param stats statistics of the same file
    /// @param trace row of the `trace_file` table
    public ImportLogs(TraceStorage storage, StatsTracker.View stats, ArgSets args, int trace) {
        this.stats = stats;
        this.args = args;
        this.trace = trace;
        this.table = storage.table(TableNames.TraceImportLogs.TABLE);
        traceId = table.ints(TableNames.TraceImportLogs.TRACE_ID);
        tsColumn = table.longs(TableNames.TraceImportLogs.TS);
        byteOffset = table.longs(TableNames.TraceImportLogs.BYTE_OFFSET);
        statKey = table.longs(TableNames.TraceImportLogs.STAT_KEY);
        argSetId = table.ints(TableNames.TraceImportLogs.ARG_SET_ID);
    }

    /// Logs a problem without a position.
    ///
    /// @param stat name of the statistic
    /// @param args adds the details; may be null
    public void record(String stat, ArgsWriter args) {
        add(stat, LongColumn.NULL, LongColumn.NULL, args);
    }

    /// Logs a problem found while reading.
    ///
    /// @param position byte offset in the trace; -1 if unknown
    public void recordAt(String stat, long position, ArgsWriter args) {
        add(stat, LongColumn.NULL, position < 0 ? LongColumn.NULL : position, args);
    }

    /// Logs a problem found in an event.
    public void recordAtTime(String stat, long ts, ArgsWriter args) {
        add(stat, ts, LongColumn.NULL, args);
    }

    private void add(String stat, long ts, long position, ArgsWriter details) {
        stats.increment(stat);
        int row = table.addRow();
        traceId.set(row, trace);
        tsColumn.set(row, ts);
        byteOffset.set(row, position);
        if (!stat.equals(lastStat)) {
            lastStat = stat;
            lastKey = StatsTracker.key(stat);
        }
        statKey.set(row, lastKey);
        if (details != null) {
            argSetId.set(row, args.write(details));
        }
    }
}
