package traceglass.engine.fleet;

import org.jspecify.annotations.Nullable;

/// Counts the traces that an operation is finished with and tells a listener. Thread-safe.
final class FleetSteps {

    private final @Nullable FleetProgress listener;
    private final int total;
    private final long totalBytes;
    private final long start = System.nanoTime();
    private int done;
    private int failed;
    private long doneBytes;
    private boolean canceled;

    FleetSteps(@Nullable FleetProgress listener, int total, long totalBytes) {
        this.listener = listener;
        this.total = total;
        this.totalBytes = totalBytes;
    }

    /// Counts a trace.
    ///
    /// @param failure null if it succeeded
    synchronized void done(long bytes, @Nullable FleetFailure failure) {
        done++;
        doneBytes += bytes;
        if (failure != null) {
            failed++;
            tell(failure);
        }
        goesOn();
    }

    synchronized void tell(FleetFailure failure) {
        if (listener != null) {
            listener.failed(failure);
        }
    }

    /// Tells the listener how far the operation is.
    ///
    /// @return false if it wants the operation to end
    synchronized boolean goesOn() {
        if (listener != null && !canceled) {
            canceled = !listener.update(new FleetProgress.Step(
                    done, failed, total, doneBytes, totalBytes, (System.nanoTime() - start) / 1_000_000));
        }
        return !canceled;
    }
}
