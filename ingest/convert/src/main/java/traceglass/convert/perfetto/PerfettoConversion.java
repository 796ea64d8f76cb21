package traceglass.convert.perfetto;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.function.Consumer;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.MachineIds;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.convert.perfetto.output.TaskIds;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.tracker.machine.KernelVersion;

/// Creates a Perfetto trace from the rows of any trace: processes, threads, tracks, slices, flows, counters,
/// scheduling, raw ftrace events, samples, profiles of native heaps, dumps of Java heaps and logs. Counts rows that it
/// can't contain.
public final class PerfettoConversion implements Conversion {

    @Override
    public String id() {
        return "perfetto";
    }

    @Override
    public String extension() {
        return "pftrace";
    }

    @Override
    public String description() {
        return "tracks, slices, counters, scheduling, samples, heap profiles and logs of any trace as a Perfetto trace";
    }

    @Override
    public void convert(Request request, OutputStream out, ImportProgress progress, Consumer<String> notes)
            throws IOException, ConvertProblem {
        TraceRows rows = request.rows().open();
        rows.loadAll();
        MachineIds machines = MachineIds.read(rows);
        PacketOutput packets = new PacketOutput(out, progress, machines.main());
        ConversionLosses losses = new ConversionLosses();
        long start = Math.max(0, rows.number("SELECT trace_start()"));
        boolean hasWallClock = ClockPackets.write(rows, machines, packets, start);
        Map<Integer, KernelVersion> kernels = SystemPackets.write(rows, machines, packets);
        TaskIds ids = TaskIds.read(rows, machines);
        losses.add("processes and threads with a new id, because their id is not unique", ids.renumberedCount());
        TrackPackets tracks = new TrackPackets(rows, ids, machines, packets, losses, start);
        tracks.write();
        new SlicePackets(rows, tracks, packets, losses).write();
        CounterPackets.write(rows, tracks, packets, losses);
        new SchedulingPackets(rows, ids, machines, packets, losses, kernels).write();
        new RawFtracePackets(rows, ids, machines, packets, losses).write();
        CallstackPackets stacks = new CallstackPackets(rows, packets);
        new SamplePackets(rows, ids, packets, losses, stacks).write();
        new AggregatePackets(rows, packets, losses, stacks, start).write();
        new HeapPackets(rows, ids, machines, stacks, packets, losses).write();
        stacks.writeInlined(losses);
        new HeapGraphPackets(rows, ids, packets, losses).write();
        LogPackets.write(rows, ids, packets, losses, hasWallClock);
        reportOmissions(rows, losses);
        losses.report(notes);
    }

    /// Counts the rows of tables that are not written.
    private static void reportOmissions(TraceRows rows, ConversionLosses losses) throws IOException, ConvertProblem {
        losses.add(
                "heap allocations without a callstack",
                rows.number("SELECT count(*) FROM heap_profile_allocation WHERE callsite_id IS NULL"));
        losses.add(
                "metadata omitted",
                rows.number("SELECT count(*) FROM metadata WHERE name NOT IN " + SystemPackets.CONVERTED_METADATA));
        losses.add("wakeups without a waker omitted", rows.number("""
            SELECT count(*) FROM thread_state WHERE state = 'R' AND waker_utid IS NULL
            """));
    }
}
