package traceglass.ingest.gpuprofile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingInts;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.database.SqliteRow;
import traceglass.ingest.database.SqliteTables;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.store.table.StringPool;

/// Tables of a rocpd database to which other tables refer by number: strings, processes, threads, agents, queues and
/// times.
final class RocpdNames {

    /// Value of a reference that is missing from a row.
    static final long MISSING = Long.MIN_VALUE;

    /// Maximum gap between the numbers of successive times.
    private static final int MAX_GAP = 1 << 20;

    private final ImportContext context;
    private final StringPool strings;
    private final LongIntMap texts = new LongIntMap();
    private final LongMap<Long> pids = new LongMap<>();
    private final LongIntMap threads = new LongIntMap();
    private final LongMap<Agent> agents = new LongMap<>();
    private final LongIntMap queues = new LongIntMap();
    private final LongIntMap streams = new LongIntMap();
    private final LongIntMap categories = new LongIntMap();
    private final LongIntMap correlations = new LongIntMap();
    private final GrowingLongs times = new GrowingLongs();
    /// Arguments of events as linked lists: the last argument of each event, and the previous one for each
    /// argument.
    private final LongIntMap lastArgs = new LongIntMap();
    private final GrowingInts argsBefore = new GrowingInts();
    private final GrowingInts argKeys = new GrowingInts();
    private final GrowingInts argValues = new GrowingInts();

    /// String ids of kernel names.
    final LongIntMap kernels = new LongIntMap();
    /// Process, thread, agent, queue and stream of each track, [#MISSING] for none.
    final LongMap<long[]> tracks = new LongMap<>();
    final Map<Long, Counter> counters = new HashMap<>();

    private record Agent(String name, boolean isGpu) {}

    /// @param agent number of the agent, [#MISSING] if unknown
    /// @param unit unit, or null
    record Counter(String name, String unit, long agent) {}

    RocpdNames(ImportContext context, SqliteTables database, String suffix) {
        this.context = context;
        strings = context.strings();
        database.read("rocpd_string" + suffix, List.of("id", "string"), row -> {
            if (row.text(1) != null) {
                texts.put(row.number(0), strings.intern(row.text(1)));
            }
        });
        readTasks(database, suffix);
        readDevices(database, suffix);
        database.read("rocpd_info_kernel_symbol" + suffix, List.of("id", "display_name", "kernel_name"), row -> {
            String name = row.text(1) == null || row.text(1).isEmpty() ? row.text(2) : row.text(1);
            if (name != null) {
                kernels.put(row.number(0), strings.intern(name));
            }
        });
        database.read("rocpd_info_pmc" + suffix, List.of("id", "name", "units", "agent_id"), row -> {
            if (row.text(1) != null) {
                String unit = row.text(2) == null || row.text(2).isEmpty() ? null : row.text(2);
                counters.put(row.number(0), new Counter(row.text(1), unit, row.number(3, MISSING)));
            }
        });
        readEvents(database, suffix);
    }

    private void readTasks(SqliteTables database, String suffix) {
        database.read("rocpd_info_process" + suffix, List.of("id", "pid", "name", "command"), row -> {
            pids.put(row.number(0, 0), row.number(1, 0));
            String name = row.text(2) == null || row.text(2).isEmpty() ? row.text(3) : row.text(2);
            if (name != null && !name.isEmpty()) {
                int upid = context.processes().process(row.number(1, 0));
                context.processes().setProcessName(upid, strings.intern(name), NamePriority.OfProcess.OTHER);
            }
        });
        database.read("rocpd_info_thread" + suffix, List.of("id", "pid", "tid", "name"), row -> {
            int utid = context.processes().updateThread(row.number(2, 0), pid(row.number(1, 0)));
            threads.put(row.number(0, 0), utid);
            if (row.text(3) != null && !row.text(3).isEmpty()) {
                context.processes().setThreadName(utid, strings.intern(row.text(3)), NamePriority.OfThread.OTHER);
            }
        });
    }

    private void readDevices(SqliteTables database, String suffix) {
        List<String> columns =
                List.of("id", "type", "type_index", "logical_index", "absolute_index", "product_name", "name");
        database.read("rocpd_info_agent" + suffix, columns, row -> {
            String type = row.text(1) == null ? "Agent" : row.text(1);
            String product = row.text(5) == null || row.text(5).isEmpty() ? row.text(6) : row.text(5);
            long index = row.number(2, row.number(3, row.number(4, row.number(0, 0))));
            String name = type + " " + index + (product == null || product.isEmpty() ? "" : " (" + product + ")");
            agents.put(row.number(0, 0), new Agent(name, type.equals("GPU")));
        });
        readNames(database, "rocpd_info_queue" + suffix, queues);
        readNames(database, "rocpd_info_stream" + suffix, streams);
        database.read(
                "rocpd_track" + suffix,
                List.of("id", "pid", "tid", "agent_id", "queue_id", "stream_id"),
                row -> tracks.put(
                        row.number(0, 0),
                        new long[] {row.number(1), row.number(2), row.number(3), row.number(4), row.number(5)}));
    }

