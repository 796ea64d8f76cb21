package traceglass.ingest.sort;

/// Is told of a queue's events before they are given out, so that another thread can prepare what takes long. Called on
/// the thread that gives out, each event once, in the order in which [EventSink#event] or [#dropped] follow; events
/// that come out without being told of before follow when all that were told of are out.
public interface EventsAhead {

    /// How many events are told of at once, at most.
    int BATCH = 1 << 10;

    /// Whether there is room for [#BATCH] events more.
    boolean isOpen();

    /// Tells of one event.
    ///
    /// @param data as given to [EventSorter.Queue#push]
    /// @param ref as given to [EventSorter.Queue#push]
    void add(long data, Object ref);

    /// Those added since the last call can be prepared.
    void pass();

    /// The next event is not given out.
    void dropped();

    /// Nothing is given out for now, or not in this order: what was told of is forgotten, and nobody looks at it
    /// any more when this returns.
    void end();
}
