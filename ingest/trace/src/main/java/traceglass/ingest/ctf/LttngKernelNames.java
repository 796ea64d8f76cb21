package traceglass.ingest.ctf;

import java.util.LinkedHashMap;
import java.util.Map;

/// Converts LTTng's names of kernel events and their fields to those of ftrace.
final class LttngKernelNames {

    private static final Map<String, String> EVENTS = Map.of(
            "power_cpu_frequency", "cpu_frequency",
            "power_cpu_idle", "cpu_idle",
            "timer_hrtimer_start", "hrtimer_start",
            "timer_hrtimer_cancel", "hrtimer_cancel",
            "timer_hrtimer_expire_entry", "hrtimer_expire_entry",
            "timer_hrtimer_expire_exit", "hrtimer_expire_exit",
            "timer_hrtimer_init", "hrtimer_init",
            "kmem_mm_page_alloc", "mm_page_alloc",
            "kmem_mm_page_free", "mm_page_free");
    private static final Map<String, String> FIELDS = Map.of(
            "prev_tid", "prev_pid",
            "next_tid", "next_pid",
            "parent_tid", "parent_pid",
            "child_tid", "child_pid",
            "old_tid", "old_pid",
            "tid", "pid");

    /// Event with ftrace's names.
    record Converted(String name, Map<String, Object> fields) {}

    private LttngKernelNames() {}

    static Converted convert(String event, StructValue fields) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; fields != null && i < fields.count; i++) {
            String name = fields.type.names().get(i);
            String baseName = name.startsWith("_") ? name.substring(1) : name;
            Object value = fields.values[i] instanceof StructValue inner ? inner.labeled() : fields.values[i];
            String renamed = event.startsWith("sched_") ? FIELDS.getOrDefault(baseName, baseName) : baseName;
            // Some events have both forms of an id.
            values.putIfAbsent(renamed, value);
        }
        return new Converted(EVENTS.getOrDefault(event, event), values);
    }
}
