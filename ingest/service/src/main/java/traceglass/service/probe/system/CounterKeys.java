package traceglass.service.probe.system;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.protos.common.MeminfoCounters;
import traceglass.protos.common.VmstatCounters;
import traceglass.service.probe.files.KeyTable;

/// Keys of `/proc/meminfo` and `/proc/vmstat` with their counter ids in traces.
final class CounterKeys {

    private static final String MEMINFO_PREFIX = "MEMINFO_";
    private static final String VMSTAT_PREFIX = "VMSTAT_";

    /// Keys of meminfo that can't be derived from the names of the enum constants.
    private static final Map<MeminfoCounters, String> SPECIAL = Map.ofEntries(
            Map.entry(MeminfoCounters.MEMINFO_ACTIVE_ANON, "Active(anon)"),
            Map.entry(MeminfoCounters.MEMINFO_INACTIVE_ANON, "Inactive(anon)"),
            Map.entry(MeminfoCounters.MEMINFO_ACTIVE_FILE, "Active(file)"),
            Map.entry(MeminfoCounters.MEMINFO_INACTIVE_FILE, "Inactive(file)"),
            Map.entry(MeminfoCounters.MEMINFO_SLAB_RECLAIMABLE, "SReclaimable"),
            Map.entry(MeminfoCounters.MEMINFO_SLAB_UNRECLAIMABLE, "SUnreclaim"),
            Map.entry(MeminfoCounters.MEMINFO_COMMITED_AS, "Committed_AS"),
            Map.entry(MeminfoCounters.MEMINFO_ION_HEAP, "ION_heap"),
            Map.entry(MeminfoCounters.MEMINFO_ION_HEAP_POOL, "ION_heap_pool"));

    private CounterKeys() {}

    /// Returns the keys of meminfo.
    ///
    /// @param chosen the counters to find; empty for all
    static KeyTable meminfo(Collection<MeminfoCounters> chosen) {
        Map<String, Integer> keys = new HashMap<>();
        for (MeminfoCounters counter : chosen.isEmpty() ? List.of(MeminfoCounters.values()) : chosen) {
            if (counter != MeminfoCounters.MEMINFO_UNSPECIFIED) {
                keys.put(SPECIAL.getOrDefault(counter, camelCase(counter.name())), counter.getNumber());
            }
        }
        return new KeyTable(keys);
    }

    /// Returns the keys of vmstat.
    static KeyTable vmstat(Collection<VmstatCounters> chosen) {
        Map<String, Integer> keys = new HashMap<>();
        for (VmstatCounters counter : chosen.isEmpty() ? List.of(VmstatCounters.values()) : chosen) {
            if (counter != VmstatCounters.VMSTAT_UNSPECIFIED) {
                keys.put(
                        counter.name().substring(VMSTAT_PREFIX.length()).toLowerCase(Locale.ROOT), counter.getNumber());
            }
        }
        return new KeyTable(keys);
    }

    /// Converts `MEMINFO_MEM_TOTAL` to `MemTotal`.
    private static String camelCase(String name) {
        StringBuilder key = new StringBuilder();
        for (String word : name.substring(MEMINFO_PREFIX.length()).split("_", -1)) {
            key.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return key.toString();
    }
}
