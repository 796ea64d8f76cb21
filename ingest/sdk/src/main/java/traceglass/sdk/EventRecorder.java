package traceglass.sdk;

/// A session as seen by the threads that write events.
interface EventRecorder {

    TracingOptions options();

    /// Returns the number of times that sequences were told to restart.
    int generation();

    SequenceSink newSink();
}