    private void readNames(SqliteTables database, String table, LongIntMap names) {
        database.read(table, List.of("id", "name"), row -> {
            if (row.text(1) != null && !row.text(1).isEmpty()) {
                names.put(row.number(0, 0), strings.intern(row.text(1)));
            }
        });
    }

    private void readEvents(SqliteTables database, String suffix) {
        List<String> columns = List.of("id", "category_id", "stack_id", "correlation_id");
        database.read("rocpd_event" + suffix, columns, row -> {
            long id = row.number(0, 0);
            int category = text(row, 1);
            if (category != StringPool.NULL) {
                categories.put(id, category);
            }
            // The first number is assigned by the runtime; the second one may be set by the program.
            long correlation = row.number(2, 0) > 0 ? row.number(2) : row.number(3, 0);
            if (correlation > 0 && correlation <= Integer.MAX_VALUE) {
                correlations.put(id, (int) correlation);
            }
        });
        database.read("rocpd_arg" + suffix, List.of("event_id", "name", "value"), row -> {
            if (row.text(1) != null && row.text(2) != null) {
                argsBefore.add(lastArgs.get(row.number(0, 0)));
                argKeys.add(strings.intern("data." + row.text(1)));
                argValues.add(strings.intern(row.text(2)));
                lastArgs.put(row.number(0, 0), argKeys.size() - 1);
            }
        });
        database.read("rocpd_timestamp" + suffix, List.of("id", "value"), row -> {
            long id = row.number(0, -1);
            if (id >= 0 && id - times.size() < MAX_GAP) {
                while (times.size() <= id) {
                    times.add(-1);
                }
                times.set((int) id, row.number(1, -1));
            }
        });
    }

    /// Returns the string id of the string to which a column refers; [StringPool#NULL] if there is none.
    int text(SqliteRow row, int column) {
        int existing = row.isNull(column) ? LongIntMap.NONE : texts.get(row.number(column));
        return existing == LongIntMap.NONE ? StringPool.NULL : existing;
    }

    /// Returns the pid of a process by its number.
    long pid(long process) {
        Long pid = pids.get(process);
        return pid == null ? Math.max(0, process) : pid;
    }

    /// Returns the thread with a number; the main thread of the process if it is unknown.
    int thread(long process, long thread) {
        int existing = threads.get(thread);
        if (existing != LongIntMap.NONE) {
            return existing;
        }
        long pid = pid(process);
        return context.processes().updateThread(thread < 0 ? pid : thread, pid);
    }

    boolean isGpu(long agent) {
        Agent existing = agents.get(agent);
        return existing != null && existing.isGpu;
    }

    String agent(long agent) {
        Agent existing = agents.get(agent);
        return existing == null ? agent == MISSING ? "GPU" : "Agent " + agent : existing.name;
    }

    String queue(long queue) {
        int name = queues.get(queue);
        return name == LongIntMap.NONE ? "queue " + queue : strings.get(name);
    }

    String stream(long stream) {
        int name = streams.get(stream);
        return name == LongIntMap.NONE ? "stream " + stream : strings.get(name);
    }

    /// Returns the string id of the category of an event, [StringPool#NULL] for none.
    int category(long event) {
        int existing = categories.get(event);
        return existing == LongIntMap.NONE ? StringPool.NULL : existing;
    }

    /// Returns the correlation of a call and its work; 0 if there is none.
    long correlation(long event) {
        return Math.max(0, correlations.get(event));
    }

    /// Returns the time with a number; -1 if it is unknown.
    long time(long id) {
        return id < 0 || id >= times.size() ? -1 : times.get((int) id);
    }

    /// Returns the arguments of a row: its columns from an index on and the arguments of its event.
    int args(List<String> columns, int from, SqliteRow row, long event) {
        return context.args().write(b -> {
            for (int i = from; i < columns.size(); i++) {
                if (!row.isNull(i)) {
                    add(b, columns.get(i), row, i);
                }
            }
            for (int arg = lastArgs.get(event); arg != LongIntMap.NONE; arg = argsBefore.get(arg)) {
                b.addString(argKeys.get(arg), argValues.get(arg));
            }
        });
    }

    private void add(ArgSetBuilder args, String column, SqliteRow row, int index) {
        int key = strings.intern(column);
        int text = column.endsWith("name_id") ? text(row, index) : StringPool.NULL;
        if (text != StringPool.NULL) {
            args.addString(key, text);
        } else if (column.endsWith("agent_id")) {
            args.addString(key, strings.intern(agent(row.number(index))));
        } else if (column.endsWith("address") && row.isInteger(index)) {
            args.addPointer(key, row.number(index));
        } else if (row.isInteger(index)) {
            args.addInt(key, row.number(index));
        } else if (row.isReal(index)) {
            args.addReal(key, row.real(index));
        } else if (row.text(index) != null) {
            args.addString(key, strings.intern(row.text(index)));
        }
    }
}
