package traceglass.ingest.nativeheap;

import java.io.IOException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.store.names.StatNames;

/// Records of a memray recording made with `--aggregate`: sizes over time, and totals by stack.
final class MemrayAggregate {

    private static final int MAX_LINES = 1 << 16;
    private static final int VALUES = 4;
    private static final long NS_PER_MS = 1_000_000;

    private final ImportContext context;
    private final MemrayInput in;
    private final MemrayHeader header;
    private final MemrayFrames frames;
    private final int upid;
    private final GrowingLongs traceFrames = new GrowingLongs();
    private final GrowingLongs traceParents = new GrowingLongs();
    private final GrowingLongs frameCodes = new GrowingLongs();
    private final GrowingLongs frameOffsets = new GrowingLongs();
    private final GrowingLongs sums = new GrowingLongs();
    private long line;

    MemrayAggregate(ImportContext context, MemrayInput in, MemrayHeader header, MemrayFrames frames, int upid) {
        this.context = context;
        this.in = in;
        this.header = header;
        this.frames = frames;
        this.upid = upid;
    }

    /// Reads all records. Returns false at a record of an unknown type.
    boolean read() throws IOException {
        boolean isCompact = header.version() >= MemrayHeader.COMPACT;
        for (int type = in.readOrEnd(); type >= 0; type = in.readOrEnd()) {
            switch (type) {
                case 1 -> readSnapshot(in.s8(), in.s8(), in.s8());
                case 2 -> readTotals();
                case 3 -> {
                    traceFrames.add(isCompact ? in.varint() : in.s8());
                    traceParents.add(isCompact ? in.varint() : in.s8());
                }
                case 4 -> readFrame(isCompact);
                case 12 -> in.s8();
                case 13 -> {
                    in.varint();
                    if (header.hasNative()) {
                        in.varint();
                    }
                }
                case 14 -> {
                    long id = in.varint();
                    String name = in.text();
                    String file = in.text();
                    line += in.signedVarint();
                    frames.addCode(id, name, file, line, in.bytes(in.varint(), MAX_LINES));
                }
                case 15 -> {
                    return true;
                }
                default -> {
                    if (!in.skipRecord(type)) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    private void readFrame(boolean isCompact) throws IOException {
        if (!isCompact) {
            long id = in.s8();
            String name = in.text();
            String file = in.text();
            frames.addFrame(id, name, file, in.s4());
            in.u1();
            return;
        }
        // Frames are numbered in the order of their records.
        in.varint();
        frameCodes.add(in.varint());
        frameOffsets.add(in.signedVarint());
        in.u1();
    }

    private void readSnapshot(long ms, long rss, long heap) {
        long relativeMs = ms - header.startMs();
        long ts = relativeMs < 0 || relativeMs > Long.MAX_VALUE / NS_PER_MS
                ? ClockTracker.NONE
                : context.clocks().defaultToTraceTime(relativeMs * NS_PER_MS);
        if (ts == ClockTracker.NONE) {
            context.stats().increment(StatNames.NATIVE_HEAP_LINE_SKIPPED);
            return;
        }
        addCounter("Heap size", ts, heap);
        addCounter("Resident memory", ts, rss);
    }

    private void addCounter(String name, long ts, long bytes) {
        int id = context.strings().intern(name);
        context.counters().push(ts, bytes, context.tracks().intern(HeapTimeline.COUNTER, id, upid, id));
    }

    /// Reads the totals of a stack: thread, allocator, native frame, trace, native segment, then four values.
    private void readTotals() throws IOException {
        in.s8();
        in.s8();
        in.s8();
        sums.add(in.s8());
        in.s8();
        for (int i = 0; i < VALUES; i++) {
            sums.add(in.s8());
        }
    }

    /// Writes the totals as profiles; called at the end because stacks and functions may come after the records
    /// that refer to them.
    void finish() {
        GrowingInts sites = new GrowingInts();
        for (int i = 0; i < traceFrames.size(); i++) {
            long parent = traceParents.get(i);
            int site = parent > 0 && parent <= i ? sites.get((int) parent - 1) : -1;
            sites.add(frames.callsite(site, frameRow(traceFrames.get(i))));
        }
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        int[] rows = {
            profiles.profile("memray_file", "memray blocks at peak", "blocks_at_peak", "count"),
            profiles.profile("memray_file", "memray blocks not released", "blocks_not_released", "count"),
            profiles.profile("memray_file", "memray heap at peak", "heap_at_peak", "bytes"),
            profiles.profile("memray_file", "memray not released", "not_released", "bytes")
        };
        for (int i = 0; i + VALUES < sums.size(); i += VALUES + 1) {
            long trace = sums.get(i);
            int site = trace > 0 && trace <= sites.size() ? sites.get((int) trace - 1) : frames.root();
            for (int v = 0; v < VALUES; v++) {
                long value = sums.get(i + 1 + v);
                if (value > 0) {
                    profiles.add(rows[v], site, value);
                }
            }
        }
    }

    private int frameRow(long id) {
        return id >= 0 && id < frameCodes.size()
                ? frames.frame(frameCodes.get((int) id), frameOffsets.get((int) id))
                : frames.frame(id);
    }
}
