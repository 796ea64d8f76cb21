package traceglass.service.probe;

import java.io.IOException;

/// A probe within one session.
public interface ProbeInstance {

    /// Starts recording.
    ///
    /// @throws IOException if it turns out that nothing can be recorded; the instance is not stopped then
    void start() throws IOException;

    /// Writes everything that happened before this call.
    default void flush() {}

    /// Discards the record of interned data already written: a reader may start with the next packet.
    default void clearIncrementalState() {}

    /// Writes the remaining data, because no flush precedes it, and releases all resources. Tasks of the instance do
    /// not run any more.
    void stop();
}
