package traceglass.ingest.ghc;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Profiles in an event log: samples of the time profiler (`-p`) with stacks of cost centers, and of the heap profiler
/// (`-h`), which become one counter for each kind of object.
final class GhcProfile {

    private static final int COST_CENTER = 161;
    private static final int HEAP_SAMPLE_BEGIN = 162;
    private static final int HEAP_SAMPLE_STACK = 163;
    private static final int HEAP_SAMPLE_STRING = 164;
    private static final int HEAP_SAMPLE_END = 165;
    private static final int LIFE_SAMPLE_BEGIN = 166;
    private static final int TIME_SAMPLE = 167;
    /// Maximum number of counters at a time; further kinds of objects have none.
    private static final int MAX_KINDS = 5_000;
    private static final long NO_TIME = Long.MIN_VALUE;

    private final ImportContext context;
    private final NamedFrames frames;
    private final Map<Integer, Integer> frameOfCostCenter = new HashMap<>();
    private final Map<Integer, String> costCenters = new HashMap<>();
    /// Bytes by kind of object in the current sample.
    private final Map<String, Long> bytes = new HashMap<>();
    /// Kinds whose counters are not 0.
    private final Set<String> live = new HashSet<>();
    /// Time of the current sample of the biographical profile, which groups objects by their lifetimes.
    private long lifeSampleNs = NO_TIME;
    private int task = ProfilerSamples.NONE;
    private int upid;
    private int session;
    private int source;

    GhcProfile(ImportContext context) {
        this.context = context;
        frames = new NamedFrames(context.stackProfiles(), context.strings(), "[haskell]");
    }

    static boolean isDefinition(int type) {
        return type == COST_CENTER;
    }

    static boolean isSample(int type) {
        return type >= HEAP_SAMPLE_BEGIN && type <= TIME_SAMPLE;
    }

    /// Adds a cost center: its number, name, module and source location.
    void define(ByteBuffer content) {
        int id = content.getInt();
        String label = GhcProgram.text(content);
        String module = GhcProgram.text(content);
        String location = GhcProgram.text(content);
        costCenters.put(id, label);
        frameOfCostCenter.put(
                id, frames.frame(module, label, location.isEmpty() ? null : location, NamedFrames.NO_LINE));
    }

    /// Returns the time of an event. The samples of the biographical profile are all written at the end of the program,
    /// and each begins with the time at which it was taken.
    long timeOf(long ns, int type, ByteBuffer content) {
        if (type == LIFE_SAMPLE_BEGIN) {
            lifeSampleNs = content.getLong(Long.BYTES);
        } else if (type == HEAP_SAMPLE_BEGIN) {
            lifeSampleNs = NO_TIME;
        }
        boolean isHeapSample = type >= HEAP_SAMPLE_BEGIN && type <= LIFE_SAMPLE_BEGIN;
        long sampleNs = isHeapSample && lifeSampleNs != NO_TIME ? lifeSampleNs : ns;
        if (type == HEAP_SAMPLE_END) {
            lifeSampleNs = NO_TIME;
        }
        return sampleNs;
    }

    void start(int process) {
        upid = process;
    }

    void addSample(long ts, int type, ByteBuffer content, GhcProgram program) {
        switch (type) {
            // Older versions do not log the end of a sample.
            case HEAP_SAMPLE_BEGIN, LIFE_SAMPLE_BEGIN, HEAP_SAMPLE_END -> endHeapSample(ts, program);
            case HEAP_SAMPLE_STRING -> {
                content.get();
                long value = content.getLong();
                addBytes(ts, GhcProgram.text(content), value, program);
            }
            case HEAP_SAMPLE_STACK -> {
                content.get();
                long value = content.getLong();
                addBytes(ts, stackName(content), value, program);
            }
            default -> handleTimeSample(ts, content);
        }
    }

    /// Returns the names in a stack, innermost cost center first.
    private String stackName(ByteBuffer content) {
        StringBuilder name = new StringBuilder();
        for (int remaining = Byte.toUnsignedInt(content.get()); remaining > 0; remaining--) {
            name.append(name.isEmpty() ? "" : " / ").append(costCenters.getOrDefault(content.getInt(), "[unknown]"));
        }
        return name.isEmpty() ? "[unknown]" : name.toString();
    }

    private void addBytes(long ts, String kind, long value, GhcProgram program) {
        if (live.size() < MAX_KINDS || live.contains(kind)) {
            live.add(kind);
            program.addCounter(ts, "Heap: " + kind, bytes.merge(kind, value, Long::sum));
        }
    }

    /// Ends the counters of the kinds that are not in the sample, because they no longer exist.
    private void endHeapSample(long ts, GhcProgram program) {
        if (bytes.isEmpty()) {
            return;
        }
        for (Iterator<String> kinds = live.iterator(); kinds.hasNext(); ) {
            String kind = kinds.next();
            if (!bytes.containsKey(kind)) {
                program.addCounter(ts, "Heap: " + kind, 0);
                kinds.remove();
            }
        }
        bytes.clear();
    }

    private void handleTimeSample(long ts, ByteBuffer content) {
        // Skip the capability and the number of the tick.
        content.position(Integer.BYTES + Long.BYTES);
        int depth = Byte.toUnsignedInt(content.get());
        int[] stack = new int[depth];
        for (int i = 0; i < depth; i++) {
            stack[i] = content.getInt();
        }
        int callsite = -1;
        for (int i = depth - 1; i >= 0; i--) {
            Integer frame = frameOfCostCenter.get(stack[i]);
            callsite = frames.callsite(callsite, frame == null ? frames.frame(null, "[unknown]") : frame);
        }
        ProfilerSamples samples = context.session().profilerSamples();
        if (task == ProfilerSamples.NONE) {
            source = context.strings().intern("ghc");
            session = samples.session(source, context.strings().intern("ns"), StringPool.NULL);
            task = samples.task(upid, ProcessTracker.NONE);
        }
        int row = samples.add(ts, source, task, callsite);
        samples.describe(row, ProfilerSamples.NONE, StringPool.NULL, session, LongColumn.NULL);
    }
}
