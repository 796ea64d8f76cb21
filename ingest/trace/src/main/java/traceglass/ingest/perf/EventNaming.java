package traceglass.ingest.perf;

import java.util.Map;
import traceglass.ingest.ftrace.format.EventFormat;
import traceglass.ingest.ftrace.format.EventFormats;

/// Names of events, as printed by `perf list`, for files that do not contain them.
final class EventNaming {

    private static final String[] HARDWARE = {
        "cycles",
        "instructions",
        "cache-references",
        "cache-misses",
        "branches",
        "branch-misses",
        "bus-cycles",
        "stalled-cycles-frontend",
        "stalled-cycles-backend",
        "ref-cycles"
    };
    private static final String[] SOFTWARE = {
        "cpu-clock",
        "task-clock",
        "page-faults",
        "context-switches",
        "cpu-migrations",
        "minor-faults",
        "major-faults",
        "alignment-faults",
        "emulation-faults",
        "dummy",
        "bpf-output",
        "cgroup-switches"
    };
    private static final String[] CACHES = {"L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node"};
    private static final String[] OPERATIONS = {"load", "store", "prefetch"};

    private EventNaming() {}

    /// @param units names of the kernel's PMUs by type
    /// @param formats descriptions of the recorded tracepoints, or null
    static String of(EventAttr attr, Map<Integer, String> units, EventFormats formats) {
        int event = (int) attr.config;
        int unit = (int) (attr.config >>> 32);
        String name = switch (attr.type) {
            case EventAttr.HARDWARE -> get(HARDWARE, event);
            case EventAttr.SOFTWARE -> get(SOFTWARE, event);
            case EventAttr.TRACEPOINT -> tracepoint(event, formats);
            case EventAttr.HW_CACHE -> cache(event);
            case EventAttr.BREAKPOINT -> "breakpoint";
            default -> null;
        };
        if (name == null) {
            String pmu = units.get(attr.type);
            return (pmu == null ? "raw" : pmu) + ":0x" + Long.toHexString(attr.config);
        }
        // The upper half distinguishes the core types of hybrid CPUs.
        boolean isHybrid = unit != 0 && (attr.type == EventAttr.HARDWARE || attr.type == EventAttr.HW_CACHE);
        return isHybrid && units.containsKey(unit) ? units.get(unit) + "/" + name + "/" : name;
    }

    private static String tracepoint(int id, EventFormats formats) {
        EventFormat format = formats == null ? null : formats.get(id);
        return format == null ? "tracepoint-" + id : format.system() + ":" + format.name();
    }

    private static String cache(int config) {
        String cacheName = get(CACHES, config & 0xff);
        String operation = get(OPERATIONS, config >> 8 & 0xff);
        return cacheName == null || operation == null
                ? null
                : cacheName + "-" + operation + ((config >> 16 & 0xff) == 1 ? "-misses" : "s");
    }

    private static String get(String[] names, int index) {
        return index >= 0 && index < names.length ? names[index] : null;
    }
}
