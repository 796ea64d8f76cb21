package traceglass.engine.summary;

/// Time and event to which a row of a metric belongs: the columns `ts`, `dur`, `id` and `table` of its query, which may
/// also be dimensions and values. Without `table`, the ids are those of the table that a structured query selects from.
///
/// @param table table of the event, such as `slice`; empty if it is not known
/// @param id id of the event in the table; −1 if it is not known
/// @param ts start, in nanoseconds of the trace's clock
/// @param durNs duration; 0 if it is not known
public record RowMoment(String table, long id, long ts, long durNs) {

    /// Receives the moments of rows that have one.
    public interface Listener {

        /// @param row index in the bundle
        void moment(String bundle, int row, RowMoment moment);
    }
}
