package traceglass.ingest.nativeheap;

import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.store.names.StatNames;

/// Imports recordings of memray, versions 11 to 13 of the format, with individual allocations or totals. Native frames
/// are skipped, because they are addresses without symbols. Source: `record_reader.cpp` of memray.
public final class MemrayImporter implements Importer {

    private static final byte[] MAGIC = "memray\0".getBytes(StandardCharsets.US_ASCII);
    private static final long NS_PER_MS = 1_000_000;

    @Override
    public String id() {
        return "memray";
    }

    @Override
    public String displayName() {
        return "memray recording";
    }

    @Override
    public int priority() {
        return 46;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        MemrayInput in = new MemrayInput(input);
        MemrayHeader header;
        try {
            int version = MemrayHeader.version(in);
            if (version < MemrayHeader.OLDEST || version > MemrayHeader.NEWEST) {
                throw new TraceProblem(input.name() + " is a memray recording of version " + version
                        + " of the format; versions " + MemrayHeader.OLDEST + " to " + MemrayHeader.NEWEST
                        + " are supported. Convert it with `memray transform speedscope`.");
            }
            header = MemrayHeader.read(in, version);
        } catch (EOFException e) {
            throw new TraceProblem(input.name() + " is a memray recording that ends within its header", e);
        }
        int upid = start(context, header);
        MemrayFrames frames = new MemrayFrames(context, header.python());
        HeapTimeline heap = header.isAggregate() ? null : new HeapTimeline(context, upid, "memray");
        MemrayAggregate sums = header.isAggregate() ? new MemrayAggregate(context, in, header, frames, upid) : null;
        try {
            boolean isWhole = sums != null ? sums.read() : new MemrayAllocations(in, header, frames, heap).read();
            if (!isWhole) {
                context.logs().recordAt(StatNames.NATIVE_HEAP_TRUNCATED, input.position(), null);
            }
        } catch (EOFException e) {
            context.logs().recordAt(StatNames.NATIVE_HEAP_TRUNCATED, input.position(), null);
        }
        if (sums != null) {
            sums.finish();
        } else {
            heap.finish("memray_file", "memray");
        }
    }

    private static int start(ImportContext context, MemrayHeader header) {
        ClockId clock = ClockId.ofFile(context.traceId());
        context.clocks().useOnly(clock);
        long startMs = header.startMs();
        if (startMs > 0 && startMs < Long.MAX_VALUE / NS_PER_MS) {
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(clock, 0),
                            new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), startMs * NS_PER_MS)));
        }
        int upid = context.processes().process(Math.max(1, header.pid()));
        context.processes()
                .setProcessName(upid, context.strings().intern(header.command()), NamePriority.OfProcess.OTHER);
        context.metadata().setDynamic("memray_version", header.version());
        context.metadata().setDynamic("memray_command", header.command());
        return upid;
    }
}
