package traceglass.ingest.etl;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Methods that .NET compiled at run time, by their addresses. They are reported when they are compiled and listed
/// again at the end of a trace.
final class ManagedMethods {

    /// Ids of the events with the name of a method: MethodLoadVerbose and MethodUnloadVerbose, and in the rundown
    /// MethodDCStartVerbose and MethodDCEndVerbose.
    private static final Set<Integer> NAMED = Set.of(143, 144);

    private final Map<Long, TreeMap<Long, Method>> byProcess = new HashMap<>();

    private record Method(long start, long size, String name) {}

    /// Adds the method of an event if it names one.
    void read(EtlEvent e) {
        if (e.pid < 0 || !NAMED.contains(e.id) || !EtlProviders.isDotNet(e.provider)) {
            return;
        }
        EtlPayload p = e.payload;
        long start = p.ulong(16);
        long size = p.uint(24);
        String space = p.utf16(36);
        String name = p.utf16(36 + 2 * p.utf16Length(36) + 2);
        if (size > 0 && !name.isEmpty()) {
            byProcess
                    .computeIfAbsent(e.pid, i -> new TreeMap<>(Long::compareUnsigned))
                    .putIfAbsent(start, new Method(start, size, space.isEmpty() ? name : space + "." + name));
        }
    }

    /// Returns the name of the method at an address of a process; null if there is none.
    String find(long pid, long address) {
        TreeMap<Long, Method> methods = byProcess.get(pid);
        Map.Entry<Long, Method> entry = methods == null ? null : methods.floorEntry(address);
        return entry == null || address - entry.getValue().start >= entry.getValue().size
                ? null
                : entry.getValue().name;
    }
}
