package traceglass.ingest.nettrace;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Names of compiled methods by address. Most methods are listed at the end of a trace, so stacks are resolved after
/// that.
final class MethodNames {

    private final NamedFrames frames;
    private final TreeMap<Long, Method> methods = new TreeMap<>();
    private final Map<Long, String> modules = new HashMap<>();
    private final Map<long[], Integer> callsites = new IdentityHashMap<>();

    private record Method(long end, long module, String name) {}

    MethodNames(ImportContext context) {
        frames = new NamedFrames(context.stackProfiles(), context.strings(), "[unknown]");
    }

    /// Reads an event that describes a method; start and size are 0 if the method has no code.
    void readMethod(NettraceCursor in) {
        in.skip(8);
        long module = in.readLong();
        long start = in.readLong();
        long size = in.readInt() & 0xffff_ffffL;
        in.skip(8);
        add(start, start + size, module, fullName(in.readUtf16(), in.readUtf16()));
    }

    /// Returns the name of a method, qualified with its class.
    static String fullName(String namespace, String name) {
        return namespace.isEmpty() ? name : namespace + "." + name;
    }

    /// Adds the name of a range of addresses.
    void add(long start, long end, long module, String name) {
        if (start != 0 && end > start) {
            methods.put(start, new Method(end, module, name));
        }
    }

    /// Reads an event that describes a module.
    void readModule(NettraceCursor in) {
        long id = in.readLong();
        in.skip(16);
        addModule(id, in.readUtf16());
    }

    void addModule(long id, String path) {
        if (!path.isEmpty()) {
            modules.put(id, path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
        }
    }

    /// Returns the callsite of a stack.
    ///
    /// @param stack addresses, innermost first; null if there is no stack
    /// @return the callsite, or -1 if there is none
    int callsite(long[] stack) {
        if (stack == null || stack.length == 0) {
            return -1;
        }
        Integer existing = callsites.get(stack);
        if (existing != null) {
            return existing;
        }
        int callsite = -1;
        for (int i = stack.length - 1; i >= 0; i--) {
            callsite = frames.callsite(callsite, frame(stack[i]));
        }
        callsites.put(stack, callsite);
        return callsite;
    }

    private int frame(long address) {
        Map.Entry<Long, Method> entry = methods.floorEntry(address);
        if (entry == null || address >= entry.getValue().end) {
            return frames.frame(null, "0x" + Long.toHexString(address));
        }
        Method method = entry.getValue();
        return frames.frame(modules.getOrDefault(method.module, "[managed]"), method.name);
    }
}
