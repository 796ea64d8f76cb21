package traceglass.ingest.gpuprofile;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.database.SqliteRow;
import traceglass.ingest.database.SqliteTables;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Reads the tables of one process in a rocpd database. Depending on the version, rows contain their times, thread and
/// queue or refer to rows of `rocpd_timestamp` and `rocpd_track`.
final class RocpdReader {

    // Indexes in the list that `columns` returns.
    private static final int TRACK = 0;
    private static final int PID = 1;
    private static final int TID = 2;
    private static final int AGENT = 3;
    private static final int QUEUE = 4;
    private static final int STREAM = 5;
    private static final int START = 6;
    private static final int END = 7;
    private static final int NAME = 8;
    private static final int EVENT = 9;
    private static final int KERNEL = 10;
    private static final int FIRST_ARG = 11;

    private final ImportContext context;
    private final StringPool strings;
    private final SqliteTables database;
    private final GpuWork work;
    private final RocpdNames names;
    private final String suffix;
    /// Start and end of the events that have counters.
    private final LongMap<long[]> spansWithCounters = new LongMap<>();
    private final boolean hasCounters;

    /// Thread, process, agent, queue and stream of a slice.
    private record Origin(long pid, int utid, int upid, long agent, long queue, long stream) {}

    RocpdReader(ImportContext context, SqliteTables database, GpuWork work, String suffix) {
        this.context = context;
        this.database = database;
        this.work = work;
        this.suffix = suffix;
        strings = context.strings();
        names = new RocpdNames(context, database, suffix);
        hasCounters = !names.counters.isEmpty();
    }

    void read() {
        read("rocpd_region", "region", false);
        read("rocpd_kernel_dispatch", "kernel", true);
        read("rocpd_memory_copy", "memory copy", true);
        read("rocpd_memory_allocate", "memory allocation", false);
        readSamples();
        readCounters();
    }

    private List<String> columns(String table) {
        boolean hasTimes = database.has(table, "start", "end");
        List<String> columns = new ArrayList<>(List.of(
                "track_id",
                "pid",
                "tid",
                "agent_id",
                "queue_id",
                "stream_id",
                hasTimes ? "start" : "start_id",
                hasTimes ? "end" : "end_id",
                "name_id",
                "event_id",
                "kernel_id"));
        for (String column : database.columns(table)) {
            boolean isArg = switch (column) {
                case "id", "guid", "nid", "extdata" -> false;
                default -> columns.stream().noneMatch(column::equalsIgnoreCase);
            };
            if (isArg) {
                columns.add(column);
            }
        }
        return columns;
    }

    private void read(String prefix, String category, boolean isWork) {
        String table = prefix + suffix;
        List<String> columns = columns(table);
        boolean hasTimes = database.has(table, "start", "end");
        int unnamed = strings.intern(Character.toUpperCase(category.charAt(0)) + category.substring(1));
        int categoryId = strings.intern(category);
        boolean isKernel = isWork && database.has(table, "kernel_id");
        database.read(table, columns, row -> {
            long start = hasTimes ? row.number(START, -1) : names.time(row.number(START, 0));
            long end = hasTimes ? row.number(END, start) : names.time(row.number(END, 0));
            Origin origin = origin(row);
            long event = row.number(EVENT, 0);
            int rowName = isKernel ? names.kernels.get(row.number(KERNEL, 0)) : names.text(row, NAME);
            int name = rowName < 0 || rowName == StringPool.NULL ? typeOf(columns, row, unnamed) : rowName;
            int group = names.category(event);
            int cat = group == StringPool.NULL ? categoryId : group;
            int args = names.args(columns, FIRST_ARG, row, event);
            long correlation = GpuWork.correlation(origin.pid, names.correlation(event));
            if (isKernel && hasCounters && event > 0) {
                spansWithCounters.put(event, new long[] {start, end, origin.agent});
            }
            if (isWork) {
                work.addWork(origin.upid, queue(origin, columns, row), start, end, cat, name, args, correlation);
            } else {
                work.addCall(origin.utid, start, end, cat, name, args, correlation, ProfilerSamples.NONE, false);
            }
        });
    }

    /// Returns the type of a memory allocation, which has no name.
    private int typeOf(List<String> columns, SqliteRow row, int unnamed) {
        int type = columns.indexOf("type");
        return type < 0 || row.text(type) == null
                ? unnamed
                : strings.intern(strings.get(unnamed) + " " + row.text(type));
    }

    private Origin origin(SqliteRow row) {
        long[] track = row.isNull(TRACK) ? null : names.tracks.get(row.number(TRACK));
        long process = value(row, PID, track, 0);
        long thread = value(row, TID, track, 1);
        long pid = names.pid(process);
        return new Origin(
                pid,
                names.thread(process, thread),
                context.processes().process(pid),
                value(row, AGENT, track, 2),
                value(row, QUEUE, track, 3),
                value(row, STREAM, track, 4));
    }

    private static long value(SqliteRow row, int column, long[] track, int trackColumn) {
        return row.isNull(column) && track != null ? track[trackColumn] : row.number(column, RocpdNames.MISSING);
    }

    private String queue(Origin origin, List<String> columns, SqliteRow row) {
        long agent = origin.agent;
        int destination = columns.indexOf("dst_agent_id");
        int source = columns.indexOf("src_agent_id");
        if (agent == RocpdNames.MISSING && destination >= 0 && source >= 0) {
            // A copy from or to the host is shown on the GPU.
            agent = names.isGpu(row.number(destination, 0)) ? row.number(destination, 0) : row.number(source, 0);
        }
        String queue = origin.queue == RocpdNames.MISSING
                ? origin.stream == RocpdNames.MISSING ? "copies" : names.stream(origin.stream)
                : names.queue(origin.queue);
        return names.agent(agent) + ", " + queue;
    }

    private void readSamples() {
        String table = "rocpd_sample" + suffix;
        boolean hasTime = database.has(table, "timestamp");
        String time = hasTime ? "timestamp" : "timestamp_id";
        database.read(table, List.of("track_id", time, "event_id", "name_id"), row -> {
            long ts = hasTime ? row.number(1, -1) : names.time(row.number(1, 0));
            long[] track = names.tracks.get(row.number(0, 0));
            long event = row.number(2, 0);
            if (hasCounters && event > 0) {
                spansWithCounters.put(event, new long[] {ts, ts, track == null ? RocpdNames.MISSING : track[2]});
            }
        });
    }

    private void readCounters() {
        if (!hasCounters) {
            return;
        }
        DispatchCounters values = new DispatchCounters(context);
        database.read("rocpd_pmc_event" + suffix, List.of("event_id", "pmc_id", "value"), row -> {
            long[] times = spansWithCounters.get(row.number(0, 0));
            RocpdNames.Counter counter = names.counters.get(row.number(1, 0));
            if (times == null || counter == null || row.isNull(2)) {
                context.stats().increment(StatNames.GPU_PROFILE_COUNTER_SKIPPED);
                return;
            }
            String gpu = names.agent(counter.agent() == RocpdNames.MISSING ? times[2] : counter.agent());
            if (!values.add(gpu, counter.name(), counter.unit(), times[0], times[1], row.real(2))) {
                context.stats().increment(StatNames.GPU_PROFILE_INVALID_TIME);
            }
        });
    }
}
