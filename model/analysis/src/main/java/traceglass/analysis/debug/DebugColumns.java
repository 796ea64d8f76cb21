package traceglass.analysis.debug;

import java.util.List;
import java.util.Locale;

/// Finds the columns of a result that define a track, by the names that Perfetto's debug tracks use: an exact match,
/// or else the first column that ends with an underscore and the name.
public final class DebugColumns {

    private DebugColumns() {}

    /// Suggests a track for a result: slices if there is a duration or a name, a counter if there is a value and
    /// neither of them.
    ///
    /// @param names names of the columns, in order
    public static DebugTrackSpec suggest(List<String> names, String title, String sql) {
        int ts = find(names, "ts");
        if (ts < 0) {
            ts = find(names, "timestamp");
        }
        int dur = find(names, "dur");
        int name = find(names, "name");
        int value = find(names, "value");
        if (ts < 0 && names.size() == 2) {
            ts = 0;
        }
        boolean isCounter = dur < 0 && (value >= 0 || name < 0 && firstOther(names, ts) >= 0);
        if (value < 0 && isCounter) {
            value = firstOther(names, ts);
        }
        return new DebugTrackSpec(
                isCounter ? DebugTrackSpec.Kind.COUNTER : DebugTrackSpec.Kind.SLICES,
                title,
                sql,
                ts,
                dur,
                name,
                value,
                DebugTrackSpec.NONE,
                DebugTrackSpec.NONE,
                find(names, "arg_set_id"));
    }

    private static int firstOther(List<String> names, int excluded) {
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i).toLowerCase(Locale.ROOT);
            if (i != excluded
                    && !name.equals("id")
                    && !name.endsWith("_id")
                    && !name.equals("utid")
                    && !name.equals("upid")) {
                return i;
            }
        }
        return DebugTrackSpec.NONE;
    }

    private static int find(List<String> names, String name) {
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).equalsIgnoreCase(name)) {
                return i;
            }
        }
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).toLowerCase(Locale.ROOT).endsWith("_" + name)) {
                return i;
            }
        }
        return DebugTrackSpec.NONE;
    }
}
