package traceglass.convert.profile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// The callstacks of a trace. All frames and callsites are in memory: even long recordings have few distinct ones.
final class ProfileStacks {

    /// A mapped binary.
    ///
    /// @param offset offset of the mapped range in the file
    record Mapping(String name, String buildId, long start, long end, long offset) {}

    /// Deeper stacks are truncated at the root. This also limits cycles in damaged data.
    private static final int MAX_DEPTH = 4096;

    private int[] parents = new int[1024];
    private int[] frameOf = new int[1024];
    private int sites;
    /// Frames by row, the innermost inlined function first.
    private final List<List<ProfileFrame>> frames = new ArrayList<>();
    private final List<Mapping> mappings = new ArrayList<>();

    /// Reads the stacks.
    static ProfileStacks read(TraceRows rows) throws IOException, ConvertProblem {
        ProfileStacks stacks = new ProfileStacks();
        stacks.readMappings(rows);
        stacks.readFrames(rows);
        rows.query("SELECT id, coalesce(parent_id, -1), frame_id FROM stack_profile_callsite ORDER BY id", c -> {
            while (c.next()) {
                stacks.addSite((int) c.getLong(0), (int) c.getLong(1), (int) c.getLong(2));
            }
        });
        return stacks;
    }

    private void addSite(int id, int parent, int frame) {
        if (id >= parents.length) {
            int size = Math.max(id + 1, parents.length * 2);
            parents = Arrays.copyOf(parents, size);
            frameOf = Arrays.copyOf(frameOf, size);
        }
        parents[id] = parent;
        frameOf[id] = frame;
        sites = Math.max(sites, id + 1);
    }

    private void readMappings(TraceRows rows) throws IOException, ConvertProblem {
        rows.query("""
            SELECT id, coalesce(name, ''), coalesce(build_id, ''), coalesce(start, 0), coalesce("end", 0), coalesce(exact_offset, 0)
            FROM stack_profile_mapping ORDER BY id\
            """, c -> {
            while (c.next()) {
                while (mappings.size() < c.getLong(0)) {
                    mappings.add(new Mapping("", "", 0, 0, 0));
                }
                mappings.add(new Mapping(c.getString(1), c.getString(2), c.getLong(3), c.getLong(4), c.getLong(5)));
            }
        });
    }

    private void readFrames(TraceRows rows) throws IOException, ConvertProblem {
        Map<Long, List<ProfileFrame>> symbols = new HashMap<>();
        rows.query("""
            SELECT symbol_set_id, coalesce(name, ''), coalesce(source_file, ''), coalesce(line_number, 0)
            FROM stack_profile_symbol ORDER BY symbol_set_id, id\
            """, c -> {
            while (c.next()) {
                String name = c.getString(1);
                symbols.computeIfAbsent(c.getLong(0), k -> new ArrayList<>())
                        .add(new ProfileFrame(name, name, c.getString(2), c.getLong(3), "", -1, 0));
            }
        });
        rows.query("""
            SELECT id, coalesce(nullif(deobfuscated_name, ''), name, ''), coalesce(name, ''), coalesce(symbol_set_id, -1), coalesce(mapping, -1), coalesce(rel_pc, 0)
            FROM stack_profile_frame ORDER BY id\
            """, c -> {
            while (c.next()) {
                while (frames.size() < c.getLong(0)) {
                    frames.add(List.of());
                }
                frames.add(frame(c, symbols));
            }
        });
    }

    private List<ProfileFrame> frame(ResultCursor c, Map<Long, List<ProfileFrame>> symbols) throws QueryException {
        int mapping = (int) c.getLong(4);
        String module = mapping >= 0 && mapping < mappings.size()
                ? mappings.get(mapping).name()
                : "";
        long address = c.getLong(5);
        List<ProfileFrame> inlined = new ArrayList<>();
        for (ProfileFrame s : symbols.getOrDefault(c.getLong(3), List.of())) {
            String name = s.function().isEmpty() ? unknown(module, address) : s.function();
            inlined.add(new ProfileFrame(name, s.systemName(), s.file(), s.line(), module, mapping, address));
        }
        String name = c.getString(1);
        if (inlined.isEmpty()) {
            inlined.add(new ProfileFrame(
                    name.isEmpty() ? unknown(module, address) : name, c.getString(2), "", 0, module, mapping, address));
        }
        return inlined;
    }

    private static String unknown(String module, long address) {
        String file = module.substring(module.lastIndexOf('/') + 1);
        return (file.isEmpty() ? "" : file + "+") + "0x" + Long.toHexString(address);
    }

    List<Mapping> mappings() {
        return mappings;
    }

    /// Returns the functions at a callsite, innermost first.
    List<ProfileFrame> frames(int site) {
        int row = frameOf[site];
        return row >= 0 && row < frames.size() ? frames.get(row) : List.of();
    }

    /// Returns the callsites of a stack, the innermost first.
    List<Integer> path(int site) {
        List<Integer> path = new ArrayList<>();
        for (int current = site, depth = 0;
                current >= 0 && current < sites && depth < MAX_DEPTH;
                current = parents[current], depth++) {
            path.add(current);
        }
        return path;
    }

    /// Returns the functions of a stack, the innermost first.
    List<ProfileFrame> stack(int site) {
        List<ProfileFrame> stack = new ArrayList<>();
        path(site).forEach(current -> stack.addAll(frames(current)));
        return stack;
    }
}
