package traceglass.service.probe;

import java.io.IOException;

/// A probe within one session.
public interface ProbeInstance {

    /// Begins to record.
    ///
    /// @throws IOException if it turns out that nothing can be recorded; the instance is not stopped then
    void start() throws IOException;

    /// Writes everything that happened before this call.
    default void flush() {}

    /// Forgets which interned data were written: a reader may start with the next packet.
    default void clearIncrementalState() {}

    /// Writes what is left, because no flush precedes it, and gives everything back. Tasks of the instance do not
    /// run any more.
    void stop();
}
