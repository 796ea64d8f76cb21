package traceglass.ingest.tracker.stats;

import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Writes `__intrinsic_data_loss`: the periods in which data was lost. `stats` records how much data was lost; these
/// rows record in which parts of the timeline gaps may be caused by losses. Times are trace time in ns;
/// [LongColumn#NULL] means that no data before the loss was kept, or that no data followed it.
public final class DataLosses {

    /// Kinds of losses.
    public enum Source {
        /// Events that the kernel overwrote before they were read.
        FTRACE("ftrace"),
        /// Samples that the kernel dropped for lack of space.
        PERF("perf samples"),
        /// Packets that a producer or the tracing service dropped.
        PACKETS("packets"),
        /// Packets that a ring buffer overwrote with newer ones.
        RING_BUFFER("ring buffer");

        private final String text;

        Source(String text) {
            this.text = text;
        }
    }

    private final TraceStorage storage;
    private final int machine;
    private final int trace;

    /// @param machine row of the `machine` table
    /// @param trace row of the `trace_file` table
    public DataLosses(TraceStorage storage, int machine, int trace) {
        this.storage = storage;
        this.machine = machine;
        this.trace = trace;
    }

    /// Adds a loss of events of one CPU.
    ///
    /// @param from time of the last event kept before the loss in ns, or [LongColumn#NULL]
    /// @param to time of the first event kept after the loss in ns, or [LongColumn#NULL]
    /// @param count number of lost events; 0 if unknown
    public void addForCpu(Source source, int cpu, long from, long to, long count) {
        int row = row(source, from, to);
        table().ints(TableNames.DataLoss.CPU).set(row, cpu);
        table().longs(TableNames.DataLoss.LOST).set(row, count == 0 ? LongColumn.NULL : count);
    }

    /// Adds a loss of events of unknown CPUs.
    ///
    /// @param from time of the last event kept before the loss in ns, or [LongColumn#NULL]
    /// @param to time of the first event kept after the loss in ns, or [LongColumn#NULL]
    public void addForAnyCpu(Source source, long from, long to, long count) {
        table().longs(TableNames.DataLoss.LOST).set(row(source, from, to), count);
    }

    /// Adds a loss of packets of one writer.
    ///
    /// @param sequence `trusted_packet_sequence_id` of the writer
    /// @param pid pid of the writer's process; 0 if unknown
    /// @param reason cause of the loss, or null
    public void addForSequence(Source source, int sequence, int pid, long from, long to, String reason) {
        int row = row(source, from, to);
        table().longs(TableNames.DataLoss.PACKET_SEQUENCE_ID).set(row, sequence & 0xFFFF_FFFFL);
        table().longs(TableNames.DataLoss.PID).set(row, pid == 0 ? LongColumn.NULL : pid);
        table().strings(TableNames.DataLoss.REASON)
                .set(row, reason == null ? StringPool.NULL : storage.strings().intern(reason));
    }

    private int row(Source source, long from, long to) {
        boolean isReversed = from != LongColumn.NULL && to != LongColumn.NULL && to < from;
        Table table = table();
        int row = table.addRow();
        table.longs(TableNames.DataLoss.TS).set(row, isReversed ? to : from);
        table.longs(TableNames.DataLoss.END_TS).set(row, isReversed ? from : to);
        table.strings(TableNames.DataLoss.SOURCE).set(row, storage.strings().intern(source.text));
        table.ints(TableNames.DataLoss.MACHINE_ID).set(row, machine);
        table.ints(TableNames.DataLoss.TRACE_ID).set(row, trace);
        return row;
    }

    private Table table() {
        return storage.table(TableNames.DataLoss.TABLE);
    }
}
