package traceglass.ingest.scripting;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.callgrind.CallGraph;
import traceglass.store.names.StatNames;

/// Imports profiles of Python's cProfile and profile modules (`pstats`): a marshaled dict that maps functions to call
/// counts, times, and the same numbers by caller.
public final class PstatsImporter implements Importer {

    private static final int FUNCTION_SIZE = 3;
    private static final int STATS_SIZE = 5;
    private static final int CALL_SIZE = 4;

    @Override
    public String id() {
        return "pstats";
    }

    @Override
    public String displayName() {
        return "Python profile (pstats)";
    }

    @Override
    public int priority() {
        return 95;
    }

    /// Accepts a marshaled dict whose first key is a tuple of three elements.
    @Override
    public boolean sniff(byte[] head) {
        if (head.length < 4 || (head[0] & 0x7f) != '{') {
            return false;
        }
        int key = head[1] & 0x7f;
        return key == ')' && head[2] == FUNCTION_SIZE
                || key == '('
                        && head.length > 5
                        && head[2] == FUNCTION_SIZE
                        && head[3] == 0
                        && head[4] == 0
                        && head[5] == 0;
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException {
        MarshalReader reader = new MarshalReader(new BufferedInputStream(input.asStream(), 1 << 16));
        CallGraph graph = new CallGraph(context, 1);
        try {
            reader.beginDict();
            for (Object[] entry = reader.nextEntry(); entry != null; entry = reader.nextEntry()) {
                if (!add(graph, entry[0], entry[1])) {
                    context.logs().recordAt(StatNames.SCRIPT_PROFILE_LINE_SKIPPED, input.position(), null);
                }
            }
        } catch (EOFException | MarshalReader.DamagedDataException e) {
            context.logs().recordAt(StatNames.SCRIPT_PROFILE_TRUNCATED, input.position(), null);
        }
        graph.write("pstats_file", "pstats", "[python]", List.of(new CallGraph.Event("time", "nanoseconds", 1e9)));
    }

    /// Adds a function: calls, calls without recursion, self time, inclusive time, and its callers.
    private static boolean add(CallGraph graph, Object key, Object value) {
        int function = function(graph, key);
        if (function < 0 || !(value instanceof List<?> stats) || stats.size() < STATS_SIZE) {
            return false;
        }
        graph.addSelf(function, 0, number(stats.get(2)));
        if (stats.get(4) instanceof Map<?, ?> callers) {
            callers.forEach((caller, call) -> {
                int from = function(graph, caller);
                // The pure Python profiler records only call counts by caller.
                double time = call instanceof List<?> l && l.size() >= CALL_SIZE
                        ? number(l.get(3))
                        : number(stats.get(3)) * number(call) / Math.max(1, number(stats.get(1)));
                graph.addCall(from, function, 0, time);
            });
        }
        return true;
    }

    private static double number(Object value) {
        return value instanceof Number n ? n.doubleValue() : 0;
    }

    private static int function(CallGraph graph, Object key) {
        if (!(key instanceof List<?> parts)
                || parts.size() < FUNCTION_SIZE
                || !(parts.get(0) instanceof String file)
                || !(parts.get(2) instanceof String name)) {
            return -1;
        }
        boolean isBuiltIn = file.equals("~") || file.isEmpty();
        return graph.function(null, isBuiltIn ? null : file, name, (long) number(parts.get(1)));
    }
}
