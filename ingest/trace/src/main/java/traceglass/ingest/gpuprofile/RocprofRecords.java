package traceglass.ingest.gpuprofile;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.stack.ProfilerSamples;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Records of one process in the JSON of rocprofv3.
final class RocprofRecords {

    private static final int MAX_ARGS = 64;

    private final ImportContext context;
    private final StringPool strings;
    private final GpuWork work;
    private final DispatchCounters counters;
    private final Map<Long, String> agents = new HashMap<>();
    private final Map<Long, String> kernels = new HashMap<>();
    private final Map<Long, String> counterNames = new HashMap<>();
    private final Map<Long, String> markers = new HashMap<>();
    private final Map<String, List<?>> kinds = new HashMap<>();
    private long pid;

    RocprofRecords(ImportContext context, GpuWork work) {
        this.context = context;
        this.work = work;
        strings = context.strings();
        counters = new DispatchCounters(context);
    }

    void addMetadata(Object metadata) {
        pid = Math.max(0, JsonTree.number(metadata, "pid"));
        List<?> command = JsonTree.list(metadata, "command");
        String name = command.isEmpty() ? JsonTree.text(metadata, "command") : String.valueOf(command.getFirst());
        if (!name.isEmpty()) {
            context.processes()
                    .setProcessName(
                            context.processes().process(pid), strings.intern(name), NamePriority.OfProcess.OTHER);
        }
    }

    private static long handle(Object object, String key) {
        Object value = JsonTree.get(object, key);
        return value instanceof Map ? JsonTree.number(value, "handle") : JsonTree.toLong(value);
    }

    void addAgent(Object agent) {
        boolean isGpu = JsonTree.number(agent, "type") == 2;
        Object index = JsonTree.get(agent, "logical_node_type_id", "logical_node_id", "node_id");
        String product = JsonTree.text(agent, "product_name", "name");
        String name = (isGpu ? "GPU " : "CPU ") + (index == null ? handle(agent, "id") : JsonTree.toLong(index));
        agents.put(handle(agent, "id"), product.isEmpty() ? name : name + " (" + product + ")");
    }

    void addKernel(Object kernel) {
        String name = JsonTree.text(kernel, "formatted_kernel_name", "demangled_kernel_name", "kernel_name");
        kernels.put(JsonTree.number(kernel, "kernel_id"), name);
    }

    void addCounter(Object counter) {
        counterNames.put(handle(counter, "id"), JsonTree.text(counter, "name"));
    }

    void addNames(Object names) {
        kinds.put("callback_records", JsonTree.list(names, "callback_records"));
        kinds.put("buffer_records", JsonTree.list(names, "buffer_records"));
        for (Object marker : JsonTree.list(names, "marker_api")) {
            markers.put(JsonTree.number(marker, "key"), JsonTree.text(marker, "value"));
        }
    }

    /// Adds a record.
    ///
    /// @param group `callback_records` or `buffer_records`, which name kinds differently
    /// @param list name of the record list, e.g. `kernel_dispatch`
    void record(String group, String list, Object record) {
        if (list.equals("counter_collection")) {
            addCounters(record);
            return;
        }
        Object dispatch = JsonTree.get(record, "dispatch_info");
        boolean isWork = dispatch != null || list.equals("memory_copy") || list.equals("scratch_memory");
        if (JsonTree.get(record, "start_timestamp") == null) {
            context.stats().increment(StatNames.GPU_PROFILE_ROW_SKIPPED);
            return;
        }
        long start = JsonTree.number(record, "start_timestamp");
        long end = JsonTree.get(record, "end_timestamp") == null ? start : JsonTree.number(record, "end_timestamp");
        Object ids = JsonTree.get(record, "correlation_id");
        long id = JsonTree.number(ids, "internal");
        String name = dispatch != null
                ? kernels.getOrDefault(JsonTree.number(dispatch, "kernel_id"), "Kernel")
                : name(group, record, list.startsWith("marker") ? markers.get(id) : null);
        int category = strings.intern(list.replace("_api", "").replace('_', ' '));
        int args = args(record, dispatch);
        long correlation = GpuWork.correlation(pid, id);
        if (isWork) {
            String queue = queue(record, dispatch);
            int upid = context.processes().process(pid);
            work.addWork(upid, queue, start, end, category, strings.intern(name), args, correlation);
        } else {
            long tid = JsonTree.number(record, "thread_id");
            int utid = context.processes().updateThread(tid <= 0 ? pid : tid, pid);
            work.addCall(
                    utid, start, end, category, strings.intern(name), args, correlation, ProfilerSamples.NONE, false);
        }
    }

