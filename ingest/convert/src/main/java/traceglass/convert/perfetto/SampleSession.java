package traceglass.convert.perfetto;

import org.jspecify.annotations.Nullable;

/// A run of a profiler, whose samples have common counters.
///
/// @param id row of `__intrinsic_profiler_session`; -1 for the samples of a source that have no session
/// @param source name of the profiler, such as `linux.perf`
/// @param unit unit of the counter that determines when samples are taken
record SampleSession(
        long id, @Nullable String source, @Nullable String unit) {

    /// Returns a condition for rows of `__intrinsic_profiler_sample` with the alias `s`.
    String condition() {
        return "coalesce(s.session_id, -1) = " + id + " AND s.source IS NOT DISTINCT FROM "
                + (source == null ? "NULL" : "'" + source.replace("'", "''") + "'");
    }
}
