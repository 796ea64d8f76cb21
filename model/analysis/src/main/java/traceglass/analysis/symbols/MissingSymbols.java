package traceglass.analysis.symbols;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.rows.RowReader;
import traceglass.analysis.rows.RowStore;
import traceglass.sql.result.QueryException;

/// The modules of a trace whose frames have no symbols, those with the most samples first. Includes the callstacks of
/// samples, heap profiles and all other sources.
///
/// @param modules all modules, including those whose frames have names but no source lines
/// @param samples number of samples and allocations with an unnamed frame in their stack
public record MissingSymbols(List<MissingModule> modules, long samples) {

    /// Files without a build id that contain no native code: Java code, whose frames have names from the runtime, and
    /// memory.
    private static final Pattern NOT_NATIVE =
            Pattern.compile("(?i).*\\.(jar|apk|dex|vdex|odex|oat|art)|/?\\[.*|/dev/.*|/?memfd:.*|/*anon.*");

    public MissingSymbols {
        modules = List.copyOf(modules);
    }

    /// Returns the modules with frames that have no name.
    public List<MissingModule> unnamed() {
        return modules.stream().filter(m -> m.unnamed() > 0).toList();
    }

    private record Key(String path, String buildId) {}

    private static final class ModuleFrames {
        final TreeSet<Long> addresses = new TreeSet<>();
        final Set<Long> unnamed = new HashSet<>();
        long loadBias;
        long shift;
        long samples;
    }

    /// Reads the list; takes a second for a million callsites.
    public static MissingSymbols read(TraceQueries q) throws QueryException, IOException {
        RowStore frames = RowReader.query(q, """
            SELECT f.id, f.rel_pc, coalesce(f.deobfuscated_name, f.name, ''), coalesce(m.name, ''), coalesce(m.build_id, ''), coalesce(m.load_bias, 0), coalesce(m.start, 0), coalesce(m.exact_offset, 0)
            FROM stack_profile_frame AS f
            JOIN stack_profile_mapping AS m ON m.id = f.mapping
            WHERE f.symbol_set_id IS NULL AND f.rel_pc IS NOT NULL\
            """);
        Map<Key, ModuleFrames> modules = new LinkedHashMap<>();
        Map<Long, ModuleFrames> unnamedFrames = new HashMap<>();
        for (int r = 0; r < frames.size(); r++) {
            Key key = new Key(frames.getText(r, 3), frames.getText(r, 4));
            if (!hasSymbols(key)) {
                continue;
            }
            ModuleFrames module = modules.computeIfAbsent(key, k -> new ModuleFrames());
            module.addresses.add(frames.getLong(r, 1));
            module.loadBias = frames.getLong(r, 5);
            module.shift = frames.getLong(r, 6) - frames.getLong(r, 7) - module.loadBias;
            if (frames.getText(r, 2).isEmpty()) {
                module.unnamed.add(frames.getLong(r, 1));
                unnamedFrames.put(frames.getLong(r, 0), module);
            }
        }
        long samples = unnamedFrames.isEmpty() ? 0 : count(q, unnamedFrames);
        List<MissingModule> all = new ArrayList<>();
        modules.forEach((key, m) -> all.add(new MissingModule(
                key.path, key.buildId, m.loadBias, m.shift, List.copyOf(m.addresses), m.unnamed.size(), m.samples)));
        all.sort(Comparator.comparingLong(MissingModule::samples)
                .thenComparingInt(MissingModule::unnamed)
                .reversed()
                .thenComparing(MissingModule::path));
        return new MissingSymbols(all, samples);
    }

    private static boolean hasSymbols(Key module) {
        return MissingModule.isKernel(module.path)
                || !module.buildId.isEmpty()
                || module.path.startsWith("/")
                        && !NOT_NATIVE.matcher(module.path).matches();
    }

    /// Counts the samples with unnamed frames, in total and by module.
    private static long count(TraceQueries q, Map<Long, ModuleFrames> unnamedFrames)
            throws QueryException, IOException {
        RowStore counts = RowReader.query(q, """
            SELECT callsite_id, count(*) FROM (
              SELECT callsite_id FROM __intrinsic_profiler_sample WHERE callsite_id IS NOT NULL
              UNION ALL
              SELECT callsite_id FROM heap_profile_allocation WHERE callsite_id IS NOT NULL AND count >= 0)
            GROUP BY ALL\
            """);
        RowStore sites = RowReader.query(q, "SELECT id, parent_id, frame_id FROM stack_profile_callsite");
        Map<Long, Integer> rowOf = HashMap.newHashMap(sites.size());
        for (int r = 0; r < sites.size(); r++) {
            rowOf.put(sites.getLong(r, 0), r);
        }
        long all = 0;
        Set<ModuleFrames> seen = new HashSet<>();
        for (int r = 0; r < counts.size(); r++) {
            seen.clear();
            Integer row = rowOf.get(counts.getLong(r, 0));
            while (row != null) {
                ModuleFrames module = unnamedFrames.get(sites.getLong(row, 2));
                if (module != null && seen.add(module)) {
                    module.samples += counts.getLong(r, 1);
                }
                row = sites.isNull(row, 1) ? null : rowOf.get(sites.getLong(row, 1));
            }
            all += seen.isEmpty() ? 0 : counts.getLong(r, 1);
        }
        return all;
    }
}
