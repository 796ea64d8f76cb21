package traceglass.analysis.marks;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import traceglass.analysis.query.TraceQueries;
import traceglass.analysis.track.info.TrackLookup;
import traceglass.sql.result.QueryException;

/// Finds the flows to and from a slice, transitively.
public final class SliceFlows {

    /// Maximum number of steps from the slice.
    private static final int MAX_STEPS = 64;

    private SliceFlows() {}

    /// Returns the flows of a slice, and transitively the flows of the slices that they connect, in both directions.
    ///
    /// @return the flows; `hidden` counts the slice's own flows that are not among them
    public static VisibleFlows read(TraceQueries q, TrackLookup index, long slice) throws QueryException {
        long all = q.first(
                        "SELECT count(*) FROM flow WHERE slice_out = " + slice + " OR slice_in = " + slice,
                        r -> r.getLong(1))
                .orElse(0L);
        Map<Long, Flow> flows = new LinkedHashMap<>();
        follow(q, index, slice, true, flows);
        follow(q, index, slice, false, flows);
        long count = flows.values().stream()
                .filter(f -> f.fromId() == slice || f.toId() == slice)
                .count();
        return new VisibleFlows(List.copyOf(flows.values()), Math.max(0, all - count));
    }

    /// Follows flows step by step: first the slice's own flows, then the flows of the slices they lead to, and
    /// so on.
    private static void follow(TraceQueries q, TrackLookup index, long slice, boolean isForward, Map<Long, Flow> flows)
            throws QueryException {
        Set<Long> seen = new HashSet<>(Set.of(slice));
        Set<Long> frontier = Set.of(slice);
        int limit = flows.size() + Flow.MAX_ARROWS / 2;
        for (int step = 0; step < MAX_STEPS && !frontier.isEmpty() && flows.size() < limit; step++) {
            Set<Long> next = new HashSet<>();
            String ids = TraceQueries.list(frontier);
            q.forEachRow(
                    """
                    SELECT f.slice_out, a.ts, a.dur, a.track_id, f.slice_in, b.ts, b.track_id, f.id
                    FROM flow AS f JOIN slice AS a ON a.id = f.slice_out JOIN slice AS b ON b.id = f.slice_in
                    WHERE %s IN (%s) ORDER BY %s LIMIT %d\
                    """.formatted(
                                    isForward ? "f.slice_out" : "f.slice_in",
                                    ids,
                                    isForward ? "b.ts" : "a.ts DESC",
                                    limit - flows.size()),
                    r -> {
                        long end = isForward ? r.getLong(5) : r.getLong(1);
                        if (seen.add(end)) {
                            next.add(end);
                        }
                        Optional<String> from = index.track(r.getLong(4));
                        Optional<String> to = index.track(r.getLong(7));
                        if (from.isPresent() && to.isPresent()) {
                            long arrivalTs = r.getLong(6);
                            flows.putIfAbsent(
                                    r.getLong(8),
                                    new Flow(
                                            from.get(),
                                            r.getLong(1),
                                            Flow.departure(r.getLong(2), r.getLong(3), arrivalTs),
                                            to.get(),
                                            r.getLong(5),
                                            arrivalTs,
                                            false));
                        }
                    });
            frontier = next;
        }
    }
}
