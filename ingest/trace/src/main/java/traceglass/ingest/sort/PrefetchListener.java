package traceglass.ingest.sort;

/// Listener to which a queue announces its events before they are emitted, so that another thread can prepare them.
/// Called on the emitting thread, once per event; [EventSink#handleEvent] or [#skip] follow for each event in the same
/// order. Events that are emitted without announcement follow after all announced ones.
public interface PrefetchListener {

    /// Maximum number of events announced at a time.
    int BATCH_EVENTS = 1 << 10;

    /// Returns whether there is room for [#BATCH_EVENTS] more events.
    boolean hasCapacity();

    /// Announces one event.
    ///
    /// @param data number passed to [EventSorter.Queue#push]
    /// @param ref object passed to [EventSorter.Queue#push]
    void add(long data, Object ref);

    /// Starts the preparation of the events added since the last call.
    void flush();

    /// Skips the next announced event, which the sorter dropped.
    void skip();

    /// Discards all announced events, because the sorter stops emitting events or their order changes. No other thread
    /// accesses them after this returns.
    void discardAll();
}
