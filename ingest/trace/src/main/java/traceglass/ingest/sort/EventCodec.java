package traceglass.ingest.sort;

/// Writes the events of a queue to disk and reads them back, so that they need no memory while they wait. Each queue
/// has its own codec, used by the sorting thread only.
public interface EventCodec {

    /// Returns about how many bytes the event keeps in memory, apart from its place in the queue.
    int size(long data, Object ref);

    /// Writes an event.
    ///
    /// @param data as passed to [EventSorter.Queue#push]
    /// @param ref as passed to [EventSorter.Queue#push]
    void write(long data, Object ref, RunOutput out);

    /// Reads the next event that [#write] wrote and returns its data with [RunInput#setEvent].
    ///
    /// If the sink of the queue has a [PrefetchListener], many events may be read before the first is emitted.
    /// Otherwise, an event is emitted before the next one is read, and its object can be reused.
    void read(RunInput in);
}
