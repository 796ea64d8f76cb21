package traceglass.ingest.sort;

/// Takes the events of one queue of the [EventSorter], in order of time over all queues.
@FunctionalInterface
public interface EventSink {

    /// @param ts trace time, ns
    /// @param data as given to [EventSorter.Queue#push]
    /// @param ref as given to [EventSorter.Queue#push]
    void event(long ts, long data, Object ref);

    /// Who is to be told of events before they are given out; null for nobody.
    default EventsAhead ahead() {
        return null;
    }
}
