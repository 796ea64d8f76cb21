package traceglass.engine.fleet;

/// Listener for the progress of an operation on many traces. Called by several threads, one at a time.
@FunctionalInterface
public interface FleetProgress {

    /// Progress of an operation.
    ///
    /// @param done number of processed traces, including failed ones
    /// @param failed number of failed traces
    /// @param total number of traces
    /// @param doneBytes size of the traces that are done
    /// @param totalBytes size of all traces
    /// @param elapsedMs milliseconds since the start
    record Step(int done, int failed, int total, long doneBytes, long totalBytes, long elapsedMs) {

        /// Returns the estimated remaining time in milliseconds, rounded to whole seconds, or -1 if it is not known
        /// yet.
        public long leftMs() {
            return doneBytes == 0 || elapsedMs < 1000
                    ? -1
                    : Math.round((double) elapsedMs / doneBytes * (totalBytes - doneBytes) / 1000) * 1000;
        }
    }

    /// Receives the current progress.
    ///
    /// @return false to cancel; processed traces are kept
    boolean update(Step step);

    /// Called for each trace that failed.
    default void failed(FleetFailure failure) {}
}
