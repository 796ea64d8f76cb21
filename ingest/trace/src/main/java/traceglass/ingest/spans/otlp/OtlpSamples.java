package traceglass.ingest.spans.otlp;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import traceglass.ingest.ImportContext;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.spans.Resource;
import traceglass.ingest.spans.Resources;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.stack.SampleWeights;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Writes the samples of profiles that have times, in time order.
final class OtlpSamples implements EventSink {

    private static final String SOURCE = "otlp";
    private static final Set<String> CPU_TYPES = Set.of("cpu", "on_cpu", "process_cpu");

    private final ImportContext context;
    private final Resources resources;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final Map<String, Kind> kinds = new HashMap<>();

    /// Kind of samples.
    static final class Kind {
        private final String name;
        private final String unit;
        private final boolean isCpu;
        private int session = ProfilerSamples.NONE;
        private SampleWeights weights;

        Kind(String name, String unit, boolean isCpu) {
            this.name = name;
            this.unit = unit;
            this.isCpu = isCpu;
        }

        String name() {
            return name;
        }

        String unit() {
            return unit;
        }
    }

    /// Thread of a sample.
    ///
    /// @param pid process; -1 for that of the resource
    /// @param tid thread; -1 for the main thread of the process
    /// @param cpu CPU; -1 if unknown
    record Thread(int resource, long pid, long tid, String name, String executable, int cpu) {}

    /// A sample waiting to be sorted; its value is the number pushed with it.
    record Sample(Kind kind, Thread thread, int callsite) {}

    OtlpSamples(ImportContext context, Resources resources) {
        this.context = context;
        this.resources = resources;
        strings = context.strings();
        samples = context.session().profilerSamples();
    }

    /// Returns the type of value that a profile samples.
    ///
    /// @param period what triggers samples; empty if unknown
    Kind kind(String name, String unit, String period) {
        String type = name.isEmpty() ? "samples" : name;
        return kinds.computeIfAbsent(
                type + "\n" + unit + "\n" + period,
                k -> new Kind(
                        type,
                        unit.isEmpty() ? "count" : unit,
                        CPU_TYPES.contains(type)
                                || type.equals("samples") && (period.isEmpty() || CPU_TYPES.contains(period))));
    }

    /// Returns the thread that the attributes of a sample name.
    Thread thread(int resource, Map<String, Object> attributes) {
        resources.requireThreads();
        long cpu = attributes.get("cpu.logical_number") instanceof Long n ? n : -1;
        return new Thread(
                resource,
                id(attributes, "process.pid"),
                id(attributes, "thread.id"),
                JsonTree.text(attributes, "thread.name"),
                JsonTree.text(attributes, "process.executable.name"),
                cpu >= 0 && cpu < CpuTracker.MAX_CPUS ? (int) cpu : -1);
    }

    private static long id(Map<String, Object> attributes, String key) {
        long id = JsonTree.get(attributes, key) == null ? -1 : JsonTree.number(attributes, key);
        return id >= 0 && id <= Integer.MAX_VALUE ? id : -1;
    }

    @Override
    public void handleEvent(long ts, long value, Object ref) {
        Sample sample = (Sample) ref;
        Kind kind = sample.kind;
        int source = strings.intern(SOURCE);
        if (kind.session == ProfilerSamples.NONE) {
            kind.session = samples.session(source, strings.intern(kind.isCpu ? "ns" : "count"), StringPool.NULL);
        }
        long counters = kind.unit.equals("count")
                ? LongColumn.NULL
                : weights(kind, source).add(ts, value);
        int utid = utid(sample.thread);
        int row = samples.add(ts, source, samples.task(context.processes().upidOf(utid), utid), sample.callsite);
        int cpu = sample.thread.cpu;
        int ucpu = cpu < 0 ? ProfilerSamples.NONE : context.cpus().ucpu(cpu);
        samples.describe(row, samples.execution(ucpu, StringPool.NULL), StringPool.NULL, kind.session, counters);
    }

    private SampleWeights weights(Kind kind, int source) {
        if (kind.weights == null) {
            kind.weights = new SampleWeights(
                    context.tracks(),
                    context.counters(),
                    samples,
                    strings,
                    kind.session,
                    source,
                    strings.intern(kind.name),
                    strings.intern(kind.unit.equals("nanoseconds") ? "ns" : kind.unit),
                    kind.isCpu);
        }
        return kind.weights;
    }

    private int utid(Thread thread) {
        ProcessTracker processes = context.processes();
        int upid = thread.pid < 0 ? resources.upid(thread.resource) : processes.process(thread.pid);
        int utid = thread.tid >= 0
                ? processes.threadWithParent(thread.tid, upid, false)
                : thread.pid >= 0 ? processes.updateThread(thread.pid, thread.pid) : resources.utid(thread.resource);
        if (!thread.name.isEmpty()) {
            processes.setThreadName(utid, strings.intern(thread.name), NamePriority.OfThread.OTHER);
        }
        Resource resource = resources.get(thread.resource);
        boolean isMain = thread.tid >= 0 && thread.tid == (thread.pid < 0 ? resource.pid() : thread.pid);
        String name = thread.executable.isEmpty() && isMain && resource.isUnnamed() ? thread.name : thread.executable;
        if (!name.isEmpty()) {
            processes.setProcessName(upid, strings.intern(name), NamePriority.OfProcess.SYSTEM);
        }
        return utid;
    }
}
