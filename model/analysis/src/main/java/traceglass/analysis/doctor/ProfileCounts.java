package traceglass.analysis.doctor;

import traceglass.analysis.query.TraceQueries;
import traceglass.sql.result.QueryException;

/// Numbers of rows that only some traces have: those of profiles, heaps and logs.
///
/// @param samples callstack samples with a time
/// @param stacks callstacks of profiles without times, summed over their measures
/// @param heapObjects objects in heap dumps
/// @param allocations rows of heap profiles
/// @param logs lines of logs
public record ProfileCounts(long samples, long stacks, long heapObjects, long allocations, long logs) {

    /// Counts the rows. Not part of [TraceSummary], which a window reads whenever it opens a trace.
    public static ProfileCounts read(TraceQueries q) throws QueryException {
        return q.first(
                        """
                SELECT (SELECT count(*) FROM __intrinsic_profiler_sample WHERE callsite_id IS NOT NULL),
                       (SELECT count(*) FROM __intrinsic_aggregate_sample), (SELECT count(*) FROM heap_graph_object),
                       (SELECT count(*) FROM heap_profile_allocation), (SELECT count(*) FROM android_logs)\
                """,
                        r -> new ProfileCounts(r.getLong(1), r.getLong(2), r.getLong(3), r.getLong(4), r.getLong(5)))
                .orElseThrow();
    }
}
