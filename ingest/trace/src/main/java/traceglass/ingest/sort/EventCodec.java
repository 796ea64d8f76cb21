package traceglass.ingest.sort;

/// Writes the events of a queue to disk and reads them back, so that queued events need no memory. Each queue
/// has its own codec, used by the sorting thread only.
public interface EventCodec {

    /// Returns the approximate number of bytes that an event uses in memory, excluding its slot in the queue.
    int size(long data, Object ref);

    /// Writes an event.
    ///
    /// @param data number passed to [EventSorter.Queue#push]
    /// @param ref object passed to [EventSorter.Queue#push]
    void write(long data, Object ref, RunOutput out);

    /// Reads the next event written by [#write] and returns its data with [RunInput#setEvent].
    ///
    /// If the sink of the queue has a [PrefetchListener], many events may be read before the first is emitted.
    /// Otherwise, an event is emitted before the next one is read, and its object can be reused.
    void read(RunInput in);
}
