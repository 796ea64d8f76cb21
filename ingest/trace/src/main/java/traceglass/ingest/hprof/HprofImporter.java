package traceglass.ingest.hprof;

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
import traceglass.ingest.tracker.clock.ClockTracker;

/// Imports Java heap dumps in the binary HPROF format, versions 1.0.1 to 1.0.3 (src/hotspot/share/services/
/// heapDumper.cpp of OpenJDK, runtime/hprof/hprof.cc of Android's runtime).
///
/// A dump stores its time in milliseconds since 1970. They are used as nanoseconds of trace time, as in trace
/// processor; a clock snapshot relates that time to the wall clock.
public final class HprofImporter implements Importer {

    private static final byte[] MAGIC = "JAVA PROFILE ".getBytes(StandardCharsets.US_ASCII);
    private static final int MAX_VERSION = 32;
    private static final long NS_PER_MS = 1_000_000;
    private static final long MICROS_PER_MS = 1000;

    @Override
    public String id() {
        return "art_hprof";
    }

    @Override
    public String displayName() {
        return "Java heap dump";
    }

    @Override
    public int priority() {
        return 80;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        HprofInput in = new HprofInput(input);
        HprofDump dump;
        long ms;
        try {
            readVersion(in, input.name());
            long idSize = in.u4();
            if (idSize != Integer.BYTES && idSize != Long.BYTES) {
                throw new TraceProblem(input.name() + " is not a usable Java heap dump: its object ids have " + idSize
                        + " bytes, expected 4 or 8");
            }
            in.setIdSize((int) idSize);
            ms = in.s8();
            dump = new HprofDump((int) idSize, new HprofClasses(context.strings(), (int) idSize));
        } catch (EOFException e) {
            throw new TraceProblem(input.name() + " is not a usable Java heap dump: it ends after " + input.position()
                    + " bytes, within the header");
        }
        readDumps(in, dump, context, ms);
    }

    private static void readDumps(HprofInput in, HprofDump first, ImportContext context, long ms)
            throws IOException, TraceProblem {
        HprofReader reader = new HprofReader(in, first, context);
        long lastTs = ClockTracker.NONE;
        do {
            try (HprofSpool spool = new HprofSpool()) {
                HprofDump dump = reader.read(spool);
                if (dump.objects.size() > 0) {
                    long elapsedMs = lastTs == ClockTracker.NONE ? 0 : dump.micros / MICROS_PER_MS;
                    long ts = time(context, ms + elapsedMs);
                    // Dumps with the same time would be merged.
                    ts = lastTs == ClockTracker.NONE ? ts : Math.max(ts, lastTs + 1);
                    write(dump, spool, context, ts);
                    lastTs = ts;
                } else if (lastTs == ClockTracker.NONE) {
                    time(context, ms);
                }
                dump.writeStats(context.stats());
            }
        } while (reader.hasMore());
    }

    private static void write(HprofDump dump, HprofSpool spool, ImportContext context, long ts)
            throws IOException, TraceProblem {
        HprofGraph graph = new HprofGraph(dump, context.progress());
        graph.read(spool);
        HprofStrings texts = new HprofStrings(context.strings(), graph);
        texts.read(spool, dump, graph, context.progress());
        new HprofTables(context, dump, graph, texts)
                .write(spool, context.processes().process(0), ts);
    }

    private static void readVersion(HprofInput in, String name) throws IOException, TraceProblem {
        StringBuilder version = new StringBuilder();
        for (int b = in.u1(); b != 0; b = in.u1()) {
            version.append((char) b);
            if (b == ',' || b == '\n' || version.length() > MAX_VERSION) {
                throw new TraceProblem(name + " is a Java profile as text; only binary heap dumps are supported."
                        + " Write one with `jcmd PID GC.heap_dump FILE`.");
            }
        }
    }

    /// Returns the time of the dump in trace time.
    private static long time(ImportContext context, long ms) {
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.ofFile(context.traceId());
        clocks.useOnly(clock);
        long valid = Math.clamp(ms, 0, Long.MAX_VALUE / NS_PER_MS);
        clocks.addSnapshot(List.of(
                new ClockGraph.Reading(clock, valid),
                new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), valid * NS_PER_MS)));
        long ts = clocks.defaultToTraceTime(valid);
        return ts == ClockTracker.NONE ? valid : ts;
    }
}
