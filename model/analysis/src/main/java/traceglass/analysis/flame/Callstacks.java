package traceglass.analysis.flame;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.demangle.Demangler;
import traceglass.sql.result.QueryException;

/// Callsites of a trace, from which stacks are added to a tree. A frame with inlined functions becomes one frame for
/// each of them.
public final class Callstacks {

    private final RowStore sites;
    private final Map<Long, Integer> rowOf = new HashMap<>();
    /// Functions of a symbol set, outermost first.
    private final Map<Long, String[]> inlined = new HashMap<>();
    private final String[][] names;
    private final String[] modules;
    private int[] stack = new int[256];

    private Callstacks(RowStore sites) {
        this.sites = sites;
        names = new String[sites.size()][];
        modules = new String[sites.size()];
        for (int r = 0; r < sites.size(); r++) {
            rowOf.put(sites.getLong(r, 0), r);
        }
    }

    /// Reads all callsites of a trace.
    public static Callstacks read(TraceQueries q) throws QueryException, IOException {
        Callstacks callstacks = new Callstacks(RowReader.query(q, """
            SELECT c.id, c.parent_id, coalesce(f.deobfuscated_name, f.name, '0x' || printf('%x', f.rel_pc)), coalesce(m.name, ''), f.symbol_set_id
            FROM stack_profile_callsite AS c
            JOIN stack_profile_frame AS f ON f.id = c.frame_id
            LEFT JOIN stack_profile_mapping AS m ON m.id = f.mapping\
            """));
        // The innermost function of a set has the smallest id.
        RowStore symbols = RowReader.query(
                q,
                "SELECT symbol_set_id, coalesce(name, '') FROM stack_profile_symbol WHERE symbol_set_id IS NOT NULL"
                        + " ORDER BY symbol_set_id, id DESC");
        for (int r = 0; r < symbols.size(); r++) {
            String name = symbols.getText(r, 1);
            callstacks.inlined.merge(symbols.getLong(r, 0), new String[] {name}, (a, b) -> {
                String[] combined = Arrays.copyOf(a, a.length + 1);
                combined[a.length] = b[0];
                return combined;
            });
        }
        return callstacks;
    }

    /// Adds the frames of a callsite and its callers below another frame, and returns the innermost.
    ///
    /// @param callsite id in `stack_profile_callsite`
    public int addBelow(int above, long callsite, FlameFrames.Builder tree) {
        int depth = 0;
        Integer row = rowOf.get(callsite);
        while (row != null) {
            if (depth == stack.length) {
                stack = Arrays.copyOf(stack, depth * 2);
            }
            stack[depth++] = row;
            row = sites.isNull(row, 1) ? null : rowOf.get(sites.getLong(row, 1));
        }
        int node = above;
        while (depth > 0) {
            int site = stack[--depth];
            if (names[site] == null) {
                loadName(site);
            }
            for (String name : names[site]) {
                node = tree.getOrAddChild(node, name, modules[site]);
            }
        }
        return node;
    }

    private void loadName(int site) {
        String[] functions = sites.isNull(site, 4) ? null : inlined.get(sites.getLong(site, 4));
        String name = sites.getText(site, 2);
        names[site] = functions == null
                ? new String[] {readableName(name)}
                : Arrays.stream(functions)
                        .map(f -> readableName(f.isEmpty() ? name : f))
                        .toArray(String[]::new);
        modules[site] = module(sites.getText(site, 3));
    }

    /// Returns the name of a function as it is shown: demangled, if the compiler mangled it.
    public static String readableName(String name) {
        if (name.isEmpty()) {
            return "unknown";
        }
        String written = Demangler.demangle(name);
        return written == null ? name : written;
    }

    /// Returns the file name without its path.
    private static String module(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
