package traceglass.analysis.samples;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import traceglass.analysis.track.RowQueries;
import traceglass.sql.demangle.Demangler;

/// Frames of the callsites of a trace, for all flame charts, and the sampling periods of its profilers. Read once,
/// then immutable except for a cache.
final class SampleFrames implements SampleRuns.Frames {

    /// Assumed period of a profiler that did not sample any thread twice, ns.
    private static final long UNKNOWN_PERIOD = 1_000_000;

    /// Reads the frames on first use.
    static final class Holder {

        private SampleFrames frames;
        private final Map<String, Long> periods = new ConcurrentHashMap<>();

        synchronized SampleFrames frames(RowQueries q) throws SQLException {
            if (frames == null) {
                frames = read(q);
            }
            return frames;
        }

        /// Returns the typical time between two samples of a thread by a profiler, in ns. It is dominated by
        /// busy threads, because they have most of the samples.
        long period(RowQueries q, String source) throws SQLException {
            Long existing = periods.get(source);
            if (existing == null) {
                long[] found = {UNKNOWN_PERIOD};
                q.forEachRow("""
                    SELECT CAST(median(gap) AS BIGINT)
                    FROM (
                      SELECT s.ts - lag(s.ts) OVER (PARTITION BY x.utid ORDER BY s.ts) AS gap
                      FROM __intrinsic_profiler_sample AS s
                      JOIN __intrinsic_profiler_task_context AS x ON x.id = s.task_context_id
                      WHERE s.callsite_id IS NOT NULL AND s.source = '%s'
                    )
                    WHERE gap > 0\
                    """.formatted(source.replace("'", "''")), r -> {
                    long median = r.getLong(1);
                    found[0] = r.wasNull() ? UNKNOWN_PERIOD : median;
                });
                existing = found[0];
                periods.put(source, existing);
            }
            return existing;
        }
    }

    private record Frame(String name, String module) {}

    private final Map<Long, Integer> rows = new HashMap<>();
    private long[] parent = new long[1024];
    private int[][] ownFrames = new int[1024][];
    private final Map<Frame, Integer> numbers = new HashMap<>();
    private final List<Frame> frames = new ArrayList<>();
    private final Map<Long, int[]> stacks = new ConcurrentHashMap<>();

    private SampleFrames() {}

    private static SampleFrames read(RowQueries q) throws SQLException {
        SampleFrames f = new SampleFrames();
        // The innermost function of a set has the smallest id.
        Map<Long, List<String>> inlined = new HashMap<>();
        q.forEachRow(
                "SELECT symbol_set_id, coalesce(name, '') FROM stack_profile_symbol WHERE symbol_set_id IS NOT NULL"
                        + " ORDER BY symbol_set_id, id DESC",
                r -> inlined.computeIfAbsent(r.getLong(1), _ -> new ArrayList<>())
                        .add(r.getString(2)));
        q.forEachRow(
                """
                SELECT c.id, coalesce(c.parent_id, -1), coalesce(f.deobfuscated_name, f.name, '0x' || printf('%x', f.rel_pc)), coalesce(m.name, ''), coalesce(f.symbol_set_id, -1)
                FROM stack_profile_callsite AS c
                JOIN stack_profile_frame AS f ON f.id = c.frame_id
                LEFT JOIN stack_profile_mapping AS m ON m.id = f.mapping\
                """,
                r -> {
                    String module = r.getString(4);
                    String name = r.getString(3);
                    List<String> functions = inlined.getOrDefault(r.getLong(5), List.of(name));
                    f.add(
                            r.getLong(1),
                            r.getLong(2),
                            functions.stream().map(n -> n.isEmpty() ? name : n).toList(),
                            module.substring(module.lastIndexOf('/') + 1));
                });
        return f;
    }

    private void add(long callsite, long parentCallsite, List<String> functions, String module) {
        int row = rows.size();
        if (row == ownFrames.length) {
            ownFrames = Arrays.copyOf(ownFrames, row * 2);
            parent = Arrays.copyOf(parent, row * 2);
        }
        rows.put(callsite, row);
        parent[row] = parentCallsite;
        ownFrames[row] = functions.stream()
                .mapToInt(name -> numbers.computeIfAbsent(new Frame(name, module), k -> {
                    String demangled = Demangler.demangle(name);
                    frames.add(new Frame(
                            demangled == null ? name.isEmpty() ? SampleTexts.unknownFunction(module) : name : demangled,
                            module));
                    return frames.size() - 1;
                }))
                .toArray();
    }

    @Override
    public int[] of(long callsite) {
        return stacks.computeIfAbsent(callsite, c -> {
            List<int[]> parts = new ArrayList<>();
            int size = 0;
            // A chain of parents cannot be longer than there are callsites.
            for (Integer row = rows.get(c); row != null && parts.size() <= rows.size(); row = rows.get(parent[row])) {
                parts.add(ownFrames[row]);
                size += ownFrames[row].length;
            }
            int[] stack = new int[size];
            int index = size;
            for (int[] part : parts) {
                index -= part.length;
                System.arraycopy(part, 0, stack, index, part.length);
            }
            return stack;
        });
    }

    @Override
    public String name(int frame) {
        return frames.get(frame).name;
    }

    @Override
    public String module(int frame) {
        return frames.get(frame).module;
    }
}
