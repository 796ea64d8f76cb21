package traceglass.engine.fleet.measure;

/// A time in a trace, with the event at this time if it is known.
///
/// @param table table of the event, such as `slice`; empty if the event is unknown
/// @param id id of the event in the table
/// @param ts start, in nanoseconds of the trace's clock
/// @param durNs duration; 0 for an instant or if it is unknown
public record Moment(String table, long id, long ts, long durNs) {

    /// Returns whether the event is known.
    public boolean isEvent() {
        return !table.isEmpty();
    }
}
