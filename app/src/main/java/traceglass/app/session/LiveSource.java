package traceglass.app.session;

import java.nio.file.Path;

/// A recording whose trace can be shown while it is running. All methods can be called from any thread.
public interface LiveSource {

    /// Returns the trace file, which is written while the recording is running.
    Path file();

    /// Returns how many bytes of the file can be read; grows each time data has been read from the target.
    long readableBytes();

    /// Called when the trace is shown, and again when it is no longer shown: while it is shown, the target
    /// should be read often.
    void setShown(boolean isShown);

    /// Asks the recording to stop and to keep its trace.
    void stop();
}
