package traceglass.ingest.sort;

/// Consumer of the events of one [EventSorter] queue. Events of all queues are emitted in a common time order.
@FunctionalInterface
public interface EventSink {

    /// @param ts trace time in ns
    /// @param data number passed to [EventSorter.Queue#push]
    /// @param ref object passed to [EventSorter.Queue#push]
    void handleEvent(long ts, long data, Object ref);

    /// Returns the listener that prefetches events before they are emitted; null for none.
    default PrefetchListener prefetchListener() {
        return null;
    }
}
