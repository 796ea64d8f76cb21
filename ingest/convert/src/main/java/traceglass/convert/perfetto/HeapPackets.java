package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.MachineIds;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.convert.perfetto.output.TaskIds;
import traceglass.protos.common.BuiltinClock;
import traceglass.protos.profiling.ProfilePacket;
import traceglass.protos.profiling.ProfilePacket.HeapSample;
import traceglass.protos.profiling.ProfilePacket.ProcessHeapSamples;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.TracePacket;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// Writes profiles of native heaps: a packet for each dump, with the amounts allocated and freed since the
/// start of the profile. They are summed up from rows, which have the differences between dumps.
final class HeapPackets {

    /// First callstack id, above the ids used by samples. Readers add values with the same id, so each process
    /// and heap needs distinct ids.
    private static final long FIRST_CALLSTACK = 1L << 40;

    private final TraceRows rows;
    private final TaskIds ids;
    private final MachineIds machines;
    private final CallstackPackets stacks;
    private final PacketOutput out;
    private final ConversionLosses losses;
    private final Map<Source, Sum> sums = new HashMap<>();
    private InternedData.Builder interned = InternedData.newBuilder();
    private final Map<Source, Sum> changed = new HashMap<>();
    /// Number of packets by machine.
    private final Map<Integer, Long> packets = new HashMap<>();
    private @Nullable Dump dump;

    private record Dump(long ts, long upid, String heap) {}

    private record Source(long upid, String heap, long callsite) {}

    /// Amounts since the start of the profile.
    private static final class Sum {
        private final long callstack;
        private long allocations;
        private long allocatedBytes;
        private long frees;
        private long freedBytes;

        Sum(long callstack) {
            this.callstack = callstack;
        }
    }

    HeapPackets(
            TraceRows rows,
            TaskIds ids,
            MachineIds machines,
            CallstackPackets stacks,
            PacketOutput out,
            ConversionLosses losses) {
        this.rows = rows;
        this.ids = ids;
        this.machines = machines;
        this.stacks = stacks;
        this.out = out;
        this.losses = losses;
    }

    void write() throws IOException, ConvertProblem {
        if (rows.number("SELECT count(*) FROM heap_profile_allocation") == 0) {
            return;
        }
        for (int machine : machines.all()) {
            stacks.write(
                    "SELECT DISTINCT callsite_id FROM heap_profile_allocation WHERE callsite_id IS NOT NULL",
                    false,
                    machine,
                    PacketOutput.MAIN_SEQUENCE);
        }
        rows.query("""
            SELECT ts, upid, coalesce(heap_name, ''), callsite_id, "count", size
            FROM heap_profile_allocation WHERE callsite_id IS NOT NULL ORDER BY ts, upid, 3, id\
            """, c -> {
            while (c.next()) {
                writeRow(c);
            }
        });
        flush();
    }

    private void writeRow(ResultCursor row) throws QueryException, IOException {
        Dump rowDump = new Dump(row.getLong(0), row.getLong(1), row.getString(2));
        if (rowDump.ts < 0 || ids.process(rowDump.upid) == null) {
            losses.add("heap allocations without a process, or before time 0", 1);
            return;
        }
        if (!rowDump.equals(dump)) {
            flush();
            dump = rowDump;
        }
        Source source = new Source(rowDump.upid, rowDump.heap, row.getLong(3));
        Sum sum = sums.get(source);
        if (sum == null) {
            sum = new Sum(FIRST_CALLSTACK + sums.size());
            sums.put(source, sum);
            interned.addCallstacks(stacks.callstack(sum.callstack, source.callsite));
        }
        long count = row.getLong(4);
        long bytes = row.getLong(5);
        if (count < 0 || bytes < 0) {
            sum.frees -= count;
            sum.freedBytes -= bytes;
        } else {
            sum.allocations += count;
            sum.allocatedBytes += bytes;
        }
        changed.put(source, sum);
    }

    private void flush() throws IOException {
        Dump written = dump;
        TaskIds.Process process = written == null ? null : ids.process(written.upid);
        if (written == null || process == null) {
            return;
        }
        long index = packets.merge(process.machine(), 1L, Long::sum) - 1;
        if (index == 0) {
            writeClock(written.ts, process.machine());
        }
        ProcessHeapSamples.Builder heap = ProcessHeapSamples.newBuilder()
                .setPid(process.pid())
                .setHeapName(written.heap)
                .setTimestamp(written.ts);
        for (Sum sum : changed.values()) {
            heap.addSamples(HeapSample.newBuilder()
                    .setCallstackId(sum.callstack)
                    .setAllocCount(sum.allocations)
                    .setSelfAllocated(sum.allocatedBytes)
                    .setFreeCount(sum.frees)
                    .setSelfFreed(sum.freedBytes));
        }
        out.write(
                TracePacket.newBuilder()
                        .setTimestamp(written.ts)
                        .setInternedData(interned)
                        .setProfilePacket(
                                ProfilePacket.newBuilder().setIndex(index).addProcessDumps(heap)),
                process.machine());
        interned = InternedData.newBuilder();
        changed.clear();
        dump = null;
    }

    /// Writes a snapshot that sets the clock of dump times to trace time.
    private void writeClock(long ts, int machine) throws IOException {
        ClockSnapshot.Builder snapshot = ClockSnapshot.newBuilder();
        snapshot.addClocksBuilder()
                .setClockId(BuiltinClock.BUILTIN_CLOCK_BOOTTIME_VALUE)
                .setTimestamp(ts);
        snapshot.addClocksBuilder()
                .setClockId(BuiltinClock.BUILTIN_CLOCK_MONOTONIC_COARSE_VALUE)
                .setTimestamp(ts);
        out.write(TracePacket.newBuilder().setTimestamp(ts).setClockSnapshot(snapshot), machine);
    }
}
