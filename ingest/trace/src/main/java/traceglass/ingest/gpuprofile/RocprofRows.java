package traceglass.ingest.gpuprofile;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Rows of rocprof's tables, by kind of table.
final class RocprofRows {

    /// Kind of table.
    enum Kind {
        KERNELS,
        CALLS,
        COPIES,
        ALLOCATIONS,
        COUNTERS,
        /// `results.csv` of the original rocprof.
        RESULTS,
        /// Totals by name, without times.
        STATISTICS
    }

    /// Columns that are shown elsewhere and not repeated as arguments.
    private static final Set<String> SHOWN = Set.of(
            "start_timestamp",
            "end_timestamp",
            "process_id",
            "thread_id",
            "function",
            "kernel_name",
            "kernelname",
            "pid",
            "tid",
            "beginns",
            "endns",
            "counter_name",
            "counter_value");
    /// Columns of `results.csv` that are not counters.
    private static final Set<String> RESULT_COLUMNS = Set.of(
            "index",
            "kernelname",
            "gpu-id",
            "queue-id",
            "queue-index",
            "pid",
            "tid",
            "grd",
            "wgrp",
            "lds",
            "scr",
            "vgpr",
            "arch_vgpr",
            "accum_vgpr",
            "sgpr",
            "fbar",
            "wave_size",
            "sig",
            "obj",
            "dispatchns",
            "beginns",
            "endns",
            "completens",
            "durationns");
    private static final Pattern PID = Pattern.compile("(?:^|[/_])(\\d+)_[a-z_0-9]+\\.csv.*");

    private final ImportContext context;
    private final StringPool strings;
    private final RocprofTable table;
    private final Kind kind;
    private final GpuWork work;
    /// Process id from the file name; 0 if it has none.
    private final long filePid;
    private final DispatchCounters counters;
    private final Set<String> dispatches = new HashSet<>();
    private final Map<String, double[]> sums = new HashMap<>();

    RocprofRows(ImportContext context, RocprofTable table, Kind kind, String fileName) {
        this.context = context;
        this.table = table;
        this.kind = kind;
        strings = context.strings();
        work = new GpuWork(context, StatNames.GPU_PROFILE_INVALID_TIME);
        Matcher matcher = PID.matcher(fileName);
        filePid = matcher.find() ? Math.max(0, RocprofTable.parse(matcher.group(1), 0)) : 0;
        counters = new DispatchCounters(context);
    }

    /// Returns the kind of a table, determined by its columns; null if it is not a rocprof table.
    static Kind kind(RocprofTable t) {
        if (t.has("Counter_Name", "Counter_Value", "Kernel_Name", "Dispatch_Id")) {
            return Kind.COUNTERS;
        } else if (t.has("Index", "KernelName") && (t.has("gpu-id") || t.has("DurationNs"))) {
            return Kind.RESULTS;
        } else if (t.has("Name", "Calls", "TotalDurationNs")) {
            return Kind.STATISTICS;
        } else if (!t.has("Start_Timestamp", "End_Timestamp")) {
            return null;
        } else if (t.has("Kernel_Name", "Queue_Id")) {
            return Kind.KERNELS;
        } else if (t.has("Domain", "Function", "Thread_Id")) {
            return Kind.CALLS;
        } else if (t.has("Direction", "Source_Agent_Id")) {
            return Kind.COPIES;
        }
        return t.has("Kind", "Operation", "Allocation_Size") ? Kind.ALLOCATIONS : null;
    }

    /// Adds the current line of the table. Returns false if it lacks times or a name.
    boolean add() {
        return switch (kind) {
            case KERNELS -> addWork(table.text("Kernel_Name"), "kernel", queue(), true);
            case CALLS -> addCall(table.text("Function"), table.text("Domain"));
            case COPIES -> addWork(readable(table.text("Direction")), "memory copy", copyQueue(), true);
            case ALLOCATIONS ->
                table.has("Thread_Id")
                        ? addCall(readable(table.text("Operation")), table.text("Kind"))
                        : addWork(readable(table.text("Operation")), "memory allocation", agent("Agent_Id"), true);
            case COUNTERS -> addCounter();
            case RESULTS -> addResult();
            case STATISTICS -> addStatistics();
        };
    }

    /// Returns `Memory copy host to device` for `MEMORY_COPY_HOST_TO_DEVICE`.
    private static String readable(String constant) {
        String spaced = constant.replace('_', ' ').toLowerCase(Locale.ROOT).strip();
        return spaced.isEmpty() ? constant : Character.toUpperCase(spaced.charAt(0)) + spaced.substring(1);
    }

    private String agent(String column) {
        String agent = table.text(column);
        if (agent.isEmpty()) {
            return "GPU";
        }
        return Character.isDigit(agent.charAt(0)) ? "Agent " + agent : agent;
    }

    private String queue() {
        String stream = table.text("Stream_Id");
        String queue = agent("Agent_Id") + ", queue " + table.text("Queue_Id");
        return stream.isEmpty() ? queue : queue + ", stream " + stream;
    }

    private String copyQueue() {
        boolean isToDevice = table.text("Direction").endsWith("TO_DEVICE");
        String agent = agent(isToDevice ? "Destination_Agent_Id" : "Source_Agent_Id");
        String stream = table.text("Stream_Id");
        return agent + ", copies" + (stream.isEmpty() ? "" : ", stream " + stream);
    }

    private long pid() {
        long pid = table.number("Process_Id", table.number("pid", -1));
        return pid >= 0 ? pid : filePid;
    }

