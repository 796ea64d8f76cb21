package traceglass.engine.fleet;

import org.jspecify.annotations.Nullable;

/// Counts the traces that an operation has finished and reports them to a listener. Thread-safe.
final class FleetProgressReporter {

    private final @Nullable FleetProgress listener;
    private final int total;
    private final long totalBytes;
    private final long start = System.nanoTime();
    private int done;
    private int failed;
    private long doneBytes;
    private boolean isCanceled;

    FleetProgressReporter(@Nullable FleetProgress listener, int total, long totalBytes) {
        this.listener = listener;
        this.total = total;
        this.totalBytes = totalBytes;
    }

    /// Counts a trace.
    ///
    /// @param bytes size of the trace
    /// @param failure failure, or null if the trace succeeded
    synchronized void countTrace(long bytes, @Nullable FleetFailure failure) {
        done++;
        doneBytes += bytes;
        if (failure != null) {
            failed++;
            report(failure);
        }
        reportProgress();
    }

    synchronized void report(FleetFailure failure) {
        if (listener != null) {
            listener.failed(failure);
        }
    }

    /// Reports the progress of the operation to the listener.
    ///
    /// @return false if the listener cancels the operation
    synchronized boolean reportProgress() {
        if (listener != null && !isCanceled) {
            isCanceled = !listener.update(new FleetProgress.Step(
                    done, failed, total, doneBytes, totalBytes, (System.nanoTime() - start) / 1_000_000));
        }
        return !isCanceled;
    }
}
