package traceglass.analysis.slices;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Categories of slices.
public final class SliceCategories {

    private SliceCategories() {}

    /// Returns `track_id`s of the tracks with slices of each category, by category name in lower case.
    public static Map<String, Set<Long>> tracks(TraceQueries queries) throws QueryException {
        Map<String, Set<Long>> tracks = new HashMap<>();
        queries.forEachRow(
                "SELECT DISTINCT category, track_id FROM __intrinsic_slice WHERE category IS NOT NULL AND"
                        + " category <> ''",
                r -> {
                    for (String category : r.getString(1).split(",")) {
                        tracks.computeIfAbsent(category.strip().toLowerCase(Locale.ROOT), k -> new HashSet<>())
                                .add(r.getLong(2));
                    }
                });
        return tracks;
    }
}
