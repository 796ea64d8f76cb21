package traceglass.convert.profile;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;

/// Profiles of a trace that are sums without times: profiles from pprof and similar files, and the unreleased bytes of
/// native heaps at the end.
final class UntimedProfiles {

    /// A profile.
    ///
    /// @param unit unit, such as `bytes`, `count` or `nanoseconds`
    /// @param sql query for callsites and their values
    record Profile(String name, String unit, String sql) {}

    private UntimedProfiles() {}

    /// Returns the profiles of a trace.
    static List<Profile> profiles(TraceRows rows) throws IOException, ConvertProblem {
        List<Profile> profiles = new ArrayList<>();
        rows.query("""
                SELECT id, coalesce(name, ''), coalesce(sample_type_type, ''), coalesce(sample_type_unit, '')
                FROM __intrinsic_aggregate_profile ORDER BY id\
                """, c -> {
            while (c.next()) {
                String type = c.getString(2);
                profiles.add(new Profile(
                        type.isEmpty() ? c.getString(1) : type,
                        c.getString(3),
                        "SELECT callsite_id, sum(value) FROM __intrinsic_aggregate_sample"
                                + " WHERE callsite_id IS NOT NULL AND aggregate_profile_id = " + c.getLong(0)
                                + " GROUP BY 1 ORDER BY 1"));
            }
        });
        rows.query("""
                SELECT a.upid, a.heap_name, coalesce(p.name, ''), coalesce(p.pid, 0)
                FROM heap_profile_allocation AS a LEFT JOIN process AS p USING (upid)
                GROUP BY ALL ORDER BY 1, 2\
                """, c -> {
            while (c.next()) {
                String process = c.getString(2).isEmpty() ? "process " + c.getLong(3) : c.getString(2);
                profiles.add(new Profile(
                        process + ": " + c.getString(1) + ", unreleased",
                        "bytes",
                        "SELECT callsite_id, sum(size) FROM heap_profile_allocation WHERE upid = "
                                + c.getLong(0) + " AND heap_name = '"
                                + c.getString(1).replace("'", "''")
                                + "' GROUP BY 1 HAVING sum(size) > 0 ORDER BY 1"));
            }
        });
        return profiles;
    }
}