    private String name(String group, Object record, String marker) {
        if (marker != null && !marker.isEmpty()) {
            return marker;
        }
        long kind = JsonTree.number(record, "kind");
        long operation = JsonTree.number(record, "operation");
        List<?> all = kinds.getOrDefault(group, List.of());
        Object existing = kind >= 0 && kind < all.size() ? all.get((int) kind) : null;
        List<?> operations = JsonTree.list(existing, "operations");
        if (operation >= 0 && operation < operations.size()) {
            return String.valueOf(operations.get((int) operation));
        }
        String text = JsonTree.text(existing, "kind");
        return text.isEmpty() ? "Operation " + operation : text;
    }

    private String agentName(long handle) {
        return agents.getOrDefault(handle, "Agent " + handle);
    }

    private String queue(Object record, Object dispatch) {
        if (dispatch != null) {
            return agentName(handle(dispatch, "agent_id")) + ", queue " + handle(dispatch, "queue_id");
        }
        String from = agentName(handle(record, "src_agent_id"));
        String to = agentName(handle(record, "dst_agent_id"));
        if (JsonTree.get(record, "src_agent_id") == null) {
            return agentName(handle(record, "agent_id")) + ", scratch memory";
        }
        return (to.startsWith("GPU") ? to : from) + ", copies";
    }

    private int args(Object record, Object dispatch) {
        return context.args().write(b -> {
            add(b, "", record);
            add(b, "", dispatch);
        });
    }

    /// Adds the members of an object that are not times or ids; members of nested objects as `outer.inner`.
    private void add(ArgSetBuilder args, String prefix, Object object) {
        if (!(object instanceof Map<?, ?> members)) {
            return;
        }
        for (Map.Entry<?, ?> e : members.entrySet()) {
            String key = prefix + e.getKey();
            if (args.size() >= MAX_ARGS || isShownElsewhere(key)) {
                continue;
            }
            int id = strings.intern(key);
            switch (e.getValue()) {
                case Long n -> args.addInt(id, n);
                case Double d -> args.addReal(id, d);
                case Boolean isTrue -> args.addBool(id, isTrue);
                case String s -> args.addString(id, strings.intern(s));
                case Map<?, ?> inner
                when prefix.isEmpty() && inner.size() == 1 && inner.containsKey("handle") ->
                    args.addInt(id, JsonTree.number(inner, "handle"));
                case Map<?, ?> inner when prefix.isEmpty() -> add(args, key + ".", inner);
                case null, default -> {}
            }
        }
    }

    private static boolean isShownElsewhere(String key) {
        return switch (key) {
            case "size", "kind", "operation", "start_timestamp", "end_timestamp", "thread_id", "dispatch_info" -> true;
            default -> key.toLowerCase(Locale.ROOT).startsWith("correlation_id.external");
        };
    }

    private void addCounters(Object record) {
        Object data = JsonTree.get(record, "dispatch_data");
        Object dispatch = JsonTree.get(data, "dispatch_info");
        long start = JsonTree.number(data, "start_timestamp");
        long end = Math.max(start, JsonTree.number(data, "end_timestamp"));
        if (start <= 0) {
            context.stats().increment(StatNames.GPU_PROFILE_INVALID_TIME);
            return;
        }
        String agent = agentName(handle(dispatch, "agent_id"));
        // A counter has a value for each of its instances on the GPU.
        Map<Long, Double> sums = new HashMap<>();
        for (Object value : JsonTree.list(record, "records")) {
            Object number = JsonTree.get(value, "value", "counter_value");
            double real = number instanceof Double d ? d : JsonTree.toLong(number);
            sums.merge(handle(value, "counter_id"), real, Double::sum);
        }
        sums.forEach((id, value) -> {
            counters.add(agent, counterNames.getOrDefault(id, "Counter " + id), null, start, end, value);
        });
        String name = kernels.getOrDefault(JsonTree.number(dispatch, "kernel_id"), "Kernel");
        work.addWork(
                context.processes().process(pid),
                agent + ", queue " + handle(dispatch, "queue_id"),
                start,
                end,
                strings.intern("kernel dispatch"),
                strings.intern(name),
                args(dispatch, null),
                GpuWork.correlation(pid, JsonTree.number(JsonTree.get(data, "correlation_id"), "internal")));
    }
}
