package traceglass.ingest.tracker.stats;

import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Notes from when to when data was lost, in `__intrinsic_data_loss`. `stats` say that something is missing and how
/// much of it; these rows say where on the timeline not to trust an empty place. Times are trace time, ns; where one is
/// not known it is [LongColumn#NULL]: nothing was kept before, or nothing came after.
public final class DataLosses {

    /// What is missing.
    public enum Source {
        /// Events that the kernel overwrote before they were read.
        FTRACE("ftrace"),
        /// Samples for which the kernel had no room.
        PERF("perf samples"),
        /// Packets that a producer or the tracing service dropped.
        PACKETS("packets"),
        /// What a ring buffer had to give up for newer packets.
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

    /// Events of one CPU.
    ///
    /// @param from last event that was kept before, ns, or NULL
    /// @param to first event that was kept after, ns, or NULL
    /// @param count how many are missing; 0 where nobody counted
    public void ofCpu(Source source, int cpu, long from, long to, long count) {
        int row = row(source, from, to);
        table().ints("cpu").set(row, cpu);
        table().longs("lost").set(row, count == 0 ? LongColumn.NULL : count);
    }

    /// Packets of one writer.
    ///
    /// @param sequence its `trusted_packet_sequence_id`
    /// @param pid of its process; 0 where that is not known
    /// @param reason what became of them, or null
    public void ofSequence(Source source, int sequence, int pid, long from, long to, String reason) {
        int row = row(source, from, to);
        table().longs("packet_sequence_id").set(row, sequence & 0xFFFF_FFFFL);
        table().longs("pid").set(row, pid == 0 ? LongColumn.NULL : pid);
        table().strings("reason")
                .set(row, reason == null ? StringPool.NULL : storage.strings().intern(reason));
    }

    private int row(Source source, long from, long to) {
        boolean turned = from != LongColumn.NULL && to != LongColumn.NULL && to < from;
        Table table = table();
        int row = table.addRow();
        table.longs("ts").set(row, turned ? to : from);
        table.longs("end_ts").set(row, turned ? from : to);
        table.strings("source").set(row, storage.strings().intern(source.text));
        table.ints("machine_id").set(row, machine);
        table.ints("trace_id").set(row, trace);
        return row;
    }

    private Table table() {
        return storage.table("__intrinsic_data_loss");
    }
}