    private int upid() {
        return context.processes().process(pid());
    }

    private int utid() {
        long tid = table.number("Thread_Id", table.number("tid", -1));
        long pid = pid();
        if (tid < 0) {
            return context.processes().updateThread(pid, pid);
        }
        if (pid > 0) {
            return context.processes().updateThread(tid, pid);
        }
        int utid = context.processes().thread(tid);
        return utid == ProcessTracker.NONE ? context.processes().updateThread(tid, tid) : utid;
    }

    private int args() {
        return context.args().write(b -> {
            for (int i = 0; i < table.columns().size(); i++) {
                String column = table.columns().get(i);
                String value = table.text(i);
                if (value.isEmpty() || SHOWN.contains(column.toLowerCase(Locale.ROOT))) {
                    continue;
                }
                int key = strings.intern(column);
                long number =
                        value.startsWith("0x") ? RocprofTable.MISSING : RocprofTable.parse(value, RocprofTable.MISSING);
                if (number != RocprofTable.MISSING) {
                    b.addInt(key, number);
                } else {
                    b.addString(key, strings.intern(value));
                }
            }
        });
    }

    private long correlation() {
        return GpuWork.correlation(filePid, table.number("Correlation_Id", 0));
    }

    private boolean addWork(String name, String category, String queue, boolean withFlow) {
        long start = table.number("Start_Timestamp");
        long end = table.number("End_Timestamp");
        if (start < 0 || end < 0 || name.isEmpty()) {
            return false;
        }
        long correlation = withFlow ? correlation() : GpuWork.NO_CORRELATION;
        work.addWork(upid(), queue, start, end, strings.intern(category), strings.intern(name), args(), correlation);
        return true;
    }

    private boolean addCall(String name, String domain) {
        long start = table.number("Start_Timestamp");
        long end = table.number("End_Timestamp");
        if (start < 0 || end < 0 || name.isEmpty()) {
            return false;
        }
        work.addCall(
                utid(),
                start,
                end,
                strings.intern(domain.toLowerCase(Locale.ROOT)),
                strings.intern(name),
                args(),
                correlation(),
                ProfilerSamples.NONE,
                false);
        return true;
    }

    /// Adds a counter of a dispatch. Each counter has a row of its own; the first one adds the slice of the
    /// dispatch.
    private boolean addCounter() {
        String dispatch = table.text("Process_Id") + ":" + table.text("Dispatch_Id") + ":" + table.text("Agent_Id");
        double value = parseReal(table.text("Counter_Value"));
        long start = table.number("Start_Timestamp");
        long end = table.number("End_Timestamp");
        if (Double.isNaN(value)) {
            return false;
        }
        if (start < 0 || end < start) {
            // Older versions write no times.
            addSum(table.text("Kernel_Name"), table.text("Counter_Name"), value);
            return true;
        }
        if (dispatches.add(dispatch)) {
            addWork(table.text("Kernel_Name"), "kernel", queue(), true);
        }
        counters.add(agent("Agent_Id"), table.text("Counter_Name"), null, start, end, value);
        return true;
    }

    private static double parseReal(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    private boolean addResult() {
        String name = table.text("KernelName").replaceFirst("\\.kd$", "");
        long start = table.number("BeginNs");
        long end = table.number("EndNs");
        if (name.isEmpty()) {
            return false;
        }
        boolean hasTimes = start >= 0 && end >= start;
        String agent = "GPU " + table.text("gpu-id");
        if (hasTimes) {
            String queue = agent + ", queue " + table.text("queue-id");
            int category = strings.intern("kernel");
            work.addWork(upid(), queue, start, end, category, strings.intern(name), args(), GpuWork.NO_CORRELATION);
        }
        for (int i = 0; i < table.columns().size(); i++) {
            String column = table.columns().get(i);
            double value =
                    RESULT_COLUMNS.contains(column.toLowerCase(Locale.ROOT)) ? Double.NaN : parseReal(table.text(i));
            if (hasTimes && !Double.isNaN(value)) {
                counters.add(agent, column, null, start, end, value);
            } else if (!Double.isNaN(value)) {
                addSum(name, column, value);
            }
        }
        if (!hasTimes) {
            addSum(name, "dispatches", 1);
        }
        return true;
    }

    private boolean addStatistics() {
        double total = parseReal(table.text("TotalDurationNs"));
        double calls = parseReal(table.text("Calls"));
        String name = table.text("Name");
        if (name.isEmpty() || Double.isNaN(total)) {
            return false;
        }
        addSum(name, "duration", total);
        if (!Double.isNaN(calls)) {
            addSum(name, "calls", calls);
        }
        return true;
    }

    private void addSum(String name, String quantity, double value) {
        sums.computeIfAbsent(quantity + "\0" + name, k -> new double[1])[0] += value;
    }

    /// Writes the totals of rows without times.
    void finish() {
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        NamedFrames frames = new NamedFrames(context.stackProfiles(), strings, "[rocprof]");
        Map<String, Integer> rows = new HashMap<>();
        sums.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(e -> {
            String quantity = e.getKey().substring(0, e.getKey().indexOf('\0'));
            String unit = quantity.equals("duration") ? "nanoseconds" : "count";
            int profile =
                    rows.computeIfAbsent(quantity, q -> profiles.profile("rocprof_file", "rocprof " + q, q, unit));
            int frame = frames.frame(null, e.getKey().substring(quantity.length() + 1));
            profiles.add(profile, frames.callsite(-1, frame), e.getValue()[0]);
        });
    }
}
