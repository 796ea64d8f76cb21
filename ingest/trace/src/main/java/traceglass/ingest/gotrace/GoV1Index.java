package traceglass.ingest.gotrace;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.store.names.StatNames;

/// First pass over a trace of version 1: the positions of the batches of each processor, and the strings, stacks and
/// samples, which may come after the events that refer to them.
final class GoV1Index {

    private static final int EVENTS_PER_CHECK = 1 << 14;
    /// Maximum id of a processor; larger ones indicate damaged data.
    private static final long MAX_PROC = Integer.MAX_VALUE;

    final GoStacks stacks;
    /// Starts and ends of the batches of each processor, in order.
    final Map<Integer, GrowingLongs> batches = new LinkedHashMap<>();
    final List<Sample> samples = new ArrayList<>();
    long frequency;
    /// Smallest time of a batch in ticks.
    long firstTime = Long.MAX_VALUE;

    record Sample(long time, int p, long g, long stack) {}

    private final ImportContext context;
    private final int release;
    private GrowingLongs current;
    private int currentProc;

    GoV1Index(ImportContext context, int release) {
        this.context = context;
        this.release = release;
        stacks = new GoStacks(context);
    }

    /// Reads the whole trace, or up to the first damage, which is counted.
    void read(MemorySegment data, long from) {
        GoCursor in = new GoCursor(data, from, data.byteSize());
        GoV1Event event = new GoV1Event();
        long start = from;
        try {
            for (long n = 0; in.hasMore(); n++) {
                start = in.position();
                readEvent(in, event, start);
                if (n % EVENTS_PER_CHECK == 0) {
                    context.progress().check();
                }
            }
            start = in.position();
        } catch (GoFormatException e) {
            boolean isCut = !in.hasMore() || e.getMessage().startsWith("length");
            context.logs()
                    .recordAt(isCut ? StatNames.GO_TRACE_TRUNCATED : StatNames.GO_TRACE_INVALID_EVENT, start, null);
        }
        endBatch(start);
    }

    private void readEvent(GoCursor in, GoV1Event event, long start) {
        long end = event.read(in, release);
        switch (event.type) {
            case GoV1Type.BATCH -> beginBatch(event, start);
            case GoV1Type.FREQUENCY -> frequency = event.args[0];
            case GoV1Type.STRING -> stacks.addString(in.readNumber(), in.readString());
            case GoV1Type.STACK -> {
                if (event.count == 0) {
                    stacks.readStack(in, release < 7 ? 1 : GoStacks.FIELDS);
                    in.moveTo(end);
                }
            }
            case GoV1Type.CPU_SAMPLE -> {
                int p = event.args[2] < 0 || event.args[2] > MAX_PROC ? GoEvent.NONE : (int) event.args[2];
                samples.add(new Sample(event.args[1], p, event.args[3], event.args[4]));
            }
            default -> {
                if (current == null) {
                    throw new GoFormatException("event before the first batch");
                }
            }
        }
    }

    private void beginBatch(GoV1Event event, long start) {
        endBatch(start);
        long p = event.args[0];
        if (p > MAX_PROC || p < -1) {
            throw new GoFormatException("processor " + p);
        }
        currentProc = (int) p;
        current = batches.computeIfAbsent(currentProc, key -> new GrowingLongs());
        current.add(start);
        long time = event.args[release < 7 ? 2 : 1];
        if (time >= 0) {
            firstTime = Math.min(firstTime, time);
        }
    }

    private void endBatch(long end) {
        if (current != null) {
            current.add(end);
        }
        current = null;
    }
}
