package traceglass.ingest.perf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Writes samples, their profiler sessions (one per event) and the counters of events.
final class PerfSampleRows {

    private static final TrackType CPU_COUNTER = TrackType.counter(
            "perf_cpu_counter",
            null,
            TrackType.CPU,
            TrackType.Dimension.ofInt("perf_session_id"),
            TrackType.Dimension.ofString("name"));
    private static final TrackType GLOBAL_COUNTER = TrackType.counter(
            "perf_global_counter",
            null,
            TrackType.Dimension.ofInt("perf_session_id"),
            TrackType.Dimension.ofString("name"));
    private static final int UNKNOWN = Integer.MIN_VALUE;
    private static final String[] MODES = {null, "kernel", "user", "hypervisor", "guest_kernel", "guest_user"};

    private final ImportContext context;
    private final StringPool strings;
    private final ProfilerSamples samples;
    private final EventAttrs attrs;
    private final PerfFeatures features;
    private final CallStacks stacks;
    private final int source;
    private final int[] modeIds = new int[8];
    private final Map<EventAttr, Counters> counters = new HashMap<>();
    private final List<Integer> counterRows = new ArrayList<>();
    /// Task contexts and processes, by thread.
    private int[] tasks = new int[0];
    private int[] taskUpids = new int[0];
    /// Execution contexts by CPU and mode.
    private int[] executions = new int[0];
    private EventAttr lastAttr;
    private Counters lastCounters;
    private boolean isStarted;
    /// Number of branch records that are not part of a callstack.
    private long branches;

    /// Counter tracks of one event by CPU.
    private static final class Counters {
        final int name;
        /// Track and value by CPU plus one; index 0 is for samples without a CPU.
        int[] tracks = new int[0];
        double[] values = new double[0];

        Counters(int name) {
            this.name = name;
        }
    }

    PerfSampleRows(ImportContext context, EventAttrs attrs, PerfFeatures features, CallStacks stacks) {
        this.context = context;
        this.attrs = attrs;
        this.features = features;
        this.stacks = stacks;
        strings = context.strings();
        samples = context.session().profilerSamples();
        source = strings.intern("linux.perf");
        for (int i = 0; i < modeIds.length; i++) {
            modeIds[i] = i == 0 || i >= MODES.length ? StringPool.NULL : strings.intern(MODES[i]);
        }
    }

    /// Adds the sessions of all events. Called once the features are known.
    void start() {
        if (isStarted) {
            return;
        }
        isStarted = true;
        attrs.all().forEach(this::addSession);
    }

    /// Adds the session of an event that was described after [#start].
    void onAttrAdded(EventAttr attr) {
        if (isStarted) {
            addSession(attr);
        }
    }

    private void addSession(EventAttr attr) {
        String unit = attr.unit();
        String cmdline = features.commandLine();
        attr.session = samples.session(
                source,
                unit == null ? StringPool.NULL : strings.intern(unit),
                cmdline == null ? StringPool.NULL : strings.intern(cmdline));
    }

    /// Adds a sample; returns false if it lacks the fields that a row needs.
    boolean add(long ts, EventAttr attr, SampleFields s) {
        if (!s.hasTime || !s.hasTid) {
            return false;
        }
        if (s.mode == RecordTypes.MODE_UNKNOWN) {
            context.stats().increment(StatNames.PERF_SAMPLES_CPU_MODE_UNKNOWN);
        }
        int utid = context.processes().updateThread(s.tid, s.pid);
        int upid = context.processes().upidOf(utid);
        int callsite = stacks.callsite(attr, s, upid);
        int cpu = s.cpu >= 0 && s.cpu < CpuTracker.MAX_CPUS ? s.cpu : -1;
        long counterSet = count(ts, attr, s, cpu);
        int row = samples.add(ts, source, task(upid, utid), callsite);
        samples.describe(row, execution(cpu, s.mode), StringPool.NULL, attr.session, counterSet);
        if ((attr.branchSampleType & EventAttr.BRANCH_CALL_STACK) == 0) {
            branches += s.branchCount;
        }
        return true;
    }

