package traceglass.ingest.gpuprofile;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.database.SqliteRow;
import traceglass.ingest.database.SqliteTables;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.CpuTracker;
import traceglass.ingest.tracker.machine.SchedTracker;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Callstacks in a database of Nsight Systems, its CPU samples and its context switches.
final class NsightStacks {

    private final ImportContext context;
    private final StringPool strings;
    private final SqliteTables database;
    private final NsightNames names;
    private final NamedFrames frames;
    /// Callsites by stack number, for each table.
    private final Map<String, LongIntMap> stacks = new HashMap<>();

    /// Sample waiting to be sorted.
    private record Sample(int utid, int callsite, int cpu) {}

    /// Row of the table of context switches.
    private record Switch(int utid, int cpu, boolean isIn) {}

    NsightStacks(ImportContext context, SqliteTables database, NsightNames names) {
        this.context = context;
        this.database = database;
        this.names = names;
        strings = context.strings();
        frames = new NamedFrames(context.stackProfiles(), strings, "[unknown]");
    }

    /// Returns the table with the stacks of the calls in another table; null if those calls have no stacks.
    static String tableOf(String table) {
        String upper = table.toUpperCase(Locale.ROOT);
        if (upper.startsWith("CUPTI")) {
            return "CUDA_CALLCHAINS";
        }
        int end = upper.indexOf('_');
        return end < 0 ? null : upper.substring(0, end) + "_CALLCHAINS";
    }

    /// Returns the callsite of a stack, [ProfilerSamples#NONE] if it is unknown.
    int callsite(String table, long id) {
        int site = stacks.computeIfAbsent(table, this::read).get(id);
        return site == LongIntMap.NONE ? ProfilerSamples.NONE : site;
    }

    private LongIntMap read(String table) {
        LongIntMap sites = new LongIntMap();
        if (!database.has(table, "id", "stackDepth", "symbol")) {
            return sites;
        }
        // The row with the largest depth is the outermost caller.
        database.read(
                table,
                List.of("id", "symbol", "module", "unresolved", "originalIP"),
                List.of("id", "stackDepth DESC"),
                row -> {
                    long id = row.number(0, 0);
                    int symbol = names.text(row, 1);
                    int module = names.text(row, 2);
                    String name = symbol == StringPool.NULL ? address(row) : strings.get(symbol);
                    int frame = frames.frame(module == StringPool.NULL ? null : strings.get(module), name);
                    int parent = sites.get(id);
                    sites.put(id, frames.callsite(parent == LongIntMap.NONE ? -1 : parent, frame));
                });
        return sites;
    }

    private static String address(SqliteRow row) {
        return row.isInteger(4) ? "0x" + Long.toHexString(row.number(4)) : "[unknown]";
    }

    /// Reads samples and context switches.
    void readSamples() {
        ProfilerSamples samples = context.session().profilerSamples();
        int source = strings.intern("nsys");
        int[] session = {-1};
        EventSorter.Queue queue = context.sorter().queue((ts, data, ref) -> {
            Sample s = (Sample) ref;
            int upid = context.processes().upidOf(s.utid);
            int row = samples.add(ts, source, samples.task(upid, s.utid), s.callsite);
            int cpu = s.cpu < 0 ? ProfilerSamples.NONE : context.cpus().ucpu(s.cpu);
            samples.describe(
                    row, samples.execution(cpu, StringPool.NULL), StringPool.NULL, session[0], LongColumn.NULL);
        });
        database.read("COMPOSITE_EVENTS", List.of("id", "start", "cpu", "globalTid"), row -> {
            long ts = row.isNull(1) || row.isNull(3) ? ClockTracker.NONE : time(row.number(1));
            if (ts == ClockTracker.NONE) {
                context.stats().increment(StatNames.GPU_PROFILE_INVALID_TIME);
                return;
            }
            if (session[0] < 0) {
                session[0] = samples.session(source, StringPool.NULL, StringPool.NULL);
            }
            int callsite = callsite("SAMPLING_CALLCHAINS", row.number(0, 0));
            queue.push(ts, 0, new Sample(names.thread(row.number(3)), callsite, cpu(row, 2)));
        });
        readSwitches();
    }

    private void readSwitches() {
        SchedTracker sched = context.sched();
        EventSorter.Queue queue = context.sorter().queue((ts, data, ref) -> {
            Switch s = (Switch) ref;
            SchedTracker.CpuState state = sched.cpu(s.cpu);
            if (state.row >= 0 && (s.isIn || state.utid == s.utid)) {
                sched.end(state.row, ts, StringPool.NULL);
                state.row = -1;
            }
            if (s.isIn) {
                state.row = sched.begin(ts, s.cpu, s.utid, 0);
                state.utid = s.utid;
            }
        });
        database.read("SCHED_EVENTS", List.of("start", "cpu", "isSchedIn", "globalTid"), row -> {
            long ts = row.isNull(0) || row.isNull(3) ? ClockTracker.NONE : time(row.number(0));
            int cpu = cpu(row, 1);
            if (ts == ClockTracker.NONE || cpu < 0) {
                context.stats().increment(StatNames.GPU_PROFILE_INVALID_TIME);
                return;
            }
            boolean isIn = row.number(2, 0) != 0;
            // At equal times, a thread leaves the CPU before another one takes it.
            queue.push(ts, isIn ? 1 : 0, 0, new Switch(names.thread(row.number(3)), cpu, isIn));
        });
    }

    private long time(long ns) {
        return ns < 0 ? ClockTracker.NONE : context.clocks().defaultToTraceTime(ns);
    }

    private static int cpu(SqliteRow row, int column) {
        long cpu = row.number(column, -1);
        return cpu < 0 || cpu >= CpuTracker.MAX_CPUS ? -1 : (int) cpu;
    }
}
