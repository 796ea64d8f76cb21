package traceglass.store.database;

/// Events of a running recording that a connection sees: those of a span of time, those that last into it, and those of
/// the last moments. If the span has too many, only some of the short ones are seen.
///
/// @param from start, ns
/// @param to end (exclusive), ns
/// @param longerNs events of at least this duration are always seen, ns
/// @param step one of this many shorter events is seen; 1 for all
public record LiveWindow(long from, long to, long longerNs, long step) {

    /// Creates a window whose events are all seen.
    public LiveWindow(long from, long to) {
        this(from, to, 0, 1);
    }
}