    /// Records the number of branch records, which have no rows.
    void finish() {
        if (branches > 0) {
            context.metadata().setDynamic("branch_records", branches);
        }
    }

    private int execution(int cpu, int mode) {
        int slot = (cpu + 1) * modeIds.length + mode;
        if (slot >= executions.length) {
            int oldLength = executions.length;
            executions = Arrays.copyOf(executions, Math.max(slot + 1, oldLength * 2));
            Arrays.fill(executions, oldLength, executions.length, UNKNOWN);
        }
        if (executions[slot] == UNKNOWN) {
            int ucpu = cpu < 0 ? ProfilerSamples.NONE : context.cpus().ucpu(cpu);
            executions[slot] = samples.execution(ucpu, modeIds[mode]);
        }
        return executions[slot];
    }

    private int task(int upid, int utid) {
        if (utid >= tasks.length) {
            int oldLength = tasks.length;
            tasks = Arrays.copyOf(tasks, Math.max(utid + 1, oldLength * 2));
            taskUpids = Arrays.copyOf(taskUpids, tasks.length);
            Arrays.fill(tasks, oldLength, tasks.length, ProfilerSamples.NONE);
        }
        if (tasks[utid] == ProfilerSamples.NONE || taskUpids[utid] != upid) {
            tasks[utid] = samples.task(upid, utid);
            taskUpids[utid] = upid;
        }
        return tasks[utid];
    }

    /// Adds the counter values of a sample and returns the id of their set.
    private long count(long ts, EventAttr attr, SampleFields s, int cpu) {
        if (s.reads == 0) {
            if (!s.hasPeriod && attr.isFrequency) {
                return LongColumn.NULL;
            }
            Counters c = counters(attr);
            int i = counterIndex(attr, c, cpu);
            c.values[i] += unsigned(s.hasPeriod ? s.period : attr.period);
            return samples.counterSet(context.counters().push(ts, c.values[i], c.tracks[i]));
        }
        counterRows.clear();
        for (int k = 0; k < s.reads; k++) {
            EventAttr counted = s.readIds[k] == 0 ? attr : attrs.ofId(s.readIds[k]);
            if (counted != null) {
                Counters c = counters(counted);
                int i = counterIndex(counted, c, cpu);
                counterRows.add(context.counters().push(ts, unsigned(s.readValues[k]), c.tracks[i]));
            }
        }
        return samples.counterSet(counterRows);
    }

    private static double unsigned(long v) {
        return v >= 0 ? v : (v >>> 1 | v & 1) * 2.0;
    }

    private Counters counters(EventAttr attr) {
        if (attr != lastAttr) {
            lastCounters = counters.computeIfAbsent(attr, a -> new Counters(strings.intern(name(a))));
            lastAttr = attr;
        }
        return lastCounters;
    }

    private String name(EventAttr attr) {
        return attr.name.isEmpty() ? EventNaming.of(attr, features.units(), features.formats()) : attr.name;
    }

    /// Returns the index of the counter of a CPU, adding its track if it is new.
    private int counterIndex(EventAttr attr, Counters c, int cpu) {
        int i = cpu + 1;
        if (i >= c.tracks.length) {
            int oldLength = c.tracks.length;
            c.tracks = Arrays.copyOf(c.tracks, Math.max(i + 1, oldLength * 2));
            c.values = Arrays.copyOf(c.values, c.tracks.length);
            Arrays.fill(c.tracks, oldLength, c.tracks.length, -1);
        }
        if (c.tracks[i] < 0) {
            int timebaseKey = strings.intern("is_timebase");
            c.tracks[i] = cpu < 0
                    ? context.tracks()
                            .intern(
                                    GLOBAL_COUNTER,
                                    c.name,
                                    b -> b.addBool(timebaseKey, attr.isTimebase()),
                                    attr.session,
                                    c.name)
                    : context.tracks()
                            .intern(
                                    CPU_COUNTER,
                                    c.name,
                                    b -> b.addBool(timebaseKey, attr.isTimebase()),
                                    cpu,
                                    attr.session,
                                    c.name);
        }
        return i;
    }
}
