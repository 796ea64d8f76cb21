package traceglass.sdk;

import traceglass.sdk.memory.SequenceSink;

/// A session as seen by the threads that write events.
interface EventRecorder {

    TracingOptions options();

    /// Returns whether track events are recorded, and not only a custom data source.
    default boolean recordsEvents() {
        return true;
    }

    /// Returns the number of times that sequences were told to restart.
    int generation();

    /// Returns whether the sequence that asks is to describe the process with its whole command line. One of a
    /// session is enough.
    boolean takesCommandLine();

    /// Returns a new sequence for the calling thread.
    SequenceSink newSink();
}
