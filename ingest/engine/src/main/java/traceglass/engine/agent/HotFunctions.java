package traceglass.engine.agent;

import java.util.ArrayList;
import java.util.List;

/// Finds the functions in which a program spent its time, or another measure of a profile such as memory.
public final class HotFunctions {

    /// Query for functions with their values in a table `sums` (callsite_id, n), without and with callees. A function
    /// that is on a stack several times counts once.
    private static final String FUNCTIONS = """
            , up(leaf, id) AS (
              SELECT callsite_id, callsite_id FROM sums
              UNION ALL
              SELECT u.leaf, c.parent_id FROM up AS u JOIN stack_profile_callsite AS c ON c.id = u.id WHERE c.parent_id IS NOT NULL
            ),
            named AS (
              SELECT c.id, coalesce(f.deobfuscated_name, nullif(f.name, ''), '?') AS name, m.name AS module
              FROM stack_profile_callsite AS c JOIN stack_profile_frame AS f ON f.id = c.frame_id
              LEFT JOIN stack_profile_mapping AS m ON m.id = f.mapping
            ),
            whole AS (
              SELECT name, sum(n) AS n
              FROM (SELECT DISTINCT u.leaf, d.name FROM up AS u JOIN named AS d ON d.id = u.id) AS t JOIN sums AS s ON s.callsite_id = t.leaf
              GROUP BY name
            ),
            own AS (SELECT d.name, any_value(d.module) AS module, sum(s.n) AS n FROM sums AS s JOIN named AS d ON d.id = s.callsite_id GROUP BY d.name),
            every AS (SELECT sum(n) AS n FROM sums)
            SELECT whole.name AS function, own.module, coalesce(own.n, 0) AS self, whole.n AS total,
              round(100.0 * coalesce(own.n, 0) / every.n, 1) AS self_percent, round(100.0 * whole.n / every.n, 1) AS total_percent
            FROM whole CROSS JOIN every LEFT JOIN own ON own.name = whole.name
            ORDER BY %s DESC, total DESC, function LIMIT 25\
            """;

    private static final String SAMPLES = """
            WITH RECURSIVE sums AS (
              SELECT s.callsite_id, count(*) AS n
              FROM (
                SELECT ts, utid, callsite_id FROM perf_sample
                UNION ALL SELECT ts, utid, callsite_id FROM cpu_profile_stack_sample
                UNION ALL SELECT ts, utid, callsite_id FROM instruments_sample
              ) AS s LEFT JOIN thread AS th USING (utid) LEFT JOIN process AS p USING (upid)
              WHERE s.callsite_id IS NOT NULL AND s.ts >= ? AND s.ts < ?
                AND (? = '' OR instr(lower(coalesce(p.name, '') || ' ' || coalesce(th.name, '')), lower(?)) > 0)
              GROUP BY 1
            )
            """;

    private static final String PROFILE = """
            WITH RECURSIVE sums AS (
              SELECT callsite_id, sum(value) AS n FROM __intrinsic_aggregate_sample
              WHERE aggregate_profile_id = ? AND callsite_id IS NOT NULL GROUP BY 1
            )
            """;

    private static final String PROFILES =
            "SELECT id, coalesce(sample_type_type, name) || coalesce(', ' || sample_type_unit, '') AS measure"
                    + " FROM __intrinsic_aggregate_profile ORDER BY id LIMIT 4";

    private HotFunctions() {}

    /// Returns tables of the functions with the highest values: by samples in the range, and by each aggregate
    /// profile of the trace.
    ///
    /// @param name part of the name of a process or thread; empty for all
    /// @param start start in ns of the trace's clock
    /// @param end end in ns of the trace's clock, exclusive
    public static List<AnswerTable> of(AgentQueries q, String name, long start, long end) {
        List<AnswerTable> tables = new ArrayList<>();
        for (String order : List.of("self", "total")) {
            String title = "Functions by " + order + " samples";
            tables.add(q.queryOrNote(title, SAMPLES + FUNCTIONS.formatted(order), start, end, name, name));
        }
        AnswerTable profiles = q.queryOrNote("Profiles", PROFILES);
        for (List<?> profile : profiles.rows()) {
            tables.add(q.queryOrNote(
                    "Functions by " + profile.get(1), PROFILE + FUNCTIONS.formatted("self"), profile.getFirst()));
        }
        List<AnswerTable> found = AgentQueries.withoutEmpty(tables);
        return found.isEmpty() ? List.of(AnswerTable.withNote("Functions", AgentTexts.NO_SAMPLES)) : found;
    }
}
