package traceglass.sdk;

import traceglass.sdk.memory.SequenceSink;

/// A session, as used by the threads that write events.
interface EventRecorder {

    TracingOptions options();

    /// Returns whether the session records track events; false if it records only a custom data source.
    default boolean recordsEvents() {
        return true;
    }

    /// Returns how many times the incremental state was cleared; a sequence restarts when this number has changed.
    int generation();

    /// Returns whether the calling sequence has to write the full command line of the process. True for only one
    /// sequence of a session.
    boolean writesCommandLine();

    /// Returns a new sequence for the calling thread.
    SequenceSink newSink();
}
