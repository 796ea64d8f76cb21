package traceglass.service.probe;

import java.io.IOException;

/// An instance of a probe in one session.
public interface ProbeInstance {

    /// Starts recording.
    ///
    /// @throws IOException if nothing can be recorded; [#stop] is not called then
    void start() throws IOException;

    /// Writes all data up to this call.
    default void flush() {}

    /// Makes the instance write its interned data again, because a reader can start with the next packet.
    default void clearIncrementalState() {}

    /// Writes the remaining data, because there is no flush before it, and releases all resources. Tasks of the
    /// instance no longer run.
    void stop();
}
