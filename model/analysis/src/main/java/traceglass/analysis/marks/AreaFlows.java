package traceglass.analysis.marks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import traceglass.analysis.area.AreaScope;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Flows of the slices in a range, as arrows: those that enter it, leave it, or connect two of its slices.
///
/// A flow belongs to its own categories if the format has them, otherwise to the categories of its two slices.
public final class AreaFlows {

    /// Category name of flows without any category.
    public static final String NONE = MarkTexts.NO_CATEGORY;

    /// Category of flows.
    ///
    /// @param count number of its flows
    public record Category(String name, long count) {}

    private AreaFlows() {}

    private static String flows(AreaScope scope) {
        return """
            WITH timed AS (
              SELECT f.id, f.slice_out, f.slice_in, o.ts AS out_ts, o.dur AS out_dur, o.track_id AS out_track, i.ts AS in_ts, i.track_id AS in_track,
                CASE WHEN c.cat <> '' THEN c.cat ELSE concat_ws(',', nullif(o.category, ''), nullif(i.category, '')) END AS cats
              FROM flow AS f JOIN slice AS o ON o.id = f.slice_out JOIN slice AS i ON i.id = f.slice_in
              LEFT JOIN (SELECT arg_set_id, any_value(string_value) AS cat FROM args
                WHERE key = 'cat' AND arg_set_id IN (SELECT arg_set_id FROM flow) GROUP BY 1) AS c ON c.arg_set_id = f.arg_set_id
              WHERE %s OR %s
            ),
            listed AS (
              SELECT *, list_distinct(list_transform(string_split(CASE WHEN cats = '' THEN '%s' ELSE cats END, ','), lambda x: trim(x))) AS category FROM timed
            )
            """.formatted(in(scope, "o."), in(scope, "i."), NONE);
    }

    /// Returns a condition for slices of the scope.
    private static String in(AreaScope scope, String qualifier) {
        return "(" + qualifier + "track_id IN (" + TraceQueries.list(scope.slices()) + ") AND "
                + scope.overlapCondition(qualifier) + ")";
    }

    /// Returns the categories of the flows of a range, most frequent first. Blocks.
    public static List<Category> categories(TraceQueries q, AreaScope scope) throws QueryException {
        List<Category> categories = new ArrayList<>();
        q.forEachRow(
                flows(scope)
                        + "SELECT name, count(*) FROM (SELECT unnest(category) AS name FROM listed) GROUP BY 1"
                        + " ORDER BY 2 DESC, 1",
                r -> {
                    categories.add(new Category(r.getString(1), r.getLong(2)));
                });
        return categories;
    }

    /// Returns arrows for the flows of some categories, or an evenly spaced sample if there are more than `max`.
    /// Blocks.
    public static VisibleFlows read(
            TraceQueries q, TrackLookup index, AreaScope scope, Collection<String> categories, int max)
            throws QueryException {
        if (categories.isEmpty() || scope.slices().isEmpty()) {
            return VisibleFlows.NONE;
        }
        String categoryList = categories.stream().map(AreaScope::quoted).collect(Collectors.joining(", "));
        List<Flow> flows = new ArrayList<>();
        long[] total = {0};
        q.forEachRow(flows(scope) + """
            , chosen AS (
              SELECT *, count(*) OVER () AS n, row_number() OVER (ORDER BY out_ts, in_ts, id) AS ordinal FROM listed WHERE list_has_any(category, [%1$s])
            )
            SELECT n, out_track, slice_out, out_ts, out_dur, in_track, slice_in, in_ts FROM chosen
            WHERE n <= %2$d OR ordinal * %2$d // n <> (ordinal - 1) * %2$d // n
            ORDER BY ordinal\
            """.formatted(categoryList, max), r -> {
            total[0] = r.getLong(1);
            Optional<String> from = index.track(r.getLong(2));
            Optional<String> to = index.track(r.getLong(6));
            if (from.isPresent() && to.isPresent()) {
                long arrivalTs = r.getLong(8);
                flows.add(new Flow(
                        from.get(),
                        r.getLong(3),
                        Flow.departure(r.getLong(4), r.getLong(5), arrivalTs),
                        to.get(),
                        r.getLong(7),
                        arrivalTs,
                        false));
            }
        });
        return new VisibleFlows(flows, total[0] - flows.size());
    }
}
