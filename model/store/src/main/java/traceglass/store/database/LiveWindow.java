package traceglass.store.database;

/// Events of a running recording that a connection sees: events that begin in a time span, longer events that
/// last into it, and the newest events, which are still in memory. If the span has too many events, only a sample of
/// the short ones is seen.
///
/// @param from start in ns
/// @param to end (exclusive) in ns
/// @param longerNs events of at least this duration in ns are always seen
/// @param step sampling step of the shorter events: one in this many is seen; 1 for all
public record LiveWindow(long from, long to, long longerNs, long step) {

    /// Creates a window in which all events are seen.
    public LiveWindow(long from, long to) {
        this(from, to, 0, 1);
    }
}
