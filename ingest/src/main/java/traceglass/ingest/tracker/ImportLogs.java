package traceglass.ingest.tracker;

import traceglass.ingest.ImportContext;
import traceglass.model.store.LongColumn;
import traceglass.model.store.Table;

/// Notes single problems with their place and particulars in the `trace_import_logs` table, and counts each in `stats`.
public final class ImportLogs {

    private final ImportContext context;
    private final Table table;

    public ImportLogs(ImportContext context) {
        this.context = context;
        this.table = context.storage().table("__intrinsic_trace_import_logs");
    }

    /// Notes a problem that has no place.
    ///
    /// @param stat name of the statistic
    /// @param args its particulars; may be null
    public void record(String stat, ArgsWriter args) {
        add(stat, LongColumn.NULL, LongColumn.NULL, args);
    }

    /// Notes a problem found while reading.
    ///
    /// @param position offset in the trace, in bytes; -1 if unknown
    public void recordAt(String stat, long position, ArgsWriter args) {
        add(stat, LongColumn.NULL, position < 0 ? LongColumn.NULL : position, args);
    }

    /// Notes a problem found in an event.
    public void recordAtTime(String stat, long ts, ArgsWriter args) {
        add(stat, ts, LongColumn.NULL, args);
    }

    private void add(String stat, long ts, long position, ArgsWriter args) {
        context.stats().increment(stat);
        int row = table.addRow();
        table.ints("trace_id").set(row, context.traceId());
        table.longs("ts").set(row, ts);
        table.longs("byte_offset").set(row, position);
        table.longs("stat_key").set(row, StatsTracker.key(stat));
        if (args != null) {
            table.ints("arg_set_id").set(row, context.args().write(args));
        }
    }
}
