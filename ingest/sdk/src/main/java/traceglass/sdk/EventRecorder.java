package traceglass.sdk;

import traceglass.sdk.memory.PacketSink;

/// A session as seen by the threads that write events.
interface EventRecorder {

    TracingOptions options();

    /// Returns whether track events are recorded, and not only a custom data source.
    default boolean recordsEvents() {
        return true;
    }

    /// Returns the number of times that sequences were told to restart.
    int generation();

    /// Returns a new sequence for the calling thread.
    PacketSink newSink();
}
