package traceglass.analysis.tree;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import traceglass.analysis.track.RowQueries;

/// Test for slices whose names indicate that a standard module would find data in a trace, so that nothing is
/// computed for traces without it. All probes are evaluated in one pass over the names of all slices.
///
/// @param name name of the slice, or its prefix
/// @param isPrefix whether it is a prefix
/// @param condition further SQL condition on a slice of that name: `s` is the slice, `t` its track, `p` its process
/// @param argument condition on a row of the trace's arguments, one of which must match; empty for none
public record SliceProbe(String name, boolean isPrefix, String condition, String argument) {

    /// Creates a probe for slices of a name.
    public static SliceProbe withName(String name) {
        return new SliceProbe(name, false, "true", "");
    }

    /// Creates a probe for slices whose names have a prefix.
    public static SliceProbe withPrefix(String name, String condition) {
        return new SliceProbe(name, true, condition, "");
    }

    /// Returns the same probe, limited to traces with such an argument.
    public SliceProbe withArgument(String test) {
        return new SliceProbe(name, isPrefix, condition, test);
    }

    private String nameCondition(String column) {
        return isPrefix ? "starts_with(" + column + ", '" + name + "')" : column + " = '" + name + "'";
    }

    /// Returns the probes that match.
    static Set<SliceProbe> read(RowQueries trace, List<SliceProbe> probes) throws SQLException {
        Set<SliceProbe> found = new HashSet<>();
        if (probes.isEmpty()) {
            return found;
        }
        String conditions = probes.stream()
                .map(p -> "coalesce(bool_or(" + p.nameCondition("s.name") + " AND (" + p.condition + ")), false)")
                .collect(Collectors.joining(", "));
        // Slices with other names are not examined further.
        String anyTest = probes.stream().map(p -> p.nameCondition("name")).collect(Collectors.joining(" OR "));
        trace.forEachRow(
                "SELECT " + conditions + " FROM (SELECT name, dur, track_id FROM __intrinsic_slice WHERE " + anyTest
                        + ") AS s LEFT JOIN __intrinsic_track AS t ON t.id = s.track_id LEFT JOIN __intrinsic_process"
                        + " AS p ON p.id = t.upid",
                r -> {
                    for (int i = 0; i < probes.size(); i++) {
                        if (r.getBoolean(i + 1)) {
                            found.add(probes.get(i));
                        }
                    }
                });
        for (SliceProbe probe : probes) {
            if (!probe.argument.isEmpty() && found.contains(probe)) {
                boolean[] isPresent = new boolean[1];
                trace.forEachRow(
                        "SELECT 1 FROM __intrinsic_args WHERE " + probe.argument + " LIMIT 1",
                        r -> isPresent[0] = true);
                if (!isPresent[0]) {
                    found.remove(probe);
                }
            }
        }
        return found;
    }
}
